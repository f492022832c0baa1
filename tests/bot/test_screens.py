"""What is drawn of a table in every state that games by chance come through: it fits Discord and tells no secret."""

from random import Random

import pytest
from simcord.components import walk_components

from bot.storage.players import Player
from bot.storage.tables import Agreement, Seat
from bot.tables.packs import pack
from bot.tables.table import Table
from bot.ui import screens, words
from bot.ui.board import board, track
from bot.ui.buttons import Press
from engine.actions import Resign
from engine.cards import PACK, Card
from engine.game import apply, chance, legal, shuffle_in, waiting_on
from engine.presets import find
from engine.state import LayingAway, Playing, Showing
from tests.eavesdropping import cards_in, strings_in

WORST = "_" * 32
"""A name as long as Discord has them, which is twice as long once nothing in it is formatted."""


def opened(rules, names=("Ann", "Ben"), **about):
    """A table at which both have said yes."""
    seats = tuple(Seat(Player(number, 10**18 + number, name), agreed=True) for number, name in enumerate(names))
    agreed = {
        "id": "abcd2345",
        "guild_id": 1,
        "channel_id": 10**18,
        "place": "here",
        "preset": "house",
        "rules": rules,
        "status": "playing",
        "seed": b"\x05" * 32,
        "previous": None,
        "seats": seats,
    }
    return Table.opened(Agreement(**agreed | about))


def states(rules, seed, **about):
    """A table after every move of a game by chance."""
    whim, table = Random(seed), opened(rules, **about)
    while True:
        game, events = table.game, ()
        while (wanted := chance(game)) is not None:
            game, brought = shuffle_in(game, pack(bytes([seed]) * 32, *wanted))
            events += brought
        table = table.after(game, events)
        yield table
        if not (asked := waiting_on(table.game)):
            return
        move = whim.choice(legal(table.game, asked[0]))
        game, events = apply(table.game, move)
        table = table.after(game, events)


def drawn(table):
    """Everything that may be shown of a table, with the seat that sees it: None is everybody."""
    yield None, screens.public(table)
    for seat in (0, 1):
        yield seat, screens.panel(table, seat)
        yield seat, screens.private(table, seat)
        view = table.view(seat)
        if view.stage == "lay_away" and view.prompt:
            yield seat, screens.panel(table, seat, view.hand[:2])
            yield seat, screens.private(table, seat, view.hand[:2])


def hidden(table, seat):
    """The cards of this deal that a seat may not know, unless an earlier deal has told of them."""
    match table.game.phase:
        case LayingAway(hands=hands, laid=laid):
            own = () if seat is None else (*hands[seat], *laid[seat])
            return set(PACK).difference(own)
        case Playing() as phase:
            own = () if seat is None else (*phase.hands[seat], *phase.laid[seat])
            return set(PACK).difference(own, [phase.starter], (card for _, card in phase.played))
        case Showing() as phase:
            crib = phase.crib if phase.what == "crib" else () if seat is None else phase.laid[seat]
            return set(PACK).difference(crib, [phase.starter], *phase.kept)
        case _:
            return set()


@pytest.mark.parametrize(("preset", "target"), [("house", 61), ("club", 121)])
def test_every_state_fits_discord(preset, target):
    for table in states(find(preset, target=target), 3, names=(WORST, WORST[:-1] + "*"), preset=preset):
        for _, screen in drawn(table):
            parts = list(walk_components(screen.to_components()))
            assert len(parts) <= 40
            assert sum(len(part.get("content", "")) for part in parts) <= 4000
            names = [part["custom_id"] for part in parts if "custom_id" in part]
            assert len(names) == len(set(names))
            assert all(len(name) <= 100 and Press.read(name) for name in names)
            assert all(1 <= len(part["label"]) <= 80 for part in parts if part["type"] == 2)
            assert all(len(part["components"]) <= 5 for part in parts if part["type"] == 1)
            assert not any("..." in part.get("content", "").splitlines() for part in parts), "cut off"


def test_in_the_first_deal_nobody_is_shown_what_he_may_not_know():
    """Before a second deal every card on a screen is of this one, but for those of the cut."""
    for seed in range(20):
        cut = {card for number in (1, 2, 3) for card in pack(bytes([seed]) * 32, "cut", number)[:2]}
        for table in states(find("house"), seed):
            if table.game.deal > 1:
                break
            for seat, screen in drawn(table):
                told = {card for text in strings_in(screen.to_components()) for card in cards_in(text)}
                assert not told & hidden(table, seat) - cut, (seed, seat)


def test_every_state_offers_what_is_asked_and_nothing_else():
    for table in states(find("house", target=61), 8):
        view = table.view(None)
        for seat in (0, 1):
            parts = list(walk_components(screens.panel(table, seat).to_components()))
            live = {Press.read(part["custom_id"]).action.split("-")[0] for part in parts if _is_live(part)}
            if view.stage == "over":
                assert live == set()
            elif seat in view.waiting_on:
                assert live == {{"lay_away": "choose", "play": "play", "show": "declare"}[view.stage]}
            else:
                assert live == {"refresh"}


def _is_live(part):
    return "custom_id" in part and not part.get("disabled")


def test_after_a_resignation():
    table = next(states(find("house"), 1))
    game, events = apply(table.game, Resign(1))
    over = table.after(game, events).agreed(status="over")
    text = "\n".join(strings_in(screens.public(over).to_components()))
    assert "**Ann wins:** Ben resigned. It counts one game." in text
    assert "Play again" in text


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

    def test_it_fits_a_phone(self):
        for table in states(find("house"), 2, names=(WORST, WORST)):
            assert all(len(line) <= 32 for line in board(table.view(None), table.names).splitlines())

    @pytest.mark.parametrize("name", ["```", "under_score", "**bold**", "`x`"])
    def test_no_name_breaks_out_of_it(self, name):
        text = board(opened(find("house"), names=(name, "Ben")).view(None), (name, "Ben"))
        assert text.count("```") == 2
        assert "\\" not in text


class TestNames:
    """People choose their names, and a table shows them as they are."""

    @pytest.mark.parametrize(
        "name", ["**Ann**", "@everyone", "<@123456789012345678>", "_a_", "||x||", "[a](http://b.c)", "# Ann"]
    )
    def test_are_shown_as_they_are_and_ping_nobody(self, name):
        table = next(states(find("house"), 1, names=(name, "Ben")))
        texts = [
            part["content"] for part in walk_components(screens.public(table).to_components()) if "content" in part
        ]
        prose = "\n".join(text for text in texts if not text.startswith("```"))
        assert words.escaped(name) in prose
        assert name not in prose.replace(words.escaped(name), "")

    def test_on_the_board_they_are_not_escaped(self):
        table = next(states(find("house"), 1, names=("under_score", "Ben")))
        texts = [part.get("content", "") for part in walk_components(screens.public(table).to_components())]
        assert "under_score 0 (+0)" in next(text for text in texts if text.startswith("```"))


def test_cards_in_a_line_are_letters_and_not_pictures():
    assert words.card(Card.parse("TS")) == "`10♠\ufe0e`"
    assert words.card_name(Card.parse("QH")) == "queen of hearts"
    assert words.hand(list(map(Card.parse, ("KS", "AC", "5H")))) == "`A♣\ufe0e` `5♥\ufe0e` `K♠\ufe0e`"
