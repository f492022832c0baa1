"""Options of league commands: what is given is looked up, what is omitted too, and every refusal is one sentence."""

from tests.support.league_steps import create_league, refusal


class TestRefusals:
    async def test_each_is_one_private_sentence(self, world, boss, winter):
        for command, options, sentence in (
            ("league fixtures", {"league": "Summer"}, "There's no league called Summer here"),
            ("league table", {"league": "Summer", "season": 1}, "There's no league called Summer here"),
            ("league player", {"player": "Zoe"}, "Winter has no player called Zoe. Pick one from the list"),
            ("league player", {"opponent": "Zoe"}, "Winter has no player called Zoe. Pick one from the list"),
            ("league manage withdraw", {"player": "Zoe", "reason": "ill"}, "Winter has no player called Zoe"),
            ("league manage forfeit", {"fixture": 99, "winner": "Ann", "reason": "ill"}, "I can't find that fixture"),
            ("league manage void", {"result": 99, "reason": "ill"}, "I can't find that result here."),
            ("league manage close", {"starts_on": "soon"}, "Write the date like 2026-03-01."),
        ):
            assert sentence in await refusal(world, boss, command, **options)

    async def test_a_name_of_two_players(self, world, boss, winter):
        """Neither is taken for the other; a mention and an id that was suggested tell who is meant."""
        ann = await world.bot.context.accounts.players.find(world.ann.id)
        for name in ("Ann", str(ann.id)):
            other = world.guild.add_member(world.env.create_user(f"other{name}", global_name=name))
            await other.slash(world.channel, "league join")
        assert "Winter has no player called Ann." in await refusal(world, world.ben, "league player", player="Ann")
        for typed in (f"<@{world.ann.id}>", str(ann.id)):
            assert "**Ann** in **Winter**" in await world.told(world.ben, "league player", player=typed)

    async def test_a_result_of_another_league(self, world, boss, winter):
        await world.command(world.ann, "league enter", opponent=world.ben, mine=121, theirs=97)
        await create_league(world, boss, name="Summer")
        told = await refusal(world, boss, "league manage void", result=1, reason="ill", league="Summer")
        assert "This result belongs to Winter." in told


class TestOmitted:
    async def test_several_leagues_are_named_where_one_must_be_chosen(self, world, boss, winter):
        await create_league(world, boss, name="Summer")
        assert "You are in several leagues: Summer and Winter" in await refusal(world, world.ann, "league leave")
        assert "There are several leagues: Summer and Winter" in await refusal(world, boss, "league manage log")

    async def test_the_newest_of_ones_own_leagues_is_shown(self, world, boss, winter):
        await create_league(world, boss, world.cy, name="Summer")
        assert "**Winter**" in await world.told(world.ann, "league table")
        assert "**Summer**" in await world.told(world.cy, "league table")

    async def test_the_page_is_ones_own_unless_a_player_is_named(self, world, boss, winter):
        assert "**Ann** in **Winter**" in await world.told(world.ann, "league player")
        assert "**Ben** in **Winter**" in await world.told(world.ann, "league player", player="Ben")

    async def test_a_server_without_leagues_shows_all_games(self, world):
        assert "There's no league here yet." in await world.told(world.ann, "league table", season=3)
