""" "Why?": the laws behind a verdict, and the button that explains them."""

import pytest

from bot.ui.lawbook.law_search import name_of
from bot.ui.lawbook.why import laws_of, read, why_button, why_page
from engine.actions import Declare
from engine.laws import Law
from tests.support.strategies import ACC, BICYCLE, DERBY, MUGGINS, REFEREE, act, at_the_show, plays

HANDS = ("7H 8C 8D KS", "6H 6C AD 2D")
"""Hands of which the first counts 12 with the 9C."""


def verdict(rules, declared, *answers):
    """Return the events that the first count of a show and the answers to it bring."""
    game = at_the_show(HANDS, starter="9C", scores=(40, 40), rules=rules)
    return act(game, Declare(0, declared), *plays(" ".join(answers)))[1]


class TestTheLawsOfAVerdict:
    @pytest.mark.parametrize(
        ("rules", "declared", "answers", "laws"),
        [
            pytest.param(REFEREE, 12, (), [Law.DECLARED], id="right"),
            pytest.param(REFEREE, 15, (), [Law.OVERSCORE], id="too many"),
            pytest.param(BICYCLE, 15, (), [Law.OVERSCORE], id="too many, and nobody gets them"),
            pytest.param(MUGGINS, 10, (), [Law.MUGGINS], id="too few"),
            pytest.param(ACC, 15, ("1:many",), [Law.OVERSCORE], id="challenged"),
            pytest.param(DERBY, 15, ("1:many",), [Law.OVERSCORE], id="challenged, and nobody gets them"),
            pytest.param(ACC, 12, ("1:many",), [Law.FALSE_CHALLENGE], id="challenged, but right"),
            pytest.param(ACC, 12, ("1:ok",), [Law.DECLARED], id="accepted"),
        ],
    )
    def test_of_a_count(self, rules, declared, answers, laws):
        assert laws_of(verdict(rules, declared, *answers)) == laws

    def test_without_points_there_are_none(self):
        assert laws_of(()) == []


class TestTheButton:
    @pytest.mark.parametrize("law", Law, ids=str)
    def test_it_names_each_law(self, law):
        assert read(why_button([law]).custom_id) == [law]

    def test_laws_that_do_not_fit_are_left_out(self):
        laws = read(why_button(list(Law)).custom_id)
        assert laws[:5] == list(Law)[:5]
        assert len(why_button(list(Law)).custom_id) <= 100

    @pytest.mark.parametrize("custom_id", ["why1:", "why1:no_law", "why1:fifteen.", "why1:fifteen.no_law"])
    def test_a_law_that_does_not_exist(self, custom_id):
        assert read(custom_id) is None


class TestThePage:
    @pytest.mark.parametrize("law", Law, ids=str)
    def test_it_says_what_a_law_says_and_where_it_is_written(self, law):
        (page, more) = why_page([law])
        name, sentence, source = page.splitlines()
        assert (name, sentence) == (f"**{name_of(law)}**", law.sentence)
        assert source.startswith("-# Source: ")
        assert "`/law`" in more

    async def test_it_is_for_the_player_who_pressed_and_comes_after_a_restart_too(self, world):
        shown = (await world.command(world.cy, "rules", preset="acc")).response
        await world.restart()
        custom_id = why_button([Law.OVERSCORE, Law.MUGGINS]).custom_id
        (pressed,) = await world.late({"actor": world.cy, "message": world.snapshot(shown), "custom_id": custom_id})
        assert pressed.ephemeral
        assert Law.OVERSCORE.sentence in world.text(pressed.response)
        assert Law.MUGGINS.sentence in world.text(pressed.response)

    async def test_a_law_that_does_not_exist_is_refused(self, world):
        shown = (await world.command(world.cy, "rules", preset="acc")).response
        (pressed,) = await world.late({"actor": world.cy, "message": world.snapshot(shown), "custom_id": "why1:none"})
        assert pressed.ephemeral
        assert "/table" in world.text(pressed.response)
