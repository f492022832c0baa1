"""Clocks: whose runs and until when, the reminder, and what follows when time is over."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.models.agreement import Clock, TimeLeft
from bot.tables import timekeeper
from bot.tables.clocks import seconds_left, updated_clock
from bot.tables.table import Notice
from engine.actions import Accept, Challenge, Declare, LayAway, Play
from engine.audit import play_again
from engine.events import Challenged, Conceded, GameWon, LaidAway, Played, Satisfied
from engine.presets import find
from engine.rules import Counting
from tests.support.depth import sampled
from tests.support.random_tables import playing
from tests.support.seated_tables import NOW, sound_move
from tests.support.strategies import cards

MINUTE = Clock(turn=60)
CHALLENGE = find("house", target=61, counting=Counting.CHALLENGE)
THREE = find("britannica", players=3)


def after(**time):
    return NOW + timedelta(**time)


class TestTheTurn:
    async def test_of_everyone_who_is_asked_runs_and_nobody_elses(self, room):
        table = await room.sit_down(clock=MINUTE)
        assert table.deadlines == (after(seconds=60),) * 2
        room.wall.passes(seconds=20)
        table = await room.move(table, 0)
        assert table.deadlines == (None, after(seconds=60)), "Ben's began when the cards were dealt"
        table = await room.move(table, 1)
        (asked,) = table.view(None).waiting_on
        assert table.deadlines[asked] == after(seconds=80)
        assert table.deadlines[1 - asked] is None

    async def test_restarts_with_each_turn_even_of_one_player(self, room):
        table = await room.in_the_play(MINUTE)
        turns = 0
        for _ in range(60):
            (seat, *_) = table.view(None).waiting_on
            room.wall.passes(seconds=7)
            table = await room.move(table, seat)
            if table.view(None).stage == "play":
                (now,) = table.view(None).waiting_on
                assert table.deadlines[now] == room.wall.now + timedelta(seconds=60)
                turns += now == seat
        assert turns, "somebody played on after a go"

    async def test_is_not_lengthened_by_what_others_say_meanwhile(self, room):
        """A third player's satisfaction changes what the next player is asked, and not their time."""
        rules = find("house", players=3, target=61, counting=Counting.CHALLENGE)
        table = await room.gather(rules, clock=MINUTE)
        table = await room.play_until(table, lambda view: view.window is not None, sound_move)
        view = table.view(None)
        (actor,) = view.waiting_on
        third = 3 - actor - view.window.seat
        deadline, prompt = table.deadlines[actor], table.view(actor).prompt
        room.wall.passes(seconds=30)
        table = await room.act(table, Accept(third))
        assert table.deadlines[actor] == deadline
        assert table.view(actor).prompt == prompt
        assert table.deadlines[third] is None

    def test_restarts_for_the_same_prompt_after_a_move(self):
        first = updated_clock(TimeLeft(), MINUTE, "0.cut.0", NOW)
        assert updated_clock(first, MINUTE, "0.cut.0", after(seconds=30)).deadline == after(seconds=60)
        assert updated_clock(first, MINUTE, "0.cut.0", after(seconds=30), moved=True).deadline == after(seconds=90)

    async def test_without_a_clock_nothing_runs_and_nothing_is_kept(self, room):
        table = await room.sit_down()
        await room.later(days=13)
        assert (table.deadlines, table.times) == ((None, None), ())
        assert await room.database.rows("SELECT * FROM clocks") == []


class TestTheGame:
    async def test_the_bank_runs_while_something_is_asked_and_no_longer(self, room):
        table = await room.sit_down(clock=Clock(game=600))
        room.wall.passes(seconds=20)
        table = await room.move(table, 0)
        room.wall.passes(seconds=25)
        assert seconds_left(table.times[0], room.wall.now) == 580
        assert seconds_left(table.times[1], room.wall.now) == 555
        assert table.deadlines == (None, after(seconds=600))
        table = await room.move(table, 1)
        assert [time.left for time in table.times] == [580.0, 555.0]

    async def test_the_shorter_of_turn_and_bank_is_the_deadline(self, room):
        table = await room.in_the_play(Clock(turn=100, game=150))
        (seat,) = table.view(None).waiting_on
        assert table.deadlines[seat] == after(seconds=100)
        room.wall.passes(seconds=90)
        table = await room.move(table, seat)
        table = await room.play_until(table, lambda view: view.waiting_on == (seat,), sound_move)
        assert table.deadlines[seat] == room.wall.now + timedelta(seconds=60)


class TestTheReminder:
    async def test_comes_once_a_quarter_before_the_end(self, room):
        table = await room.in_the_play(Clock(turn=400))
        (seat,) = table.view(None).waiting_on
        await room.later(seconds=299)
        assert room.notices("time_short") == []
        await room.later(seconds=1)
        await room.tables.timekeeper.tick()
        assert room.notices("time_short") == [Notice("time_short", seat, after(seconds=400))]
        assert room.heard.updates[-1].events == ()
        await (await room.again()).timekeeper.tick()
        assert len(room.notices("time_short")) == 1, "a restart does not remind again"

    async def test_does_not_come_where_the_time_is_over_already(self, room):
        table = await room.in_the_play(Clock(turn=400, when_over="forfeit"))
        await room.later(seconds=500)
        assert [update.notice.kind for update in room.heard.updates if update.notice] == ["time_over"]
        assert (await room.tables.find(table.id)).deadlines == (None, None)

    @pytest.mark.parametrize(
        ("turn", "early"), [(30, None), (40, 30), (120, 30), (3600, 900), (86_400, 21_600), (604_800, 43_200)]
    )
    async def test_neither_too_late_nor_too_early(self, room, turn, early):
        table = await room.sit_down(clock=Clock(turn=turn))
        expected = None if early is None else after(seconds=turn - early)
        assert [time.remind_at for time in table.times] == [expected] * 2

    async def test_does_not_come_to_one_who_has_moved(self, room):
        table = await room.in_the_play(Clock(turn=400))
        (seat,) = table.view(None).waiting_on
        room.wall.passes(seconds=299)
        table = await room.move(table, seat)
        await room.later(seconds=2)
        assert room.notices("time_short") == []


class TestTimeIsOver:
    async def test_a_robot_moves_and_the_person_keeps_the_seat(self, room):
        table = await room.in_the_play(MINUTE)
        (seat,) = table.view(None).waiting_on
        await room.later(seconds=59)
        assert room.notices("time_over") == []
        await room.later(seconds=1)
        update = room.heard.updates[-1]
        assert update.notice == Notice("time_over", seat)
        assert [event.seat for event in update.events if isinstance(event, Played)] == [seat]
        assert update.table.seats == table.seats
        assert update.table.status == "playing"
        assert (await room.tables.find(table.id)) == update.table

    async def test_or_the_player_loses_the_game(self, room):
        table = await room.in_the_play(Clock(turn=60, when_over="forfeit"))
        (seat,) = table.view(None).waiting_on
        await room.later(seconds=61)
        events = room.heard.updates[-1].events
        assert events == (Conceded(seat, "time"), GameWon(1 - seat, 2, "time")), "below the lurch of 31"
        assert (await room.tables.find(table.id)).status == "over"
        ((side, ended_by),) = await room.database.rows("SELECT side, ended_by FROM results")
        assert (side, ended_by) == (1 - seat, "time")

    async def test_two_robots_discard_for_both_late_players(self, room):
        table = await room.sit_down(clock=MINUTE)
        await room.later(seconds=60)
        laid = [event.seat for event in await room.tables.history(table.id) if isinstance(event, LaidAway)]
        assert sorted(laid) == [0, 1]
        assert [one.seat for one in room.notices("time_over")] == laid
        assert laid[0] == 1 - (await room.tables.find(table.id)).view(None).dealer, "level, the pone comes first"

    async def test_of_two_who_are_late_the_pone_loses_and_no_more_follows(self, room, caplog):
        table = await room.sit_down(find("house", ceremony=True), clock=Clock(turn=60, when_over="forfeit"))
        await room.later(seconds=61)
        told = await room.tables.history(table.id)
        assert told == (Conceded(1, "time"), GameWon(0, 4, "time"))
        assert len(room.notices("time_over")) == 1
        assert not caplog.records

    async def test_of_two_the_one_who_was_late_longer_comes_first(self, room):
        table = await room.gather(find("house", players=3), clock=MINUTE)
        cards = [table.view(seat).hand[:1] for seat in range(3)]
        for seat in range(3):
            await room.act(table, LayAway(seat, cards[seat]))
        table = await room.tables.find(table.id)
        times = tuple(updated_clock(TimeLeft(), MINUTE, "x", after(seconds=late)) for late in (0, 20, 10))
        assert timekeeper.overdue_seats(replace(table, times=times), after(seconds=75)) == [0, 2]
        assert timekeeper.overdue_seats(replace(table, times=times), after(seconds=80)) == [0, 2, 1]

    @sampled(
        ("preset", "clock"),
        [
            *((preset, MINUTE) for preset in ("house", "britannica", "britannica-five", "crib-derby", "acc")),
            *(("house", Clock(game=60)), ("britannica", Clock(game=60)), ("acc", Clock(game=60))),
        ],
    )
    async def test_the_clock_or_an_empty_bank_ends_a_game_without_moves(self, room, preset, clock):
        rules = find(preset, target=61 if preset not in {"acc", "crib-derby"} else None, ceremony=True)
        table = await room.sit_down(rules, clock=clock)
        while (await room.tables.find(table.id)).status == "playing":
            room.wall.passes(seconds=60)
            before = (await room.tables.find(table.id)).version
            await room.tables.timekeeper.tick()
            assert (await room.tables.find(table.id)).version > before
        play_again(rules, await room.tables.history(table.id))
        times = (await room.tables.find(table.id)).times
        assert clock is MINUTE or seconds_left(times[0], room.wall.now) == 0


class TestAnOpenWindow:
    """Counting by challenge: a player whose time is over accepts what is open to their side."""

    async def declared(self, room, **options):
        def something(view):
            move = sound_move(view)
            return replace(move, points=max(1, move.points)) if isinstance(move, Declare) else move

        table = await room.gather(CHALLENGE, **options)
        table = await room.play_until(table, lambda view: view.window is not None, something)
        return table, table.view(None).window

    async def test_the_next_to_declare_is_satisfied_and_their_robot_declares(self, room):
        table, window = await self.declared(room, clock=MINUTE)
        (seat,) = table.view(None).waiting_on
        await room.later(seconds=60)
        events = room.heard.updates[-1].events
        assert events[0] == Satisfied(seat, window.seat)
        assert {event.seat for event in events} == {seat}
        assert not any(isinstance(event, Challenged) for event in events)
        assert (await room.tables.find(table.id)).view(None).window.seat == seat != window.seat

    async def test_the_one_who_is_to_declare_next_and_forfeits(self, room):
        table, window = await self.declared(room, clock=Clock(turn=60, when_over="forfeit"))
        (seat,) = table.view(None).waiting_on
        await room.later(seconds=60)
        assert room.heard.updates[-1].events == (
            Satisfied(seat, window.seat),
            Conceded(seat, "time"),
            GameWon(window.seat, 2, "time"),
        )

    async def test_one_who_had_only_to_speak_forfeits_nothing(self, room):
        """The dealer has declared a hand and declares the crib next, so the pone has only to be satisfied."""
        table, _ = await self.declared(room, clock=Clock(turn=60, when_over="forfeit"))
        (dealer,) = table.view(None).waiting_on
        seen = table.view(dealer)
        table = await room.act(table, Accept(dealer))
        seen = table.view(dealer)
        answer = sound_move(seen)
        answer = Declare(dealer, answer.points + (not answer.points))
        table = await room.act(table, answer)
        pone = 1 - dealer
        assert table.view(None).waiting_on == (pone,)
        await room.later(seconds=60)
        assert room.heard.updates[-1].events == (Satisfied(pone, dealer),)
        now = await room.tables.find(table.id)
        assert (now.status, now.view(None).waiting_on) == ("playing", (dealer,))
        assert now.deadlines[dealer] == room.wall.now + timedelta(seconds=60)

    async def test_an_unanswered_false_claim_of_game_is_challenged(self, room):
        table, _ = await self.declared(room, clock=MINUTE)

        def claim(view):
            move = sound_move(view)
            is_near = isinstance(move, Declare) and view.to_go(view.seat) <= move.points + 8
            return Declare(view.seat, view.to_go(view.seat)) if is_near else move

        table = await room.play_until(table, lambda view: view.window and view.window.claims_game, claim)
        window = table.view(None).window
        await room.later(seconds=60)
        brought = [event for update in room.heard.updates for event in update.events]
        answered = next(event for event in brought if isinstance(event, Challenged))
        assert (answered.against, answered.upheld) == (window.seat, True)
        assert (await room.tables.find(table.id)).status == "playing"


class TestThreeAtADeclaration:
    """Each player has a clock and a right to challenge of their own."""

    async def declared(self, room, points=2, **options):
        """Return a table of three whose first card was declared, and its seat, the next one to play and the third."""
        table = await room.gather(THREE, **options)
        table = await room.play_until(table, lambda view: view.stage == "play", sound_move)
        (first,) = table.view(None).waiting_on
        card = next(move.card for move in table.view(first).legal if isinstance(move, Play))
        table = await room.act(table, Play(first, card, points))
        (following,) = table.view(None).waiting_on
        return table, first, following, 3 - first - following

    async def test_the_time_of_the_next_player_ends_their_own_right_alone(self, room):
        table, first, following, third = await self.declared(room, clock=MINUTE)
        assert [deadline is not None for deadline in table.deadlines] == [seat == following for seat in range(3)]
        await room.later(seconds=60)
        events = room.heard.updates[-1].events
        assert events[0] == Satisfied(following, first)
        assert {event.seat for event in events} == {following}, "the third player has said nothing"
        table = await room.tables.find(table.id)
        assert table.view(third).windows[0].seat == first
        table = await room.act(table, Challenge(third, "too_many", first))
        assert table.game.scores[third] == 2
        play_again(THREE, await room.tables.history(table.id))

    async def test_who_loses_on_time_leaves_the_game_to_the_others(self, room):
        table, first, following, third = await self.declared(room, clock=Clock(turn=60, when_over="forfeit"))
        await room.later(seconds=60)
        table = await room.tables.find(table.id)
        assert room.heard.updates[-1].events[:2] == (Satisfied(following, first), Conceded(following, "time"))
        assert (table.status, table.game.closed) == ("playing", {following})
        assert [deadline is not None for deadline in table.deadlines] == [seat == third for seat in range(3)]
        assert table.view(third).windows[0].seat == first, "the third player may still challenge"
        await room.later(seconds=60)
        over = await room.tables.find(table.id)
        assert (over.status, over.game.phase.side) == ("over", first)
        play_again(THREE, await room.tables.history(table.id))

    async def test_two_declarations_that_are_open_to_one_player_end_together(self, room):
        table, first, following, third = await self.declared(room, clock=MINUTE)
        card = next(move.card for move in table.view(following).legal if isinstance(move, Play))
        table = await room.act(table, Play(following, card, 2))
        assert [window.seat for window in table.view(third).own_windows] == [first, following]
        assert [window.seat for window in table.view(first).own_windows] == [following]
        assert table.view(None).waiting_on == (third,)
        await room.later(seconds=60)
        events = room.heard.updates[-1].events
        assert events[:2] == (Satisfied(third, first), Satisfied(third, following))
        table = await room.tables.find(table.id)
        assert [window.seat for window in table.view(first).own_windows[:1]] == [following]

    def test_all_counts_of_one_player_end_together(self):
        """Two cards in a row for nothing: the time of the other player ends the right to call muggins on either."""
        table = playing("acc", "0:TC 1:TD=2 0:4C 1:go 0:4D 0:3H", kept=("TC 4C 4D 3H", "TD KD 8C 9C"), muggins=True)
        assert len(table.view(1).own_windows) == 3
        _, events = timekeeper.time_out_move(replace(table, agreement=replace(table.agreement, clock=MINUTE)), 1)
        assert events[0] == Satisfied(1, 0)
        assert isinstance(events[1], Played)

    async def test_a_claim_of_game_waits_for_the_player_who_still_has_time(self, room):
        table, first, following, third = await self.declared(room, clock=Clock(game=600))
        scores = tuple(59 if seat == first else 0 for seat in range(3))
        claim = replace(table.game.windows[0], cards=cards("5C 5D"), pegged=0)
        game = replace(table.game, scores=scores, hindmost=scores, windows=(claim,))
        times = list(table.times)
        times[following] = updated_clock(TimeLeft(60.0), table.clock, "1.play.1.w2", room.wall.now)
        times[third] = updated_clock(TimeLeft(90.0), table.clock, "1.play.1.w2", room.wall.now)
        table = replace(table, game=game, times=tuple(times))
        game, events = timekeeper.time_out_move(table, following)
        assert events == (Satisfied(following, first),)
        assert game.windows[0].open_to == {third}
        game, events = timekeeper.time_out_move(replace(table, game=game), third)
        assert events[0] == Satisfied(third, first)
        assert (game.phase.side, game.scores[first]) == (first, 61)
        false = replace(table, game=replace(table.game, windows=(replace(claim, cards=cards("5C")),)))
        game, events = timekeeper.time_out_move(false, following)
        assert events[0] == Challenged(following, first, "too_many", upheld=True)
        assert game.scores[first] == 59

    async def test_the_one_for_whom_the_declarer_waits_has_only_to_answer(self, room):
        """The next to play has accepted; the declarer's turn comes, and the third player's time runs."""
        table, first, following, third = await self.declared(room, clock=Clock(turn=60, when_over="forfeit"))
        game = replace(table.game, phase=replace(table.game.phase, turn=first))
        late = replace(table, game=game)
        assert late.view(None).waiting_on == tuple(sorted((following, third)))
        game, events = timekeeper.time_out_move(late, third)
        assert events == (Satisfied(third, first),)
        assert game.windows[0].open_to == {following}
