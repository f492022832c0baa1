"""Screens go without the garbage collector; texts have as many lines as fit; names link to nothing."""

import gc
import weakref

from discord.ui import ActionRow, Container, TextDisplay
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.translation import using_language
from bot.ui.core.components import Press, Screen, button
from bot.ui.core.formatting import as_many_as_fit, escape, labelled, opponents
from tests.support.po_files import language


def test_a_screen_reads_the_same_again_and_its_items_go_as_soon_as_it_was_read():
    screen = Screen()
    screen.add_item(Container(TextDisplay("Ann leads."), ActionRow(button(Press("abcd", "1", "play-5H"), "5♥"))))
    items = [weakref.ref(item) for item in screen.walk_children()]
    gc.collect()
    gc.disable()
    try:
        first = screen.to_components()
        assert [item() for item in items] == [None] * len(items)
    finally:
        gc.enable()
    assert screen.to_components() == first
    assert first[0]["components"][1]["components"][0]["custom_id"] == "c1:abcd:1:play-5H"
    assert screen.has_components_v2()


class Line(str):
    """A line that counts how often anybody asks for its length."""

    __slots__ = ()
    looks = 0

    def __len__(self):
        Line.looks += 1
        return super().__len__()


@given(st.lists(st.text("ab\n", max_size=6), max_size=12), st.integers(0, 40), st.integers(0, 3))
def test_the_longest_beginning_that_fits_is_shown(lines, most, more):
    fitting = max((many for many in range(1, len(lines) + 1) if len("\n".join(lines[:many])) <= most), default=0)
    left = len(lines) - fitting + more
    expected = [*lines[:fitting], *([f"... and {left} more."] if left else [])]
    assert as_many_as_fit(lines, most, more=more) == "\n".join(expected)


def test_lines_after_the_first_that_does_not_fit_are_not_looked_at():
    Line.looks = 0
    shown = as_many_as_fit([Line("line 7: no") for _ in range(40_000)], 1_900)
    assert shown.count("line 7") == 172
    assert shown.endswith("... and 39828 more.")
    assert Line.looks <= 173 + 1


def test_a_colon_and_a_game_are_written_as_the_language_has_them():
    assert (labelled("Pictures", "**on**"), opponents(["Ann", "Ben"])) == ("Pictures: **on**", "Ann v Ben")
    with using_language(language("fr", {"{label}: {value}": "{label}\xa0: {value}", " v ": " contre "})):
        assert labelled("Images", "**oui**") == "Images\xa0: **oui**"
        assert opponents(["Ann", "Ben", "Cy"]) == "Ann contre Ben contre Cy"


def test_a_name_links_to_nothing():
    shown = escape("https://evil.example discord.gg/abc <#1> <t:1> </x:1> <id:home> [a](http://b.c) @everyone")
    for live in ("://", "discord.", "<#", "<t", "</", "<i", " [a](", "@everyone"):
        assert live not in shown
