"""The measure of what fits on a screen: it finds what is too long, in a whole game too."""

import pytest

from tests.support.discord_limits import LONGEST_BUTTON, too_long
from tests.support.po_files import language
from tests.support.pseudo_language import pseudo_entries


def request(**body):
    """Return a request with this body."""
    return type("Request", (), {"json": body})


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ({"components": [{"type": 2, "label": LONGEST_BUTTON * "x"}]}, 0),
        ({"components": [{"type": 2, "label": f"{LONGEST_BUTTON * 'x'}x"}]}, 1),
        ({"data": {"title": 45 * "x", "custom_id": "c1"}}, 0),
        ({"data": {"title": f"{44 * 'x'}…", "custom_id": "c1"}}, 1),
        ({"components": [{"type": 10, "content": 2_000 * "x"}, {"type": 10, "content": 2_000 * "x"}]}, 0),
        ({"components": [{"type": 10, "content": 2_000 * "x"}, {"type": 10, "content": 2_001 * "x"}]}, 1),
        ({"components": [{"type": 3, "options": [{"label": 101 * "x", "value": "a"}]}]}, 1),
        ({"content": 2_001 * "x"}, 1),
    ],
)
def test_what_is_too_long_or_was_cut_is_found(body, found):
    assert len(too_long([request(**body)])) == found


async def test_a_language_that_takes_half_as_much_room_again_does_not_fit(world):
    def longer(sentence):
        return sentence + len(sentence) // 2 * "ä"

    world.bot.languages.known = {"en": language("ru", pseudo_entries(longer))}
    await world.open_forms_of_play(world.ann)
    assert too_long(world.env.http_requests)
