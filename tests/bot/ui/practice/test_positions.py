"""/practice with discards and plays in a simulated Discord: answers, own mistakes, restarts, presses twice."""

import re
from datetime import UTC, datetime
from itertools import count

import pytest

from bot.analysis.thinking import choices_of
from bot.models.practice import Origin, PositionAnswer, PositionKind, PositionStats, PracticePosition
from bot.progress.positions import COSTLY, REST, JudgedPosition, Position, find_robot_position, robot_decision
from bot.ui.practice.position_views import choosable, question_view, result_view
from engine.ai.judge import judgement_of
from engine.analysis.game_review import Decision
from engine.cards import Card
from engine.view import view
from tests.support.league_steps import create_league
from tests.support.robot_tables import at_play, played
from tests.support.strategies import AUTOMATIC

pytestmark = pytest.mark.usefixtures("patience")

NOW = datetime(2026, 1, 1, tzinfo=UTC)

KINDS = ["discards", "plays"]


@pytest.fixture(autouse=True)
def seeds(monkeypatch):
    """Find the same positions in every run."""
    numbers = count()
    monkeypatch.setattr("bot.progress.positions.token_hex", lambda _: f"seed {next(numbers)}")


async def practise(world, what=None, **options):
    """Use /practice; returns the message that shows the position."""
    options = options if what is None else {"what": what, **options}
    return (await world.command(world.ann, "practice", **options)).response


async def position_of(world):
    positions = world.bot.context.positions
    ann = await world.bot.context.accounts.players.meet(world.ann.id, "Ann")
    return await positions.load(ann, await positions.latest(ann))


async def choices(world):
    return choices_of((await position_of(world)).decision.seen)


async def press(world, message, start):
    """Press the button whose custom_id begins so after the number of the position."""
    found = [name for name in world.ids(message) if name.split(":")[2].startswith(start)]
    await world.at(world.ann, message).click(message, custom_id=found[0])


async def choose(world, message, cards):
    if len(cards) > 1:
        held = sorted((await position_of(world)).decision.seen.hand)
        for card in cards:
            await press(world, message, f"pick{held.index(card)}")
    await press(world, message, "answer-" if len(cards) > 1 else f"answer-{cards[0]}")


async def answer(world, message, place=0):
    """Answer with the best choice or another one; returns it."""
    choice = (await choices(world))[place]
    await choose(world, message, choice.cards)
    return choice


async def stored(world):
    """Return number and loss of every position that is stored."""
    rows = await world.bot.context.tables.database.rows("SELECT number, lost FROM practice_positions ORDER BY number")
    return [tuple(row) for row in rows]


class TestAnswer:
    @pytest.mark.parametrize("what", KINDS)
    async def test_a_bad_choice_is_told_its_loss_the_best_two_and_why_and_the_best_of_the_next_none(self, world, what):
        message = await practise(world, what)
        first = await position_of(world)
        best, second, *rest = await choices(world)
        worst = (rest or [second])[-1]
        await choose(world, message, worst.cards)
        judged = choices_of((await position_of(world)).decision.seen, worst.cards)
        text = world.text(message).replace("\N{VARIATION SELECTOR-15}", "")
        ((_, lost),) = await stored(world)
        assert lost == pytest.approx(judgement_of(judged, worst.cards).lost)
        assert f"loses {lost:.1f} points** to the best choice" in text
        lines = {line[:2]: line for line in text.splitlines()}
        assert all(card.face in lines["1."] for card in best.cards)
        assert all(card.face in lines["2."] for card in second.cards)
        assert text.count("(yours)") == 1
        assert "\nWhy " in text
        assert f"Answered today: 1 {what[:-1]}. Points lost in the last one: **{lost:.2f}**." in text
        await press(world, message, "next")
        following = (await position_of(world)).stored
        assert (following.number, following.kind) == (2, PositionKind(what))
        assert following.origin != first.stored.origin
        await answer(world, message)
        assert "as good as it gets!**" in world.text(message)
        assert f"Points lost on average over the last 2: **{lost / 2:.2f}**." in world.text(message)
        assert await stored(world) == [(1, lost), (2, 0.0)]

    async def test_yesterday_is_not_today(self, world):
        message = await practise(world, "plays")
        await answer(world, message)
        await world.env.advance_time(86_400)
        await press(world, await practise(world, "plays"), "answer-")
        message = await practise(world)
        await answer(world, message)
        text = world.text(message)
        assert "Answered today: 2 plays." in text
        assert "over the last 3" in text

    async def test_two_presses_at_once_count_once(self, world):
        message = await practise(world, "plays")
        best, *_, worst = await choices(world)
        late = {"actor": world.ann, "message": world.snapshot(message)}
        names = [f"position1:1:answer-{choice.cards[0]}" for choice in (worst, best)]
        await world.late(*({**late, "custom_id": name} for name in names))
        assert len(await stored(world)) == 1
        assert "Answered today: 1 play." in world.text(message)
        await world.late(*[{**late, "custom_id": "position1:1:next"}] * 2)
        assert [number for number, _ in await stored(world)] == [1, 2]

    async def test_cards_that_are_not_held_are_no_answer(self, world):
        message = await practise(world, "discards")
        held = (await position_of(world)).decision.seen.hand
        other = next(f"-{rank}S-{rank}H" for rank in "23456789" if not any(str(c)[0] == rank for c in held))
        late = {"actor": world.ann, "message": world.snapshot(message)}
        await world.late({**late, "custom_id": f"position1:1:answer{other}"})
        assert await stored(world) == [(1, None)]


class TestScreens:
    """What the screens say of a play in which the pone holds two fives after a jack and a two."""

    def result(self, card, *, scores=(0, 0)):
        game = played(at_play(AUTOMATIC, 0, "2S 9C KD QD 8H 7D", "JD 5H 5S JC 2H 8C", scores=scores), "1:JD 0:2S")
        seen = view(game, 1)
        choices = choices_of(seen, [card])
        chosen = judgement_of(choices, [card])
        answer = PositionAnswer(NOW, (card,), chosen.lost)
        stored = PracticePosition(3, PositionKind.PLAYS, Origin(1, seed="x"), NOW, answer)
        judged = JudgedPosition(Position(stored, Decision(1, seen, (card,))), choices, chosen, PositionStats(2, 2, 0.5))
        (text,) = [part for part in result_view(judged).parts if isinstance(part, str)]
        return text.replace("\N{VARIATION SELECTOR-15}", "")

    def test_of_two_equal_cards_the_one_that_was_played_is_named(self):
        for card in ("5H", "5S"):
            face = Card.parse(card).face
            text = self.result(Card.parse(card))
            assert text.startswith(f"**`{face}`: as good as it gets!**")
            assert f"\n1. `{face}`: you peg" in text
            assert f"\nWhy `{face}` and not `J♣`?" in text

    def test_the_table_and_what_the_player_knows_is_written(self):
        assert (
            "On the table: `J♦` `2♠` (count 12). Starter: `K♠`\nYou played `J♦`, your opponent `2♠`.\n"
            "You discarded `2♥` `8♣`. Your opponent holds 3 cards.\nYour cards: `5♥` `5♠` `J♣`\n"
        ) in self.result(Card.parse("JC"))

    def test_near_the_end_the_chance_to_win_is_told(self):
        text = self.result(Card.parse("JC"), scores=(96, 94))
        assert re.search(
            r"^\*\*`J♣` loses \d+\.\d points\*\* to the best choice: it wins \d+ % instead of \d+ %\.", text
        )
        assert text.count(", wins **") == 2


class TestRestart:
    @pytest.mark.parametrize("what", KINDS)
    async def test_a_position_and_its_answer_outlive_it(self, world, what):
        message = await practise(world, what)
        before, best = world.text(message), (await choices(world))[0]
        await world.restart()
        assert world.text(await practise(world)) == before
        await choose(world, message, best.cards)
        answered = world.text(message)
        assert "as good as it gets!**" in answered
        await world.restart()
        late = {"actor": world.ann, "message": world.snapshot(message)}
        await world.late({**late, "custom_id": f"position1:1:answer-{best.cards[0]}"})
        assert world.text(message) == answered
        await press(world, message, "next")
        assert "Which" in world.text(message)

    async def test_a_position_that_robots_play_differently_since_is_replaced(self, world):
        await practise(world, "discards")
        database = world.bot.context.tables.database
        async with database.transaction() as writing:
            writing.write("UPDATE practice_positions SET place = 1")
        message = await practise(world)
        assert "Which 2 cards" in world.text(message)
        assert [number for number, _ in await stored(world)] == [2]


class TestCommand:
    async def test_without_options_it_goes_on_with_what_was_last(self, world):
        play, count = "Which card do you play?", "How many points"
        for options, begins in (
            *(({"what": "plays"}, play), ({}, play), ({"level": "club"}, count), ({}, count)),
            *(({"what": "plays"}, play), ({}, play)),
        ):
            assert world.text(await practise(world, **options)).startswith(f"**{begins}")
            await world.env.advance_time(1)
        assert await stored(world) == [(1, None)], "it was never answered"

    async def test_it_is_plain_in_private_and_an_earlier_position_shows_the_current_one(self, world):
        assert (await world.command(world.ann, "practice", what="plays")).ephemeral
        shown = await world.command(world.ann, "practice", what="plays", where="dm")
        assert not shown.ephemeral
        await answer(world, shown.response)
        assert "as good as it gets!**" in world.text(shown.response)
        earlier = world.snapshot(shown.response)
        await press(world, shown.response, "next")
        await world.late({"actor": world.ann, "message": earlier, "custom_id": "position1:1:next"})
        assert (await position_of(world)).stored.number == 2

    @pytest.mark.parametrize("with_pictures", [True])
    @pytest.mark.parametrize("what", KINDS)
    async def test_with_pictures(self, world, what):
        message = await practise(world, what)
        (asked,) = world.stored(message).attachments
        await answer(world, message, -1)
        (answered,) = world.stored(message).attachments
        assert "You chose" in str(answered)
        assert "You chose" not in str(asked)


class TestOwnMistakes:
    @pytest.fixture
    async def mistakes(self, world):
        """Ann's costly discards in a finished game against a robot, the costliest first."""
        await world.start_game(world.ann, where="here", robot="easy", target=61, counting="automatic")
        await world.play_until(world.name_on(world.table_in(world.channel)))
        await world.command(world.ann, "review")
        ann = await world.bot.context.accounts.players.meet(world.ann.id, "Ann")
        (review,) = await world.bot.context.reviews.list_latest(ann, 1)
        found = [one for one in review.decisions if len(one.chosen.cards) == 2 and one.lost >= COSTLY]
        assert found
        return [one.place for one in sorted(found, key=lambda one: one.lost, reverse=True)]

    async def asked(self, world):
        """Return the place of Ann's position in her own game; None in a game of robots."""
        origin = (await position_of(world)).stored.origin
        return None if origin.table_id is None else origin.place

    async def test_they_come_first_and_go_when_solved_and_nobody_gets_those_of_another(self, world, mistakes):
        shown = (await world.command(world.ben, "practice", what="discards")).response
        assert "From a game between robots" in world.text(shown)
        message = await practise(world, "discards")
        for place in mistakes:
            assert await self.asked(world) == place
            assert "where your choice cost you points" in world.text(message)
            await answer(world, message)
            assert "where you chose" in world.text(message)
            await press(world, message, "next")
        assert await self.asked(world) is None
        assert "From a game between robots" in world.text(message)

    async def test_one_that_is_made_again_comes_back_after_others(self, world, mistakes):
        message = await practise(world, "discards")
        await answer(world, message, -1)
        seen = []
        for _ in range(REST):
            await press(world, message, "next")
            seen.append(await self.asked(world))
            await answer(world, message)
        assert mistakes[0] not in seen
        await press(world, message, "next")
        assert await self.asked(world) == mistakes[0]

    async def test_a_league_that_forbids_reviews_keeps_its_games_out(self, world, boss):
        await create_league(world, boss)
        await boss.slash(world.channel, "manage settings", target=61, counting="automatic")
        invitation = (await world.ann.slash(world.channel, "league play", opponent=world.ben, where="here")).response
        name = world.name_on(invitation)
        await world.press(world.ben, invitation, "accept")
        # The players in a hurry always discard the first cards of the hand.
        await world.hurry(name, lambda table: max(table.game.scores) >= 50)
        await world.play_until(name)
        await world.command(world.ann, "review", game=name)
        await practise(world, "discards")
        assert await self.asked(world) is not None
        await boss.slash(world.channel, "manage settings", reviews=False)
        message = await practise(world, "plays")
        await practise(world, "discards")
        assert await self.asked(world) is None
        assert "From a game between robots" in world.text(message)


async def test_positions_are_exported_and_erased(world):
    await answer(world, await practise(world, "plays"))
    accounts = world.bot.context.accounts
    ann = await accounts.players.meet(world.ann.id, "Ann")
    (position,) = (await accounts.privacy.export(ann))["practice_positions"]
    assert (position["number"], position["kind"]) == (1, "plays")
    await accounts.privacy.erase(ann)
    assert await stored(world) == []


@pytest.mark.parametrize(
    ("form", "told"), [("three.", "the others at"), ("four.", "Your side is at"), ("five.", "Which 2 cards")]
)
@pytest.mark.parametrize("kind", PositionKind)
def test_positions_of_robots_exist_in_every_form_of_the_game(form, told, kind):
    origin, decision = find_robot_position("x", kind, form)
    assert robot_decision(origin) == decision
    position = Position(PracticePosition(1, kind, origin, datetime(2026, 1, 1, tzinfo=UTC)), decision)
    shown = str(question_view(position))
    assert told in shown or (form == "five." and kind is PositionKind.PLAYS)
    picked = str(question_view(position, choosable(position)[:1]))
    confirms = re.search(r":answer[^']*', style=[^)]*disabled=False", picked) is not None
    assert confirms == (form != "five." or kind is PositionKind.PLAYS)
