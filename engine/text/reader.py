"""Questions about cards, read from whatever people type around their cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from engine.cards import Card, Rank, Suit
from engine.errors import NotationError
from engine.messages import Message, listed, message
from engine.text.claims import Claim, find_claim, parse_claim
from engine.text.notation import EXAMPLE, Hand, read_plain_hand
from engine.text.questions import (
    MOST_PLAYED,
    AnyQuestion,
    DiscardQuestion,
    Face,
    FourCardQuestion,
    HandQuestion,
    PlayQuestion,
    Question,
    RanksQuestion,
    Reading,
    all_cards,
    write_question,
)
from engine.text.tokens import Token, plain, quoted, tokenize

X_IS_TEN: Final = message("I read X as a ten.")
"""The note on a ten written as X, because not everybody does that."""

MOST_READINGS: Final = 3
"""The most readings that are offered."""

_Kind = TypeVar("_Kind", bound=AnyQuestion)


def read_question(text: str, *, crib: bool = False, declared: str | None = None) -> Question:
    """Return the question that a text plainly asks.

    ``crib`` and ``declared`` may be given here instead of in the text. Raises ``NotationError`` for a text that asks
    nothing about cards, or that may ask several things.
    """
    reading = read(text, crib=crib, declared=declared)
    if not reading.sure:
        raise NotationError(
            message("Did you mean {one_of}?", one_of=listed(map(write_question, reading.questions), "or"))
        )
    return reading.questions[0]


def read(text: str, *, crib: bool = False, declared: str | None = None) -> Reading:
    """Return what a text asks about cards: a hand and its starter, four cards, a discard or a play.

    The number of cards and the words for the starter, the crib and the play say which; other words are ignored.
    Raises ``NotationError`` with one sentence if there is no question.
    """
    said = parse_claim(declared) if declared is not None and declared.strip() else None
    if (glance := read_plain_hand(text)) is not None:
        has_x = "x" in text or "X" in text
        return Reading(
            (_with_notes(_plain_question(glance, said, crib=crib), said, [X_IS_TEN] if has_x else []),), sure=True
        )
    scan = _Scan.of(text, said, crib=crib)
    reading = scan.reading()
    if reading is None or not reading.sure or isinstance(reading.questions[0], FourCardQuestion):
        mended = _Scan.of(text, said, crib=crib, mends=True)
        if any(token.mended for token in mended.cards) and (better := mended.reading()) is not None:
            if reading is None or (better.sure):
                scan, reading = mended, better
    if reading is None:
        raise scan.error()
    return Reading(
        tuple([_with_notes(question, scan.claim, scan.notes()) for question in reading.questions]), reading.sure
    )


def _plain_question(hand: Hand, said: Claim | None, *, crib: bool) -> HandQuestion | FourCardQuestion:
    declared = None if said is None else said.points
    if hand.starter is None:
        return FourCardQuestion(tuple(Face(card.rank, card) for card in hand.cards), crib, declared)
    return HandQuestion(hand.cards, hand.starter, crib, hand.starter_marked, declared)


def _with_notes(question: _Kind, said: Claim | None, notes: Sequence[Message]) -> _Kind:
    """Return the question with notes on its reading and with the other counts that may be right."""
    if said is not None and said.remark is not None:
        notes = (*notes, said.remark)
    others = said.others if said is not None else ()
    return replace(question, others=others, notes=tuple(notes)) if notes or others else question


@dataclass(frozen=True, slots=True)
class _Scan:
    """What was found in a text: its cards, what is said of them, and all tokens."""

    shown: str
    low: str
    tokens: Sequence[Token]
    cards: Sequence[Token]
    kinds: frozenset[str]
    claim: Claim | None
    crib: bool

    @classmethod
    def of(cls, text: str, said: Claim | None, *, crib: bool, mends: bool = False) -> _Scan:
        shown, low = plain(text)
        tokens = tokenize(shown, low, mends=mends)
        claim = said
        everything = tokens
        if said is None:
            claim, tokens = find_claim(tokens, low)
        cards = [token for token in tokens if token.kind == "card"]
        kinds = frozenset(token.kind for token in everything)
        return cls(shown, low, tokens, cards, kinds, claim, crib)

    def notes(self) -> list[Message]:
        """Return what was mended or read in a way that is not everybody's."""
        mended = [card for card in self.cards if card.mended]
        notes = [
            message("I read {piece} as {face}.", piece=quoted(self.shown[card.start : card.end]), face=_face(card).face)
            for card in mended
        ]
        return [X_IS_TEN, *notes] if any(self.low[card.start] == "x" for card in self.cards) else notes

    def reading(self) -> Reading | None:
        """Return what the text asks; None if it asks nothing."""
        return self.play() or self.hands()

    def play(self) -> Reading | None:
        """Return the play that a text speaks of, with the scores written beside its cards; None if it speaks of none."""
        if "discard" in self.kinds and "written" not in self.kinds:
            return None
        cards = self._played()
        runs, asks = self._runs(cards), bool(self.kinds & {"ask", "points"}) or "?" in self.low
        longest, by_turns = max(map(len, runs), default=0), self._is_by_turns(cards)
        is_cued = bool(self.kinds & {"play", "written", "go"}) or by_turns or self.low.count(" then ") > 2
        whole = [card for card in self.cards if self._weight(card) >= 0]
        if self.kinds & {"starter", "crib"} or len(cards) > MOST_PLAYED:
            is_cued = False
        if not is_cued and not (longest == len(whole) and (longest > 6 or (1 < longest < 4 and asks))):
            return None
        faces = tuple(map(_face, cards))
        if len(cards) < 2 or _is_impossible(faces) or _repeated(faces):
            return None
        written, claim = self._written(cards)
        question = PlayQuestion(faces, written=written, restarts=self._restarts(cards))
        if claim is None and self.claim is not None and self.claim.points not in {count for _, count, _ in written}:
            claim = (None, self.claim.points)
        if claim is not None:
            question = replace(question, declared_count=claim[0], declared=claim[1])
        is_sure = longest > 2 or bool(written) or by_turns or (longest == 2 and asks) or len(cards) > 2
        return Reading((question,), is_sure) if is_sure or longest > 1 or (is_cued and asks) else None

    def _played(self) -> list[Token]:
        """Return the cards of a play: they end where a word that says nothing stands between them."""
        cards: list[Token] = []
        for place, token in enumerate(self.tokens):
            if token.kind == "card" and (token.suit is None or token.firm) and not self._is_article(place):
                between = (
                    {other.kind for other in self.tokens[self.tokens.index(cards[-1]) : place]} if cards else set()
                )
                if len(cards) > 1 and "" in between and not between & {"play", "mine", "theirs", "go"}:
                    break
                cards.append(token)
        return cards

    def _is_by_turns(self, cards: Sequence[Token]) -> bool:
        """Return whether a player is named before every card."""
        names = {"mine", "theirs", "dealer", "pone"}
        turns = [self._before(card) for card in cards]
        return len(cards) > 1 and all(token is not None and token.kind in names for token in turns)

    def _before(self, card: Token) -> Token | None:
        """Return the token before a card that is more than a separator."""
        before = [token for token in self.tokens if token.start < card.start and token.kind not in ("sign", "thin")]
        return before[-1] if before else None

    def _written(
        self, cards: Sequence[Token]
    ) -> tuple[tuple[tuple[int, int | None, int | None], ...], tuple[int | None, int] | None]:
        """Return the scores written beside cards; the only one, if it is the last card's, as a claim."""
        found: list[tuple[int, int | None, int | None]] = []
        for token in self.tokens:
            if token.kind == "written":
                place = sum(card.start < token.start for card in cards) - 1
                if place >= 0:
                    found.append((place, token.value, token.points))
        if len(found) == 1 and found[0][0] == len(cards) - 1 and found[0][2] is not None:
            return (), (found[0][1], found[0][2])
        return tuple(found), None

    def _restarts(self, cards: Sequence[Token]) -> tuple[int, ...]:
        """Return the places of the cards before which somebody says go."""
        said = [token.start for token in self.tokens if token.kind == "go"]
        places = {sum(card.start < start for card in cards) for start in said}
        return tuple(sorted(place for place in places if 0 < place < len(cards)))

    def hands(self) -> Reading | None:
        """Return the hands, cribs, four cards or discards that the cards of a text may be."""
        linked = self._starter()
        weights = {card: max(self._weight(card), 2 * (card is linked)) for card in self.cards}
        chosen = [[card for card in self.cards if weights[card] >= least] for least in (1, 2, 0)]
        runs = [run for run in self._runs([card for card in self.cards if weights[card] > 0]) if len(run) > 3]
        marked = [[*run, linked] for run in runs if linked is not None and linked not in run and len(run) == 4]
        if "discard" in self.kinds:
            runs.sort(key=len, reverse=True)
            chosen = [*[run for run in runs if len(run) == 6], *chosen]
        questions: list[Question] = []
        is_sure = False
        for cards in (*chosen, *marked, *runs):
            found = self._questions(cards, linked if linked in cards else None)
            if not questions and len(found) == 1:
                is_sure = self._is_sure(cards, weights)
            questions.extend(question for question in found if question not in questions)
        if not questions or not self._is_asked(questions[0]):
            return None
        return Reading(tuple(questions[:1] if is_sure else questions[:MOST_READINGS]), is_sure)

    def _is_sure(self, cards: Sequence[Token], weights: Mapping[Token, int]) -> bool:
        """Return whether these cards are all that a text names."""
        if sum(weights[card] > 1 for card in cards) < 4:
            return False
        ranks = [card.rank for card in cards]
        extra = [card for card in self.cards if card not in cards and weights[card] >= 0 and _is_count(card)]
        return not extra or ("discard" in self.kinds and all(card.rank in ranks for card in extra))

    def _is_asked(self, question: Question) -> bool:
        """Return whether cards without suits are meant as cards: somebody speaks of a game, or of hardly anything else."""
        if any(face.card is not None for face in all_cards(question)):
            return True
        idle = sum(not token.kind for token in self.tokens)
        is_cued = self.claim is not None or bool(self.kinds & _CUES) or "?" in self.low
        return is_cued or idle < (1 if isinstance(question, FourCardQuestion) else 4)

    def _weight(self, card: Token) -> int:
        """Return how surely a token is a card.

        2 is a card by itself or among cards, 1 one beside a card or an article, 0 one among other words, and -1 a word.
        """
        place = self.tokens.index(card)
        around = [self._beside(place, -1), self._beside(place, 1)]
        beside = [other for other in around if other is not None]
        if card.suit is not None:
            if card.firm:
                return 2
            behind = self.tokens[place + 1] if place + 1 < len(self.tokens) else None
            is_near = any(other.suit is not None for other in beside)
            is_card = card.rank is not Rank.ACE or around[1] is not None or behind is None or behind.kind == "sign"
            return 2 if is_near and is_card else -1
        if self._is_article(place):
            return -1
        if card.firm or len(beside) == 2:
            return 2
        if beside:
            other = self.tokens.index(beside[0])
            return 2 if self._beside(other, other - place) is not None else 1
        if card.end - card.start == 1 and card.value is None:
            return -1
        return int(self.low[max(card.start - 4, 0) : card.start].endswith((" a ", "an ", "the ")))

    def _is_article(self, place: int) -> bool:
        """Return whether a token is the article of the card behind it, or an "a" among no cards."""
        token = self.tokens[place]
        if self.shown[token.start : token.end] != "a":
            return False
        before, after = self._beside(place, -1), self._beside(place, 1)
        if after is None:
            return before is None
        if self.low[token.end : after.start] != " ":
            return False
        if after.suit is not None or after.end - after.start > 2:
            return True
        last = self.tokens[place - 1] if place else None
        if last is not None and (last.kind != "card" or self.low[last.end : token.start].strip(" ,")):
            return last.kind != "sign"
        behind = self._beside(self.tokens.index(after), 1)
        return behind is not None and self.low[after.end : behind.start] != " "

    def _beside(self, place: int, step: int) -> Token | None:
        """Return the card next to a token with only separators, "and" and the like between them."""
        step = 1 if step > 0 else -1
        place += step
        while 0 <= place < len(self.tokens):
            token = self.tokens[place]
            if token.kind == "card":
                return token
            if token.kind not in ("sign", "thin", "of", "written") or self.low[token.start] in "?!":
                return None
            place += step
        return None

    def _runs(self, cards: Sequence[Token]) -> list[list[Token]]:
        """Return the cards in groups with only separators between them."""
        runs: list[list[Token]] = []
        for card in cards:
            if runs and self._beside(self.tokens.index(card), -1) == runs[-1][-1]:
                runs[-1].append(card)
            else:
                runs.append([card])
        return runs

    def _starter(self) -> Token | None:
        """Return the card that a word or a sign marks as the starter."""
        signs = [place for place, token in enumerate(self.tokens) if self.low[token.start : token.end] in _MARKS]
        if len(signs) == 1 and self._beside(signs[0], -1) is not None:
            return self._beside(signs[0], 1)
        for place, token in enumerate(self.tokens):
            if token.kind not in ("starter", "up"):
                continue
            most = 2 if token.kind == "starter" else 1
            before, after = self._linked(place, -1, most), self._linked(place, 1, most)
            if before is not None and after is not None:
                gaps = self.low[before.end : token.start], self.low[token.end : after.start]
                is_broken = [not _BREAKS.isdisjoint(gap) for gap in gaps]
                is_first = sum(card.start < token.start for card in self.cards) == 1
                return before if is_broken == [False, True] or (is_first and is_broken[0] == is_broken[1]) else after
            if after is not None or (before is not None and len(self.cards) > 4):
                return after or before
        return None

    def _linked(self, place: int, step: int, most: int) -> Token | None:
        """Return the nearest card in a direction with at most so many words that say nothing between them."""
        idle = 0
        place += step
        while 0 <= place < len(self.tokens) and idle <= most:
            token = self.tokens[place]
            if token.kind == "card" and (token.firm or token.suit is None) and not self._is_article(place):
                return token
            if token.kind not in ("card", "sign", "thin", "of", "say", "starter", "mine", "theirs", "up", ""):
                return None
            idle += token.kind == ""
            place += step
        return None

    def _questions(self, cards: Sequence[Token], starter: Token | None) -> list[Question]:
        """Return what cards of this number ask; several if a card comes twice or lacks its suit."""
        faces = [_face(card) for card in cards]
        if len(cards) not in (4, 5, 6) or _is_impossible(faces):
            return []
        place = None if starter is None else cards.index(starter)
        if (twice := _repeated(faces)) is not None:
            named = {face.card for face in faces}
            free = [card for suit in Suit if (card := Card(faces[twice].rank, suit)) not in named]
            options = [[*faces[:twice], Face(card.rank, card), *faces[twice + 1 :]] for card in free]
        else:
            options = [faces]
        found = [self._question(option, place) for option in options]
        return [question for question in found if question is not None]

    def _question(self, faces: Sequence[Face], place: int | None) -> Question | None:
        declared = None if self.claim is None else self.claim.points
        crib = self.crib or ("crib" in self.kinds and "discard" not in self.kinds)
        if len(faces) == 6:
            return DiscardQuestion(tuple(faces), self._dealer()) if place is None else None
        if len(faces) == 4 and (place != 3 or crib):
            return FourCardQuestion(tuple(faces), crib, declared)
        is_marked, place = place is not None, len(faces) - 1 if place is None else place
        hand, starter = (*faces[:place], *faces[place + 1 :]), faces[place]
        held = tuple([face.card for face in hand if face.card is not None])
        if starter.card is not None and len(held) == len(hand):
            return HandQuestion(held, starter.card, crib, is_marked, declared)
        has_nobs = "nobs" in self.kinds or " N " in f" {self.shown} "
        has_nobs = has_nobs and not any(face.card for face in faces) and Rank.JACK in [face.rank for face in hand]
        return RanksQuestion(hand, starter, has_nobs, crib, is_marked, declared)

    def _dealer(self) -> bool | None:
        """Return whether the crib is the writer's own; None if the text does not say."""
        for place, token in enumerate(self.tokens):
            before = self.tokens[place - 1].kind if place else ""
            if token.kind == "pone":
                return False
            if token.kind in ("crib", "dealer") and before in ("mine", "theirs", "no"):
                return before == "mine" and "no" not in [other.kind for other in self.tokens[max(place - 3, 0) : place]]
            if token.kind == "dealer":
                return True
        return None

    def error(self) -> NotationError:
        """Return the error for a text that asks nothing about cards, with the cards that were found."""
        cards = [card for card in self.cards if self._weight(card) > 0]
        faces = [_face(card) for card in cards]
        if not faces:
            return NotationError(
                message("I don't see any cards. Type 4 cards and the starter, like {example}.", example=EXAMPLE)
            )
        for rank in Rank:
            if [face.rank for face in faces].count(rank) > 4:
                return NotationError(
                    message("I read more than 4 cards of rank {rank}, but a deck has only 4.", rank=rank)
                )
        return NotationError(
            message(
                "I read {cards}. Type 4 cards and the starter, like {example}, or 6 cards for discard advice.",
                cards=" ".join([face.face for face in faces[:MOST_PLAYED]]),
                example=EXAMPLE,
            )
        )


def _face(card: Token) -> Face:
    return Face(card.rank, None if card.suit is None else Card(card.rank, card.suit))


def _is_count(card: Token) -> bool:
    """Return whether a token left over may be a card after all, because it is a number in figures."""
    return card.suit is not None or (card.value is not None and card.end - card.start < 3)


def _is_impossible(faces: Iterable[Face]) -> bool:
    ranks = [face.rank for face in faces]
    return any(ranks.count(rank) > 4 for rank in ranks)


def _repeated(faces: Sequence[Face]) -> int | None:
    """Return the place of the first card that was named before."""
    cards = [face.card for face in faces]
    return next((place for place, card in enumerate(cards) if card is not None and card in cards[:place]), None)


_CUES: Final = frozenset({"starter", "crib", "discard", "play", "ask", "points", "pone", "nobs", "hand", "dealer"})
_MARKS: Final = frozenset("|│┃¦/+>→")
_BREAKS: Final = frozenset(",;()\n")
