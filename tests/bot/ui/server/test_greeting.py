"""The first minute: the first words in a server, a practice deal that teaches, and a line after the first game."""

import discord

from bot.accounts import KEPT_AFTER_LEAVING
from bot.analysis import thinking
from bot.models.agreement import ServerSettings
from bot.storage import preferences
from bot.ui.core import attachments
from bot.ui.server.server_commands import GREETING


async def arrive(world, *, writable=True):
    """The bot is let into another server; returns it, the channel in which it may write, and what is said there."""
    guild = world.env.create_guild("Newcomers")
    shut = {guild.me: discord.PermissionOverwrite(send_messages=False)}
    guild.create_text_channel("rules", overwrites=shut)
    channel = guild.create_text_channel("talk", overwrites={} if writable else shut)
    await world.env.settle()
    await world.bot.on_guild_join(world.bot.get_guild(guild.id))
    await world.env.settle()
    return guild, channel, world.shown(channel)


def newcomer(world, guild, name="eve"):
    return guild.add_member(world.env.create_user(name))


async def test_greeting_is_said_once_where_the_bot_may_write(world):
    guild, channel, (said,) = await arrive(world)
    assert world.text(said).startswith(GREETING[0])
    assert world.text(said).endswith("[Start]\n[First deal (90 seconds)]\n[Practice game with tips]")
    assert (await preferences.read_server(world.bot.context.tables.database, guild.id)).greeted
    await world.bot.on_guild_join(world.bot.get_guild(guild.id))
    await world.env.settle()
    assert len(world.texts(channel)) == 1


async def test_where_it_may_not_write_it_says_nothing(world):
    guild, _, said = await arrive(world, writable=False)
    assert said == []
    assert not (await preferences.read_server(world.bot.context.tables.database, guild.id)).greeted


async def pressed(world, action):
    helped = (await world.command(world.ben, "help")).response
    return await world.press(world.ben, helped, action)


async def test_a_practice_deal_is_played_in_private_with_somebody_to_whisper(world):
    answer = await pressed(world, "lesson")
    assert "Your practice game is in your DMs: https://" in world.text(answer.response)
    table = world.table_in(world.dm(world.ben))
    text = world.text(table)
    assert "-# Tip: " in text
    assert "Robin" in text
    game = await world.bot.context.tables.find(world.name_on(table))
    assert game.agreement.helped, "a game with tips counts for nothing"
    await world.play_until(game.id, "play")
    assert "-# Tip: " in world.text(world.table_in(world.dm(world.ben)))


async def test_the_judge_of_the_tips_thinks_in_another_process(world, monkeypatch):
    """A process that starts has its own modules, so the judge is missing in this one alone."""

    def must_not_think(*_):
        raise AssertionError("the judge must not think here")

    monkeypatch.setattr(thinking, "judge", must_not_think)
    monkeypatch.setattr(attachments, "_PATIENCE", 60.0)
    world.env.settle_timeout = 60.0
    await pressed(world, "lesson")
    await world.play_until(world.name_on(world.table_in(world.dm(world.ben))), "play")
    assert "-# Tip: " in world.text(world.table_in(world.dm(world.ben)))


async def test_a_tip_that_takes_too_long_is_a_simple_one_and_an_ordinary_game_has_none(world, monkeypatch):
    monkeypatch.setattr(attachments, "_PATIENCE", 0.0)
    await pressed(world, "lesson")
    practice = world.table_in(world.dm(world.ben))
    assert "-# Tip: " in world.text(practice)
    name = world.name_on(practice)
    asked = await world.command(world.ben, "resign", where="dm")
    await world.press(world.ben, asked.response, "resign")
    assert not world.is_open(name)
    await world.start_game(world.ben, "dm", robot="easy")
    text = world.text(world.table_in(world.dm(world.ben)))
    assert "Discard 2 cards" in text
    assert "Tip:" not in text


async def test_where_private_messages_are_closed_it_says_what_to_do(world):
    world.shut(world.ben)
    answer = await pressed(world, "lesson")
    assert "I can't send you DMs" in world.text(answer.response)
    world.mend()
    assert "Your practice game is" in world.text((await pressed(world, "lesson")).response)


async def test_counting_and_reading_are_a_press_away(world):
    assert "How many points is this hand?" in world.text((await pressed(world, "count")).response)
    guild, _, (greeting,) = await arrive(world)
    read = await world.press(newcomer(world, guild), greeting, "walk")
    assert "How to play** (1 of 8)" in world.text(read.response)


async def started(world, eve, greeting):
    """Return the question that Start asks, which has no other before or after it."""
    asked = await world.press(eve, greeting, "start")
    assert asked.ephemeral
    assert world.text(asked.response).startswith("**Who do you want to play?**\n[A robot]")
    return asked.response


async def test_start_asks_for_an_opponent_and_the_game_is_there(world):
    guild, channel, (greeting,) = await arrive(world)
    eve, finn = newcomer(world, guild), newcomer(world, guild, "finn")
    asked = await started(world, eve, greeting)
    await eve.click(asked, label="A robot")
    assert world.text(asked) == "Your game is open."
    (game,) = world.bot.context.tables._open.values()
    assert (game.status, game.rules.counting) == ("playing", "referee")
    assert "casual" in {seat.robot for seat in game.seats}
    asked = await started(world, eve, greeting)
    await world.restart()
    await eve.click(asked, label="Anyone here")
    opened = world.table_in(channel)
    name = world.name_on(opened)
    await world.press(finn, opened, "accept")
    assert world.game(name).status == "playing"
    asked = await started(world, eve, greeting)
    await eve.click(asked, label="More options")
    assert "New game" in world.text(asked)


async def test_start_invites_the_friend_who_is_chosen_and_refuses_oneself_and_other_bots(world):
    guild, channel, (greeting,) = await arrive(world)
    eve, finn = newcomer(world, guild), newcomer(world, guild, "finn")
    asked = await started(world, eve, greeting)
    menus = [part["custom_id"] for part in world._parts(asked, 5)]
    menu = next(custom_id for custom_id in menus if custom_id.startswith("o1:friend"))
    refused = await eve.select(asked, [eve], custom_id=menu)
    assert "You can't play yourself" in world.text(refused.response)
    await eve.select(asked, [finn], custom_id=menu)
    assert world.text(asked) == "Your game is open."
    invited = world.table_in(channel)
    assert world.pinged(invited) == [finn.id]


async def test_start_in_private_offers_a_robot_and_friends_alone(world):
    await world.whisper(world.ben, "how do i play")
    page = world.shown(world.dm(world.ben))[-1]
    await world.late(world.pressing(world.ben, page, "h1:s7"))
    asked = await world.press(world.ben, page, "start")
    assert "[Anyone here]" not in world.text(asked.response)
    await world.at(world.ben, asked.response).click(asked.response, label="A robot")
    assert world.table_in(world.dm(world.ben))


async def test_start_keeps_to_the_rules_and_the_channel_of_the_server(world):
    guild, channel, (greeting,) = await arrive(world)
    elsewhere = guild.create_text_channel("games")
    await world.env.settle()
    settings = ServerSettings(guild.id, "acc", channel_id=elsewhere.id)
    await preferences.put_server(world.bot.context.tables.database, settings)
    refused = await world.press(newcomer(world, guild), greeting, "start")
    assert refused.ephemeral
    assert world.texts(channel) == [world.text(greeting)]


async def play_to_the_end(world):
    name = await world.sit_down(place="here", counting="automatic", target=61)
    public = world.public(name)
    await world.hurry(name, lambda table: max(table.game.scores) >= 30)
    await world.play_until(name)
    return public


async def test_one_line_after_a_first_game_and_later_for_who_is_new_alone(world):
    public = await play_to_the_end(world)
    words = world.text(public)
    won = "Ann" if "**Ann wins" in words else "Ben"
    lost = {"Ann": "Ben", "Ben": "Ann"}[won]
    assert f"Well played, {won}!" in words
    assert f"A good first game, {lost}!" in words
    assert words.count("Press **Play again** for a rematch") == 1
    assert "skunk" not in words
    await world.restart()
    assert world.text(public) == words
    await world.env.advance_time(60)
    public = await play_to_the_end(world)
    assert "wins" in world.text(public)
    assert "Well played" not in world.text(public)
    assert "first game" not in world.text(public)
    await world.env.advance_time(60)
    invited = (await world.start_game(world.cy, opponent=world.ben, where="here", target=61)).response
    name = world.name_on(invited)
    await world.press(world.ben, invited, "accept")
    public = world.public(name)
    asked = await world.command(world.cy, "resign", game=name)
    await world.press(world.cy, asked.response, "resign")
    assert "A good first game, Cy!" in world.text(public)
    await world.press(world.cy, public, "again")
    assert "Play again" not in world.text(public)


async def test_a_blocked_server_is_left_without_a_word(world):
    guild, _, said = await arrive(world)
    await preferences.put_blocked_servers(world.bot.context.tables.database, [guild.id])
    assert world.bot.get_guild(guild.id) is not None
    await world.bot.on_guild_join(world.bot.get_guild(guild.id))
    await world.env.settle()
    assert world.bot.get_guild(guild.id) is None
    assert len(said) == 1, "the greeting of before"


async def test_what_is_stored_of_a_server_goes_90_days_after_the_bot_has_left_it(world):
    database, servers = world.bot.context.tables.database, world.bot.context.accounts.servers
    await world.sit_down()
    await world.resign(world.ann)
    async with database.transaction() as writing:
        for query in (
            "INSERT INTO leagues (id, guild_id, name, folded, preset, rules, scheme, format, best_of, minimum, zone, "
            f"created_at) VALUES (1, {world.guild.id}, 'One', 'one', 'acc', '{{}}', 'acc', 'open', 1, 0, 'UTC', '')",
            "INSERT INTO league_results (id, league_id, season, stage, status, ended_by, played_at) "
            "VALUES (1, 1, 1, 'season', 'counts', 'out', '')",
            f"INSERT INTO servers (guild_id) VALUES ({world.guild.id})",
            "INSERT INTO servers (guild_id) VALUES (8)",
        ):
            writing.write(query)

    async def stored():
        return [
            await database.rows(query)
            for query in ("SELECT id FROM leagues", "SELECT id FROM league_results", "SELECT guild_id FROM servers")
        ]

    now, kept = world.env.now(), await stored()
    assert await servers.note_left({8}, now) == []
    assert await servers.note_left({8, world.guild.id}, now + KEPT_AFTER_LEAVING) == [], "it is back"
    assert await servers.note_left({8}, now + KEPT_AFTER_LEAVING) == []
    assert await stored() == kept
    assert await servers.note_left({8}, now + 2 * KEPT_AFTER_LEAVING) == [world.guild.id]
    assert await stored() == [[], [], [(8,)]]
    assert await database.rows("SELECT COUNT(*) FROM tables") == [(1,)], "a game is its players'"
    assert await servers.note_left({8}, now + 9 * KEPT_AFTER_LEAVING) == []
