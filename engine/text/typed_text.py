"""A typed text as a reader of cards sees it: its tokens, how surely each is a card, the starter, and who deals."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile
from typing import Final

from engine.cards import Rank
from engine.errors import NotationError
from engine.messages import message
from engine.text.claims import Claim, find_claim
from engine.text.questions import (
    MOST_PLAYED,
    Face,
    GameScores,
    running_counts,
)
from engine.text.typed_cards import Token, plain, tokenize
from engine.text.vocabulary import ROLES


@dataclass(frozen=True, slots=True)
class TypedText:
    """A text with its tokens, and the groups of cards in it that have only separators between them."""

    shown: str
    low: str
    tokens: Sequence[Token]
    runs: Sequence[Sequence[Token]] = ()
    cards: Sequence[Token] = ()
    places: Mapping[Token, int] = field(default_factory=dict)
    kinds: frozenset[str] = frozenset()
    weights: Mapping[Token, int] = field(default_factory=dict)
    starter: Token | None = None
    claim: Claim | None = None
    crib: bool = False
    scores: GameScores | None = None
    may_be_mended: bool = False
    raw: Sequence[Token] = ()
    """The tokens with those of a claim as what else they may be."""

    @classmethod
    def of(
        cls, text: str, said: Claim | None, *, crib: bool, scores: GameScores | None = None, mends: bool = False
    ) -> TypedText:
        shown, low = plain(text)
        tokens = tokenize(shown, low, mends=mends)
        tokens = [
            replace(token, kind="", is_mended=False)
            if token.is_mended and token.kind == "card" and _is_alone(tokens, place)
            else token
            for place, token in enumerate(tokens)
        ]
        kinds = frozenset(token.kind for token in tokens)
        raw = tokens
        claim, tokens = find_claim(tokens, low)
        if said is not None and claim is not None:
            raise NotationError(
                message(
                    "You gave two counts, {claim} and {declared}. Keep just one.",
                    claim=claim.points,
                    declared=said.points,
                )
            )
        near = ("sign", "thin", "of", "written")
        runs = _grouped(tokens, lambda token: token.kind not in near or low[token.start] in "?!")
        cards = [card for run in runs for card in run]
        places = {token: place for place, token in enumerate(tokens)}
        idle = any(not token.kind and token.end - token.start > 2 for token in tokens)
        mends_more = idle and not mends and len(low) <= _LONGEST_MENDED
        claim = said or claim
        found = cls(shown, low, tokens, runs, cards, places, kinds, {}, None, claim, crib, scores, mends_more, raw)
        held = {card: found.weight(card, run) for run in runs for card in run}
        starter = found.find_starter()
        return replace(found, weights=held if starter is None else held | {starter: 2}, starter=starter)

    def is_richer(self, plain_one: TypedText) -> bool:
        """Return whether mended words give more cards or more suits."""
        suits = [sum(card.suit is not None for card in text.cards) for text in (plain_one, self)]
        return any(token.is_mended for token in self.tokens) and (
            len(self.cards) > len(plain_one.cards) or suits[0] < suits[1]
        )

    def weight(self, card: Token, run: Sequence[Token]) -> int:
        """Return how surely a token is a card.

        2 is a card by itself or among cards, 1 one beside a card or an article, 0 one among other words, -1 a word.
        """
        if self.is_again(card):
            return -1
        if card.suit is not None:
            return 2 if card.firm or any(other.suit is not None for other in run if other is not card) else -1
        if len(run) > 1:
            return min(len(run) - 1, 2)
        if card.end - card.start == 1 and card.value is None:
            return 1 if self.shown[card.start].isupper() else -1
        return int(self.low[max(card.start - 4, 0) : card.start].endswith((" a ", "an ", "the ")))

    def is_again(self, card: Token) -> bool:
        before = self.low[max(card.start - 9, 0) : card.start]
        if card.suit is not None or not before.endswith("the ") or before.endswith("with the "):
            return False
        return any(other.rank is card.rank and other.start < card.start for other in self.cards)

    def find_starter(self) -> Token | None:
        """Return the card that a sign or a word marks as the starter."""
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
            is_first = self.runs[:1] == [[after]]
            after = after if is_first or (is_last and mark.start > self.cards[-2].start) else None
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

    def _clause(self, place: int, step: int) -> list[Token]:
        """Return the nearest tokens of a clause in a direction, four in front or three behind."""
        near = self.tokens[place + 1 : place + 4] if step > 0 else self.tokens[max(place - 4, 0) : place][::-1]
        return [*takewhile(lambda token: self.low[token.start] not in ENDS, near)]

    def beside_crib(self) -> list[Token]:
        """Return the first card of every hand that stands beside a crib: ``hand 7 8 9 10, crib A A 2 3``."""
        hands = [run[0] for run in self.runs if len(run) >= SUITED]
        named = [card for card in hands if nearest_kind(self.tokens[: self.places[card]][::-1], self.low) == "crib"]
        return [card for card in hands if card not in named] if named else []

    def is_crib(self) -> bool:
        if "discard" in self.kinds:
            return False
        ends = [
            token for token in self.tokens if token.kind not in ("sign", "thin", "say") or self.low[token.start] in ENDS
        ]
        kinds = [token.kind for token in ends]
        for place, kind in enumerate(kinds):
            is_denied = kinds[place + 1 : place + 2] == ["no"] and kinds[place + 2 : place + 3] != ["mine"]
            if kind == "crib" and not is_denied and "no" not in kinds[max(place - 2, 0) : place]:
                return True
        return False

    def players(self) -> int | None:
        """Return how many play, where the text says so; a pone with five cards is one of two."""
        if self.scores is not None and self.scores.third is not None:
            return 3
        if _PARTNER.search(self.low):
            return 4
        if (many := self.players_named()) is not None:
            return many
        is_of_two = ("pone" in self.kinds and "5" in self.low) or _FIVE_CARD.search(self.low) is not None
        return 2 if is_of_two else None

    def scores_of(self, players: int | None) -> GameScores | None:
        """Return the scores if they are those of so many players."""
        is_of_three = self.scores is not None and self.scores.third is not None
        return self.scores if is_of_three == (players == 3) else None

    @property
    def is_of_five(self) -> bool:
        """Whether the text names five cards."""
        return _FIVE_CARDS.search(self.low) is not None

    def players_named(self) -> int | None:
        """Return how many play, where the text gives the number."""
        found = _MANY.search(self.low)
        return None if found is None else _PLAYERS[found[1] or found[2]]

    def dealer(self) -> bool | None:
        if PARTNER_DEALS.search(self.low):
            return True
        if (said := _FIRST.search(self.low)) is not None:
            return said["last"] is not None
        for place, token in enumerate(self.tokens):
            if token.kind == "pone":
                return False
            word = self.low[token.start : token.end]
            if word == "dealt" and (said := _DEALT.search(self.low, 0, token.end)) is not None:
                return None if self.low.startswith(" me", token.end) else said[1] == "i"
            if token.kind not in ("crib", "dealer"):
                continue
            before = [other.kind for other in self._clause(place, -1) if other.kind != "thin"][::-1]
            after = [other.kind for other in self._clause(place, 1) if other.kind not in ("sign", "thin")]
            people = [kind for kind in before if kind in ("mine", "theirs")]
            is_somebody = before[-1:] in (["say"], ["discard"]) or self.low.endswith("to the ", 0, token.start)
            behind = [other for other in self._clause(place, 1) if other.kind not in ("sign", "thin", "of")][:1]
            owner = behind[0].kind if behind and self.low[behind[0].start : behind[0].end] in _OWNERS else ""
            if token.kind == "crib" and not owner and _INTO.search(self.low, 0, token.start):
                continue  # "I throw these to the crib" does not say whose it is
            if "no" in before or people[-1:] == ["theirs"] or after[:2] == ["say", "theirs"] or after[:1] == ["no"]:
                return False
            if token.kind == "crib" and owner and "mine" not in people:
                return owner == "mine"
            if word in ("dealer", "dealing") and not is_somebody:
                return True
            if (people and word != "dealer") or after[:2] == ["say", "mine"]:
                return True
            if (before[-1:] == [""] and word == "deals") or (before[-2:] == ["", "say"] and word == "crib"):
                return False  # "Mum deals", "grandad has the crib"
        return None

    def holders(self, cards: Sequence[Token]) -> set[str]:
        holders = set()
        for run in self.runs:
            if run[0] in cards:
                place = self.places[run[0]]
                before = [token.kind for token in self.tokens[max(place - 4, 0) : place] if token.kind != "thin"]
                holders |= {kind for kind in before[-2:] if kind in (*PEOPLE, "no") and "card" not in before[-2:]}
        return holders

    def is_by_turns(self) -> bool:
        """Return whether a player is named before every card: ``me 4 / him 2``, ``Tom: J Ann: 5``."""
        names: list[str] = []
        are_known = True
        said: list[Token] = []
        for token in self.tokens:
            if token.kind == "card":
                people = [other.kind for other in said if other.kind in PEOPLE]
                words = [self.low[other.start : other.end] for other in said if not other.kind]
                names.append(people[-1] if people else words[0] if len(words) == len(said) == 1 else "")
                are_known = are_known and bool(people)
                said = []
            elif token.kind not in ("sign", "thin", "play", "lead", "discard", "written"):
                said.append(token)
        least = 2 if self.kinds & {"play", "lead", "ask"} or "?" in self.low else 3
        return len(names) >= least and all(names) and (are_known or 1 < len({*names}) < len(names))

    def played(self, *, by_turns: bool) -> list[Token]:
        """Return the cards of a play: those behind "pegging", or all up to where other words stand between them."""
        if by_turns:
            return [card for card in self.cards if not self.is_again(card)]
        first = 0
        for run in self.runs:
            place = self.places[run[0]]
            if 2 < len(run) < len(self.cards) and place and self.tokens[place - 1].kind == "play":
                first = run[0].start
        cards: list[Token] = []
        between: set[str] = set()
        for token in self.tokens:
            if token.start < first:
                continue
            is_named = token.is_plural and not all(card.is_plural for card in self.cards)
            if token.kind == "card" and (self.weights[token] >= 0 or token.suit is None) and not is_named:
                if token.suit is None and self.weights[token] < 0 and self.low.endswith("the ", 0, token.start):
                    continue
                if len(cards) > 1 and "" in between and not between & {"play", "lead", "go", *PEOPLE}:
                    break
                cards.append(token)
                between = set()
            between.add(token.kind)
        return cards

    def written(self, cards: Sequence[Token]) -> tuple[tuple[int, int | None, int | None], ...]:
        """Return the scores behind the cards, without the point behind a go that is due for it."""
        solid = [token for token in self.tokens if token.kind not in ("sign", "thin")]
        pairs = [pair for pair in pairwise(solid) if pair[1].kind == "written"][: 2 * MOST_PLAYED]
        counts = running_counts(list(map(face_of, cards)), self.restarts(cards)) if pairs else []
        places = [sum(card.start < token.start for card in cards) - 1 for _, token in pairs]
        return tuple(
            (at, token.value, token.points)
            for at, (before, token) in zip(places, pairs, strict=True)
            if at >= 0 and not (before.kind == "go" and counts[at] < LARGEST and token.is_point(counts[at]))
        )

    def restarts(self, cards: Sequence[Token]) -> tuple[int, ...]:
        """Return the places of the cards behind a go, unless a score behind the card goes on with the count."""
        said = [token.start for token in self.tokens if token.kind == "go"][:MOST_PLAYED]
        places = {sum(card.start < start for card in cards) for start in said}
        counts = running_counts(list(map(face_of, cards))) if places else []
        behind = {at: self._behind(cards[at]) for at in places if 0 < at < len(cards)}
        return tuple(sorted(at for at, said in behind.items() if counts[at] not in said))

    def _behind(self, card: Token) -> list[int | None]:
        """Return the number right behind a card, or those of its sentence beside words: ``A thats 31``."""
        tokens = self.tokens[self.places[card] + 1 :][:_MOST_BEHIND]
        said = takewhile(lambda token: token.kind != "card" and self.low[token.start] not in ".;", tokens)
        return [tokens[0].value, *(token.value for token in said if (token.value or 0) > Rank.TEN)] if tokens else []

    def role(self, cards: Sequence[Token]) -> str:
        """Return what the nearest telling word before some cards says of them, within their clause."""
        if _TABLE.match(self.low, cards[-1].end):
            return "upon"
        at = bisect_left(self.raw, cards[0].start, key=lambda token: token.start)
        before = self.raw[max(at - 5, 0) : at]
        for token in before[::-1]:
            word = self.low[token.start : token.end]
            if word in ROLES:
                return ROLES[word]
            if word in ENDS:
                break
        return "none" if before else "start"

    def groups(self) -> list[list[Token]]:
        """Return the cards that stand together, apart from those that a word such as "with" or a full stop parts."""

        def parts(token: Token) -> bool:
            word = self.low[token.start : token.end]
            return token.kind not in ("sign", "thin", "of") or word in ROLES or word in ENDS or word == ":"

        return _grouped(self.raw, parts)


def _grouped(tokens: Sequence[Token], parts: Callable[[Token], bool]) -> list[list[Token]]:
    """Return the cards that stand together, with nothing between them that parts them."""
    groups: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "card":
            groups[-1].append(token)
        elif parts(token):
            groups.append([])
    return [group for group in groups if group]


def _is_alone(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a token stands among words, neither beside a card nor behind an article or a mark."""
    around = [token.kind for token in (*tokens[max(place - 1, 0) : place], *tokens[place + 1 : place + 2])]
    return not {"card", "sign"} & {*around} and not {"thin", "starter", "of"} & {*around[:1]}


def face_of(card: Token) -> Face:
    return Face(card.rank, card.card)


def nearest_kind(tokens: Iterable[Token], low: str) -> str:
    """Return what the nearest token of a clause says that is neither a sign nor thin air."""
    for token in tokens:
        if low[token.start] in ENDS:
            return "end"
        if token.kind not in ("sign", "thin"):
            return token.kind or "idle"
    return "none"


PEOPLE: Final = ("mine", "theirs", "dealer", "pone")
LARGEST: Final = 31
"""The largest number that the play, a count or a discard has; a larger one is a score."""
SUITED: Final = 4
"""So many cards with their suits are never talk."""
ENDS: Final = frozenset(".?!;\n")
_MOST_BEHIND: Final = 5
_LONGEST_MENDED: Final = 300
"""The letters of the longest text that is read a second time, with its mistyped words mended."""
_PLAYERS: Final = {"2": 2, "two": 2, "3": 3, "three": 3, "4": 4, "four": 4}
_MANY: Final = re.compile(
    rf"(?<![a-z0-9])(?:({'|'.join(_PLAYERS)})[ -]?(?:handed|players?|people|of us)"
    r"|play(?:ing)? with (three|four))(?![a-z])"
)
_INTO: Final = re.compile(r"(?<![a-z])(?:in|into|to|for) the \Z")
_FIVE_CARD: Final = re.compile(r"(?:5|five)[ -]card (?:crib|game)")
_FIVE_CARDS: Final = re.compile(r"(?<![a-z0-9])(?:5|five)[ -]cards?(?![a-z])")
_PARTNER: Final = re.compile(r"(?<![a-z])(?:partners?|pairs)(?![a-z])")
PARTNER_DEALS: Final = re.compile(
    r"(?<![a-z])(?:my |our )?partner(?:'?s| is| was)? (?:the )?(?:deal(?:s|t|er|ing)?|has the crib|crib)(?![a-z])"
)
_OWNERS: Final = frozenset(
    ("mine", "ours", "his", "hers", "theirs", "opponent", "opponents", "opponent's", "opp", "opps", "opp's", "neighbor")
)
"""Words that say whose a crib is behind it."""
_TABLE: Final = re.compile(r"\W*(?:(?:are|is) )?(?:on|down on) the (?:table|board)")
_UP: Final = ("up card", "up-card", "up come", "up came", "up is", "up was")
_FIRST: Final = re.compile(
    r"(?<![a-z])(?:i count first|(?P<last>i count (?:second|last)|(?:he|she|they) counts? first)"
    r"|(?:do|should|to|would) (?:i )?(?:give|feed) (?:him|her|them)|(?:other [a-z]+'?s|else'?s) crib)(?![a-z])"
)
"""Who counts first, and so does not deal; and a crib that is given to somebody, or somebody else's."""
_DEALT: Final = re.compile(r"(?<![a-z'])(i|he|she|they|opp(?:onent)?) dealt\Z")
"""Who dealt, unless somebody was dealt cards."""
_MARKS: Final = frozenset("|│┃¦/+>→")
_BREAKS: Final = frozenset(",;()\n")
