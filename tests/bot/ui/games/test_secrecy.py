"""Hands are seen by their owner alone: in every message, form, custom_id, file name, log line and error."""

import logging
import random
from itertools import cycle

import pytest
from simcord.types import HttpLogEntry

from engine.actions import TakeBack
from engine.cards import Card
from tests.support.leak_search import Eavesdropper, cards_in, decks
from tests.support.stacked_packs import Hands

EXAMPLES = ("5H", "5D", "5C", "JS", "5S", "2C", "9D")
"""The cards that the bot names by way of example, and those of the cut; nobody is dealt one."""


@pytest.fixture
def dealt(stack):
    """Deals for two, from two halves of the pack."""
    return several(stack, 2, 6)


async def nosy(world, name):
    """Yield the other acts of curious people without end: they look, they ask, and they make mistakes."""

    def aloud(actor, text):
        return world.say(actor, world.room(name), text)

    def forged(actor, action, values=None):
        game = world.game(name)
        table = world.table_in(world.dm(world.ben)) if game.place == "dm" else world.public(name)
        prompt = game.view(game.view(None).waiting_on[0]).prompt
        return world.late_press(actor, table, f"c1:{name}:{prompt}:{action}", values)

    acts = [
        lambda: world.command(world.ben, "hand", game=name),
        lambda: world.command(world.cy, "hand", game=name),
        lambda: world.command(world.cy, "table", game=name),
        lambda: world.command(world.ben, "games"),
        lambda: world.command(world.ben, "rules"),
        lambda: world.command(world.ben, "verify", game=name),
        lambda: world.command(world.ben, "declare", count="thirty", game=name),
        lambda: world.command(world.ann, "declare", count="5h", game=name),
        lambda: world.whisper(world.ben, "5h"),
        lambda: world.whisper(world.ann, "lay 5h 5d"),
        lambda: aloud(world.ben, "lay 5h 5d"),
        lambda: aloud(world.ann, "play 5h"),
        lambda: aloud(world.ann, "lay a k"),
        lambda: aloud(world.ann, "5h 5d 5c js 5s"),
        lambda: forged(world.ben, "play-5H"),
        lambda: forged(world.ben, "lay-5H-5D"),
        lambda: forged(world.ben, "choose", ["5H", "5D"]),
        lambda: forged(world.ben, "declare"),
        lambda: forged(world.ben, "hand"),
        lambda: world.ben.autocomplete(world.channel, "hand", "game", ""),
        lambda: world.env.advance_time(50),
        world.restart,
    ]
    for act in cycle(acts):
        yield await act()


async def watch(world, name, halves, caplog, most, before_turn):
    """Let everyone take so many turns, and listen to everything while others look, ask and make mistakes."""
    caplog.set_level(logging.DEBUG)
    ears, meanwhile = Eavesdropper(world, name, halves), nosy(world, name)
    for turn in range(most):
        if not world.is_open(name):
            break
        ears.check(caplog.records)
        await anext(meanwhile)
        ears.check(caplog.records)
        await before_turn(turn)
        (actor, *_) = world.asked(name)
        panel = await world.panel(actor, name)
        if "refresh" in world.actions(panel):
            # The last drawing of it was refused.
            await world.press(actor, panel, "refresh")
        await world.take_turn(actor, name, panel=panel)
        world.mend()
    assert turn >= min(most - 1, 30)


@pytest.mark.parametrize(("place", "most"), [("here", 1_000), ("thread", 45), ("dm", 45)])
async def test_hidden_cards_stay_hidden_after_every_action(world, dealt, caplog, place, most):
    """A whole game in the channel; the better part of one elsewhere."""
    name, faults = await world.sit_down(place=place, target=61), cycle([(), ("edit",), (), (), ("send",), (), ()])

    async def fail(_turn):
        world.fail(*next(faults))

    await watch(world, name, dealt, caplog, most, fail)
    assert (place == "here") != world.is_open(name)


@pytest.mark.parametrize(("preset", "players"), [("britannica", 3), ("crib-derby", 4), ("britannica-five", 2)])
async def test_by_challenge_and_with_three_and_four(world, stack, caplog, preset, players):
    """Declarations are open, cards are taken back, the cut gives new seats: players still know only their own cards."""
    halves, windows = several(stack, players, 5, odd=players == 3), []
    name = await world.sit_down(*world.people[1:players], preset=preset)

    async def take_back(turn):
        windows.extend(window for window in world.game(name).view(None).windows if window.what != "play")
        await take_back_now_and_then(world, name, turn)

    await watch(world, name, halves, caplog, 70, take_back)
    assert len(windows) > 2


async def take_back_now_and_then(world, name, turns):
    """Take back a discard now and then, where the rules allow it or have an answer to it."""
    for actor in world.people if turns % 5 == 0 else ():
        table = world.game(name)
        chair = next((n for n, seat in enumerate(table.seats) if seat.player.discord_id == actor.id), None)
        if chair is not None and any(isinstance(move, TakeBack) for move in table.view(chair).legal):
            panel = await world.panel(actor, name)
            await world.press(actor, panel, "back")
            await world.press(actor, panel, "took")
            return


def several(stack, players, each, *, odd=False):
    """Stack deals from two halves of the pack in turn: no card of one deal is in the next. Return the halves."""
    chance, halves = random.Random(5), decks(EXAMPLES)
    deals = []
    for half in halves * 8:
        top = [str(card) for card in chance.sample(half, players * each + 2)]
        hands = tuple(" ".join(top[seat * each : (seat + 1) * each]) for seat in range(players))
        deals.append(Hands(hands, top[-1], top[-2] if odd else ""))
    stack(*deals, cut="2C 5D 9D JS")
    return halves


async def test_against_the_robot(world, dealt, caplog):
    """The robot's cards are nobody's to see."""
    caplog.set_level(logging.DEBUG)
    table = (await world.start_game(world.ann, robot="club", target=61, where="here")).response
    name = world.name_on(table)
    ears = Eavesdropper(world, name, dealt)
    while world.is_open(name):
        ears.check(caplog.records)
        await world.take_turn(world.ann, name)
    assert ears.heard > 50


async def test_a_fault_of_our_own_does_not_log_the_hand(world, dealt, caplog, monkeypatch, at_error):
    """A fault while a hand is shown is logged without the hand, and the player reads nothing of the fault."""
    name = await world.sit_down(target=61)
    ears = Eavesdropper(world, name, dealt)
    table = world.public(name)
    monkeypatch.setattr("bot.ui.games.screens.panel", lambda *_, **__: 1 // 0)
    told = await world.press(world.ann, table, "hand")
    assert told.ephemeral
    assert "Sorry, something went wrong" in told.response.content
    ears.check(caplog.records)
    at_error.append("a fault of our own: ZeroDivisionError")


async def test_a_fault_of_our_own_is_told_to_whoever_typed(world, monkeypatch, at_error):
    """A fault while a typed question is answered is logged, and answered like one behind a button."""
    monkeypatch.setattr("bot.ui.calculator.handlers.answer_typed_question", lambda *_, **__: 1 // 0)
    assert "Sorry, something went wrong" in await world.whisper(world.ann, "5 5 5 J cut 5")
    at_error.append("a fault of our own: ZeroDivisionError")


class TestTheEavesdropper:
    """The search for leaks finds a card in any form of text."""

    @pytest.mark.parametrize(
        ("texts", "cards"),
        [
            (("5♥", "`5♥\ufe0e`", "5H", "5h", "5 hearts", "5 of hearts", "Five of hearts", "five hearts"), {"5H"}),
            (("c1:abc:1.play.0:play-5H", "hand-5H.png", "Played: Ben `5♥︎`; count 5."), {"5H"}),
            (("lay-2C-5H", '["5H","2C"]'), {"2C", "5H"}),
            (("10♦", "TD"), {"TD"}),
            (("Queen of spades", "QS"), {"QS"}),
            (("ace clubs", "AC"), {"AC"}),
            (("qh", "QH"), {"QH"}),
            (("as soon as", "Game x5hk2c9d.", "deal 2 deals", "15H", "a diamondback", "Ben 2"), set()),
        ],
    )
    def test_cards_in_a_text(self, texts, cards):
        for text in texts:
            assert cards_in(text) == set(map(Card.parse, cards)), text

    async def test_what_is_told_in_public_in_a_panel_and_in_the_log(self, world, dealt, caplog):
        name = await world.sit_down(target=61)
        ears, card = Eavesdropper(world, name, dealt), str(world.game(name).view(0).hand[0])
        ears.check()
        for payload in (
            {"content": card},
            {"content": str(world.game(name).game.phase.undealt[0])},
            {"components": [{"type": 17, "components": [{"type": 10, "content": f"Ann holds `{card}`"}]}]},
            {"components": [{"type": 2, "label": "My hand", "custom_id": f"c1:x:1.play.0:play-{card}"}]},
            {"components": [{"type": 3, "options": [{"label": "one", "value": card}]}]},
            {"attachments": [{"id": 0, "filename": "hand.png", "description": card}]},
            {"attachments": [{"id": 0, "filename": f"{card}.png"}]},
        ):
            with pytest.raises(AssertionError, match="seat"):
                ears.hear(HttpLogEntry("POST", f"/channels/{world.channel.id}/messages", {}, payload, None))
        logging.getLogger("bot.ui").warning("Ann holds %s", card)
        with pytest.raises(AssertionError, match="the log tells"):
            ears.check(caplog.records)
        await world.command(world.ann, "hand")
        ears._seats = {world.ann.id: 1, world.ben.id: 0}
        with pytest.raises(AssertionError, match="seat 1 is told"):
            ears.check()
