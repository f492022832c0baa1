"""Options that name a preset or a game: what is typed is looked up before the command runs, and refused alike."""


async def test_a_game_that_is_none(world):
    commands = ("hand", "table", "resign", "declare", "challenge", "amend", "adjourn", "record", "verify")
    needed = {"declare": {"count": "12"}, "challenge": {"what": "satisfied"}, "amend": {"count": "12"}}
    for command in commands:
        result = await world.command(world.ann, command, game="zzzz", **needed.get(command, {}))
        assert result.ephemeral
        assert world.text(result.response) == "I can't find that game. Use /games to see yours.", command


async def test_a_game_is_found_in_capitals_and_between_spaces(world):
    name = await world.sit_down()
    assert (await world.told(world.ann, "hand", game=f" {name.upper()} ")).startswith("**Discard 2 cards**")
    document = await world.command(world.ann, "record", game=f" {name.upper()} ")
    assert document.response.attachments[0].filename == f"cribbage-{name}.json"


async def test_a_preset_that_is_none(world, boss):
    await boss.slash(world.channel, "league create", name="Winter")
    for command in ("play", "rules", "server preset", "league create", "league manage settings"):
        options = {"name": "Summer"} if command == "league create" else {}
        result = await boss.slash(world.channel, command, preset="nonesuch", **options)
        assert result.ephemeral
        assert world.text(result.response).startswith("preset: there's no 'nonesuch'. Choose house"), command


async def test_a_preset_is_found_in_capitals_and_between_spaces(world):
    shown = await world.command(world.ann, "play", preset=" ACC ", counting="own")
    assert "-# Tournament rules." in world.text(shown.response)


async def test_presets_are_suggested_by_name_and_title(world, boss):
    for command in ("play", "rules", "server preset", "league create"):
        suggested = await boss.autocomplete(world.channel, command, "preset", "tourn")
        assert suggested == [{"name": "acc: Tournament rules", "value": "acc"}], command


async def test_own_games_are_suggested(world):
    name = await world.sit_down()
    for command in ("hand", "table", "resign", "declare", "challenge", "amend", "adjourn"):
        suggested = await world.ann.autocomplete(world.channel, command, "game", name[:1])
        assert suggested == [{"name": f"{name}: Ann v Ben", "value": name}], command
        assert await world.cy.autocomplete(world.channel, command, "game", "") == [], command
