"""/daily in a simulated Discord: one hand a day for everybody, the spread of answers, streaks, months and posts."""

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.models.practice import AS_GOOD, DailyAnswer
from bot.ui.practice.daily_hand import daily_hand, judged, ranked_discards
from engine.ai.discard_averages import analyse
from engine.cards import PACK
from tests.support.league_steps import alt_texts

SEND_MESSAGES = 1 << 11

PEGGING_DECIDES = date(2026, 1, 8)


def labels(world, message):
    return [part["label"] for part in world._live(message)]


def day_of(world):
    return world.env.now().date()


async def ask(world, actor=None, where=None):
    return (await world.command(actor or world.ann, "daily", where=where)).response


async def press(world, actor, message, start):
    """Press the button whose custom_id begins so after the day."""
    found = [name for name in world.ids(message) if name.split(":")[2].startswith(start)]
    return await world.at(actor, message).click(message, custom_id=found[0])


async def choose(world, actor, message, discard):
    hand = daily_hand(day_of(world))
    for card in discard:
        await press(world, actor, message, f"pick{hand.cards.index(card)}")
    await press(world, actor, message, "answer-")


async def answer(world, actor, place=0, where=None):
    """Answer today's hand with the best discard, or the one in this place; returns the message."""
    message = await ask(world, actor, where)
    await choose(world, actor, message, ranked_discards(daily_hand(day_of(world)))[place].cards)
    return message


async def next_day(world, days=1):
    noon = datetime.combine(day_of(world) + timedelta(days=days), datetime.min.time(), UTC) + timedelta(hours=12)
    await world.env.advance_time((noon - world.env.now()).total_seconds())


class TestHand:
    def test_it_follows_from_the_date_alone(self):
        first = daily_hand(date(2026, 11, 23))
        assert first == daily_hand(date(2026, 11, 23))
        assert len(set(first.cards) & set(PACK)) == 6
        assert first.cards == tuple(sorted(first.cards))

    def test_days_differ_and_the_deal_goes_round(self):
        days = [date(2026, 1, 1) + timedelta(days=number) for number in range(365)]
        assert len({daily_hand(day).cards for day in days}) == 365
        assert [daily_hand(day).dealer for day in days[:4]] in ([True, False] * 2, [False, True] * 2)

    def test_pegging_counts(self):
        """By hand and crib alone another discard was the best of this day; the judge of games counts pegging too."""
        hand = daily_hand(PEGGING_DECIDES)
        without = analyse(hand.cards, dealer=hand.dealer)[0]
        assert judged(hand, without.cards).lost > AS_GOOD


class TestAnswer:
    async def test_two_cards_are_picked_and_confirmed(self, world):
        message = await ask(world)
        assert "Which 2 cards do you discard?" in world.text(message)
        await press(world, world.ann, message, "pick0")
        (picked,) = [label for label in labels(world, message) if label.startswith("✓")]
        assert daily_hand(day_of(world)).cards[0].face[:-1] in picked
        for place in (1, 2):
            await press(world, world.ann, message, f"pick{place}")
        assert sum(label.startswith("✓") for label in labels(world, message)) == 2
        await press(world, world.ann, message, "answer-")
        assert "1 player has answered" in world.text(message)
        assert "Your streak: 1 day." in world.text(message)

    async def test_a_worse_one_is_told_what_it_loses(self, world):
        hand = daily_hand(day_of(world))
        ranked = ranked_discards(hand)
        text = world.text(await answer(world, world.ann, 12))
        assert f"loses {ranked[0].points - ranked[12].points:.1f} points** to the best discard" in text
        assert text.count("(yours)") == 1
        assert f"pegging {ranked[0].peg:+.1f}, together **{ranked[0].points:.1f}**" in text

    async def test_an_answer_keeps_the_grade_that_it_was_given(self, world):
        """Days answered before pegging counted are not graded again."""
        hand = daily_hand(day_of(world))
        accounts = world.bot.context.accounts
        ann = await accounts.players.meet(world.ann.id, "Ann")
        graded = DailyAnswer(tuple(sorted(ranked_discards(hand)[0].cards)), 0.7)
        await accounts.daily.answer(ann.id, hand.day, graded, None)
        assert "loses 0.7 points** to the best discard" in world.text(await ask(world))

    async def test_the_first_answer_stands_after_a_restart_too(self, world):
        first = await ask(world)
        for place in (0, 1):
            await press(world, world.ann, first, f"pick{place}")
        (worse,) = [name for name in world.ids(first) if ":answer-" in name]
        await answer(world, world.ann)
        await world.restart()
        assert "the best discard!**" in world.text(await ask(world))
        await world.ann.click(first, custom_id=worse)
        assert "the best discard!**" in world.text(first)

    async def test_everybody_sees_what_the_others_chose(self, world):
        await answer(world, world.ann)
        await answer(world, world.ben)
        text = world.text(await answer(world, world.cy, 8, where="dm"))
        assert "3 players have answered" in text
        assert "67%" in text
        assert "33%" in text

    async def test_the_hand_of_yesterday_is_refused(self, world):
        message = await ask(world)
        for place in (0, 1):
            await press(world, world.ann, message, f"pick{place}")
        await next_day(world)
        result = await press(world, world.ann, message, "answer-")
        assert "That hand is from an earlier day." in world.text(result.response)


async def test_days_running_count_and_a_missed_one_ends_them(world):
    for _ in range(3):
        message = await answer(world, world.ann)
        await next_day(world)
    assert "Your streak: 3 days." in world.text(message)
    await next_day(world)
    assert "Your streak: 1 day." in world.text(await answer(world, world.ann))


async def test_an_answer_is_shared_once_and_says_no_card(world, abroad):
    await answer(world, world.ann, 14)
    await next_day(world, 2)
    message = await answer(world, world.ann)
    before = len(world.shown(world.channel))
    await press(world, world.ann, message, "share")
    assert "Share" not in labels(world, message)
    *_, shared = world.shown(world.channel)
    assert len(world.shown(world.channel)) == before + 1
    text = world.text(shared)
    assert text.startswith("**Ann's daily hands, up to ")
    assert "\n\n⬜⬜⬜⬜🟥⬜🟩\n\nStreak: 1 day." in text
    assert not set(text) & set("♣♦♥♠")
    opened = (await press(world, world.ben, shared, "open")).response
    assert "Which 2 cards do you discard?" in world.text(opened)
    alone = await answer(world, world.cy, where="dm")
    assert "Share" not in labels(world, alone), "in a DM nobody else would see it"


@pytest.mark.parametrize("with_pictures", [True])
async def test_the_answer_is_drawn(world):
    assert len(alt_texts(world, await answer(world, world.ann))) == 1
    kept, best = alt_texts(world, await answer(world, world.ben, 9))
    assert kept.startswith("You kept")
    assert best.startswith("Best to keep")


class TestMonth:
    async def test_best_discards_come_first_then_points_lost_in_this_server(self, world, abroad):
        await answer(world, world.ben, 14)
        await answer(world, world.cy, 9)
        message = await answer(world, world.ann)
        await press(world, world.ann, message, "month")
        lines = world.text(message).splitlines()
        assert [line.split(":")[0] for line in lines if ":" in line][1:] == ["**1. Ann", "2. Cy", "3. Ben"]
        await press(world, world.ann, message, "back")
        assert "the best discard!**" in world.text(message)
        message = await answer(world, abroad.dan, where=abroad.channel)
        await press(world, abroad.dan, message, "month")
        assert "Dan" in world.text(message)
        assert "Ann" not in world.text(message)

    async def test_another_month_begins_anew(self, world):
        await answer(world, world.ben)
        await next_day(world, 32)
        message = await answer(world, world.ann)
        await press(world, world.ann, message, "month")
        assert "Ben" not in world.text(message)


async def post_due(world):
    with world.env._bot_scope():
        posted = await world.bot.daily_posting.post_due()
    await world.env.settle()
    return posted


class TestPosts:
    async def test_once_a_day_from_tomorrow_on_until_the_managers_end_it(self, world, boss, parlour):
        told = (await boss.slash(parlour, "server daily", post="here")).response
        assert "starting tomorrow" in world.text(told)
        assert await post_due(world) == 0
        await next_day(world)
        assert [await post_due(world), await post_due(world)] == [1, 0]
        (posted,) = world.shown(parlour)
        assert "Which 2 cards do you discard?" in world.text(posted)
        shown = (await press(world, world.ben, posted, "open")).response
        await choose(world, world.ben, shown, ranked_discards(daily_hand(day_of(world)))[0].cards)
        assert "the best discard!**" in world.text(shown)
        await boss.slash(parlour, "server daily", post="off")
        await next_day(world)
        assert await post_due(world) == 0

    async def test_in_a_channel_in_which_the_bot_may_not_write_it_waits_until_it_may(self, world, boss, parlour):
        await boss.slash(parlour, "server daily", post="here")
        world.forbid(SEND_MESSAGES, channel=parlour)
        await next_day(world)
        assert [await post_due(world), await post_due(world)] == [0, 0]
        assert [request.path for request in world.env.http_requests].count(f"/channels/{parlour.id}/messages") == 1
        world.forbid(channel=parlour)
        await world.env.advance_time(61)
        assert [await post_due(world), await post_due(world)] == [1, 0]


async def test_answers_are_exported_and_erased(world):
    await answer(world, world.ann)
    accounts = world.bot.context.accounts
    player = await accounts.players.meet(world.ann.id, "Ann")
    export = await accounts.privacy.export(player)
    assert [row["day"] for row in export["daily_hands"]] == [day_of(world).isoformat()]
    await accounts.privacy.erase(player)
    assert await accounts.daily.spread(day_of(world)) == []
