"""Questions about cards, read from whatever people type around their cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from engine.cards import Card, CardText, Rank, Suit
from engine.errors import NotationError
from engine.messages import Message, listed, message
from engine.text.claims import Claim, find_claim, parse_claim
from engine.text.game_scores import find_scores
from engine.text.questions import (
    EXAMPLE,
    MOST_PLAYED,
    DiscardQuestion,
    Face,
    FourCardQuestion,
    GameScores,
    HandQuestion,
    PlayQuestion,
    Question,
    RanksQuestion,
    Reading,
    all_cards,
    read_plain_hand,
    running_counts,
    write_question,
)
from engine.text.typed_cards import Token, plain, quoted, tokenize

X_IS_TEN: Final = message("I read X as a ten.")
"""The note on a ten written as X, because not everybody does that."""

MOST_READINGS: Final = 3
"""The most readings that are offered."""


def read_question(text: str, *, crib: bool = False, declared: str | None = None) -> Question:
    """Return the question that a text plainly asks.

    ``crib`` and ``declared`` may be given here instead of in the text. Raises ``NotationError`` for a text that asks
    nothing about cards, or that may ask several things.
    """
    reading = read(text, crib=crib, declared=declared)
    if not reading.sure:
        choice = listed(map(write_question, reading.questions), "or")
        raise NotationError(message("Did you mean {one_of}?", one_of=choice))
    return reading.questions[0]


def read(text: str, *, crib: bool = False, declared: str | None = None) -> Reading:
    """Return what a text asks about cards: a hand and its starter, four cards, a discard or a play.

    The number of cards and the words for the starter, the crib and the play say which; other words are ignored.
    Raises ``NotationError`` with one sentence if there is no question.
    """
    said = parse_claim(declared) if declared is not None and declared.strip() else None
    if (hand := read_plain_hand(text)) is not None:
        faces = [Face(card.rank, card) for card in (*hand.cards, *([hand.starter] if hand.starter else []))]
        found = _Text("", "", (), crib=crib, claim=said)
        question = found.question(faces, 4 if hand.starter_marked else None)
        notes = [X_IS_TEN] if "x" in text or "X" in text else []
        return Reading((found.with_notes(question, notes),) if question else (), sure=True)
    if (scored := find_scores(*plain(text))) is not None and (discard := _read_discard(*scored)) is not None:
        return discard
    found = _Text.of(text, said, crib=crib)
    reading = found.play() or found.hands()
    if reading is None or not reading.sure or isinstance(reading.questions[0], FourCardQuestion | RanksQuestion):
        mended = _Text.of(text, said, crib=crib, mends=True)
        if any(token.is_mended for token in mended.tokens):
            better = mended.hands()
            suits = [sum(card.suit is not None for card in text.cards) for text in (found, mended)]
            is_richer = len(mended.cards) > len(found.cards) or suits[0] < suits[1]
            if better is not None and (reading is None or (better.sure and is_richer)):
                found, reading = mended, better
    if reading is None:
        raise found.error()
    notes = found.notes()
    return Reading(tuple([found.with_notes(question, notes) for question in reading.questions]), reading.sure)


def _read_discard(scores: GameScores, rest: str) -> Reading | None:
    """Return what a text that names scores asks, without them, about six cards; None if it asks something else."""
    try:
        reading = read(rest)
    except NotationError:
        return None
    questions = [
        replace(question, scores=scores)
        for question in reading.questions
        if isinstance(question, DiscardQuestion) and len(question.cards) == 6
    ]
    return Reading(tuple(questions), reading.sure) if len(questions) == len(reading.questions) else None


@dataclass(frozen=True, slots=True)
class _Text:
    """A text with its tokens, and the groups of cards in it that have only separators between them."""

    shown: str
    low: str
    tokens: Sequence[Token]
    runs: Sequence[Sequence[Token]] = ()
    cards: Sequence[Token] = ()
    places: Mapping[Token, int] = field(default_factory=dict)
    kinds: frozenset[str] = frozenset()
    claim: Claim | None = None
    crib: bool = False

    @classmethod
    def of(cls, text: str, said: Claim | None, *, crib: bool, mends: bool = False) -> _Text:
        shown, low = plain(text)
        tokens = tokenize(shown, low, mends=mends)
        kinds = frozenset(token.kind for token in tokens)
        tokens = [
            replace(token, kind="", is_mended=False)
            if token.is_mended and token.kind == "card" and _is_alone(tokens, place)
            else token
            for place, token in enumerate(tokens)
        ]
        claim, tokens = find_claim(tokens, low)
        if said is not None and claim is not None:
            raise NotationError(
                message(
                    "You gave two counts, {claim} and {declared}. Keep just one.",
                    claim=claim.points,
                    declared=said.points,
                )
            )
        runs = _runs(tokens, low)
        cards = [card for run in runs for card in run]
        places = {token: place for place, token in enumerate(tokens)}
        return cls(shown, low, tokens, runs, cards, places, kinds, said or claim, crib)

    def notes(self) -> list[Message]:
        """Return what was mended, or read in a way that is not everybody's."""
        notes = [X_IS_TEN] if any(self.low[card.start] == "x" for card in self.cards) else []
        if (twice := _repeated(list(map(_face, self.cards)))) is not None:
            notes.append(message("You typed {face} twice.", face=_face(self.cards[twice]).face))
        for card in self.cards:
            if card.is_mended:
                piece = quoted(self.shown[card.start : card.end])
                notes.append(message("I read {piece} as {face}.", piece=piece, face=_face(card).face))
        return notes

    def with_notes(self, question: Question, notes: Sequence[Message]) -> Question:
        """Return the question with notes on its reading and with the other counts that may be right."""
        others = self.claim.others if self.claim is not None else ()
        remark = self.claim.remark if self.claim is not None else None
        notes = (*notes, remark) if remark is not None else tuple(notes)
        return replace(question, others=others, notes=notes) if notes or others else question

    def play(self) -> Reading | None:
        """Return the play that a text speaks of, with the scores written in it; None if it speaks of none."""
        by_turns = self._is_by_turns()
        cards = [card for card in self.cards if not self._is_again(card)] if by_turns else self._played()
        faces = tuple(map(_face, cards))
        if (
            not 1 < len(cards) <= MOST_PLAYED
            or all(card.is_plural for card in cards)
            or _is_impossible(faces)
            or _repeated(faces) is not None
        ):
            return None
        longest = max([len(run) for run in self.runs if run[0] in cards], default=0)
        asks, restarts = "ask" in self.kinds or "?" in self.low, self._restarts(cards)
        count = running_counts(faces)[-1]
        claims = () if self.claim is None else (self.claim.points, *self.claim.others)
        is_cued = self._is_cued(cards, count, claims, is_play=by_turns or bool(restarts), by_turns=by_turns)
        is_alone = longest == len(self.cards) and "discard" not in self.kinds
        is_long = (longest > 6 and not {face.rank for face in faces[6:]} <= {face.rank for face in faces[:6]}) or (
            1 < longest < 4 and asks
        )
        if not is_cued and not (is_alone and is_long and self._is_asked(PlayQuestion(faces))):
            return None
        written = self._written(cards)
        in_order = claims if "either" in self.kinds else claims[::-1]
        declared = next((points for points in in_order if points < 15 and points != count), None)
        called = None
        if len(written) == 1 and written[0][0] == len(cards) - 1 and written[0][2] is not None:
            (_, called, declared), written = written[0], ()
        elif declared in {said for _, said, _ in written}:
            declared = None
        question = PlayQuestion(faces, called, declared, written, restarts)
        is_whole = longest == len(cards) == len([card for card, weight in self._weights().items() if weight >= 0])
        is_sure = by_turns or bool(written) or (len(cards) < 3 and _BEHIND_PLAY.search(self.low) is not None)
        is_sure = is_sure or (is_whole and (asks or (is_cued and longest > 2)))
        is_sure = is_sure and not _ADVICE.search(self.low)
        return Reading((question,), is_sure) if is_sure or longest > 1 or asks or len(cards) > 2 else None

    def _is_cued(
        self, cards: Sequence[Token], count: int, claims: Sequence[int], *, is_play: bool, by_turns: bool
    ) -> bool:
        """Return whether words or numbers say that these cards were played; ``count`` is that of the last card."""
        if (
            self.kinds & {"starter", "crib"}
            or "|" in self.low
            or ("discard" in self.kinds and not (by_turns or "written" in self.kinds))
        ):
            return False
        if count in claims and "count" in self.low and not _COUNTED.search(self.low):
            return True
        if not (by_turns or "written" in self.kinds):
            if len(cards) == 5 and "hand" in self.kinds:
                return False
            if len(cards) == 6 and "ask" in self.kinds and not _PLAYING.search(self.low):
                return False
            if any(15 < points < 30 and (points != count or len(cards) == 5) for points in claims):
                return False
        is_said = bool(self.kinds & {"play", "written"}) or self.low.count(" then ") > 2
        return is_play or is_said or any(token.value == 31 for token in self.tokens)

    def _played(self) -> list[Token]:
        """Return the cards of a play: those behind "pegging", or all up to where other words stand between them."""
        first = 0
        for run in self.runs:
            place = self.places[run[0]]
            if 2 < len(run) < len(self.cards) and place and self.tokens[place - 1].kind == "play":
                first = run[0].start
        weights = self._weights()
        cards: list[Token] = []
        between: set[str] = set()
        for token in self.tokens:
            if token.start < first:
                continue
            is_named = token.is_plural and not all(card.is_plural for card in self.cards)
            if token.kind == "card" and (weights[token] >= 0 or token.suit is None) and not is_named:
                if token.suit is None and weights[token] < 0 and self.low.endswith("the ", 0, token.start):
                    continue
                if len(cards) > 1 and "" in between and not between & {"play", "go", *_PEOPLE}:
                    break
                cards.append(token)
                between = set()
            between.add(token.kind)
        return cards

    def _is_by_turns(self) -> bool:
        """Return whether a player is named before every card: ``me 4 / him 2``, ``Tom: J Ann: 5``."""
        names: list[str] = []
        are_known = True
        said: list[Token] = []
        for token in self.tokens:
            if token.kind == "card":
                people = [other.kind for other in said if other.kind in _PEOPLE]
                words = [self.low[other.start : other.end] for other in said if not other.kind]
                names.append(people[-1] if people else words[0] if len(words) == len(said) == 1 else "")
                are_known = are_known and bool(people)
                said = []
            elif token.kind not in ("sign", "thin", "play", "discard"):
                said.append(token)
        least = 2 if self.kinds & {"play", "ask"} or "?" in self.low else 3
        return len(names) >= least and all(names) and (are_known or 1 < len({*names}) < len(names))

    def _written(self, cards: Sequence[Token]) -> tuple[tuple[int, int | None, int | None], ...]:
        found = [token for token in self.tokens if token.kind == "written"][: 2 * MOST_PLAYED]
        places = [sum(card.start < token.start for card in cards) - 1 for token in found]
        return tuple([(at, token.value, token.points) for at, token in zip(places, found, strict=True) if at >= 0])

    def _restarts(self, cards: Sequence[Token]) -> tuple[int, ...]:
        said = [token.start for token in self.tokens if token.kind == "go"][:MOST_PLAYED]
        places = {sum(card.start < start for card in cards) for start in said}
        return tuple(sorted(place for place in places if 0 < place < len(cards)))

    def hands(self) -> Reading | None:
        """Return the hands, cribs, four cards or discards that the cards of a text may be."""
        starter = self._starter()
        weights = self._weights()
        if starter is not None:
            weights[starter] = 2
        likely, surest, every = ([card for card in weights if weights[card] >= least] for least in (1, 2, 0))
        runs = [[card for card in run if weights[card] > 0] for run in self.runs]
        with_starter = [[*run, starter] for run in runs if len(run) == 4 and starter is not None and starter not in run]
        sixes = [run for run in runs if len(run) == 6 and "discard" in self.kinds]
        first = likely[:6]
        if {card.rank for card in likely[6:]} <= {card.rank for card in first} and _repeated(
            list(map(_face, first))
        ) is None:
            sixes.append(first)
        if starter is not None and "discard" in self.kinds:
            thrown = [run for run in self.runs if self.tokens[max(self.places[run[0]] - 1, 0)].kind == "discard"]
            sixes.append([card for card in likely if not any(card in run for run in thrown)])
        suited = [card for card in likely if card.suit is not None]
        if len(suited) == 5 and "discard" not in self.kinds and starter in (None, *suited):
            others = [card for card in likely if card.suit is None]
            is_beside = all(not suited[0].start < card.start < suited[-1].start and card.value for card in others)
            sixes[:0] = [suited] if is_beside else []
        counted = [card for card in likely if not card.is_plural]
        questions: list[Question] = []
        is_sure = False
        for cards in (*sixes, likely, counted, surest, every, *with_starter, *runs):
            found = self._questions(cards, starter if starter in cards else None)
            if not questions and len(found) == 1:
                is_sure = self._is_sure(cards, weights, starter)
            questions.extend(question for question in found if question not in questions)
        if not questions or (starter is None and not self._is_asked(questions[0])):
            return None
        return Reading(tuple(questions[: 1 if is_sure else MOST_READINGS]), is_sure)

    def _weights(self) -> dict[Token, int]:
        return {card: self._weight(card, run) for run in self.runs for card in run}

    def _weight(self, card: Token, run: Sequence[Token]) -> int:
        """Return how surely a token is a card.

        2 is a card by itself or among cards, 1 one beside a card or an article, 0 one among other words, -1 a word.
        """
        if self._is_again(card):
            return -1
        if card.suit is not None:
            return 2 if card.firm or any(other.suit is not None for other in run if other is not card) else -1
        if len(run) > 1:
            return min(len(run) - 1, 2)
        if card.end - card.start == 1 and card.value is None:
            return 1 if self.shown[card.start].isupper() else -1
        return int(self.low[max(card.start - 4, 0) : card.start].endswith((" a ", "an ", "the ")))

    def _is_again(self, card: Token) -> bool:
        before = self.low[max(card.start - 9, 0) : card.start]
        if card.suit is not None or not before.endswith("the ") or before.endswith("with the "):
            return False
        return any(other.rank is card.rank and other.start < card.start for other in self.cards)

    def _is_sure(self, cards: Sequence[Token], weights: Mapping[Token, int], starter: Token | None) -> bool:
        if any(token.kind == "unread" and self._is_beside_card(place) for place, token in enumerate(self.tokens)):
            return False
        ranks = [card.rank for card in cards]
        named = {*cards}
        others = [card for card, weight in weights.items() if weight >= 0 and card not in named]
        extra = [card for card in others if card.suit is not None or card.value]
        if _repeated(list(map(_face, cards))) is not None:
            return False
        holders = self._holders(cards)
        if starter is None and ("no" in holders or holders >= {"mine", "theirs"} or holders >= {"dealer", "pone"}):
            return False
        are_suited = all(card.suit is not None for card in cards)
        if not are_suited and (len([run for run in self.runs if run[0] in cards]) > 2 or self._is_unclear(cards)):
            return False
        is_all = not extra or (len(cards) == 5 and are_suited and not any(card.suit for card in extra))
        is_all = is_all or ("discard" in self.kinds and all(card.rank in ranks for card in extra))
        # "Which two should I throw?" names no cards.
        is_all = is_all or (len(cards) == 6 and all(card.value in (2, 4) and weights[card] == 0 for card in extra))
        return is_all and sum(weights[card] > 1 for card in cards) > 3

    def _is_beside_card(self, place: int) -> bool:
        return any(
            token.kind == "card"
            for token in (*self.tokens[max(place - 1, 0) : place], *self.tokens[place + 1 : place + 2])
        )

    def _holders(self, cards: Sequence[Token]) -> set[str]:
        holders = set()
        for run in self.runs:
            if run[0] in cards:
                place = self.places[run[0]]
                before = [token.kind for token in self.tokens[max(place - 4, 0) : place] if token.kind != "thin"]
                holders |= {kind for kind in before[-2:] if kind in (*_PEOPLE, "no") and "card" not in before[-2:]}
        return holders

    def _is_unclear(self, cards: Sequence[Token]) -> bool:
        return len(cards) == 4 and (bool(self.kinds & {"play", "go", "written"}) or " last " in self.low)

    def _is_asked(self, question: Question) -> bool:
        """Return whether cards without suits are meant: somebody speaks of a game, or of hardly anything else."""
        if any(face.card is not None for face in all_cards(question)):
            return True
        if (
            self.claim is not None
            or self.kinds & _CUES
            or "score" in self.low
            or ("?" in self.low and len(self.runs) < 2)
        ):
            return True
        idle = sum(not token.kind for token in self.tokens)
        is_compact = any(before.end == after.start for before, after in pairwise(self.cards))
        if len(self.runs) > 1 or is_compact or any(self.low[card.start : card.end] == "1" for card in self.cards):
            idle *= 4
        return idle < ((3 if "mine" in self.kinds else 1) if isinstance(question, FourCardQuestion) else 4)

    def _starter(self) -> Token | None:
        signs = [place for place, token in enumerate(self.tokens) if self.low[token.start : token.end] in _MARKS]
        if len(signs) == 1:
            before = [
                token for token in self.tokens[max(signs[0] - 3, 0) : signs[0]] if token.kind not in ("of", "thin")
            ]
            after = [token for token in self.tokens[signs[0] + 1 : signs[0] + 3] if token.kind != "thin"]
            if [token.kind for token in (*before[-1:], *after[:1])] == ["card", "card"]:
                return after[0]
        for place, token in enumerate(self.tokens):
            if token.kind in ("starter", "up") and (card := self._marked(token, place)) is not None:
                return card
        return None

    def _marked(self, mark: Token, place: int) -> Token | None:
        """Return the card that a word marks as the starter: the one behind it, or else in front of it."""
        before, after = (self._linked(place, step, 2 if mark.kind == "starter" else 1) for step in (-1, 1))
        if after is not None and mark.end - mark.start < 6 and not self.low.startswith("cut", mark.start):
            run = next(run for run in self.runs if after in run)
            after = None if run[0] is after and len(run) > 4 else after
        is_last = after is not None and after is self.cards[-1] and len(self.cards) > 4
        if mark.kind == "up" and not self.low.startswith(_UP, mark.start):
            after = after if is_last and mark.start > self.cards[-2].start else None
        if before is None or after is None:
            return after or (before if len(self.cards) > 4 else None)
        gaps = self.low[before.end : mark.start], self.low[mark.end : after.start]
        is_broken = [not _BREAKS.isdisjoint(gap) for gap in gaps]
        is_first = before is self.cards[0] and is_broken[0] == is_broken[1]
        return before if is_broken == [False, True] or is_first else after

    def _linked(self, place: int, step: int, most: int) -> Token | None:
        """Return the nearest card in a direction with at most so many words that say nothing between them."""
        idle = 0
        for _ in range(9):
            place += step
            if not 0 <= place < len(self.tokens) or idle > most:
                return None
            token = self.tokens[place]
            if token.kind == "card":
                return token
            if token.kind not in ("sign", "thin", "of", "say", "starter", "mine", "theirs", "up", ""):
                return None
            idle += token.kind == ""
        return None

    def _questions(self, cards: Sequence[Token], starter: Token | None) -> list[Question]:
        faces = [_face(card) for card in cards]
        if len(cards) not in (4, 5, 6) or _is_impossible(faces):
            return []
        options = [faces]
        if (twice := _repeated(faces)) is not None:
            free = [Card(faces[twice].rank, suit) for suit in Suit]
            free = [card for card in free if card not in {face.card for face in faces}]
            mended = [[*faces[:twice], Face(card.rank, card), *faces[twice + 1 :]] for card in free]
            options = [option for option in mended if _repeated(option) is None]
        if len(cards) == 6 and self.kinds & {"dealer", "discard"}:
            starter = None
        found = [self.question(option, None if starter is None else cards.index(starter)) for option in options]
        questions = [question for question in found if question is not None]
        is_dealt = _FIVE_DEALT.search(self.low) is not None or _PARTNER_DEALS.search(self.low) is not None
        has_role = bool(self.kinds & {"pone", "dealer"}) and self.crib is False
        if (
            len(cards) == 5
            and starter is None
            and self.claim is None
            and ("discard" in self.kinds or (is_dealt and has_role))
        ):
            # Of five cards one is discarded where three or four play, and two where two do.
            from_five: list[Question] = [DiscardQuestion(tuple(faces), self._dealer(), players=self._players())]
            if is_dealt:
                return from_five
            return from_five + questions if "ask" in self.kinds or "?" in self.low else questions
        return questions

    def question(self, faces: Sequence[Face], place: int | None) -> Question | None:
        """Return what these cards ask, with the place of the starter if it is marked; None if they ask nothing."""
        declared = None if self.claim is None else self.claim.points
        crib = self.crib or self._is_crib()
        if len(faces) == 6:
            return DiscardQuestion(tuple(faces), self._dealer()) if place is None else None
        if len(faces) == 4 and (place != 3 or crib):
            return FourCardQuestion(tuple(faces), crib, declared)
        has_nobs = (
            "nobs" in self.kinds
            or "right jack" in self.low
            or any(self.low[card.start : card.end] == "n" for card in self.cards)
        )
        has_nobs = has_nobs and not any(face.card for face in faces)
        is_marked = place is not None
        if place is None:
            others = [at for at, face in enumerate(faces) if not has_nobs or face.rank is not Rank.JACK]
            place = others[-1] if others else len(faces) - 1
        hand, starter = (*faces[:place], *faces[place + 1 :]), faces[place]
        held = tuple([face.card for face in hand if face.card is not None])
        if starter.card is not None and len(held) == len(hand):
            return HandQuestion(held, starter.card, crib, is_marked, declared)
        has_nobs = has_nobs and Rank.JACK in [face.rank for face in hand]
        return RanksQuestion(hand, starter, has_nobs, crib, is_marked, declared)

    def _is_crib(self) -> bool:
        if "discard" in self.kinds:
            return False
        kinds = [token.kind for token in self.tokens if token.kind not in ("sign", "thin", "say")]
        for place, kind in enumerate(kinds):
            is_denied = kinds[place + 1 : place + 2] == ["no"] and kinds[place + 2 : place + 3] != ["mine"]
            if kind == "crib" and not is_denied and "no" not in kinds[max(place - 2, 0) : place]:
                return True
        return False

    def _players(self) -> int | None:
        """Return how many play, where the text says so; a pone with five cards is one of two."""
        if _PARTNER.search(self.low):
            return 4
        if (found := _MANY.search(self.low)) is not None:
            return _NUMBERS[found[1]]
        return 2 if "pone" in self.kinds and "5" in self.low else None

    def _dealer(self) -> bool | None:
        if _PARTNER_DEALS.search(self.low):
            return True
        for place, token in enumerate(self.tokens):
            if token.kind == "pone":
                return False
            if token.kind not in ("crib", "dealer"):
                continue
            word = self.low[token.start : token.end]
            before = [other.kind for other in self.tokens[max(place - 4, 0) : place] if other.kind != "thin"]
            after = [other.kind for other in self.tokens[place + 1 : place + 4] if other.kind not in ("sign", "thin")]
            people = [kind for kind in before if kind in ("mine", "theirs")]
            is_somebody = before[-1:] in (["say"], ["discard"]) or self.low.endswith("to the ", 0, token.start)
            if "no" in before or people[-1:] == ["theirs"] or after[:2] == ["say", "theirs"] or after[:1] == ["no"]:
                return False
            if word in ("dealer", "dealing") and not is_somebody:
                return True
            if (people and word != "dealer") or after[:2] == ["say", "mine"]:
                return True
            if (before[-1:] == [""] and word == "deals") or (before[-2:] == ["", "say"] and word == "crib"):
                return False  # "Mum deals", "grandad has the crib"
        return None

    def error(self) -> NotationError:
        """Return the error for a text that asks nothing about cards, with the cards that were found."""
        faces = [_face(card) for run in self.runs for card in run if self._weight(card, run) > 0]
        if not faces:
            return NotationError(
                message("I don't see any cards. Type 4 cards and the starter, like {example}.", example=EXAMPLE)
            )
        for rank in Rank:
            if [face.rank for face in faces].count(rank) > 4:
                return NotationError(
                    message("I read more than 4 cards of rank {rank}, but a deck has only 4.", rank=CardText(rank))
                )
        cards = CardText(" ".join([face.face for face in faces[:MOST_PLAYED]]))
        return NotationError(
            message(
                "I read {cards}. Type 4 cards and the starter, like {example}, or 6 cards for discard advice.",
                cards=cards,
                example=EXAMPLE,
            )
        )


def _runs(tokens: Sequence[Token], low: str) -> list[list[Token]]:
    runs: list[list[Token]] = []
    is_near = False
    for token in tokens:
        if token.kind == "card":
            if is_near:
                runs[-1].append(token)
            else:
                runs.append([token])
            is_near = True
        elif token.kind not in ("sign", "thin", "of", "written") or low[token.start] in "?!":
            is_near = False
    return runs


def _is_alone(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a token stands among words, neither beside a card nor behind an article or a mark."""
    around = [token.kind for token in (*tokens[max(place - 1, 0) : place], *tokens[place + 1 : place + 2])]
    return not {"card", "sign"} & {*around} and not {"thin", "starter", "of"} & {*around[:1]}


def _face(card: Token) -> Face:
    return Face(card.rank, card.card)


def _is_impossible(faces: Iterable[Face]) -> bool:
    ranks = [face.rank for face in faces]
    return any(ranks.count(rank) > 4 for rank in ranks)


def _repeated(faces: Sequence[Face]) -> int | None:
    cards = [face.card for face in faces]
    return next((place for place, card in enumerate(cards) if card is not None and card in cards[:place]), None)


_PEOPLE: Final = ("mine", "theirs", "dealer", "pone")
_CUES: Final = frozenset(
    {"starter", "crib", "discard", "play", "ask", "points", "pone", "nobs", "hand", "dealer", "combination"}
)
_COUNTED: Final = re.compile(r"(?<![a-z])(?:i|we|he|she|they|you) count|counted")
_PLAYING: Final = re.compile("peg|led|lead|played|playing|laid|sequence|play[^a-z]{1,3}[0-9ajqkt]")
_FIVE_DEALT: Final = re.compile(r"(?:3|4|three|four)[ -](?:handed|players?)|(?:5|five) cards|one (?:card|discard)")
_NUMBERS: Final = {"2": 2, "two": 2, "3": 3, "three": 3, "4": 4, "four": 4}
_MANY: Final = re.compile(rf"(?<![a-z0-9])({'|'.join(_NUMBERS)})[ -]?(?:handed|players?|people|of us)(?![a-z])")
_PARTNER: Final = re.compile(r"(?<![a-z])(?:partners?|pairs)(?![a-z])")
_PARTNER_DEALS: Final = re.compile(
    r"(?<![a-z])(?:my |our )?partner(?:'s| is| was)? (?:the )?(?:deal(?:s|t|er|ing)?|has the crib|crib)(?![a-z])"
)
_ADVICE: Final = re.compile(r"(?:should|best|what|which)[a-z ]{1,9} (?:lead|play)(?![a-z])")
_BEHIND_PLAY: Final = re.compile(r"(?<![a-z])play:? [0-9ajqkt]{1,3}(?![a-z])")
_UP: Final = ("up card", "up-card", "up come", "up came", "up is", "up was")
_MARKS: Final = frozenset("|│┃¦/+>→")
_BREAKS: Final = frozenset(",;()\n")
