"""The screens of random games: their buttons, the order and place of these, and what is shown twice."""

import ast
import re
from itertools import islice
from pathlib import Path

import pytest
from simcord.components import walk_components

import bot.ui
from bot.ui.core.display_options import DisplayOptions
from bot.ui.games import screens
from bot.ui.games.invitation_view import invitation
from bot.ui.games.table_view import TableView
from engine.actions import TakeBack
from engine.presets import find
from tests.support.leak_search import cards_in
from tests.support.random_tables import EVERY_TABLE, drawn, opened, richest, states, text

DRAWN = DisplayOptions(pictures=True)

VERBS = {
    *(
        "Accept",
        "Add",
        "Decline",
        "Take",
        "Discard",
        "Play",
        "Say",
        "Stop",
        "Change",
        "Claim",
        "Cut",
        "Leave",
        "Let",
        "Make",
    ),
    *(
        "Ask",
        "Refresh",
        "Review",
        "Pause",
        "Resume",
        "Continue",
        "Resign",
        "Withdraw",
        "Join",
        "Check",
        "Delete",
        "Draw",
        "Enter",
        "Close",
        "Finish",
        "Manage",
        "Post",
        "Reopen",
    ),
    *(
        "Read",
        "Undo",
        "Import",
        "Practise",
        "Count",
        "Show",
        "Confirm",
        "Consent",
        "Refuse",
        "Erase",
        "Keep",
        "Start",
        "Cancel",
        "Choose",
        "Compare",
    ),
}
SPOKEN = {
    *("My hand", "Last deal", "Robot instead", "Why?", "In words", "21 or more", "Too many", "Too few"),
    "I'm ready",
    *map(str, range(30)),
}
"""What the players say at the table, and what is called so everywhere: their hand, the last deal, a law."""

A_CARD = re.compile("(✓ )?(10|[2-9AJQK])[♣♦♥♠]\ufe0e?")

TURNING = {
    "Back",
    "Nights",
    "Next",
    "Older",
    "Latest",
    "Next game",
    "Next hand",
    "Next position",
    "My results",
    "How to play",
    # pages of leagues
    *("League", "Table", "Bracket", "My games", "Mine", "History", "Results", "Claims", "Imports", "Log", "Settings"),
    *("People", "Managers", "Club night", "Deadlines", "Days and consequence", "Last day of a round"),
}
"""Where there is more to be seen."""

ANSWERS = {
    *("That's wrong", "That is wrong", "Yes, close it", "No"),
    *("More options", "Players", "Length and counting", "Match, time, place"),
}
"""What is answered to a question just above."""

LONGEST = 34


def is_known(label):
    said = label.partition(":")[0]
    return label.split()[0] in VERBS or said in SPOKEN | TURNING or A_CARD.fullmatch(label) is not None


def buttons(screen):
    return [part for part in walk_components(screen.to_components()) if part["type"] == 2]


def rows(screen):
    """Return the number of action rows, without the one of what may be done besides."""
    return [
        row
        for row in walk_components(screen.to_components())
        if row["type"] == 1 and not any(part["label"] in BESIDES for part in row["components"])
    ]


BESIDES = {"Last deal", "Continue", "Why?"}


@pytest.mark.parametrize(("preset", "players"), EVERY_TABLE)
def test_labels_begin_with_a_verb_and_one_button_is_highlighted(preset, players):
    for table in islice(states(richest(preset, players), 5, preset=preset), 0, None, 2):
        for _, screen in drawn(table):
            shown = buttons(screen)
            assert [part["label"] for part in shown if not is_known(part["label"])] == []
            assert all(len(part["label"]) <= LONGEST for part in shown)
            assert sum(part["style"] == 1 for part in shown) <= 1


def test_so_do_those_of_what_is_asked_beside_the_game():
    table = opened(find("house"))
    asked = [invitation(table.agreed(status="gathering")), screens.resigning(table, table.view(0))]
    for screen in asked:
        shown = buttons(screen)
        assert shown
        assert all(is_known(part["label"]) for part in shown)
        assert sum(part["style"] == 1 for part in shown) <= 1


def labels_in_file(path):
    """Return the literal labels of buttons in a file, without their placeholders."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not (isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in MAKERS):
            continue
        said = [sentence(part) for part in (*node.args, *(word.value for word in node.keywords if word.arg == "label"))]
        texts = [part for part in said if isinstance(part, ast.JoinedStr) or is_prose(part)]
        yield from map(plain, texts[:1])


MAKERS = {"button", "_button", "Button", "_turn"}


TRANSLATORS = {"gettext": 0, "pgettext": 1}
"""Which argument of a call is the English sentence."""


def sentence(node):
    """The English sentence of a label that is translated."""
    is_translated = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TRANSLATORS
    return node.args[TRANSLATORS[node.func.id]] if is_translated else node


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


@pytest.mark.parametrize(("preset", "players"), EVERY_TABLE)
def test_the_first_words_name_who_is_asked(preset, players):
    for table in islice(states(richest(preset, players), 6, preset=preset), 0, None, 3):
        view = table.view(None)
        first = text(screens.public(TableView(table))).splitlines()[0]
        drawn_last = [line for line in text(screens.public(TableView(table), DRAWN)).splitlines() if line[0] != "["]
        assert view.stage == "over" or any(name in drawn_last[-1] for name in table.names)
        assert all(table.names[seat] in first for seat in view.waiting_on)
        assert "**" in first


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
                if waits and shown and [part["label"] for part in shown[-1]["components"]] == ["Refresh"]:
                    # It is in the row of what may be done besides, if there is one.
                    shown.pop()
                pictures = list(screen.scenes)
                assert [scene.kind for scene in pictures[:-1]] in ([], ["show"])
                own = [(scene.kind, bool(getattr(scene, "starter", None))) for scene in pictures[-1:]]
                assert seen.setdefault((view.stage, waits), (len(shown), own)) == (len(shown), own)
        public = screens.public(TableView(table), look)
        everything = sum(part["type"] == 1 for part in walk_components(public.to_components()))
        shape = everything, [scene.kind for scene in public.scenes if scene.kind != "show"]
        assert seen.setdefault(table.view(None).stage, shape) == shape


@pytest.mark.parametrize(("preset", "players"), EVERY_TABLE)
def test_the_text_alone_has_everything_that_the_pictures_describe(preset, players):
    """The screen without pictures has the cards, the scores, the count and the number of cards of each player."""
    for table in islice(states(richest(preset, players), 7, preset=preset), 0, None, 2):
        view, shown = table.view(None), TableView(table)
        if view.stage == "over":
            continue
        for drawn_one, in_text in (
            (screens.public(shown, DRAWN), screens.public(shown)),
            (screens.private(shown, 0, look=DRAWN), screens.private(shown, 0)),
        ):
            read = text(in_text)
            told = "\n".join(scene.description for scene in drawn_one.scenes)
            assert told
            assert cards_in(told) <= cards_in(read)
            for side, seats in enumerate(table.rules.sides):
                names = " and ".join(table.names[seat] for seat in seats)
                assert f"{names} **{view.scores[side]}**" in read
                assert re.search(rf"{names}[^.:]*: {view.scores[side]}\b", told)
            if view.stage == "play":
                assert all(f"{name} {held}" in read for name, held in zip(table.names, view.held, strict=True))
                assert re.search(rf"count is (\*\*)?{view.count}\b", read)
                assert re.search(rf"[Cc]ount {view.count}\b", told)


def test_the_text_beside_the_pictures_repeats_nothing():
    """The starter, the scores and the cards played are named in the picture, and not again in the words below it."""
    for table in states(find("house"), 4):
        view = table.view(None)
        if view.stage == "play" and view.starter is not None:
            shown = TableView(table)
            for screen in (screens.public(shown, DRAWN), screens.panel(shown, view.waiting_on[0], look=DRAWN)):
                assert "Starter" not in text(screen)
                assert "Cut for deal" not in text(screen)
                assert "Played:" not in text(screen)
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
