""" "Why?": the laws behind a verdict, and the button that explains them."""

import pytest

from bot.ui.lawbook.law_search import name_of
from bot.ui.lawbook.why import read, why_button, why_page
from engine.laws import Law


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
