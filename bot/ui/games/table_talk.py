"""What players ask and say at the table beside their moves, in any of the languages, and the answer from the game."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from difflib import get_close_matches
from functools import lru_cache
from operator import contains, itemgetter
from typing import Any, Final, NamedTuple

from bot.i18n.translation import N_, gettext
from bot.tables.clocks import clock_summary
from bot.tables.table import Table
from bot.ui.core.components import Button, Buttons, DisplayOptions, Press, Screen, button, page_view
from bot.ui.core.formatting import hand
from bot.ui.games.move_log import lines_of_points
from bot.ui.games.scenes import table_scene
from bot.ui.games.status import prompt_for_all, prompt_for_you, times_left
from bot.ui.games.table_view import TableView
from bot.ui.lawbook.law_page import why_button
from engine.actions import Accept, Declare, SayGo, StandDeal, TakeBack
from engine.errors import NotationError
from engine.laws import Law
from engine.messages import read_texts
from engine.text.languages.typed_language import TypedLanguage
from engine.text.multilingual import read_moves
from engine.view import View

PHRASES: Final = {
    "hand": N_("Nice hand!"),
    "ouch": N_("Ouch!"),
    "muggins": N_("Muggins!"),
    "game": N_("Good game!"),
    "thinking": N_("I'm thinking ..."),
}
"""What players can say to each other at a press: in games by DM they cannot talk otherwise."""

HINT, TAKE_BACK = "hint", "takeback"
"""The actions of help, which players press or ask for."""


class Asked(NamedTuple):
    """What a text asks or says: its kind, a key of ``KINDS``, and for "why" the seat and the points that it names.

    The kind is empty for what was not understood.
    """

    kind: str
    seat: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """The answer to a player at the table: its text and buttons, and the ``game`` to show again below it."""

    text: str
    buttons: tuple[Button, ...] = ()
    game: str = ""

    @property
    def below(self) -> Buttons | None:
        """The buttons below the text."""
        return Buttons(self.buttons) if self.buttons else None


def asked(text: str, names: Sequence[str] = ()) -> Asked | None:
    """Return what a text asks or says at the table; None for any other text.

    Of several sentences the one that asks for something is meant; one that names cards or the rules makes it another
    text.
    """
    if len(text) > _LONGEST:
        return None
    best, kind, seats, numbers = 0, "", list[int](), list[int]()
    for sentence in filter(None, map(_words, re.split(r"[.,;:!?\u2026\n]+", text))):
        here = [seat for seat, name in enumerate(names) if any(_is_in(word, _words(name)) for word in sentence)]
        parts = [part for seat in here for part in _words(names[seat])]
        if any(map(_CARD.search, sentence)):
            return None
        words = list(map(_known, sentence))
        without = [word for word in words if not _is_in(word, parts)]
        fit, found = max(map(_kind, [words, without] if here else [words]), key=itemgetter(0))
        if not fit and not _TERMS.isdisjoint(without):
            return None
        seats += here
        numbers += [int(word) for word in sentence if word.isdecimal()]
        if fit and (not kind or (kind in _POLITE, fit) > (found in _POLITE, best)):
            best, kind = fit, found
    is_why = kind == "why"
    if not kind or (len(numbers) > 1 if is_why else not set(numbers) <= {*KINDS[kind].get("numbers", ())}):
        return None
    return Asked(kind, seats[0] if is_why and seats else None, numbers[0] if is_why and numbers else None)


def is_rather_a_move(
    what: Asked, text: str, view: View, language: TypedLanguage | None, names: Sequence[str] = ()
) -> bool:
    """Return whether talk surely is a move too: to let a deal stand or take cards back, "ok" to a count, "gotta go".

    Words of talk may also read as an ace or a number, or as an answer to a count, which cannot be undone.
    """
    try:
        moves, doubt = read_moves(text, view, language, names)
    except NotationError:
        return False
    is_answer = what.kind in {"chat", "gg", "count", "pause"} and isinstance(moves[0], Accept | Declare | SayGo)
    return doubt is None and (is_answer or isinstance(moves[0], StandDeal | TakeBack))


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way to ask or say something: of each group a word must be there, and all that are ``known`` may be.

    Where it is ``whole`` the words are the whole text.
    """

    kind: str
    groups: tuple[frozenset[str], ...]
    known: frozenset[str]
    whole: bool

    @classmethod
    def read(cls, kind: str, text: str) -> Pattern:
        """Read a pattern of ``table_talk.toml``, where its form is said."""
        groups, _, others = text.removeprefix("=").partition("[")
        found = tuple(frozenset(group.split("|")) for group in groups.split())
        known = frozenset(others.rstrip("] ").split("|") if others else ()).union(*found)
        return cls(kind, found, known, text.startswith("="))

    def fit(self, words: Sequence[str]) -> int:
        """Return how many words this pattern explains less those that it leaves over; 0 if it isn't meant."""
        if self.whole:
            is_meant = len(words) == len(self.groups) and all(map(contains, self.groups, words))
            return 2 * len(words) if is_meant else 0
        if any(group.isdisjoint(words) for group in self.groups):
            return 0
        content = {word for word in words if word in self.known or not (word in _IGNORED or word.isdecimal())}
        left = content - self.known
        if len(left) * _LEFT_OVER > len(content) or left & (_TERMS | _DENIALS):
            return 0
        return 2 * len(content & self.known) - len(left)


_TEXTS: Final = read_texts(__package__, "table_talk.toml")
_IGNORED: Final = frozenset([*_TEXTS["small"].split(), *_TEXTS["beside"].split()])
_TERMS: Final = frozenset(_TEXTS["terms"].split())
_DENIALS: Final = frozenset(_TEXTS["denials"].split())
KINDS: Final[Mapping[str, Mapping[str, Any]]] = {
    kind: found for kind, found in _TEXTS.items() if isinstance(found, dict)
}
"""What is asked and said most at the table, in any language: its patterns, and the numbers that may be there."""

_PATTERNS: Final = tuple(Pattern.read(kind, text) for kind, found in KINDS.items() for text in found["patterns"])
_VOCABULARY: Final = (_IGNORED | _TERMS | _DENIALS).union(*(one.known for one in _PATTERNS))
"""The words that are no typos."""

_POLITE: Final = frozenset({"hello", "thanks", "gg", "wait", "chat"})
"""What asks for nothing: whatever else is said beside it is meant."""

_LONGEST: Final = 160
"""The letters of a text that is read: more than a question at the table has."""

_LEFT_OVER: Final = 2
"""At most one word of so many may be unknown."""

_CARD: Final = re.compile(r"\d[^\W\d]|[^\W\d]\d")
_SHORTEST_TYPO: Final = 4
_ALIKE: Final = 0.85


def _words(text: str) -> list[str]:
    """Return the words of a text without accents and apostrophes; a letter that is drawn out counts once."""
    low = unicodedata.normalize("NFKD", text.lower().replace("\u00df", "ss"))
    low = re.sub(r"[\u0300-\u036f'\u2019]", "", low)
    return re.findall(r"[^\W_]+", re.sub(r"([^\W\d])\1{2,}", r"\1", low))


def _kind(words: Sequence[str]) -> tuple[int, str]:
    """Return the kind that fits best, and how well; 0 and nothing where none does."""
    found = [(one.fit(words), one.kind) for one in _PATTERNS]
    return max(found, key=itemgetter(0)) if any(fit for fit, _ in found) else (0, "")


@lru_cache(maxsize=1_000)
def _known(word: str) -> str:
    if word in _VOCABULARY or len(word) < _SHORTEST_TYPO or word.isdecimal():
        return word
    if (swapped := next((known for known in _VOCABULARY if sorted(known) == sorted(word)), None)) is not None:
        return swapped
    return next(iter(get_close_matches(word, _VOCABULARY, n=1, cutoff=_ALIKE)), word)


def _is_in(word: str, names: Sequence[str]) -> bool:
    return word in names or (word not in _VOCABULARY and bool(get_close_matches(word, names, n=1, cutoff=_ALIKE)))


# The answers.

AFTER_GAME: Final = frozenset({"rematch", "why", "thanks", "gg", "score"})
"""What is asked and said of a game that is over."""

ENDED_LATELY: Final = timedelta(days=1)
"""For how long a game that is over is asked about."""

RESIGN_BY_COMMAND: Final = N_("Use `/resign` to give up a game.")
HELLO: Final = N_("Hello {name}!")
WELCOME: Final = N_("You're welcome!")
PLAYED_WELL: Final = N_("Thanks for playing!")
TAKE_TIME: Final = N_("Take your time. The game waits for you.")
NO_DEALER: Final = N_("Nobody yet. The cut decides who deals first.")
NO_POINTS_YET: Final = N_("No such points were pegged in the last two deals.")
TWO_TO_OPPONENT: Final = N_("You can take a discard back, but it gives your opponent 2 points.")
NO_TAKE_BACK: Final = N_("A move can't be taken back in this game.")
NOT_OVER: Final = N_("This game isn't over yet. When it is, press **Play again**.")
GREETINGS: Final = {"hello": HELLO, "thanks": WELCOME, "gg": PLAYED_WELL}
"""What answers a greeting, with or without a game."""

NOT_UNDERSTOOD: Final = N_("I didn't understand that.")

ONLY_YOU: Final = N_("Press **My hand**. Only you will see it.")
NO_HINTS: Final = N_("This game has no hints.")
NO_TIME_LIMIT: Final = N_("This game has no time limit.")
REMINDERS: Final = N_("Use `/preferences` to choose your reminders.")
BEST_CHOICES: Final = N_("**Show a hint** names your two best choices.")
BACK_WITH_HELP: Final = N_("**Take back** undoes your last card or discard.")
BREAK: Final = N_("Press **Pause** to ask for a break.")
RESUME: Final = N_("The game is paused. Press **Resume** to continue.")


def answer_for(what: Asked, shown: TableView, seat: int, *, aloud: bool) -> Said:
    """Return the answer to a player about their game; what is said ``aloud`` names no card that is not open to all."""
    table, view = shown.table, shown.views[seat]
    turn = prompt_for_all(shown) if aloud else prompt_for_you(shown, seat)
    if table.status in {"adjourned", "idle"}:
        turn = gettext(RESUME)
    if (fact := _fact(what.kind, turn, shown, view)) is not None:
        return Said(fact, game=table.id) if what.kind == "board" else _with_game(fact, table)
    match what.kind:
        case "why":
            return _why(what, shown)
        case "hand" if aloud or not view.hand:
            return _with_game(gettext(ONLY_YOU) if aloud and table.status == "playing" else turn, table)
        case "hand":
            return _with_game(gettext("Your hand: {cards}", cards=hand(view.hand)), table)
        case "resign" if table.status == "playing":
            return _with_game(gettext(RESIGN_BY_COMMAND), table)
        case kind:
            if (wished := _wished(kind, turn, table, view)) is not None:
                return wished
            before = {**GREETINGS, "wait": TAKE_TIME}.get(kind, NOT_UNDERSTOOD)
            if kind == "gg" and table.status != "over":
                return _with_game(turn, table)
            greeting = gettext(before, name=shown.names[seat])
            return _with_game(greeting if kind == "wait" else f"{greeting} {turn}", table)


def _fact(kind: str, turn: str, shown: TableView, view: View) -> str | None:
    match kind:
        case "turn" | "chat":
            return turn
        case "score" | "board":
            return _score(shown)
        case "dealer":
            return _dealer(shown)
        case "starter":
            return shown.starter_line or turn
        case "count":
            return gettext("The count is **{count}**.", count=view.count) if view.stage == "play" else turn
        case "played":
            return "\n".join(shown.play_in_text) or turn
        case "time":
            limit = clock_summary(shown.table.clock).strip() or gettext(NO_TIME_LIMIT)
            return "\n".join([limit, *times_left(shown)])
        case "quiet":
            return gettext(REMINDERS)
        case _:
            return None


def board_view(shown: TableView, look: DisplayOptions) -> Screen:
    """Return the whole board with the scores, for where only hands are shown otherwise."""
    return page_view([_score(shown)], scenes=[table_scene(shown, look.style)] if look.pictures else ())


def _score(shown: TableView) -> str:
    return gettext("{scores}. The game goes to {target}.", scores=shown.score_line, target=shown.table.rules.target)


def _wished(kind: str, turn: str, table: Table, view: View) -> Said | None:
    match kind:
        case "hint" | "help" if table.may_be_helped:
            return Said(gettext(BEST_CHOICES), (_button(table, HINT, gettext("Show a hint")),))
        case "hint" if table.status == "playing":
            return _with_game(gettext(NO_HINTS), table)
        case "undo" if table.may_be_helped:
            return Said(gettext(BACK_WITH_HELP), (_button(table, TAKE_BACK, gettext("Take back")),))
        case "undo":
            may = any(isinstance(move, TakeBack) for move in view.legal)
            return _with_game(gettext(TWO_TO_OPPONENT if may else NO_TAKE_BACK), table)
        case "rematch" if table.status == "over":
            return Said(turn, (_button(table, "again", gettext("Play again")),))
        case "rematch":
            return _with_game(gettext(NOT_OVER), table)
        case "pause" if table.status == "playing":
            return Said(gettext(BREAK), (_button(table, "adjourn", gettext("Pause")),))
        case _:
            return None


def _with_game(text: str, table: Table) -> Said:
    if table.status in {"adjourned", "idle"}:
        return Said(text, (_button(table, "takeup", gettext("Resume")),))
    if table.status == "over":
        return Said(text, (_button(table, "again", gettext("Play again")),))
    if table.place == "dm":
        return Said(text, game=table.id)
    return Said(text, (_button(table, "hand", gettext("My hand")),))


def _button(table: Table, action: str, label: str) -> Button:
    return button(Press(table.id, "", action), label)


def _dealer(shown: TableView) -> str:
    view = shown.open
    if view.dealer is None:
        return gettext(NO_DEALER)
    name = shown.names[view.dealer]
    if view.stage == "deal":
        return gettext("{name} deals next.", name=name)
    return gettext("{name} deals, so it's {name}'s crib.", name=name)


def _why(what: Asked, shown: TableView) -> Said:
    course = shown.course
    for step in reversed(course.steps):
        for seat in dict.fromkeys(peg.seat for peg in reversed(step.pegs)):
            pegs = [peg for peg in step.pegs if peg.seat == seat]
            if what.seat in {None, seat} and what.points in {None, sum(peg.points for peg in pegs)}:
                lines = lines_of_points(course, step, shown.names)
                laws = dict.fromkeys(peg.law for peg in pegs if peg.law is not Law.DECLARED)
                said = _with_game("\n".join(line.text for line in lines), shown.table)
                return replace(said, buttons=((why_button(laws),) if laws else ()) + said.buttons)
    return _with_game(gettext(NO_POINTS_YET), shown.table)
