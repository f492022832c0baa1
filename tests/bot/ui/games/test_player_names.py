"""Strange names of players: everybody can still read whose turn it is."""

import pytest


async def invited_by(world, called):
    """Let a player of this name invite Ben, who accepts; return the first line of the table."""
    host = world.guild.add_member(world.env.create_user("account", global_name=called))
    await world.env.settle()
    invitation = (await world.start_game(host, opponent=world.ben, where="here")).response
    await world.press(world.ben, invitation, "accept")
    return world.text(world.public(world.name_on(invitation))).splitlines()[0], host


@pytest.mark.parametrize("called", ["\u3164", "\u200b\u200b", "\u2800 \u3164", "\u202e\u202c"])
async def test_a_player_with_an_invisible_name_is_called_by_their_account(world, called):
    first, host = await invited_by(world, called)
    assert first.startswith("**account and Ben:** discard")
    assert (await world.told(host, "stats")).startswith("account hasn't")


@pytest.mark.parametrize(
    ("called", "told"),
    [
        ("\u202eAnn\u202c", "Ann"),
        ("\u2067Ann\u2069", "Ann"),
        ("\u0645\u0631\u06cc\u0645\u200c\u062c\u0627\u0646", "\u0645\u0631\u06cc\u0645\u200c\u062c\u0627\u0646"),
        ("\U0001f469\u200d\U0001f4bb", "\U0001f469\u200d\U0001f4bb"),
        ("\u5c71\u7530", "\u5c71\u7530"),
        ("?", "?"),
    ],
)
async def test_no_name_turns_the_text_about_it_and_every_other_is_kept(world, called, told):
    first, host = await invited_by(world, called)
    assert first.startswith(f"**{told} and Ben:** discard")
    assert (await world.told(host, "stats")).startswith(f"{told} hasn't")
