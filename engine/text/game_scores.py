"""The scores of a game, read from whatever people type around six cards: "at 110-104", "I need 11, they need 17"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, starmap
from typing import Final

from engine.text.questions import GameScores
from engine.text.typed_cards import Token, tokens_with_numbers
from engine.text.vocabulary import SCORE_WORDS

TARGETS: Final = (61, 121)
"""The scores that may win a game."""


def find_scores(shown: str, low: str) -> tuple[GameScores, str] | None:
    """Return the scores that a text names, and the text with spaces in their place; None if it names none.

    A text without a target means 121. ``shown`` and ``low`` are what ``plain`` returns.
    """
    low = _BRACKET.sub(" ", low).replace("**", "  ")  # bold letters
    tokens = tokens_with_numbers(shown, low)
    if any(token.kind == "written" for token in tokens):
        return None  # The scores of a play stand beside its cards.
    text = _Words.of(tokens, low)
    found = text.scores()
    if found is None:
        return None
    letters = list(shown)
    for place in text.used:
        token = text.tokens[place]
        letters[token.start : token.end] = " " * (token.end - token.start)
    star = _STAR.search(low)
    if star is not None and low.count("*") == 1 and _OWNER.search(low) is None:  # the dealer's score has a star
        starred = int(star[1])
        is_mine, is_theirs = (starred in (own, found.target - own) for own in (found.mine, found.theirs))
        if is_mine != is_theirs:
            letters.append(" . dealer" if is_mine else " . pone")
    return found, "".join(letters)


@dataclass(frozen=True, slots=True)
class _Number:
    """A number that may be a score: its place among the tokens, whose it is, and whether it is points still needed."""

    place: int
    value: int
    owner: str = ""
    needed: bool = False


@dataclass(frozen=True, slots=True)
class _Words:
    """The tokens of a text, what each says about scores, and the places of those that scores were read from."""

    tokens: Sequence[Token]
    low: str
    says: Sequence[str]
    runs: Mapping[int, Sequence[int]]
    """For the place of each number and card without a suit, the places of all that stand together with it."""

    used: set[int]

    @classmethod
    def of(cls, tokens: Sequence[Token], low: str) -> _Words:
        says = [_meaning(token, low[token.start : token.end]) for token in tokens]
        runs: dict[int, list[int]] = {}
        run: list[int] = []
        for place, meaning in enumerate(says):
            if meaning in ("number", "rank"):
                run.append(place)
                runs[place] = run
            elif meaning not in ("join", "sign"):
                run = []
        return cls(tokens, low, says, runs, set())

    def scores(self) -> GameScores | None:
        """Return the scores, if there is one pair of them that a game can have."""
        places = [place for place, says in enumerate(self.says) if says == "number" and self._is_score(place)]
        target = self._target(places)
        places = [place for place in places if place not in self.used]
        if self._are_of_three(places):
            mine, theirs, third = (self.tokens[place].value or 0 for place in places)
            return GameScores(mine, theirs, target, third) if max(mine, theirs, third) < target else None
        ties = [place for place, says in enumerate(self.says) if says == "tied"]
        is_tied = len(places) == 1 and bool(ties)
        pair = self._tied(places[0], ties) if is_tied else self._pair(places, target)
        if pair is None or not all(0 <= score < target for score in pair):
            return None
        return GameScores(*pair, target)

    def _is_score(self, place: int) -> bool:
        token = self.tokens[place]
        if token.kind == "number":
            return True
        run = self.runs[place]
        at = run.index(place) if len(run) < _FARTHEST else 0
        for pair in (run[max(at - 1, 0) : at + 1], run[at : at + 2]):
            # Of several small numbers only one that is joined to a large one is a score: "5 6 7 8 J K 110-4".
            if len(pair) == 2 and any(self.tokens[one].kind == "number" for one in pair) and self._are_joined(*pair):
                return True
        if len(run) > 2 or (len(run) == 2 and not self._are_joined(*run)):
            return False
        return self._is_cued(run)

    def _are_joined(self, first: int, second: int) -> bool:
        """Return whether one of two numbers is set against the other: ``110-104``, ``110 to 104``."""
        between = self.says[first + 1 : second]
        if len(between) > 1 and "a" in [self.low[one.start : one.end] for one in self.tokens[first + 1 : second]]:
            return False  # an ace
        gap = self.low[self.tokens[first].end : self.tokens[second].start]
        is_led = self.low[self.tokens[first - 1].start : self.tokens[first - 1].end] in _SCORE if first else False
        return all(says == "join" for says in between) and (bool(between) or gap.strip() in _DASHES or is_led)

    def _is_cued(self, run: Sequence[int]) -> bool:
        """Return whether words beside small numbers say that they are scores and no cards."""
        before = [place for place in self._idle(run[0], -1) if self.says[place] in _CUES]
        owner, _ = self._beside(run[0], -1)
        return bool(before or owner or self._beside(run[-1], 1)[0] or self._is_needed(run[0])) or (
            len(run) == 2 and any(says == "role" for says in self.says) and self._has_suits()
        )

    def _has_suits(self) -> bool:
        return sum(token.kind == "card" and token.suit is not None for token in self.tokens) > 5

    def _idle(self, place: int, step: int) -> list[int]:
        """Return the places of the words right before or behind a token that only lead to it, and of the next one."""
        found: list[int] = []
        at = place + step
        while 0 <= at < len(self.says) and len(found) < _FARTHEST:
            found.append(at)
            if self.says[at] not in ("idle", "at", "need"):
                break
            at += step
        return found

    def _beside(self, place: int, step: int) -> tuple[str, list[int]]:
        """Return whose number this is by the words on one side, and the places of these words."""
        idle = self._idle(place, step)
        if not idle or self.says[idle[-1]] not in ("mine", "theirs"):
            return "", []
        last = idle[-1]
        behind = self.says[last + 1 : last + 2] if step > 0 else ["number"]
        # "110-104, their crib": the word belongs to the crib.
        return (self.says[last], idle) if behind not in (["role"], ["number"]) or step < 0 else ("", [])

    def _is_needed(self, place: int) -> bool:
        """Return whether a number is points that a player still needs: ``need 11``, ``11 out``, ``11 to go``."""
        before = [self.low[self.tokens[at].start : self.tokens[at].end] for at in self._idle(place, -1)]
        behind = [self.low[token.start : token.end] for token in self.tokens[place + 1 : place + 3]]
        return "need" in map(SCORE_WORDS.get, before) or bool(behind and (behind[0] in _SHORT or behind in _TO_GO))

    def _target(self, places: Sequence[int]) -> int:
        """Return the score that wins, and use up the words that name it."""
        for place in reversed(places):
            value = self.tokens[place].value
            if value not in TARGETS:
                continue
            before = [self.low[token.start : token.end] for token in self.tokens[max(place - 2, 0) : place]]
            behind = [self.low[token.start : token.end] for token in self.tokens[place + 1 : place + 2]]
            is_game = bool(behind) and behind[0] in _GAME
            is_to = before[-1:] == ["to"] and (len(places) > 2 or self.says[place - 2] != "number")
            if value == max(TARGETS) or is_game or is_to or (before and before[-1] in (*_GAME, "of", "till", "until")):
                self.used.update((place - 1, place) if is_to else (place,))
                return value
        return max(TARGETS)

    def _are_of_three(self, places: Sequence[int]) -> bool:
        """Return whether three scores are joined, or three players are named, and use the scores up."""
        if len(places) != 3 or not (all(starmap(self._are_joined, pairwise(places))) or _THREE.search(self.low)):
            return False
        cues = [at for at in self._idle(places[0], -1) if self.says[at] in _CUES]
        self.used.update((*cues, *range(places[0], places[-1] + 1)))
        return True

    def _tied(self, place: int, ties: Sequence[int]) -> tuple[int, int] | None:
        self.used.update((place, *ties))
        value = self.tokens[place].value
        return None if value is None else (value, value)

    def _pair(self, places: Sequence[int], target: int) -> tuple[int, int] | None:
        joined = [pair for pair in pairwise(places) if self._are_joined(*pair)]
        if len(joined) == 1:
            places = joined[0]
        if len(places) != 2:
            return None
        before = [bool(self._beside(place, -1)[0]) for place in places]
        is_led = self.says[self._idle(places[0], 1)[-1]] in ("mine", "theirs")  # "112 me 117 him"
        is_behind = not before[0] and (bool(joined) or is_led or not before[1]) and bool(self._beside(places[1], 1)[0])
        numbers = [self._number(place, 1 if is_behind else -1) for place in places]
        if joined and is_behind:  # "117-115 me": the first number is mine
            numbers = [replace(numbers[0], owner=numbers[1].owner), replace(numbers[1], owner="")]
        first, second = numbers
        if not joined and not (first.owner or second.owner or first.needed):
            return None
        if joined and first.value == 15 and not (first.owner or self._is_cued(places)):
            return None  # "15-2" counts a hand.
        if first.owner and first.owner == second.owner:
            return None
        owner = self.tokens[places[1] - 1]  # "I need 8, they 15"
        is_alike = not second.owner or self.low[owner.start : owner.end] in _PRONOUNS
        needed = [first.needed, second.needed or (first.needed and is_alike)]
        for place in places:
            self._use(place, 1 if is_behind else -1)
        self.used.update(range(places[0], places[1] + 1) if joined else places)
        scores = [
            target - number.value if is_needed else number.value
            for number, is_needed in zip(numbers, needed, strict=True)
        ]
        is_theirs = "theirs" in (first.owner, "theirs" if second.owner == "mine" else "")
        leader = self._leader(places[0], places[1], is_theirs=is_theirs) if joined else ""
        if leader:
            is_theirs = (leader == "mine") == (scores[0] < scores[1])
        return (scores[1], scores[0]) if is_theirs else (scores[0], scores[1])

    def _number(self, place: int, step: int) -> _Number:
        owner, _ = self._beside(place, step)
        return _Number(place, self.tokens[place].value or 0, owner, self._is_needed(place))

    def _use(self, place: int, step: int) -> None:
        _, words = self._beside(place, step)
        cues = [at for at in self._idle(place, -1) if self.says[at] in (*_CUES, "need")]
        self.used.update((place, *words, *cues))
        behind = [self.low[token.start : token.end] for token in self.tokens[place + 1 : place + 3]]
        if behind and (behind[0] in _SHORT or behind in _TO_GO):
            self.used.update(range(place + 1, place + 1 + (1 if behind[0] in _SHORT else 2)))

    def _leader(self, first: int, second: int, *, is_theirs: bool) -> str:
        """Return "mine" or "theirs" for the leader, from a word such as "up" or "trailing"; empty without one."""
        for place in (*self._idle(first, -1)[-1:], *self._idle(second, 1)[-1:]):
            if self.says[place] in ("ahead", "behind"):
                self.used.add(place)
                owner, words = self._beside(place, -1)
                self.used.update(words)
                is_mine = owner != "theirs" and not is_theirs
                return "mine" if is_mine == (self.says[place] == "ahead") else "theirs"
        return ""


def _meaning(token: Token, word: str) -> str:
    if (said := SCORE_WORDS.get(word) or SCORE_WORDS.get(word.partition("'")[0])) is not None:
        return said
    if (
        token.value is not None
        and token.suit is None
        and token.kind in ("card", "number")
        and 0 <= token.value <= max(TARGETS)
    ):
        return "number"
    if token.kind == "card":
        return "rank" if token.suit is None else "card"
    return _BY_KIND.get(token.kind, "")


_BRACKET: Final = re.compile(r"\((?=\s*(?:3[2-9]|[4-9]\d|1[012]\d)(?!\d))")
"""A bracket before a number that is too high for a count of the play."""

_THREE: Final = re.compile(r"(?<![a-z0-9])(?:3|three)[ -]?(?:handed|players?|people|of us)(?![a-z])")
_STAR: Final = re.compile(r"(?<!\d)(\d{1,3})\s?\*")
_OWNER: Final = re.compile(r"\b(?:crib|box|deal\w*|pone)\b")
"""A word that says who deals, beside which a star says nothing more."""
_FARTHEST: Final = 8
"""How many words may stand between a number and what is said about it."""

_DASHES: Final = frozenset((*"-:", *map(chr, range(0x2010, 0x2016)), chr(0x2212)))
"""What joins two scores besides words: a hyphen, a colon, a dash of any length or a minus."""

_BY_KIND: Final = {
    "mine": "mine",
    "theirs": "theirs",
    "crib": "role",
    "dealer": "role",
    "pone": "role",
    "no": "role",
    "say": "idle",
    "thin": "idle",
    "of": "idle",
    "points": "idle",
    "for": "idle",
    "sign": "sign",
}
_PRONOUNS: Final = ("he", "him", "she", "her", "they", "them")
_SCORE: Final = ("score", "scores", "at")
_CUES: Final = ("at", "ahead", "behind", "tied")
_SHORT: Final = ("out", "away", "short", "left")
_TO_GO: Final = (["to", "go"], ["from", "home"], ["from", "out"])
_GAME: Final = ("game", "games", "race", "point", "points", "hole", "holes")
