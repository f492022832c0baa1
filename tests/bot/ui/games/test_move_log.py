"""The move log at each stage, word by word: the cuts, the broken laws, the windows and the claims."""

from dataclasses import replace

import pytest

from bot.ui.core.components import DisplayOptions
from bot.ui.games import screens
from bot.ui.games.move_log import move_log
from bot.ui.games.table_view import TableView
from engine.actions import AskFreshDeal, CutPack, Deal, LayAway, NameNumber, StandDeal, TakeBack, WaiveCut
from engine.cards import PACK, Card
from engine.course import Course
from engine.events import Challenged, DealerChosen, ForDealCut, Pegged, Played, PutBack
from engine.game import begin
from engine.laws import Law
from engine.presets import find
from engine.state import ToDeal
from tests.support.data_files import data_beside
from tests.support.random_tables import at, dealt_on, moved, opened, panel, playing, public, showing, text
from tests.support.strategies import about_to_deal, act, cards, plays, stacked

DATA = data_beside(__file__)


@pytest.mark.parametrize(("preset", "moves", "options", "laws", "line"), DATA["play"])
def test_a_line_of_the_play(preset, moves, options, laws, line):
    table = playing(preset, moves, **options)
    assert f"\n{line}\n" in public(table)
    check_laws(table, laws)


@pytest.mark.parametrize(("preset", "moves", "options", "laws", "line"), DATA["show"])
def test_a_line_of_the_show(preset, moves, options, laws, line):
    table = showing(preset, moves, **options)
    assert line in public(table)
    assert ("29" in public(table)) == ("29" in moves + line), "the truth stays hidden"
    check_laws(table, laws)


def check_laws(table, laws):
    """Check which laws the last line about a count explains, or else of the log; none is named in its words."""
    shown = TableView(table)
    last = [*shown.log, *shown.verdicts_of_this_show][-1]
    assert [law.name for law in last.laws] == laws
    assert "law" not in last.text.lower()


class TestTheCuts:
    def test_for_the_deal(self):
        table = opened(find("bicycle", ceremony=True, players=3), preset="bicycle")
        assert public(table).startswith("**Ann, Ben and Cat:** cut for the deal. Lowest card deals.")
        table = moved(table, NameNumber(1, 20))
        assert public(table).startswith("**Ann and Cat:** cut for the deal")
        assert "Ben cut at 20." in public(table)
        assert panel(table, 0).startswith("**Cut for the deal** (4 to 48 cards)")
        assert "[Cut*]\n[Cut anywhere]" in panel(table, 0)
        assert panel(table, 1).endswith("[Refresh]")
        table = moved(table, NameNumber(2, 33))
        form = screens.cutting_at(table, table.view(0))
        assert form.title == "Cut for the deal"
        assert form.fields[0].hint == "From 4 to 48, but not 20 and 33."

    def test_seats_partners(self):
        """The log names the player who is at a seat now, even if they named their number elsewhere."""
        table = opened(find("bicycle", ceremony=True, players=4))
        table = moved(table, *(NameNumber(seat, number) for seat, number in enumerate((10, 20, 30, 40))))
        table = dealt_on(table, b"\x07" * 32)
        cut = next(event for event in table.recent if type(event).__name__ == "ForDealCut" and event.places)
        told = public(table)
        assert "Partners: Ann and Cat against Ben and Dan." in told
        assert f"Cut for deal: Ann `{cut.cards[0]}` at {cut.numbers[0]}".replace("T", "10")[:18] in told
        assert "Ann deals first." in told
        assert "cut at" not in told, "the cut tells the numbers"

    def test_a_tie_is_logged_by_the_first_places(self):
        """Ann and Dan cut fives, and all cut again; each card is shown by the name of the player who cut it."""
        fives = tuple(map(Card.parse, ("5C", "9D", "KC", "5D")))
        seated = tuple(map(Card.parse, ("2C", "7D", "4H", "JS")))
        events = (ForDealCut(fives), ForDealCut(seated, None, (2, 0, 3, 1)), DealerChosen(0))
        now = ("Cat", "Ann", "Dan", "Ben")
        tie, cut, partners, dealer = move_log(Course(events, find("house", players=4)), now)
        assert tie.text.replace("\ufe0e", "") == "Cut for deal: Ann `5♣`, Ben `9♦`, Cat `K♣`, Dan `5♦`."
        assert cut.text.replace("\ufe0e", "") == "Cut for deal: Cat `2♣`, Ann `7♦`, Dan `4♥`, Ben `J♠`."
        assert partners.text == "Partners: Cat and Dan against Ann and Ben."
        assert dealer.text == "Cat deals first."

    @staticmethod
    def about_to_cut(preset):
        """Return a table at which Ben may cut the pack for Ann, who deals."""
        return at(replace(begin(find(preset, ceremony=True)), phase=ToDeal(0)), preset=preset)

    def test_to_the_dealer(self):
        table = self.about_to_cut("bicycle")
        assert public(table).startswith("**Ben:** cut the deck, or leave it as it is.\n")
        assert "[Cut*]\n[Cut anywhere]\n[Leave it]\n[My hand]" in public(table)
        assert panel(table, 0).endswith("[Refresh]")
        assert "Ben cut the deck at 12 cards." in public(dealt_on(moved(table, CutPack(1, 12)), b"\1" * 32))
        assert "Ben left the deck as it is." in public(dealt_on(moved(table, WaiveCut(1)), b"\1" * 32))

    def test_to_the_dealer_where_the_pack_must_be_cut(self):
        table = self.about_to_cut("acc")
        assert public(table).startswith("**Ben:** cut the deck.\n")
        assert panel(table, 1).startswith("**Cut the deck.**\n")
        assert "Leave it" not in panel(table, 1)

    def test_to_the_dealer_where_it_costs_two(self):
        table = self.about_to_cut("crib-derby")
        assert "Cutting gives Ann 2 points." in public(table)
        assert "[Leave it*]\n[Cut (2 points to the dealer)]\n[Cut anywhere]" in panel(table, 1)
        after = public(dealt_on(moved(table, CutPack(1, 12)), b"\1" * 32))
        assert "Ben cut the deck at 12 cards.\nAnn: 2 points for the cut." in after
        assert "Ann **2** (+2, the cut)" in after

    def test_the_last_deal_is_one_press_away_while_the_next_is_cut(self):
        """Between two deals the last counts are shown while the show is held, and after that on request."""
        table = showing("britannica", "0:show=29 1:show=0 1:show=2 0:ok", ceremony=True, target=121)
        assert table.view(None).stage == "deal"
        assert "Ann's hand" in text(screens.public(TableView(table), held=True))
        assert "Ann's hand" not in public(table)
        assert "[Last deal]" in public(table)
        table = dealt_on(moved(table, WaiveCut(1)), b"\2" * 32)
        assert "Ann's hand" in text(screens.public(TableView(table), held=True))
        assert text(screens.last_deal(TableView(table))).startswith("**Last deal**\nAnn's hand")


class TestLawEleven:
    @pytest.fixture
    def laid(self):
        game = about_to_deal(find("britannica"), dealer=1)
        table = at(game, preset="britannica")
        hands = [cards("6H 8S TC QD 2C 3D"), cards("6S 8C TD QH 2D 4H")]
        return moved(table, Deal(stacked(1, hands, "KS")), LayAway(0, cards("2C 3D")))

    def test_discards_may_be_taken_back_at_a_price_that_is_named(self, laid):
        shown = panel(laid, 0)
        assert "-# Taking a discard back gives your opponent 2 points." in shown
        assert "[Take back 2♣]\n[Take back 3♦]\n[Take both back]\n[Refresh]" in shown
        assert "[Take back" not in panel(laid, 1) + public(laid)
        asked = panel(laid, 0, "2C")
        assert asked.startswith("**Take back `2♣`?** Ben gets 2 points and can ask for a new deal.")
        assert asked.endswith("[Take back (gives 2 points)]\n[Leave it]")

    def test_the_adversary_chooses(self, laid):
        table = moved(laid, TakeBack(0, cards("2C")))
        assert public(table).startswith("**Ben:** Ann took back a discard. Ask for a new deal, or let it stand?")
        assert "Ann took back a discard.\nBen: 2 points for the discard that was taken back." in public(table)
        assert "2♣" not in public(table)
        assert "[Ask for a new deal*]\n[Let it stand]" in panel(table, 1)
        assert "[Ask for a new deal*]\n[Let it stand]\n[My hand]" in public(table)
        assert panel(table, 0).endswith("[Refresh]")

    def test_a_fresh_deal_or_the_same(self, laid):
        table = moved(laid, TakeBack(0, cards("2C")))
        fresh = dealt_on(moved(table, AskFreshDeal(1)), b"\1" * 32)
        assert "Ben asked for a new deal." in public(fresh)
        assert public(fresh).startswith("**Ann and Ben:** discard 2 cards each to Ben's crib.")
        table = moved(table, StandDeal(1))
        assert "Ben let the deal stand." in public(table)
        assert panel(table, 0).startswith("**Discard 1 card** to Ben's crib.")
        assert "[2♣]\n[6♥]\n[8♠]\n[10♣]\n[Q♦]\n[Discard (off)]" in panel(table, 0)
        assert "[Take back 3♦]" in panel(table, 0), "what lies there still"


def test_points_that_move_after_the_answer_to_a_challenge_are_named_too():
    """Ben's last card was declared for 2; once Ann has challenged it, Ben still gets the point for the last card."""
    card = Card.parse("8C")
    played, challenged = Played(1, card, 15, 2), Challenged(0, 1, "too_many", upheld=True)
    pegs = (
        PutBack(1, 1, 2, Law.OVERSCORE, 0),
        Pegged(0, 0, 2, Law.OVERSCORE, (card,), 2),
        Pegged(1, 1, 1, Law.LAST_CARD, (card,), 1),
    )
    lines = move_log(Course((played, challenged, *pegs), find("acc")), ("Ann", "Ben"))
    assert lines[-1].text == "Ben: 1 point for the last card."


class TestHeels:
    def test_may_be_claimed_until_the_dealer_plays_and_is_offered_with_a_jack_alone(self):
        assert "Claim" not in panel(playing("acc", starter="KS"), 1)
        table = playing("acc", starter="JS")
        shown = panel(table, 1)
        assert "-# The starter is a jack. Claim 2 points before you play." in shown
        assert "[Claim his heels]" in shown
        assert "Claim" not in panel(table, 0) + public(table)
        table = moved(table, *plays("0:6H"))
        assert "[Claim his heels]" in panel(table, 1)
        table = moved(table, *plays("1:8C"))
        assert "Claim" not in panel(table, 1)
        assert "Claim" not in panel(playing("acc", "1:heels", starter="JS"), 1)


class TestDeclaredPegging:
    def test_the_card_comes_first_and_then_the_points(self):
        assert " for ...]" not in panel(playing("acc"), 0), "a card that is led is played for nothing alone"
        table = playing("acc", "0:6H")
        assert "[Play 6♠ without claiming]\n[Play 8♣ without claiming]\n" in panel(table, 1)
        assert "[Play 6♠ for ...]\n[Play 8♣ for ...]\n[Play 10♦ for ...]\n[Play Q♥ for ...]" in panel(table, 1)
        asked = panel(table, 1, "6S")
        assert asked.startswith("**Play `6♠`** for how many points?")
        assert asked.endswith("[1]\n[2]\n[Back]")
        assert panel(table, 0).endswith("[Play 8♠ (off)]\n[Play 10♣ (off)]\n[Play Q♦ (off)]\n[Refresh]")

    def test_fourteen_is_a_button_and_is_pegged(self):
        table = playing("acc", "0:7H 1:2S 0:2D=2 1:2H=6", kept=("7H 2D 2C KS", "2S 2H QD QS"), starter="TS")
        assert "[13]\n[14]\n[Back]" in panel(table, 0, "2C")
        assert moved(table, *plays("0:2C=14 1:ok")).game.scores == (16, 6)

    def test_the_log_shows_the_declared_count_and_hides_the_true_one(self):
        table = playing("acc", "0:6H 1:6S=2")
        assert public(table).startswith("Ben counted **2** for `6♠`. **Ann:** play, or challenge. The count is **12**.")
        assert "[My hand*]\n[Accept]\n[Challenge Ben's 2]" in public(table)
        assert "Too few" not in public(table)

    def test_who_may_challenge_is_asked_and_who_declared_waits(self):
        table = playing("britannica", "0:6H 1:6S=2", muggins=True)
        assert (
            "**Your turn.** Play a card. Ben counted **2** for `6♠`. **Accept, or say it's too many or too few?**"
        ) in panel(table, 0)
        assert "[Accept]\n[Too many: Ben's 2]\n[Too few: Ben's 2]" in panel(table, 0)
        assert panel(table, 1).startswith("You counted **2** for `6♠`. Ann can challenge it. The count is **12**.")
        assert panel(table, 1).endswith("[Refresh]")

    def test_the_referee_counts_each_series_for_itself(self):
        line = "0:TC 1:TD=2 0:QD 1:go 1:QH 0:6H 1:6S=2"
        told = public(playing("house", line, pegging="declared"))
        assert "really" not in told
        assert "Ben played `6♠` for **2 points**." in told

    def test_a_claim_of_game(self):
        table = playing("acc", "0:6H 1:6S=2", scores=(0, 119))
        assert public(table).startswith(
            "Ben counted **2** for `6♠`. **Ann:** Accept, or challenge? It would win the game."
        )
        assert "Ben played `6♠` for **2 points** to win the game." in public(table)
        assert "[Accept*]\n[Challenge Ben's 2]\n[My hand]" in public(table)
        assert panel(table, 0).count("[Play ") == panel(table, 0).count(" (off)]") == 3, "the claim comes first"
        won = public(moved(table, *plays("0:ok")))
        assert won.startswith("**Ben wins 121 to 0**. That's a skunk.")
        assert "Ann accepted Ben's 2." in won


class TestLawSixteen:
    def test_go_is_always_there_and_tells_nothing(self):
        table = playing("britannica", "0:6H")
        assert "[Play Q♥ without claiming]\n[Say go]" in panel(table, 1)
        assert "[Say go]" not in panel(playing("britannica"), 0)
        assert "[Say go]" not in panel(playing("crib-derby", "0:6H"), 1)

    def test_it_must_be_said_where_nothing_comes_in(self):
        table = playing("acc", "0:TC 1:TD 0:QD")
        assert panel(table, 1).startswith('**You have no playable card.** Say "go". The count is **30**.')
        assert "(off)" in panel(table, 1)
        assert panel(table, 1).endswith("[Say go*]\n[Claim his heels]") or panel(table, 1).endswith("[Say go*]")
        assert public(table).startswith("**Ben:** your turn. The count is **30**.")

    def test_the_adversary_chooses(self):
        false = playing("britannica", "0:6H 1:go")
        assert public(false).startswith(
            '**Ann:** Ben said "go" but has a playable card. Make them play, or take 2 points?'
        )
        assert "[Take 2 points*]\n[Make them play]\n[My hand]" in public(false)
        assert panel(false, 0).endswith("[Take 2 points*]\n[Make them play]\n[Why?]")
        assert "[Say go]" not in panel(moved(false, *plays("0:require")), 1)


class TestFiveCards:
    def test_playing_on_or_stopping(self):
        table = playing("britannica-five", "0:TC 1:TD 0:9H 1:AS 0:go", kept=("TC QD 9H", "TD QH AS"))
        assert "show" in table.view(None).stage
        table = playing("britannica-five", "0:TC 1:TD 0:QD 1:go", kept=("TC QD AH", "TD QH 9S"))
        assert public(table).startswith("**Ann:** play on, or stop. The count is **30**.")
        assert panel(table, 0).startswith("**Play on, or stop.** The count is **30**.")
        assert panel(table, 0).endswith("[Play A♥ without claiming]\n[Stop]\n[Play A♥ for ...]")
        must = playing("acc", "0:TC 1:TD 0:QD 1:go", kept=("TC QD AH 9H", "TD QH 9S 8C"))
        assert public(must).startswith("**Ann:** your turn. The count is **30**.")
        assert "Ann stopped." in public(moved(table, *plays("0:stop")))

    def test_three_for_last(self):
        game, events = act(about_to_deal(find("britannica-five"), dealer=1), Deal(PACK))
        assert "Ann: 3 points (three for last)." in public(at(game, events))


class TestTheShow:
    def test_a_declaration_opens_a_window(self):
        table = showing("britannica", "0:show=24")
        told = public(table)
        assert told.startswith(
            "Ann counted **24**. **Ben:** Accept, or challenge? Ann's hand: `5♣` `5♦` `5♥` `J♠`, starter `5♠`."
        )
        assert "Ann's hand `5♣` `5♦` `5♥` `J♠` with `5♠`: counted **24**." in told
        assert "[Accept*]\n[Challenge Ann's 24]\n[My hand]" in told
        assert "8♣" not in told
        assert panel(table, 1).startswith("Ann counted **24**. **Accept, or challenge?** Ann's hand: `5♣` `5♦`")
        assert "You counted **24**. Ben can challenge it." in panel(table, 0)

    def test_the_next_to_declare_sees_the_open_hand_and_then_their_own(self):
        table = showing("britannica", "0:show=24")
        board, own = screens.panel(TableView(table), 1, look=DisplayOptions(pictures=True), in_dm=True).scenes
        assert board.description.startswith("Ann's hand: 5 of clubs")
        assert "Ann's hand: 5 of clubs" in own.description, "it is answered before the own hand is counted"
        assert "6 of spades" not in own.description
        table = moved(table, *plays("1:ok"))
        _, own = screens.panel(TableView(table), 1, look=DisplayOptions(pictures=True), in_dm=True).scenes
        assert "Your hand: 6 of spades" in own.description
        *_, shown = screens.panel(TableView(table), 0, look=DisplayOptions(pictures=True)).scenes
        assert "Ben's hand" in shown.description

    def test_a_player_who_goes_on_must_wait(self):
        """The crib follows the dealer's hand, so the other must speak before it is shown."""
        table = showing("britannica", "0:show=29 1:show=4")
        assert "Ben counted **4**. **Ann:** Accept, or challenge?" in public(table)
        assert "[Accept*]\n[Challenge Ben's 4]\n[My hand]" in public(table)
        assert panel(table, 1).endswith("[Refresh]")

    def test_the_crib_is_open_before_the_next_deal(self):
        """The next dealer is known, and nothing is dealt until the crib is settled."""
        table = showing("britannica", "0:show=29 1:show=4 0:ok 1:show=2", target=121)
        told = public(table)
        assert told.startswith(
            "Ben counted **2**. **Ann:** Accept, or challenge? Ben's crib: `K♣` `K♦` `K♥` `K♠`, starter `5♠`."
        )
        assert "[Accept*]\n[Challenge Ben's 2]\n[My hand]\n[Last deal]\n[Help]\n<Nice hand!|" in told
        assert "counted **4**. Ann accepted.\nBen's crib `K♣` `K♦` `K♥` `K♠` with `5♠`: counted **2**." in told
        assert "deal 1 · Ann deals next" in told
        assert panel(table, 1).endswith("[Refresh]\n[Last deal]")

    def test_it_may_be_raised(self):
        table = showing("crib-derby", "0:show=24")
        assert "[Change my count]" in panel(table, 0)
        assert "Change" not in panel(table, 1) + public(table)
        assert screens.amending(table, table.view(0)).title == "Change your count for this hand"
        table = moved(table, *plays("0:amend=28"))
        assert public(table).startswith("Ann counted **28**. **Ben:** Accept, or challenge? Ann's hand")
        assert "counted **24**. Ann changed it to **28**." in public(table)

    def test_a_count_of_0_can_only_be_too_few(self):
        table = showing("acc", "0:show=0", muggins=True)
        assert panel(table, 1).startswith("Ann counted **0**. **Accept, or say it's too few?** Ann's hand: ")
        assert "[Accept*]\n[Too few: Ann's 0]" in panel(table, 1)
        table = showing("crib-derby", "0:show=0")
        assert public(table).startswith("**Ben:** count your hand.")
        assert "challenge" not in (public(table) + panel(table, 0)).replace("challenge counting", "")
        assert "[Change my count]" in panel(table, 0)

    def test_a_count_that_is_raised_in_the_next_deal_is_a_line_there(self):
        table = showing("crib-derby", "0:show=24 1:ok 1:show=4 0:ok 1:show=2 0:ok")
        table = dealt_on(table, b"\1" * 32)
        assert "[Change my count]" in panel(table, 0)
        table = moved(table, *plays("0:amend=28 1:many"))
        assert "Ann changed the count of the hand to **28**." in public(table)
        assert "Ben challenged Ann's 28, but it wasn't too high: 2 points to Ann." in public(table)
        last = text(screens.last_deal(TableView(table)))
        assert "counted **24**. Ben accepted. Ann changed it to **28**. Ben challenged" in last

    def test_a_claim_of_game(self):
        table = showing("britannica", "0:show=29", scores=(40, 0))
        assert public(table).startswith(
            "Ann counted **29**. **Ben:** Accept, or challenge? It would win the game. "
            "Ann's hand: `5♣` `5♦` `5♥` `J♠`, starter `5♠`."
        )
        assert "counted **29** to win the game." in public(table)
        assert public(moved(table, *plays("1:ok"))).startswith("**Ann wins 61 to 0**.")
