"""The texts for three or four players: before a game begins, in a match, and while a game is paused."""

from dataclasses import replace

import pytest

from bot.models.agreement import Seat
from bot.models.table_message import PUBLIC
from bot.ui.games.invitation_view import invitation
from engine.actions import LoseOnTime
from engine.presets import find
from tests.support.random_tables import at, moved, opened, panel, playing, public, text
from tests.support.strategies import at_the_show, plays

CLUB = "club"


class TestThreeAndFour:
    THREE = ("6H 8S TC QD", "6S 8C TD QH", "2H 4S 6C 8D")
    FOUR = (*THREE, "2S 4D 6D KH")

    def test_three_may_all_challenge_and_each_is_asked(self):
        table = playing("britannica", "0:6H=2", kept=self.THREE, dealer=2, players=3)
        check = "**Your turn.** Play a card. Check Ann's count of **2** for `6♥` first: accept it, or challenge?"
        assert panel(table, 1).startswith(check)
        turn = "**Ben:** your turn. The count is **6**. "
        assert panel(table, 2).startswith(f"{turn}Ann counted **2** for `6♥`. Accept, or challenge?")
        assert panel(table, 0).split("\n")[0] == f"{turn}You counted **2** for `6♥`. Ben and Cat can challenge it."

    def test_a_count_is_answered_before_the_next_hand_is_counted(self):
        """Cat counts next, and may challenge: the answer comes first."""
        game = at_the_show(self.THREE, starter="KS", dealer=0, rules=find("britannica", players=3))
        table = moved(at(game), *plays("1:show=2"))
        assert public(table).endswith("[Accept*]\n[Challenge Ben's 2]\n[My hand]\n[Last deal]")

    def test_one_who_is_satisfied_may_go_on_while_another_may_challenge(self):
        table = playing("britannica", "0:6H=2 1:ok", kept=self.THREE, dealer=2, players=3)
        assert panel(table, 1).startswith("**Your turn.** Play a card. The count is **6**.\n")
        assert panel(table, 0).split("\n")[0].endswith("You counted **2** for `6♥`. Cat can challenge it.")
        assert "Ann counted **2** for `6♥`. Accept, or challenge?" in panel(table, 2)

    def test_partners_do_not_challenge_each_other(self):
        table = playing("britannica", "0:6H=2", kept=self.FOUR, dealer=3, players=4)
        assert panel(table, 2).split("\n")[0].endswith("Ann counted **2** for `6♥`. Ben and Dan can challenge it.")
        assert panel(table, 2).endswith("[Refresh]")
        assert "[Accept]\n[Challenge Ann's 2]\n" in panel(table, 3)

    def test_partners_win_together(self):
        table = playing("britannica", "0:6H=2", kept=self.FOUR, dealer=3, players=4, scores=(59, 10))
        assert public(moved(table, *plays("3:ok"))).startswith("**Ann and Cat win 61 to 10**.")

    def test_with_three_both_losers_are_named(self):
        table = playing("britannica", "0:6H=2", kept=self.THREE, dealer=2, players=3, scores=(59, 10, 30))
        table = moved(table, *plays("1:ok 2:ok"))
        assert public(table).startswith("**Ann wins 61 to 10 and 30**.")

    def test_with_three_the_player_who_resigned_is_named(self):
        table = playing("britannica", kept=self.THREE, dealer=2, players=3, scores=(5, 10, 30))
        assert "Ben resigned and lost. Ann and Cat play on." in public(moved(table, *plays("1:resign")))
        late = moved(table, LoseOnTime(0))
        assert "Ann ran out of time and lost. Ben and Cat play on." in public(late)
        assert "Ann **5** (left)" in public(late)
        assert "Cards left: Ben 4, Cat 4." in public(late)
        assert public(moved(late, *plays("1:resign"))).startswith("**Cat wins:** Ben resigned.")

    def test_a_player_who_left_gets_a_plain_panel(self):
        table = playing("britannica", kept=self.THREE, dealer=2, players=3, scores=(5, 10, 30))
        left = panel(moved(table, *plays("1:resign")), 1)
        assert left.startswith("You left this game. Ann and Cat play on.")
        assert "[" not in left
        assert "Your hand" not in left


class TestAnInvitation:
    def gathering(self, *chairs, seat=PUBLIC, **options):
        table = opened(find("house", **options), status="gathering")
        people = [seat.player for seat in table.seats]
        seats = [
            Seat(people[number] if who in "ya" else None, CLUB if who == "r" else None, agreed=who in "yr")
            for number, who in enumerate(chairs)
        ]
        return text(invitation(replace(table, agreement=replace(table.agreement, seats=tuple(seats))), seat))

    def test_of_one(self):
        told = self.gathering("y", "a")
        assert told.startswith(
            "<@1000000000000000001>, **Ann** invites you to cribbage: first to 121 points, you count and the bot "
            "checks.\n-# House rules. Game"
        )
        assert told.endswith("[Accept*]\n[Decline]\n[Robot instead]")
        assert self.gathering("y", "a", seat=1) == told.removesuffix("\n[Robot instead]")

    def test_in_private_its_host_waits(self):
        told = self.gathering("y", "a", seat=0)
        assert told.startswith("I sent Ben a private invitation. The game starts here when they accept.\n")
        assert told.endswith("\n[Withdraw]\n[Robot instead]")
        assert "Accept" not in told

    def test_of_two_and_an_open_seat(self):
        told = self.gathering("y", "a", "a", "o", players=4)
        assert told.startswith(
            "<@1000000000000000001> and <@1000000000000000002>, **Ann** invites you to cribbage: first to 121 points, "
            "you count and the bot checks.\n1 open seat.\n-# House rules, 4 players, partners by the cut. Game"
        )

    def test_that_nobody_answered(self):
        table = opened(find("house"), status="idle")
        seats = (table.seats[0], Seat(table.seats[1].player))
        told = public(replace(table, agreement=replace(table.agreement, seats=seats)))
        assert told.startswith("**This invitation has expired.** Start another game with /play.\n")
        assert told.endswith("[Resume*]")

    def test_of_anybody(self):
        told = self.gathering("y", "o", "o", "r", players=4)
        assert told.startswith(
            "**Ann** wants to play cribbage: first to 121 points, you count and the bot checks.\n"
            "Joined: Clover.\n2 open seats.\n"
        )
        assert told.endswith("[Take the seat*]\n[Withdraw]\n[Robot instead]")

    @pytest.mark.parametrize(
        ("counting", "words"),
        [("automatic", "the bot counts."), ("challenge", "you count and check each other.")],
    )
    def test_it_says_who_counts(self, counting, words):
        assert f"first to 121 points, {words}\n" in self.gathering("y", "a", counting=counting)


class TestTheTableAsAWhole:
    def test_a_match(self):
        table = playing("house")
        table = replace(table, agreement=replace(table.agreement, best_of=3, won=(1, 0)))
        assert "Games: Ann 1, Ben 0 (best of 3)." in public(table)
        over = public(moved(table, *plays("0:resign")))
        assert "Ann resigned. A double skunk is worth 4 games. **Ben wins the match.**" in over
        won = public(moved(table, *plays("1:resign")))
        assert "Ben resigned. A double skunk is worth 4 games. **Ann wins the match.**" in won
        assert "[Play again*]" in won

    def test_paused(self):
        table = playing("house")
        asked = replace(table, agreement=replace(table.agreement, adjourning=frozenset({0})))
        assert public(asked).startswith(
            "**Ann asked for a break.** Pause the game, or keep playing?\n**Ann:** your turn."
        )
        assert public(asked).endswith("[Pause]\n[Keep playing]")
        off = table.agreed(status="adjourned")
        assert all(shown.endswith("[Resume*]") for shown in (public(off), panel(off, 0)))
