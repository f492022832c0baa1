"""Tables of three and four: the invited players of /play, the open seats, the robots' seats, and a refusal."""

from tests.support.data_files import data_beside

DATA = data_beside(__file__)

CLUB, EASY = "club", "easy"


def seats_of(world, message):
    """Return the seats of a message's table: people by name, robots by level, or that they are open."""
    table = world.game(world.name_on(message))
    return [seat.player.name if seat.player else seat.robot or "open" for seat in table.seats]


async def play(world, **options):
    """Ann opens a table in the channel; its first message."""
    return (await world.start_game(world.ann, **{"where": "here", **options})).response


def people_of(world, options):
    """Return options with the people of these names."""
    return {key: getattr(world, value) if key.endswith("opponent") else value for key, value in options.items()}


async def test_who_sits_down(world):
    for options, seats in DATA["seated"]:
        assert seats_of(world, await play(world, **people_of(world, options))) == seats, options


async def test_in_private_robots_take_every_seat(world):
    for options, seats in DATA["private"]:
        await world.start_game(world.ann, "dm", **options)
        table = world.table_in(world.dm(world.ann))
        assert sorted(map(str, seats_of(world, table))) == sorted(seats), options
        assert "Your hand:" in world.text(table)


async def test_what_makes_no_sense_is_refused_by_its_name(world):
    for options, words in DATA["refused"]:
        refused = await world.start_game(world.ann, **people_of(world, options))
        assert refused.ephemeral, options
        assert words in world.text(refused.response)
        assert "[Start (off)]" in world.text(refused.response)
    assert world.texts(world.channel) == []


async def test_everyone_invited_is_pinged_and_the_game_begins_when_the_last_has_accepted(world):
    invitation = await play(world, opponent=world.ben, second_opponent=world.cy)
    assert sorted(world.pinged(invitation)) == sorted([world.ben.id, world.cy.id])
    assert all(part in world.text(invitation) for part in (f"<@{world.ben.id}>", f"<@{world.cy.id}>", "3 players"))
    name = world.name_on(invitation)
    await world.press(world.cy, invitation, "accept")
    assert world.game(name).status == "gathering"
    assert "Cy" in world.text(invitation)
    await world.press(world.ben, invitation, "accept")
    assert world.text(world.public(name)).startswith("**Ann, Ben and Cy:** discard 1 card each")


async def test_anybody_may_take_an_open_seat_and_leave_it_and_a_full_table_takes_no_more(world):
    invitation = await play(world, opponent=world.ben, players=3)
    await world.press(world.dan, invitation, "accept")
    refused = await world.press(world.cy, invitation, "accept")
    assert refused.ephemeral
    assert "This invitation is for" in refused.response.content
    await world.press(world.dan, invitation, "decline")
    assert seats_of(world, invitation) == ["Ann", "Ben", "open"]
    told = world.shown(world.channel)[-1]
    assert "one seat is open" in world.text(told)
    assert world.pinged(told) == [world.ann.id]
    await world.press(world.ben, invitation, "accept")
    await world.press(world.cy, invitation, "accept")
    assert seats_of(world, invitation) == ["Ann", "Ben", "Cy"]
    assert world.game(world.name_on(world.table_in(world.channel))).status == "playing"


async def test_the_host_reads_that_an_invited_player_declined_but_not_that_they_withdrew_it(world):
    withdrawn = await play(world, opponent=world.ben)
    await world.press(world.ann, withdrawn, "decline")
    assert "was cancelled" in world.text(withdrawn)
    assert len(world.shown(world.channel)) == 1
    invitation = await play(world, opponent=world.ben, second_opponent=world.cy)
    await world.press(world.ben, invitation, "accept")
    await world.press(world.cy, invitation, "decline")
    assert "was cancelled" in world.text(invitation)
    told = world.shown(world.channel)[-1]
    assert world.text(told) == f"<@{world.ann.id}>: Cy declined."
    assert world.pinged(told) == [world.ann.id]


async def test_from_a_dm_everyone_is_asked_in_their_own(world):
    asked = await world.start_game(world.ann, "dm", opponent=world.ben.user, second_opponent=world.cy.user, target=61)
    assert world.text(asked.response).startswith(
        "I sent Ben and Cy private invitations. The game starts here when everyone accepts.\n"
    )
    invitations = [world.table_in(world.dm(actor)) for actor in (world.ben, world.cy)]
    name = world.name_on(invitations[0])
    await world.press(world.ben, invitations[0], "accept")
    assert world.game(name).status == "gathering"
    await world.press(world.cy, invitations[1], "accept")
    for actor in (world.ann, world.ben, world.cy):
        assert "**Discard 1 card**" in world.text(await world.panel(actor, name))


async def test_everyone_reads_a_refusal_in_a_dm(world):
    await world.start_game(world.ann, "dm", opponent=world.ben.user, second_opponent=world.cy.user)
    await world.press(world.cy, world.table_in(world.dm(world.cy)), "decline")
    for actor in (world.ann, world.ben, world.cy):
        assert any("was cancelled" in text for text in world.texts(world.dm(actor))), actor.name
    assert world.texts(world.dm(world.ann))[-1] == f"<@{world.ann.id}>: Cy declined."


async def test_closed_messages_of_one_bring_all_to_the_channel(world):
    world.shut(world.cy)
    invitation = await play(world, opponent=world.ben, second_opponent=world.cy, where="dm")
    name = world.name_on(invitation)
    for actor in (world.ben, world.cy):
        await world.press(actor, invitation, "accept")
    assert world.text(world.public(name)).startswith("**Ann, Ben and Cy:** discard 1 card each")
    assert "I can't DM Cy" in "\n".join(world.texts(world.channel))
    await world.play_until(name, "play")


async def test_open_seats_of_a_game_in_private_are_taken_in_the_channel(world):
    invitation = await play(world, players=3, where="dm")
    for actor in (world.cy, world.dan):
        await world.press(actor, invitation, "accept")
    assert world.ids(invitation) == []
    assert world.text(invitation).startswith("Ann, Cy and Dan play in their DMs.")
    for actor in (world.ann, world.cy, world.dan):
        assert "Your hand:" in world.text(world.table_in(world.dm(actor)))


async def test_a_thread_is_named_after_everyone_with_the_longest_names_too(world):
    people = [
        world.guild.add_member(world.env.create_user(f"long{letter}", global_name=letter * 32)) for letter in "ABCD"
    ]
    host, *others = people
    named = dict(zip(("opponent", "second_opponent", "third_opponent"), others, strict=True))
    invitation = (await world.start_game(host, **named)).response
    for actor in others:
        await world.press(actor, invitation, "accept")
    assert len(world.channel.threads) == 1
    assert len(world.thread().name) <= 100
    assert all(letter * 12 in world.thread().name for letter in "ABCD")


async def test_lengths_are_offered_as_the_preset_has_them(world):
    for preset, lengths in DATA["lengths"].items():
        page = await world.command(world.ann, "play", more=True, preset=preset)
        form = await world.ann.click(page.response, custom_id=world.play_option(page.response, "rules"))
        (menu, *_) = (part["component"] for part in form.modal["components"])
        assert {option["value"]: option["label"] for option in menu["options"]} == lengths
