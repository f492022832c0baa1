"""The prompts of a game, with the cards in a picture or in the text, and the line about its end."""

import re
from itertools import islice

import pytest

from bot.ui.games.status import prompt_for_all, prompt_for_you, result_line
from bot.ui.games.table_view import TableView
from tests.support.random_tables import EVERY_TABLE, moved, opened, playing, richest, showing, states
from tests.support.strategies import plays

CARD = re.compile("[♣♦♥♠]")


def prompts(table, seat, **about):
    return prompt_for_you(TableView(table), seat, **about).replace("\N{VARIATION SELECTOR-15}", "")


@pytest.mark.parametrize(("preset", "players"), EVERY_TABLE)
def test_with_a_picture_no_prompt_repeats_its_cards(preset, players):
    """Only the cards that were just counted are named, once each."""
    for table in islice(states(richest(preset, players), 8, preset=preset), 0, None, 2):
        shown, view = TableView(table), table.view(None)
        most = sum(window.what == "play" for window in view.windows)
        assert len(CARD.findall(prompt_for_all(shown, pictured=True))) <= most
        for seat in range(players):
            assert len(CARD.findall(prompt_for_you(shown, seat, pictured=True))) <= most


def test_your_turn():
    lead, next_card = playing("house"), playing("house", "0:6H")
    assert prompts(lead, 0) == "**You lead.** Play a card. The count is **0**."
    assert prompts(lead, 0, pictured=True) == "**You lead.** Play a card."
    assert prompts(next_card, 1) == "**Your turn.** Play a card. The count is **6**."
    assert prompts(next_card, 1, pictured=True) == "**Your turn.** Play a card."
    assert prompts(next_card, 0, pictured=True) == "**Ben:** your turn."


def test_the_count_is_back_to_0_after_a_first_series():
    table = playing("acc", "0:TC 1:TD 0:QD 1:go")
    assert "The count is back to 0." in prompt_for_all(TableView(table))


def test_count_your_hand():
    table = showing("house")
    seat = table.view(None).waiting_on[0]
    assert prompts(table, seat) == "**Count your hand:** `5♣` `5♦` `5♥` `J♠`, starter `5♠`."
    assert prompts(table, seat, pictured=True) == "**Count your hand.**"


def test_a_count_is_checked_before_the_next_is_asked_for():
    table = showing("britannica", "0:show=24")
    assert prompts(table, 1) == (
        "Ann counted **24**. **Accept, or challenge?** Ann's hand: `5♣` `5♦` `5♥` `J♠`, starter `5♠`."
    )
    assert prompts(table, 1, pictured=True) == "Ann counted **24**. **Accept, or challenge?**"
    assert prompts(table, 0, pictured=True) == "You counted **24**. Ben can challenge it."


def test_the_end():
    table = moved(playing("house", scores=(30, 20)), *plays("1:resign"))
    assert result_line(TableView(table)) == "**Ann wins:** Ben resigned. A double skunk is worth 4 games."
    table = moved(playing("house", "0:6H", scores=(98, 119)), *plays("1:6S"))
    assert result_line(TableView(table)) == "**Ben wins 121 to 98**."
    table = moved(playing("house", "0:6H", scores=(80, 119)), *plays("1:6S"))
    assert result_line(TableView(table)) == "**Ben wins 121 to 80**. A skunk is worth 2 games."


def test_no_prompt_names_a_law():
    for table in states(richest("britannica", 2), 9, preset="britannica"):
        shown = TableView(table)
        lines = [prompt_for_all(shown), *(prompt_for_you(shown, seat) for seat in (0, 1))]
        lines += [line.text for deal in shown.log for line in deal]
        assert not any(re.search(r"\blaw \d", line) for line in lines)


def test_a_game_is_opened_with_a_cut_in_words():
    table = opened(richest("bicycle", 2), preset="bicycle")
    assert prompt_for_all(TableView(table)) == "**Ann and Ben:** cut for the deal. Lowest card deals."
