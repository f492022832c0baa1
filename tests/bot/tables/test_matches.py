"""Matches: games counted as their doubles say, one after another without asking, and who deals first in each."""

import asyncio
from dataclasses import replace

import pytest

from bot.models.agreement import Clock
from bot.storage import tables as store
from bot.tables import matches
from engine.actions import NameNumber, Resign
from engine.events import DealerChosen, Dealt, ForDealCut, GameWon
from engine.presets import find
from engine.rules import NextDealer
from engine.state import Over
from tests.support.data_files import data_beside

DATA = data_beside(__file__)

RUBBER = find("house", rubber=True, target=61, doubles="none")
CUT = replace(RUBBER, next_dealer=NextDealer.CUT)
ALTERNATE = replace(RUBBER, next_dealer=NextDealer.ALTERNATE)


async def give_up(room, table, name):
    return await room.act(table, Resign(table.names.index(name)))


async def all_again(room, over):
    for player in (room.ann, room.ben, room.cy, room.dee):
        following = await room.tables.again(over.id, player)
    return following


def with_scores(table, *scores, side):
    return replace(table, game=replace(table.game, scores=scores, phase=Over(side, 1, "play")))


class TestTheStanding:
    async def test_a_rubber_is_won_by_two_games(self, room):
        table = await room.sit_down(RUBBER, best_of=3)
        assert (table.in_match, table.standing, table.match_over) == (True, (0, 0), False)
        for loser, standing, over in (("Ann", (0, 1), False), ("Ben", (1, 1), False), ("Ben", (2, 1), True)):
            table = await give_up(room, table, loser)
            assert (table.standing, table.match_over) == (standing, over)
            assert (await room.tables.find(table.id)).standing == standing
            if not over:
                table = await room.tables.again(table.id, room.ann)
                assert (table.status, table.standing, table.agreement.won) == ("playing", standing, standing)

    async def test_doubles_are_counted(self, room):
        table = await room.sit_down(RUBBER, best_of=3)
        skunked = replace(table.game, phase=Over(1, 2, "play"))
        assert replace(table, game=skunked).standing == (0, 2)
        assert replace(table, game=skunked).match_over
        assert not replace(table.agreed(), agreement=replace(table.agreement, best_of=5), game=skunked).match_over

    async def test_a_single_game_is_a_match_of_one(self, room):
        table = await room.sit_down(RUBBER)
        assert (table.in_match, table.match_over) == (False, False)
        over = await give_up(room, table, "Ben")
        assert (over.standing, over.match_over) == ((1, 0), True)

    @pytest.mark.parametrize(("doubles", "standing", "over"), [("lurch", (2, 0), True), ("none", (1, 0), False)])
    async def test_a_game_given_up_counts_its_doubles_as_the_scores_stand(self, room, doubles, standing, over):
        table = await room.sit_down(find("house", rubber=True, target=61, doubles=doubles), best_of=3)
        table = await give_up(room, table, "Ben")
        assert (table.standing, table.match_over) == (standing, over)
        assert await room.database.rows("SELECT side, games FROM results") == [(0, standing[0])]

    async def test_a_whole_match_of_three_hands_is_played_out(self, room):
        rules = find("bicycle", rubber=True, players=3, target=61)
        table, games = await room.gather(rules, best_of=3, clock=Clock(turn=60)), 0
        while not table.match_over:
            won, table = table.standing, await room.play_out(table.id)
            (ended,) = [event for event in await room.tables.history(table.id) if isinstance(event, GameWon)]
            assert [now - before for now, before in zip(table.standing, won, strict=True)] == [
                ended.games * (side == ended.side) for side in range(3)
            ]
            games += 1
            if not table.match_over:
                table = await room.tables.again(table.id, room.cy)
                assert (table.status, table.clock) == ("playing", Clock(turn=60))
                assert table.deadlines != (None,) * 3
        assert games >= 1
        assert 2 * max(table.standing) > 3


class TestTheNextGame:
    async def test_outlives_the_process(self, room):
        table = await give_up(room, await room.sit_down(RUBBER, best_of=3, clock=Clock(game=600)), "Ann")
        following = await room.tables.again(table.id, room.ann)
        restored = await (await room.again()).find(following.id)
        assert restored == following
        assert (restored.best_of, restored.standing, restored.clock) == (3, (0, 1), Clock(game=600))
        assert [time.left for time in restored.times] == [600.0] * 2, "every game has its whole time"

    async def test_asked_for_again_and_again_while_the_invitation_is_accepted(self, room):
        """Ben presses on the result and on the invitation in one instant; whichever comes first begins the game."""
        over = await give_up(room, await room.sit_down(RUBBER), "Ann")
        asked = await room.tables.again(over.id, room.ann)
        pressed = (room.tables.again(over.id, room.ben), room.tables.accept(asked.id, room.ben))
        begun, _ = await asyncio.gather(*pressed)
        assert (begun.id, begun.status) == (asked.id, "playing")


class TestWhoDealsFirst:
    @pytest.mark.parametrize("loser", ["Ann", "Ben"])
    async def test_two_hands_the_loser(self, room, loser):
        table = await give_up(room, await room.sit_down(RUBBER, best_of=3), loser)
        following = await room.tables.again(table.id, room.ann)
        assert following.view(None).dealer == following.names.index(loser)

    @pytest.mark.parametrize("loser", ["Ann", "Ben"])
    async def test_two_hands_turn_about(self, room, loser):
        table = await room.sit_down(ALTERNATE, best_of=3)
        first = (await room.tables.course(table.id, table.rules)).first_dealer
        following = await room.tables.again((await give_up(room, table, loser)).id, room.ann)
        assert following.view(None).dealer == 1 - first

    async def test_two_hands_by_a_fresh_cut(self, room):
        table = await give_up(room, await room.sit_down(CUT, best_of=3), "Ann")
        following = await room.tables.again(table.id, room.ann)
        assert isinstance((await room.tables.history(following.id))[0], ForDealCut)

    @pytest.mark.parametrize(("scores", "side", "dealers", "first"), DATA["three_hands"])
    async def test_three_hands_the_lowest_of_those_level_the_first_to_the_left(
        self, room, scores, side, dealers, first
    ):
        rules = find("house", players=3, target=61)
        table = with_scores(await room.gather(rules), *scores, side=side)
        told = [DealerChosen(dealers[0]), *(Dealt(dealer, ((),) * 3, (), ()) for dealer in dealers)]
        assert matches.first_dealer(table, told) == first

    @pytest.mark.parametrize(
        ("side", "dealers", "first"), [(0, (0,), 1), (1, (0,), 2), (0, (0, 1), 3), (1, (0, 1, 2, 3), 0)]
    )
    async def test_four_hands_the_losing_partner_first_to_the_left_of_the_last_dealer(self, room, side, dealers, first):
        rules = find("house", players=4, target=61)
        table = with_scores(await room.gather(rules), 61, 40, side=side)
        told = [DealerChosen(dealers[0]), *(Dealt(dealer, ((),) * 4, (), ()) for dealer in dealers)]
        assert matches.first_dealer(table, told) == first

    async def test_four_hands_partners_hold_through_the_match_and_the_first_deal_passes(self, room):
        rules = replace(find("house", rubber=True, players=4, doubles="none"), next_dealer=NextDealer.CUT)
        table = await room.gather(rules, best_of=3)
        for dealer in (1, 2):
            over = await give_up(room, table, table.names[0 if dealer == 1 else 1])
            following = await room.tables.again(over.id, room.dee)
            assert following.seats == table.seats
            assert following.view(None).dealer == dealer
            assert not any(isinstance(event, ForDealCut) for event in await room.tables.history(following.id))
            table = following

    @pytest.mark.parametrize("best_of", [1, 3])
    async def test_four_hands_chosen_partners_stay_partners_and_cut_for_every_deal(self, room, best_of):
        chosen = find("house", rubber=best_of > 1, players=4, partners="chosen", doubles="none")
        rules = replace(chosen, next_dealer=NextDealer.CUT)
        over = await give_up(room, await room.gather(rules, best_of=best_of), "Ann")
        following = await all_again(room, over)
        cut, dealer = (await room.tables.history(following.id))[:2]
        assert isinstance(cut, ForDealCut)
        assert cut.places is None
        assert (following.names, following.rules) == (("Ann", "Ben", "Cy", "Dee"), rules)
        assert cut.cards[dealer.seat] == min(cut.cards, key=lambda card: card.rank)

    async def test_four_hands_out_of_a_match_partners_are_cut_for_again(self, room):
        rules = replace(find("house", players=4), next_dealer=NextDealer.CUT)
        over = await give_up(room, await room.gather(rules), "Ann")
        following = await all_again(room, over)
        cut = next(event for event in await room.tables.history(following.id) if isinstance(event, ForDealCut))
        assert following.seats == tuple(over.seats[place] for place in cut.places)

    async def test_four_hands_turn_about_the_seats_stay(self, room):
        rules = replace(find("house", players=4), next_dealer=NextDealer.ALTERNATE)
        over = await give_up(room, await room.gather(rules), "Ann")
        following = await all_again(room, over)
        assert (following.seats, following.view(None).dealer) == (over.seats, 1)

    @pytest.mark.parametrize(("next_dealer", "first"), [("loser", 0), ("cut", 0), ("alternate", 0)])
    async def test_four_hands_a_resignation_at_the_cut_moves_no_player(self, room, next_dealer, first):
        rules = replace(find("house", players=4, ceremony=True, doubles="none"), next_dealer=next_dealer)
        table = await room.gather(rules, best_of=3)
        await room.tables.act(table.id, room.ben, None, NameNumber(1, 20))
        over = await give_up(room, table, "Ann")
        following = await room.tables.again(over.id, room.ann)
        assert (following.names, following.view(None).dealer) == (over.names, first)

    async def test_two_hands_a_game_given_up_at_the_cut_is_cut_again_or_the_loser_deals(self, room):
        for way, dealer in (("alternate", None), ("cut", None), ("loser", 1)):
            rules = replace(find("house", ceremony=True, doubles="none"), next_dealer=way)
            over = await give_up(room, await room.sit_down(rules, best_of=3), "Ben")
            following = await room.tables.again(over.id, room.ann)
            assert following.view(None).dealer == dealer
            assert following.view(None).stage == ("cut" if dealer is None else "lay_away")

    async def test_a_match_that_follows_another_begins_as_its_book_has_it(self, room):
        """Britannica: within a rubber the deal alternates; every game by itself begins with a cut (law 1)."""
        rules = find("britannica", rubber=True)
        assert rules.next_dealer is NextDealer.ALTERNATE
        table = await room.sit_down(rules, best_of=3, preset="britannica")
        first = (await room.tables.course(table.id, table.rules)).first_dealer
        table = await room.tables.again((await give_up(room, table, "Ann")).id, room.ann)
        assert table.view(None).dealer == 1 - first
        over = await give_up(room, table, "Ann")
        assert over.match_over
        await room.tables.again(over.id, room.ann)
        await room.tables.again(over.id, room.ben)
        following = await store.find_next_id(room.database, over.id)
        assert isinstance((await room.tables.history(following))[0], ForDealCut)
