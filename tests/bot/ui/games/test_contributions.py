"""What players add to the shuffle after its commitment is stored, mixed into the packs, and proved without our code."""

import asyncio
import json
import subprocess
import sys
from dataclasses import replace

import pytest

from bot.cli.verify import verdict_on
from bot.tables.game_records import record_of
from bot.tables.seating import Opening
from bot.tables.shuffle import check, commitment
from engine.errors import CribbageError
from engine.record import Contribution
from tests.bot.test_readme import SHUFFLE
from tests.referee.verdict import check as referee
from tests.support.leak_search import strings_in


async def document_of(world, name):
    return json.loads(json.dumps((await record_of(world.bot.context.tables, name)).to_dict()))


async def resign(world, name):
    while world.game(name).is_unplayed:
        await world.take_turn(world.ann, name)
    await world.press(world.ann, (await world.command(world.ann, "resign", game=name)).response, "resign")


async def next_deal(world, name):
    deal = world.game(name).game.deal
    await world.hurry(name, lambda table: table.game.deal > deal, declared=0)


def script_says(tmp_path, document):
    (tmp_path / "record.json").write_text(json.dumps(document), encoding="utf-8")
    script = SHUFFLE.partition("```python\n")[2].partition("```")[0]
    command = [sys.executable, "-c", script, str(tmp_path / "record.json")]
    return subprocess.run(command, capture_output=True, text=True, check=False).returncode == 0


async def played(world):
    """A game of two deals with presses and a word in it; returns its document."""
    name = await world.sit_down(target=61)
    await world.play_until(name, "play", one_panel=False)
    offer = (await world.command(world.ben, "verify", game=name)).response
    form = await world.press(world.ben, offer, "luck")
    await world.ben.submit_modal(form, {"word": "  four\nleaf  @everyone "})
    await next_deal(world, name)
    await resign(world, name)
    return name, await document_of(world, name)


async def test_presses_and_words_are_mixed_in_and_proved(world, tmp_path):
    name, document = await played(world)
    added = document["shuffle"]["contributions"]
    assert [(one["before"], one["seat"]) for one in added if one["before"] == "cut:1"] == [("cut:1", 1)]
    assert sorted(one["seat"] for one in added if one["before"] == "deal:2" and "press" in one) == [0, 1]
    assert [one["word"] for one in added if "word" in one] == ["four leaf @everyone"]
    assert "**Fair:**" in (said := await world.told(world.cy, "verify", game=name))
    assert "4 presses and words of the players" in said
    assert verdict_on(document)[1] == "every deal came from the fair shuffle"
    assert referee(document) == []
    assert script_says(tmp_path, document)
    last = {"before": "deal:3", "seat": 0, "press": "1"}
    for change in (
        *(added.pop, added.reverse, added.clear, lambda: added.append(last)),
        *(
            lambda: added[0].update(press="1"),
            lambda: added[0].update(seat=0),
            lambda: added[-1].update(before="deal:3"),
        ),
    ):
        kept = json.loads(json.dumps(added))
        change()
        with pytest.raises(CribbageError):
            verdict_on(document)
        assert referee(document) != []
        assert not script_says(tmp_path, document)
        added[:] = kept


async def test_every_pack_depends_on_the_last_press_before_it(world):
    name, _ = await played(world)
    record = await record_of(world.bot.context.tables, name)
    for place, one in enumerate(record.contributions):
        others = (*record.contributions[:place], replace(one, value="1"), *record.contributions[place + 1 :])
        findings = check(record.commitment, record.seed, record.events, others)
        wrong = {f"{finding.what}:{finding.number}" for finding in findings if not finding.agrees}
        packs = {f"{finding.what}:{finding.number}" for finding in findings}
        assert wrong == {pack for pack in packs if one.counts_in(pack)}


async def test_a_restart_between_changes_no_card(world):
    name = await world.sit_down(target=61)
    await world.play_until(name, "play", one_panel=False)
    before = world.game(name).contributions
    await world.restart()
    assert (await world.bot.context.tables.find(name)).contributions == before
    await next_deal(world, name)
    await resign(world, name)
    assert "**Fair:**" in await world.told(world.cy, "verify", game=name)


async def test_a_press_that_comes_twice_counts_once(world):
    invitation = (await world.invite(place="here")).response
    name = world.name_on(invitation)
    seen, accept = world.snapshot(invitation), world.id_of(invitation, "accept")
    await world.late(*[{"actor": world.ben, "message": seen, "custom_id": accept}] * 2)
    assert len(world.game(name).contributions) == 1


async def test_a_rematch_begins_from_the_seed_that_the_first_game_promised(world):
    name = await world.sit_down(target=61)
    (sealed,) = [text for text in world.texts(world.channel) if "Fair shuffle · `/verify" in text]
    promised = commitment(world.game(name).agreement.next_seed)
    assert promised in sealed
    over = world.public(name)
    await resign(world, name)
    await world.press(world.ann, over, "again")
    (following,) = await world.bot.context.tables.ids_in_channel(world.channel.id, "gathering")
    assert commitment((await world.bot.context.tables.find(following)).agreement.seed) == promised


async def begun_against_a_robot(world, **options):
    """Start a game against a robot; returns its table."""
    before = set(world.bot.context.tables._open)
    await world.start_game(world.ann, robot="easy", where="here", **options)
    (name,) = set(world.bot.context.tables._open) - before
    return world.game(name)


def told_by(world):
    return [" ".join(strings_in(request.json)) for request in world.env.http_requests]


async def test_a_game_against_a_robot_depends_on_the_press_that_starts_it(world):
    """The page of options shows the commitment, and then the first game shows that of the second."""
    first = await begun_against_a_robot(world, target=61)
    second = await begun_against_a_robot(world)
    for table in (first, second):
        assert [(one.before, one.seat) for one in table.contributions] == [("cut:1", 0)]
        texts = told_by(world)
        shown = [place for place, text in enumerate(texts) if commitment(table.agreement.seed) in text]
        assert len(shown) >= 2, "once before the game, and once before its cards"
    assert first.agreement.seed != second.agreement.seed
    await resign(world, first.id)
    await resign(world, second.id)
    assert "The first deal came before" not in await world.told(world.ann, "verify", game=second.id)
    assert "**Fair:**" in await world.told(world.ann, "verify", game=second.id)


async def test_where_nobody_pressed_after_the_commitment_it_is_said(world):
    await world.start_game(world.ann, robot="easy")
    (name,) = world.bot.context.tables._open
    table = world.game(name)
    assert table.contributions == ()
    await resign(world, table.id)
    assert "The first deal came before all of them" in await world.told(world.ann, "verify", game=table.id)


async def test_every_rematch_against_a_robot_has_its_own_promised_seed(world):
    table, seeds = await begun_against_a_robot(world), set()
    for _ in range(3):
        over = world.public(table.id)
        promised = commitment(table.agreement.next_seed)
        assert any(promised in text for text in world.texts(world.channel))
        await resign(world, table.id)
        await world.press(world.ann, over, "again")
        (name,) = world.bot.context.tables._open
        table = world.game(name)
        assert commitment(table.agreement.seed) == promised
        assert len(table.contributions) == 1
        seeds.add(table.agreement.seed)
    assert len(seeds) == 3


async def test_two_games_started_at_once_have_different_seeds(world):
    first = await begun_against_a_robot(world)
    opening = Opening(
        host=first.seats[0].player,
        robots=("easy",),
        guild_id=None,
        channel_id=1,
        place="dm",
        preset="house",
        rules=first.rules,
    )
    opened = await asyncio.gather(*(world.bot.context.tables.open(opening, press=number) for number in (1, 2, 3)))
    assert len({table.agreement.seed for table in (first, *opened)}) == 4


async def test_a_word_is_refused_where_no_shuffle_follows(world):
    name = await world.sit_down(target=61)
    offer = (await world.command(world.ann, "verify", game=name)).response
    first = await world.press(world.ann, offer, "luck")
    await world.ann.submit_modal(first, {"word": "clover"})
    again = await world.ann.submit_modal(await world.press(world.ann, offer, "luck"), {"word": "ladybird"})
    assert "one word before each deal" in world.text(again.response)
    offer = (await world.command(world.ben, "verify", game=name)).response
    empty = await world.ben.submit_modal(await world.press(world.ben, offer, "luck"), {"word": " \u200b "})
    assert "Type a word" in world.text(empty.response)
    assert "Its seed stays secret" in await world.told(world.cy, "verify", game=name)
    await world.ben.submit_modal(await world.press(world.ben, offer, "luck"), {"word": "shamrock"})
    assert [one.word for one in world.game(name).contributions if one.word] == ["clover", "shamrock"]


async def test_an_erased_word_leaves_a_proof(world):
    name, _ = await played(world)
    ben = await world.bot.context.accounts.players.find(world.ben.id)
    await world.bot.context.accounts.privacy.erase(ben)
    await world.bot.context.tables.forget_people()
    document = await document_of(world, name)
    assert not [one for one in document["shuffle"]["contributions"] if "word" in one]
    assert verdict_on(document)[1] == "every deal came from the fair shuffle"


@pytest.mark.parametrize(
    "told",
    [
        {"before": "deal:2", "seat": 0},
        {"before": "deal:0", "seat": 0, "press": "1"},
        {"before": "deal:2", "seat": 0, "press": 1},
        {"before": "deal:2", "seat": 0, "press": "\u0661"},
        {"before": "hand:2", "seat": 0, "press": "1"},
        {"before": "deal:2", "seat": "0", "press": "1"},
        {"before": "deal:2", "seat": 0, "sha256": "0" * 64, "word": "clover"},
        [],
    ],
)
def test_a_contribution_that_cannot_be_read_is_refused(told):
    with pytest.raises((CribbageError, KeyError, TypeError, AttributeError)):
        Contribution.from_dict(told)
