"""Every screen of random games: it fits Discord, offers what may be done, says who is asked, and hides the cards."""

import ast
import re
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from simcord.components import walk_components

import bot.ui
from bot.tables.table import Table
from bot.ui.core.components import DisplayOptions, Press
from bot.ui.games import screens
from bot.ui.games.action_rows import GO_TOO
from bot.ui.games.invitation_view import invitation
from bot.ui.games.move_log import move_log
from bot.ui.games.status import prompt_for_all, prompt_for_you
from bot.ui.games.table_view import TableView
from engine import actions
from engine.actions import Play, TakeBack
from engine.cards import Rank
from engine.course import Course
from engine.events import Dealt, ForDealCut, Shown
from engine.presets import find
from engine.rules import Pegging
from tests.support.data_files import data_beside
from tests.support.leak_search import cards_in, hidden, strings_in
from tests.support.random_tables import EVERY_TABLE, drawn, opened, richest, states, text

DATA = data_beside(__file__)

DRAWN = DisplayOptions(pictures=True)
PRIMARY = 1
LONGEST = 34

NAMES = (tuple("_" * 31 + letter for letter in "*abc"), ("Ann", "Ben", "Cat", "Dan"))
"""Names as long as Discord has them, which are twice as long once nothing in them is formatted, and usual ones."""

OFFERED = {
    actions.NameNumber: {"cut", "anywhere"},
    actions.CutPack: {"cut", "anywhere"},
    actions.WaiveCut: {"leave"},
    actions.LayAway: {"pick"},
    actions.TakeBack: {"back"},
    actions.AskFreshDeal: {"fresh"},
    actions.StandDeal: {"stand"},
    actions.ClaimHeels: {"heels"},
    actions.Play: {"play"},
    actions.SayGo: {"go"},
    actions.Stop: {"stop"},
    actions.Require: {"require"},
    actions.MarkTwo: {"two"},
    actions.Declare: {"count", "more", "declare"},
    actions.Amend: {"raise"},
    actions.Accept: {"satisfied"},
}
"""What a panel offers for each thing that a seat may do; a challenge goes by its claim."""

PUBLIC = {*DATA["public"]}
"""All that is ever offered on a table itself: nothing in it names a card."""

VERBS = {*DATA["verbs"]}
SPOKEN = {*DATA["spoken"], *map(str, range(30))}
"""What the players say at the table, and what is called so everywhere: their hand, the last deal, a law."""

A_CARD = re.compile("(✓ )?(10|[2-9AJQK])[♣♦♥♠]\ufe0e?")

TURNING = {*DATA["turning"]}
"""Where there is more to be seen."""

ANSWERS = {*DATA["answers"]}
"""What is answered to a question just above."""


@dataclass
class State:
    """A table, and all its screens in text alone with the seats that see them; None is everybody."""

    table: Table
    shown: TableView
    screens: list[tuple[int | None, list[dict[str, Any]]]]

    @property
    def public(self):
        return self.screens[0][1]

    def own(self, seat):
        """The two screens on which a seat may act: in private, and beside the table."""
        return [parts for whose, parts in self.screens if whose == seat][:2]

    @property
    def is_over(self):
        return self.shown.open.stage == "over"


def parts_of(screen):
    return list(walk_components(screen.to_components()))


@pytest.fixture(scope="module", params=EVERY_TABLE, ids=lambda table: f"{table[0]}-{table[1]}")
def walk(request):
    """Two random games: every state of their first deals, and some of the later ones."""
    preset, players = request.param
    found = []
    for seed, names in enumerate(NAMES):
        for place, table in enumerate(states(richest(preset, players), seed, names=names, preset=preset)):
            if table.game.deal == 1 or place % 5 == 0 or table.view(None).stage == "over":
                shown = TableView(table)
                found.append(State(table, shown, [(seat, parts_of(one)) for seat, one in drawn(table, shown=shown)]))
    return found


def test_every_state_fits_discord(walk):
    for state in walk:
        for _, parts in state.screens:
            assert len(parts) <= 40
            assert sum(len(part.get("content", "")) for part in parts) <= 4000
            ids = [part["custom_id"] for part in parts if "custom_id" in part]
            assert len(ids) == len(set(ids))
            assert all(len(name) <= 100 and (Press.read(name) or name.startswith(("why1:", "g1:"))) for name in ids)
            assert all(1 <= len(part["components"]) <= 5 for part in parts if part["type"] == 1)
            assert not any("..." in part.get("content", "").splitlines() for part in parts), "cut off"


def test_hidden_cards_are_never_shown_in_the_first_deal(walk):
    """Before a second deal every card on a screen is of this one, but for those of the cut."""
    for state in walk:
        if state.table.game.deal == 1:
            cut = {card for event in state.table.recent if isinstance(event, ForDealCut) for card in event.cards}
            secret = {seat: hidden(state.table, seat) - cut for seat in (None, *range(state.table.players))}
            for seat, parts in state.screens:
                own = [{**part, "components": []} for part in parts]
                told = {card for words in strings_in(own) for card in cards_in(words)}
                assert not told & secret[seat], seat


def logged(shown):
    """Return the lines of all deals, and those of the counts."""
    deals = [move_log(shown.course, shown.names, deal) for deal in range(len(shown.course.deals))]
    return [*(line for deal in deals for line in deal), *shown.verdicts_of_last_show, *shown.verdicts_of_this_show]


def test_what_screens_share_is_what_a_spectator_may_know(walk):
    """No seat's own events, with its hand and its discards, would add a line to the log."""
    for state in walk[::4]:
        table, shown = state.table, state.shown
        if table.game.deal == 1:
            lines = " ".join(line.text for line in logged(shown) if not line.opening)
            assert not cards_in(lines) & hidden(table, None)
        assert shown.course.events == table.events_for(None)
        assert shown.open == table.view(None)
        assert [view.seat for view in shown.views] == list(range(table.players))
        for seat in range(table.players):
            own = Course(table.events_for(seat), table.rules)
            assert [move_log(own, shown.names, deal) for deal in range(len(own.deals))] == [
                move_log(shown.course, shown.names, deal) for deal in range(len(shown.course.deals))
            ]


def test_every_state_offers_what_may_be_done_and_nothing_else(walk):
    """Each action is in the panel of its seat, or on the table itself if it names no card; one button stands out.

    A count that may be accepted or challenged is answered before the own hand is counted.
    """
    for state in walk:
        offered, over = set(), state.is_over
        after = {"again", "review"} if over else set()
        if _is_counted(state):
            after |= {"lastdeal"}
        for seat in range(state.table.players):
            view, (private, panel) = state.table.view(seat), state.own(seat)
            expected = {action for move in view.legal for action in _offered(move, view)}
            if {"satisfied", "go"} <= expected:
                expected = expected - {"go"} | {GO_TOO}
            if any(window.what != "play" for window in view.own_windows):
                expected -= OFFERED[actions.Declare]
            offered |= expected
            if seat not in view.waiting_on and not over:
                expected.add("refresh")
            expected |= after - ({"lastdeal"} if view.stage == "show" else set())
            assert kinds(panel) == kinds(private) == expected, "what is said there only its reader would see"
            named = {
                kind: [one.split("-")[1] for one in live(panel) if one.startswith(kind)] for kind in ("play-", "card-")
            }
            assert set(named["play-"]) == {str(move.card) for move in view.legal if isinstance(move, Play)}
            assert not named["card-"] or sorted(named["card-"]) == sorted(set(named["play-"]))
            assert over or seat in view.waiting_on or not highlighted(panel)
        assert kinds(state.public) == {"say"} | after | (set() if over else {"hand"} | (offered & PUBLIC))
        assert highlighted(state.public) == 1


def live(parts):
    """The actions that can be pressed on a screen, with the cards that they name; an explanation is no action."""
    ids = [part["custom_id"] for part in parts if "custom_id" in part and not part.get("disabled")]
    return [Press.read(one).action for one in ids if not one.startswith(("why1:", "g1:"))]


def kinds(parts):
    return {action.split("-")[0] for action in live(parts)}


def highlighted(parts):
    return sum(part["type"] == 2 and part["style"] == PRIMARY for part in parts)


def _offered(move, view):
    if isinstance(move, actions.Challenge):
        return {move.claim.removeprefix("too_")}
    if isinstance(move, Play) and view.rules.pegging is Pegging.DECLARED and view.at_own_turn().series:
        return {"play", "card"}
    if isinstance(move, actions.ClaimHeels) and view.starter.rank is not Rank.JACK:
        return set()
    return OFFERED[type(move)]


def _is_counted(state):
    """Return whether a hand was counted in an earlier deal, or in this one if it is over."""
    stage, events = state.shown.open.stage, state.shown.course.events
    deals = [place for place, event in enumerate(events) if isinstance(event, Dealt)]
    last = deals[-1] if deals else 0
    return any(isinstance(event, Shown) for event in (events if stage in {"deal", "over"} else events[:last]))


def test_labels_begin_with_a_verb_and_one_button_is_highlighted(walk):
    for state in walk:
        for _, parts in state.screens:
            labels = [part["label"] for part in parts if part["type"] == 2]
            assert [label for label in labels if not is_known(label)] == []
            assert all(1 <= len(label) <= LONGEST for label in labels)
            assert highlighted(parts) <= 1


def is_known(label):
    said = label.partition(":")[0]
    return label.split()[0] in VERBS or said in SPOKEN | TURNING or A_CARD.fullmatch(label) is not None


def test_so_do_those_of_what_is_asked_beside_the_game():
    table = opened(find("house"))
    for screen in (invitation(table.agreed(status="gathering")), screens.resigning(table, table.view(0))):
        labels = [part["label"] for part in parts_of(screen) if part["type"] == 2]
        assert labels
        assert all(map(is_known, labels))
        assert highlighted(parts_of(screen)) <= 1


MAKERS = {"button", "_button", "Button", "_turn"}

TRANSLATORS = {"gettext": 0, "pgettext": 1}
"""Which argument of a call is the English sentence."""


def labels_in_file(path):
    """Return the literal labels of buttons in a file, without their placeholders."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not (isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in MAKERS):
            continue
        said = [sentence(part) for part in (*node.args, *(word.value for word in node.keywords if word.arg == "label"))]
        texts = [part for part in said if (isinstance(part, ast.JoinedStr) and not is_id(part)) or is_prose(part)]
        yield from map(plain, texts[:1])


def sentence(node):
    """The English sentence of a label that is translated."""
    is_translated = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TRANSLATORS
    return node.args[TRANSLATORS[node.func.id]] if is_translated else node


def is_id(node):
    """Return whether a text begins with the prefix of a custom id."""
    return isinstance(node.values[0], ast.FormattedValue) and ast.unparse(node.values[0].value).isupper()


def is_prose(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value[:1].isupper()


def plain(node):
    if isinstance(node, ast.Constant):
        return re.sub(r"\{\w+\}", "{}", node.value)
    return "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values).strip()


def test_labels_that_stand_in_the_code_begin_with_a_verb():
    folder = Path(bot.ui.__file__).parent
    labels = {label for path in folder.rglob("*.py") for label in labels_in_file(path)}
    assert len(labels) > 25, "they were found"
    bare = {label.removeprefix("{}. ").removesuffix("{}") for label in labels if not label[:1].islower()}
    unknown = {label for label in bare if label.strip("{}- ") and not is_known(label) and label not in ANSWERS}
    assert unknown == set()
    assert all(len(label) <= LONGEST for label in labels)


# What is read, in text alone and beside pictures.


def test_the_first_words_name_who_is_asked(walk):
    for state in walk[::3]:
        names, view = state.shown.names, state.shown.open
        first = text(screens.public(state.shown)).splitlines()[0]
        drawn_last = [line for line in text(screens.public(state.shown, DRAWN)).splitlines() if line[0] not in "[<"]
        assert state.is_over or any(name in drawn_last[-1] for name in names)
        assert all(names[seat] in first for seat in view.waiting_on)
        assert "**" in first


def test_the_text_alone_has_everything_that_the_pictures_describe(walk):
    """The screen without pictures has the cards, the scores, the count and the number of cards of each player."""
    for state in walk[::2]:
        view, shown = state.shown.open, state.shown
        if state.is_over or state.table.names[0] != "Ann":
            continue
        for drawn_one, in_text in (
            (screens.public(shown, DRAWN), screens.public(shown)),
            (screens.panel(shown, 0, look=DRAWN, in_dm=True), screens.panel(shown, 0, in_dm=True)),
        ):
            read = text(in_text)
            told = "\n".join(scene.description for scene in drawn_one.scenes)
            assert told
            assert cards_in(told) <= cards_in(read)
            for side, seats in enumerate(state.table.rules.sides):
                names = " and ".join(shown.names[seat] for seat in seats)
                assert f"{names} **{view.scores[side]}**" in read
                assert re.search(rf"{names}[^.:]*: {view.scores[side]}\b", told)
            if view.stage == "play":
                assert all(f"{name} {held}" in read for name, held in zip(shown.names, view.held, strict=True))
                # Whoever counts their hand already needs no count of the play.
                assert re.search(rf"count is (back to |\*\*)?{view.count}\b|Count your hand", read)
                assert re.search(rf"[Cc]ount {view.count}\b", told)


def test_with_a_picture_no_prompt_repeats_its_cards(walk):
    """Only the cards that were just counted are named, once each; and none names a law."""
    for state in walk[::2]:
        most = sum(window.what == "play" for window in state.shown.open.windows)
        prompts = [prompt_for_you(state.shown, seat, pictured=True) for seat in range(state.table.players)]
        for prompt in (prompt_for_all(state.shown, pictured=True), *prompts):
            assert len(re.findall("[♣♦♥♠]", prompt)) <= most
        lines = [*prompts, *(line.text for line in logged(state.shown))]
        assert not any(re.search(r"\blaw \d", line) for line in lines)


@pytest.mark.parametrize("look", [DisplayOptions(), DRAWN], ids=["text", "drawn"])
def test_nothing_jumps_within_a_stage(look):
    """The buttons that answer a stage are in the same rows, right below a picture of the same shape.

    That holds for any player to act and any cards left. Above it the show grows by each counted hand; below it there
    is at most one row of what may be done besides.
    """
    seen = {}
    for table in states(find("house"), 4, never=(TakeBack,)):
        for seat in (0, 1):
            view = table.view(seat)
            waits = view.stage != "play" and seat not in view.waiting_on
            choices = [(), view.hand[:1], view.hand[: view.to_lay]] if view.stage == "lay_away" and not waits else [()]
            for chosen in choices:
                screen = screens.panel(TableView(table), seat, chosen, look=look)
                shown = rows(screen)
                if waits and shown and [part.get("label") for part in shown[-1]["components"]] == ["Refresh"]:
                    # It is in the row of what may be done besides, if there is one.
                    shown.pop()
                pictures = list(screen.scenes)
                assert [scene.kind for scene in pictures[:-1]] in ([], ["show"])
                own = [(scene.kind, bool(getattr(scene, "starter", None))) for scene in pictures[-1:]]
                assert seen.setdefault((view.stage, waits), (len(shown), own)) == (len(shown), own)
        public = screens.public(TableView(table), look)
        everything = sum(part["type"] == 1 for part in parts_of(public))
        shape = everything, [scene.kind for scene in public.scenes if scene.kind != "show"]
        assert seen.setdefault(table.view(None).stage, shape) == shape


def rows(screen):
    """Return the action rows, without the one of what may be done besides."""
    besides = {"Last deal", "Continue", "Why?", "Help"}
    found = [part for part in parts_of(screen) if part["type"] == 1]
    return [row for row in found if row["components"][0].get("label") not in besides]


def test_the_text_beside_the_pictures_repeats_nothing():
    """The starter, the scores and the cards played are named in the picture, and not again in the words below it."""
    for table in states(find("house"), 4):
        view = table.view(None)
        if view.stage == "play" and view.starter is not None:
            shown = TableView(table)
            for screen in (screens.public(shown, DRAWN), screens.panel(shown, view.waiting_on[0], look=DRAWN)):
                assert not re.search("Starter|Cut for deal|Played:", text(screen))
                assert "".join(scene.description for scene in screen.scenes).count("Starter") == 1


def test_scores_say_why():
    reasons = set()
    for seed in (1, 2):
        for table in states(find("house"), seed):
            told = text(screens.public(TableView(table))).splitlines()
            line = next(line for line in told if line.startswith("Ann **"))
            view = table.view(None)
            assert line.count("(+") == sum(front > back for front, back in zip(view.scores, view.hindmost, strict=True))
            reasons |= {part.partition(", ")[2] for part in line.replace(")", "(").split("(") if part[:1] == "+"}
    assert {"hand", "crib", "go", "last card", "pair", "extra points"} <= reasons
    assert "" not in reasons


def test_in_text_alone_the_pegs_come_after_all_that_can_be_read_aloud():
    for table in islice(states(find("house"), 4), 0, None, 5):
        read, _, pegs = "\n".join(strings_in(screens.public(TableView(table)).to_components())).partition("```")
        scores = zip(table.names, table.view(None).scores, strict=True)
        assert all(f"{name} **{score}**" in read for name, score in scores)
        assert "This deal" not in pegs
