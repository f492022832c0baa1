"""The screens of a table in every state of random games: they fit Discord and reveal no secret."""

import re
from itertools import islice

import pytest
from simcord.components import walk_components

from bot.tables.errors import NotSeated
from bot.ui.core import formatting
from bot.ui.core.components import Press
from bot.ui.core.display_options import DisplayOptions
from bot.ui.core.errors import sentence
from bot.ui.games import screens
from bot.ui.games.action_rows import GO_TOO
from bot.ui.games.channels import thread_name
from bot.ui.games.table_view import TableView, track
from engine import actions
from engine.actions import Play, Resign
from engine.cards import Card
from engine.events import Dealt, ForDealCut, Shown
from engine.presets import find
from engine.rules import Pegging
from tests.support.leak_search import cards_in, hidden, strings_in
from tests.support.random_tables import EVERY_TABLE, drawn, moved, opened, richest, states, text

WORST = "_" * 32
"""A name as long as Discord has them, which is twice as long once nothing in it is formatted."""

PRIMARY, SECONDARY, DANGER = 1, 2, 4

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

PUBLIC = {
    *("hand", "cut", "anywhere", "leave", "fresh", "stand", "two", "require", "satisfied", "many", "few"),
    *("again", "review", "lastdeal"),
}
"""All that is ever offered on a table itself: nothing in it names a card."""


def parts_of(screen):
    return list(walk_components(screen.to_components()))


def live(screen):
    """The actions that can be pressed on a screen, with the cards that they name."""
    parts = [part for part in parts_of(screen) if _of_the_game(part) and not part.get("disabled")]
    return [Press.read(part["custom_id"]).action for part in parts]


def _of_the_game(part):
    """Return whether a part is pressed at the table; the law of a verdict is opened in the law book."""
    return "custom_id" in part and not part["custom_id"].startswith("why1:")


def kinds(screen):
    return {action.split("-")[0] for action in live(screen)}


@pytest.mark.parametrize(("preset", "players"), EVERY_TABLE)
def test_every_state_fits_discord(preset, players):
    names = tuple(WORST[:-1] + letter for letter in "*abc")
    for table in islice(states(richest(preset, players), 3, names=names, preset=preset), 0, None, 3):
        for _, screen in drawn(table):
            parts = parts_of(screen)
            assert len(parts) <= 40
            assert sum(len(part.get("content", "")) for part in parts) <= 4000
            ids = [part["custom_id"] for part in parts if "custom_id" in part]
            assert len(ids) == len(set(ids))
            assert all(len(name) <= 100 and (Press.read(name) or name.startswith("why1:")) for name in ids)
            assert all(1 <= len(part["label"]) <= 34 for part in parts if part["type"] == 2)
            assert all(1 <= len(part["components"]) <= 5 for part in parts if part["type"] == 1)
            assert not any("..." in part.get("content", "").splitlines() for part in parts), "cut off"


@pytest.mark.parametrize(("preset", "players"), EVERY_TABLE)
def test_every_state_offers_what_may_be_done_and_nothing_else(preset, players):
    """Each action is in the panel of its seat, or on the table itself if it names no card; one button stands out.

    A count that may be accepted or challenged is answered before the own hand is counted.
    """
    rules = richest(preset, players)
    for table in states(rules, 8, preset=preset):
        offered, over = set(), table.view(None).stage == "over"
        after = ({"again"} | _review(rules) if over else set()) | ({"lastdeal"} if _is_counted(table) else set())
        for seat in range(players):
            view, panel = table.view(seat), screens.panel(TableView(table), seat)
            expected = {action for move in view.legal for action in _offered(move, view)}
            if {"satisfied", "go"} <= expected:
                expected = expected - {"go"} | {GO_TOO}
            if any(window.what != "play" for window in view.own_windows):
                expected -= OFFERED[actions.Declare]
            offered |= expected
            if seat not in view.waiting_on and not over:
                expected.add("refresh")
            assert kinds(panel) == kinds(screens.private(TableView(table), seat)) == expected | after
            cards = {action.split("-")[1] for action in live(panel) if action.startswith("play-")}
            assert cards == {str(move.card) for move in view.legal if isinstance(move, Play)}
            named = [action.split("-")[1] for action in live(panel) if action.startswith("card-")]
            assert not named or sorted(named) == sorted(cards)
            assert [style for _, style in _styles(panel)].count(PRIMARY) <= 1
            assert over or seat in view.waiting_on or PRIMARY not in [style for _, style in _styles(panel)]
        public = screens.public(TableView(table))
        assert kinds(public) == (after if over else {"hand"} | (offered & PUBLIC) | after)
        assert len([action for action, style in _styles(public) if style == PRIMARY]) == 1


def _offered(move, view):
    if isinstance(move, actions.Challenge):
        return {move.claim.removeprefix("too_")}
    if isinstance(move, Play) and view.rules.pegging is Pegging.DECLARED and view.at_own_turn().series:
        return {"play", "card"}
    return OFFERED[type(move)]


def _is_counted(table):
    """Return whether a hand was counted in an earlier deal, or in this one if it is over."""
    stage, events = table.view(None).stage, table.events_for(None)
    deals = [place for place, event in enumerate(events) if isinstance(event, Dealt)]
    last = deals[-1] if deals else 0
    return any(isinstance(event, Shown) for event in (events if stage in {"deal", "over"} else events[:last]))


def _review(rules):
    return {"review"} if rules.counting == "challenge" or (rules.players, rules.dealt) == (2, 6) else set()


def _styles(screen):
    """The kinds of the buttons that can be pressed, with how they look."""
    parts = [part for part in parts_of(screen) if _of_the_game(part) and not part.get("disabled")]
    return [(Press.read(part["custom_id"]).action.split("-")[0], part["style"]) for part in parts]


@pytest.mark.parametrize(("preset", "players"), EVERY_TABLE)
def test_hidden_cards_are_never_shown_in_the_first_deal(preset, players):
    """Before a second deal every card on a screen is of this one, but for those of the cut."""
    for seed in range(2):
        for table in states(richest(preset, players), seed, preset=preset):
            if table.game.deal > 1:
                break
            cut = {card for event in table.recent if isinstance(event, ForDealCut) for card in event.cards}
            for seat, screen in drawn(table):
                told = {card for text in strings_in(screen.to_components()) for card in cards_in(text)}
                assert not told & hidden(table, seat) - cut, (seed, seat)


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (find("house"), "A loss under 91 points counts as 2 games, under 61 points counts as 4 games."),
        (
            find("house", players=3, target=61),
            "A loss under 31 points counts as 2 games. The lowest score decides.",
        ),
        (find("club"), ""),
    ],
)
def test_in_text_alone_the_lurch_lines_of_the_board_are_named(rules, told):
    """A picture shows them, and tells them to those who do not see it."""
    table = opened(rules)
    shown = [screens.public(TableView(table)), screens.private(TableView(table), 0)]
    assert all(text(screen).count(told or "A loser who stands") == bool(told) for screen in shown)
    drawn = screens.public(TableView(table), DisplayOptions(pictures=True))
    assert "A loser who stands" not in text(drawn)
    assert ("Skunk lines: " in drawn.scenes[0].description) == bool(told)


def test_in_text_alone_the_pegs_come_after_all_that_can_be_read_aloud():
    for table in islice(states(find("house"), 4), 0, None, 5):
        read, _, pegs = "\n".join(strings_in(screens.public(TableView(table)).to_components())).partition("```")
        scores = zip(table.names, table.view(None).scores, strict=True)
        assert all(f"{name} **{score}**" in read for name, score in scores)
        assert "This deal" not in pegs


def test_after_a_resignation():
    table = next(states(find("house"), 1))
    over = moved(table, Resign(1)).agreed(status="over")
    told = "\n".join(strings_in(screens.public(TableView(over)).to_components()))
    assert "**Ann wins:** Ben resigned." in told
    assert "Play again" in told


def drawn_pegs(table):
    """The board in letters."""
    return TableView(table).board_in_letters


class TestTheBoard:
    @pytest.mark.parametrize(
        ("front", "back", "target", "drawn"),
        [
            (0, 0, 121, "......|......|......|......|."),
            (1, 0, 121, "@.....|......|......|......|."),
            (30, 25, 121, "....o@|......|......|......|."),
            (31, 30, 121, ".....o|@.....|......|......|."),
            (121, 119, 121, "......|......|......|.....o|@"),
            (61, 60, 61, "............|...........o|@"),
            (5, 5, 121, "@.....|......|......|......|."),
        ],
    )
    def test_the_pegs(self, front, back, target, drawn):
        assert track(front, back, target) == drawn

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_it_fits_a_phone(self, players):
        for table in states(find("house", players=players), 2, names=(WORST,) * 4):
            assert all(len(line) <= 32 for line in drawn_pegs(table).splitlines())

    def test_partners_share_a_row(self):
        lines = drawn_pegs(opened(find("house", players=4))).splitlines()
        assert lines[1] == "Ann & Cat 0"
        assert lines[3] == "Ben & Dan 0"

    def test_three_have_a_row_each(self):
        text = drawn_pegs(opened(find("house", players=3)))
        assert text.count("......|......|......|......|.") == 3

    @pytest.mark.parametrize("name", ["```", "under_score", "**bold**", "`x`"])
    def test_no_name_breaks_out_of_it(self, name):
        text = drawn_pegs(opened(find("house"), names=(name, "Ben")))
        assert text.count("```") == 2
        assert "\\" not in text


class TestNames:
    """People choose their names, and a table shows them as they are."""

    @pytest.mark.parametrize(
        "name", ["**Ann**", "@everyone", "<@123456789012345678>", "_a_", "||x||", "[a](http://b.c)", "# Ann"]
    )
    def test_are_shown_as_they_are_and_ping_nobody(self, name):
        table = next(states(find("house"), 1, names=(name, "Ben")))
        texts = [part["content"] for part in parts_of(screens.public(TableView(table))) if "content" in part]
        prose = re.sub("```.*?```", "", "\n".join(texts), flags=re.DOTALL)
        assert formatting.escape(name) in prose
        assert name not in prose.replace(formatting.escape(name), "")

    def test_in_a_refusal_they_are_shown_as_they_are(self):
        refused = sentence(NotSeated("You're not in this game (**Ann** and _Ben_)."))
        assert refused == r"You're not in this game (\*\*Ann\*\* and \_Ben\_)."

    def test_on_the_board_they_are_not_escaped(self):
        table = next(states(find("house"), 1, names=("under_score", "Ben")))
        texts = [part.get("content", "") for part in parts_of(screens.public(TableView(table)))]
        assert "under_score 0\n" in next(text for text in texts if "```" in text).partition("```")[2]

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_of_a_thread_they_fit_discord(self, players):
        name = thread_name(opened(find("house", players=players), names=(WORST,) * 4))
        assert len(name) <= 100
        assert name.count(" v ") == players - 1


def test_cards_in_a_line_are_letters_and_not_pictures():
    assert formatting.card(Card.parse("TS")) == "`10♠\ufe0e`"
    assert formatting.card_name(Card.parse("QH")) == "queen of hearts"
    assert formatting.hand(list(map(Card.parse, ("KS", "AC", "5H")))) == "`A♣\ufe0e` `5♥\ufe0e` `K♠\ufe0e`"
    assert formatting.on_button([Card.parse("QH")]) == "Q♥\ufe0e"
    assert formatting.on_button(list(map(Card.parse, ("TD", "QH")))) == "10♦\ufe0e and Q♥\ufe0e"
