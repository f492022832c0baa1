"""Cooldowns: floods of one person are told so once and ignored; nobody else notices, and fast play is never hit."""

import pytest

from bot.ui.core.cooldowns import SLOW_DOWN, Cooldowns
from tests.support.league_steps import press


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def limits(clock):
    return Cooldowns(clock)


async def told(world, actor, hand="5h 5d 5c js 5s"):
    return await world.told(actor, "score", hand=hand)


class TestAllowance:
    def test_twenty_at_once_and_five_each_second(self, limits, clock):
        assert [limits.spend(1) for _ in range(22)] == [True] * 20 + [False] * 2
        clock.now += 1
        assert [limits.spend(1) for _ in range(7)] == [True] * 5 + [False] * 2

    @pytest.mark.parametrize(("a_second", "seconds"), [(5, 600), (8, 6), (3, 3600)])
    def test_fast_play_is_never_hit(self, limits, clock, a_second, seconds):
        for _ in range(a_second * seconds):
            clock.now += 1 / a_second
            assert limits.spend(1)

    def test_somebody_is_told_once_in_ten_seconds(self, limits, clock):
        for _ in range(21):
            limits.spend(1)
        assert [limits.must_warn(1) for _ in range(3)] == [True, False, False]
        clock.now += 9.9
        assert not limits.must_warn(1)
        clock.now += 0.2
        assert limits.must_warn(1)

    def test_only_so_many_people_are_remembered(self, limits):
        limits._people.most = 3
        for user in range(100):
            limits.spend(user, 20)
        assert len(limits._people) == 3
        assert [limits.spend(user) for user in (97, 98, 99)] == [False] * 3


class TestAtTheDoor:
    @pytest.fixture(autouse=True)
    def limited(self, world, limits):
        world.bot.cooldowns = limits

    async def test_a_flood_of_commands_is_told_once_in_private(self, world):
        for _ in range(20):
            assert "29 points" in await told(world, world.ann)
        refused = (await world.command(world.ann, "score", hand="5h 5d 5c js 5s")).response
        assert world.text(refused) == SLOW_DOWN
        assert world.stored(refused).is_ephemeral
        calls = len(world.env.http_requests)
        world.ignored += 3
        for _ in range(3):
            await world.command(world.ann, "score", hand="5h 5d 5c js 5s")
        assert len(world.env.http_requests) == calls
        assert "29 points" in await told(world, world.ben), "nobody else notices"

    async def test_a_flood_of_presses(self, world, clock):
        invitation = (await world.invite()).response
        stale = {"actor": world.ann, "message": world.snapshot(invitation), "custom_id": "nobody:knows"}
        answers = [(await world.late(stale))[0] for _ in range(19)]
        assert all("has expired" in world.text(one.response) for one in answers)
        assert world.text((await world.late(stale))[0].response) == SLOW_DOWN
        world.ignored += 1
        await world.late(stale)
        clock.now += 5
        assert "has expired" in world.text((await world.late(stale))[0].response)

    async def test_a_flood_of_messages_in_a_channel_is_told_in_private_and_words_to_others_are_free(self, world):
        for _ in range(40):
            await world.ann.send(world.channel, "good morning")
        for _ in range(20):
            assert await world.say(world.ann, world.channel, "5h 5d 5c js 5s")
        for _ in range(2):
            assert await world.say(world.ann, world.channel, "5h 5d 5c js 5s") == ""
        assert world.texts(world.dm(world.ann)) == [SLOW_DOWN]
        assert await world.say(world.ben, world.channel, "5h 5d 5c js 5s")

    @pytest.mark.parametrize(("letters", "allowed"), [(100, 20), (1900, 2)])
    async def test_long_texts_cost_more(self, world, letters, allowed):
        text = "5h 5d 5c js 5s".ljust(letters, ".")
        for _ in range(allowed):
            assert await told(world, world.ann, text) != SLOW_DOWN
        assert await told(world, world.ann, text) == SLOW_DOWN

    async def test_exports_cost_more(self, world, boss):
        await boss.slash(world.channel, "league create", name="Winter")
        page = (await world.command(world.ann, "league home")).response
        await press(world, world.ann, page, "exports")
        downloads = [(await press(world, world.ann, page, "download")).response for _ in range(2)]
        assert world.text(downloads[-1]) == SLOW_DOWN
