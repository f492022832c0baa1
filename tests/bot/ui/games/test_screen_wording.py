"""What screens of given tables say: the prompts, the board in letters, the end, names, and invitations."""

import re
from dataclasses import replace
from gettext import NullTranslations
from itertools import islice

import pytest
from babel import Locale

from bot.i18n.translation import Language, using_language
from bot.models.agreement import Seat
from bot.models.errors import NotSeated
from bot.ui.core import formatting
from bot.ui.core.components import DisplayOptions
from bot.ui.core.errors import sentence
from bot.ui.games import screens
from bot.ui.games.channels import thread_name
from bot.ui.games.invitation_view import invitation
from bot.ui.games.status import prompt_for_all, prompt_for_you, result_line
from bot.ui.games.table_view import MOST_KEPT, TableView, TableViews
from engine.actions import LoseOnTime
from engine.cards import Card
from engine.presets import find
from tests.support.data_files import data_beside
from tests.support.random_tables import at, moved, opened, panel, playing, public, richest, showing, states, text
from tests.support.strategies import at_the_show, plays

DATA = data_beside(__file__)

WORST = ("_" * 32,) * 4
"""Names as long as Discord has them, which are twice as long once nothing in them is formatted."""


def prompts(table, seat, **about):
    return prompt_for_you(TableView(table), seat, **about).replace("\N{VARIATION SELECTOR-15}", "")


class TestPrompts:
    """With the cards in a picture, or in the text."""

    def test_your_turn(self):
        lead, next_card = playing("house"), playing("house", "0:6H")
        assert prompts(lead, 0) == "**You lead.** Play a card. The count is **0**."
        assert prompts(lead, 0, pictured=True) == "**You lead.** Play a card."
        assert prompts(next_card, 1) == "**Your turn.** Play a card. The count is **6**."
        assert prompts(next_card, 1, pictured=True) == "**Your turn.** Play a card."
        assert prompts(next_card, 0, pictured=True) == "Waiting for Ben to play."
        again = playing("acc", "0:TC 1:TD 0:QD 1:go")
        assert "The count is back to 0." in prompt_for_all(TableView(again))

    def test_count_your_hand(self):
        table = showing("house")
        seat = table.view(None).waiting_on[0]
        assert prompts(table, seat) == "**Count your hand:** `5♣` `5♦` `5♥` `J♠`, starter `5♠`."
        assert prompts(table, seat, pictured=True) == "**Count your hand.**"

    def test_a_count_is_checked_before_the_next_is_asked_for(self):
        table = showing("britannica", "0:show=24")
        asked = "Ann counted **24**. **Accept, or challenge?**"
        assert prompts(table, 1) == f"{asked} Ann's hand: `5♣` `5♦` `5♥` `J♠`, starter `5♠`."
        assert prompts(table, 1, pictured=True) == asked
        assert prompts(table, 0, pictured=True) == "You counted **24**. Ben can challenge it."

    def test_a_game_is_opened_with_a_cut_in_words(self):
        table = opened(richest("bicycle", 2), preset="bicycle")
        assert prompt_for_all(TableView(table)) == "**Ann and Ben:** cut for the deal. Lowest card deals."

    @pytest.mark.parametrize(("preset", "line", "scores", "last", "said"), DATA["ends"])
    def test_the_end_and_what_a_double_game_is_worth(self, preset, line, scores, last, said):
        table = moved(playing(preset, line, scores=scores), *plays(last))
        assert result_line(TableView(table)) == said
        over = public(table.agreed(status="over"))
        assert over.startswith(said)
        assert "Play again" in over


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (find("house"), "A loss under 91 points counts as 2 games, under 61 points counts as 4 games."),
        (find("house", players=3, target=61), "A loss under 31 points counts as 2 games. The lowest score decides."),
        (find("club"), ""),
    ],
)
def test_in_text_alone_the_lurch_lines_of_the_board_are_named(rules, told):
    """A picture shows them, and tells them to those who do not see it."""
    table = opened(rules)
    shown = [screens.public(TableView(table)), screens.panel(TableView(table), 0, in_dm=True)]
    assert all(text(screen).count(told or "A loser who stands") == bool(told) for screen in shown)
    drawn = screens.public(TableView(table), DisplayOptions(pictures=True))
    assert "A loser who stands" not in text(drawn)
    assert ("Skunk lines: " in drawn.scenes[0].description) == bool(told)


class TestNames:
    """People choose their names, and a table shows them as they are."""

    @pytest.mark.parametrize(
        "name", ["**Ann**", "@everyone", "<@123456789012345678>", "_a_", "||x||", "[a](http://b.c)", "# Ann"]
    )
    def test_are_shown_as_they_are_and_ping_nobody(self, name):
        table = next(states(find("house"), 1, names=(name, "Ben")))
        prose = re.sub("```.*?```", "", public(table), flags=re.DOTALL)
        assert formatting.escape(name) in prose
        assert name not in prose.replace(formatting.escape(name), "")

    def test_in_a_refusal_they_are_shown_as_they_are(self):
        refused = sentence(NotSeated("You're not in this game (**Ann** and _Ben_)."))
        assert refused == r"You're not in this game (\*\*Ann\*\* and \_Ben\_)."

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_of_a_thread_they_fit_discord(self, players):
        name = thread_name(opened(find("house", players=players), names=WORST))
        assert len(name) <= 100
        assert name.count(" v ") == players - 1


def test_cards_in_a_line_are_letters_and_not_pictures():
    queen, ten = Card.parse("QH"), Card.parse("TD")
    assert formatting.card(Card.parse("TS")) == "`10♠\ufe0e`"
    assert formatting.card_name(queen) == "queen of hearts"
    assert formatting.hand(list(map(Card.parse, ("KS", "AC", "5H")))) == "`A♣\ufe0e` `5♥\ufe0e` `K♠\ufe0e`"
    assert formatting.on_button([queen]) == "Q♥\ufe0e"
    assert formatting.on_button([ten, queen]) == "10♦\ufe0e and Q♥\ufe0e"


class TestTheLatestViews:
    """All screens of a table at one version share one view of it."""

    def test_one_for_all_who_ask_and_another_for_another_version_language_name_or_length_of_counts(self):
        views, (before, after) = TableViews(), islice(states(find("house"), 1), 2)
        polish = Language("pl", Locale("pl"), NullTranslations())
        first = views.of(before, in_full=True)
        assert views.of(before, in_full=True) is first
        with using_language(polish):
            in_polish = views.of(before, in_full=True)
        in_short, later = views.of(before, in_full=False), views.of(after, in_full=True)
        assert len({id(one) for one in (first, in_polish, in_short, later)}) == 4
        assert later.table is after
        for names in (("Ann", "Ben"), ("Anna", "Ben")):
            assert views.of(opened(find("house"), names=names), in_full=True).names == names

    def test_only_the_latest_are_kept(self):
        views, tables = TableViews(), [opened(find("house"), id=f"t{number}") for number in range(MOST_KEPT + 1)]
        first, second, *_ = [views.of(table, in_full=True) for table in tables[:2]]
        views.of(tables[0], in_full=True)
        for table in tables[2:]:
            views.of(table, in_full=True)
        assert views.of(tables[0], in_full=True) is first
        assert views.of(tables[1], in_full=True) is not second


class TestThreeAndFour:
    THREE = ("6H 8S TC QD", "6S 8C TD QH", "2H 4S 6C 8D")
    FOUR = (*THREE, "2S 4D 6D KH")

    def test_three_may_all_challenge_and_each_is_asked(self):
        table = playing("britannica", "0:6H=2", kept=self.THREE, dealer=2, players=3)
        check = "**Your turn.** Play a card. Ann counted **2** for `6♥`. **Accept, or challenge?**"
        assert panel(table, 1).startswith(check)
        turn = "Waiting for Ben to play. The count is **6**. "
        assert panel(table, 2).startswith(f"{turn}Ann counted **2** for `6♥`. Accept, or challenge?")
        assert panel(table, 0).split("\n")[0] == f"{turn}You counted **2** for `6♥`. Ben and Cat can challenge it."

    def test_a_count_is_answered_before_the_next_hand_is_counted(self):
        """Cat counts next, and may challenge: the answer comes first."""
        game = at_the_show(self.THREE, starter="KS", dealer=0, rules=find("britannica", players=3))
        table = moved(at(game), *plays("1:show=2"))
        assert "[Accept*]\n[Challenge Ben's 2]\n[My hand]\n[Help]\n<Nice hand!|" in public(table)

    def test_one_who_is_satisfied_may_go_on_while_another_may_challenge(self):
        table = playing("britannica", "0:6H=2 1:ok", kept=self.THREE, dealer=2, players=3)
        assert panel(table, 1).startswith("**Your turn.** Play a card. The count is **6**.\n")
        assert panel(table, 0).split("\n")[0].endswith("You counted **2** for `6♥`. Cat can challenge it.")
        assert "Ann counted **2** for `6♥`. Accept, or challenge?" in panel(table, 2)

    def test_partners_do_not_challenge_each_other(self):
        table = playing("britannica", "0:6H=2", kept=self.FOUR, dealer=3, players=4)
        assert panel(table, 2).split("\n")[0].endswith("Ann counted **2** for `6♥`. Ben and Dan can challenge it.")
        assert panel(table, 2).endswith("[Refresh]")
        assert "[Accept]\n[Challenge Ann's 2]" in panel(table, 3)

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
    def gathering(self, *chairs, seat=None, **options):
        table = opened(find("house", **options), status="gathering")
        people = [seat.player for seat in table.seats]
        seats = [
            Seat(people[number] if who in "ya" else None, "club" if who == "r" else None, agreed=who in "yr")
            for number, who in enumerate(chairs)
        ]
        return text(invitation(replace(table, agreement=replace(table.agreement, seats=tuple(seats))), seat))

    def test_of_one(self):
        told = self.gathering("y", "a")
        assert told.startswith(
            "<@1000000000000000001>, **Ann** invites you to cribbage: first to 121 points, you count and the bot "
            "checks.\n-# House rules to 121 · game"
        )
        assert told.endswith("[Accept*]\n[Decline]\n[Robot instead]\n[Help]")
        assert self.gathering("y", "a", seat=1) == told.replace("\n[Robot instead]", "")

    def test_in_private_its_host_waits(self):
        told = self.gathering("y", "a", seat=0)
        assert told.startswith("I sent Ben a private invitation. The game starts here when they accept.\n")
        assert told.endswith("\n[Withdraw]\n[Robot instead]\n[Help]")
        assert "Accept" not in told

    def test_of_two_and_an_open_seat(self):
        told = self.gathering("y", "a", "a", "o", players=4)
        assert told.startswith(
            "<@1000000000000000001> and <@1000000000000000002>, **Ann** invites you to cribbage: first to 121 points, "
            "you count and the bot checks.\n1 open seat.\n"
            "-# House rules to 121 · 4 players · partners by the cut · game"
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
        assert told.endswith("[Play with Ann*]\n[Withdraw]\n[Robot instead]\n[Help]")

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
        assert "[Pause]\n[Keep playing]\n[Help]\n<Nice hand!|" in public(asked)
        off = table.agreed(status="adjourned")
        assert all(shown.endswith("[Resume*]") for shown in (public(off), panel(off, 0)))
