"""The shuffle is promised before the first card; what players add to it is mixed into the packs, and proved."""

import json
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from bot.tables.repository import record_of
from bot.tables.shuffle import check, commitment, verdict_on
from bot.ui.games import commitments
from engine.errors import CribbageError
from engine.record import Contribution
from tests.bot.test_readme import SHUFFLE
from tests.referee.verdict import check as referee
from tests.support.leak_search import strings_in

SEND_MESSAGES = 1 << 11
CARD = re.compile(r"`(?:10|[2-9AJQK])[♠♥♦♣]")
PROVED = "every deal came from the fair shuffle"


def sent(world, since=0):
    return [" ".join(strings_in(request.json)) for request in world.env.http_requests[since:]]


def assert_sealed_first(world, since=0):
    """Whoever reads what was sent finds a commitment first, and then cards."""
    told = sent(world, since)
    cards = next((place for place, text in enumerate(told) if CARD.search(text)), len(told))
    assert any("Fair shuffle · `/verify" in text for text in told[:cards])


async def all_games(world):
    rows = await world.bot.context.tables.database.rows("SELECT id FROM tables", ())
    return [name for (name,) in rows]


async def begun_against_a_robot(world, where="here", **options):
    """Let Ann start a game against a robot; returns its table."""
    before = set(world.bot.context.tables._open)
    await world.start_game(world.ann, robot="easy", where=where, **options)
    (name,) = set(world.bot.context.tables._open) - before
    return world.game(name)


async def resign(world, name):
    while world.game(name).is_unplayed:
        await world.take_turn(world.ann, name)
    await world.resign(world.ann, game=name)


class TestTheCommitmentComesFirst:
    @pytest.mark.parametrize("where", ["here", "thread", "dm"])
    async def test_a_hand_asked_for_at_once_waits_for_it(self, world, where, monkeypatch):
        """A player asks for the hand while the commitment of the new game is on its way."""
        since = len(world.env.http_requests)
        monkeypatch.setattr(world.bot.context.publisher, "redraw", lambda table_id: None)
        asked = (await world.start_game(world.ann, opponent=world.ben, where=where)).response
        await world.press(world.ben, asked, "accept")
        assert not any("/verify" in text for text in sent(world, since)), "only the invitation has it"
        shown = await world.command(world.ben, "hand")
        assert CARD.search(world.text(shown.response))
        assert_sealed_first(world, since)
        (name,) = await all_games(world)
        assert world.game(name).agreement.sealed == "shown"

    @pytest.mark.parametrize("where", ["thread", "dm"])
    async def test_a_rematch_has_its_own_before_its_cards(self, world, where):
        name = (await begun_against_a_robot(world, where)).id
        await world.play_first_deal(name)
        over = world.table_in(world.dm(world.ann)) if where == "dm" else world.public(name)
        await resign(world, name)
        since = len(world.env.http_requests)
        await world.press(world.ann, over, "again")
        assert_sealed_first(world, since)

    async def test_a_rematch_whose_own_was_refused_at_first_still_gets_it(self, world):
        """The commitment of the game before names that of the next one, and is not taken for it."""
        name = (await begun_against_a_robot(world)).id
        await world.play_first_deal(name)
        over = world.public(name)
        await resign(world, name)
        world.fail("send")
        await world.press(world.ann, over, "again")
        (following,) = set(await all_games(world)) - {name}
        await world.command(world.ann, "hand", game=following)
        assert sum(f"Fair shuffle · `/verify {following}`" in text for text in world.texts(world.room(following))) == 1

    @pytest.mark.parametrize("is_allowed", [True, False])
    async def test_it_is_proved_where_it_could_be_posted(self, world, is_allowed):
        asked = (await world.start_game(world.ann, opponent=world.ben, where="here")).response
        if not is_allowed:
            world.forbid(SEND_MESSAGES)
        await world.press(world.ben, asked, "accept")
        assert CARD.search(await world.told(world.ann, "hand")), "the game does not hang"
        (name,) = await all_games(world)
        await resign(world, name)
        files = (await world.command(world.ann, "record", game=name)).response.attachments
        assert json.loads(await files[0].read())["shuffle"]["posted"] is is_allowed
        text = await world.told(world.ann, "verify", game=name)
        assert ("**Fair:**" if is_allowed else "**Not proved:**") in text
        posted = "I posted the commitment before the first card."
        assert (posted if is_allowed else "Discord didn't let me post the commitment") in text

    async def test_where_discord_takes_no_message_the_game_goes_on_and_says_so(self, world, monkeypatch):
        monkeypatch.setattr(commitments, "SEAL_WITHIN", 0.05)
        asked = (await world.start_game(world.ann, opponent=world.ben, where="here")).response
        world.fail("send", times=None)
        await world.press(world.ben, asked, "accept")
        assert CARD.search(await world.told(world.ann, "hand"))
        (name,) = await all_games(world)
        assert world.game(name).agreement.sealed == "late"

    async def test_a_stop_after_it_was_posted_is_no_delay(self, world):
        name = await world.sit_down()
        async with world.bot.context.tables.database.transaction() as writing:
            writing.write("UPDATE tables SET sealed = NULL", ())
        await world.restart()
        await world.command(world.ann, "hand")
        assert world.game(name).agreement.sealed == "shown"
        assert sum("Fair shuffle" in text for text in world.texts(world.room(name))) == 1


class TestWhatPlayersAdd:
    async def document_of(self, world, name):
        return json.loads(json.dumps((await record_of(world.bot.context.tables, name)).to_dict()))

    @staticmethod
    def script_says(tmp_path, document):
        (tmp_path / "record.json").write_text(json.dumps(document), encoding="utf-8")
        script = SHUFFLE.partition("```python\n")[2].partition("```")[0]
        command = [sys.executable, "-c", script, str(tmp_path / "record.json")]
        return subprocess.run(command, capture_output=True, text=True, check=False).returncode == 0

    async def played(self, world):
        """A game of two deals with presses and a word in it; returns its name."""
        name = await world.sit_down(target=61)
        await world.play_until(name, "play", one_panel=False)
        offer = (await world.command(world.ben, "verify", game=name)).response
        form = await world.press(world.ben, offer, "luck")
        await world.ben.submit_modal(form, {"word": "  four\nleaf  @everyone "})
        added = world.game(name).contributions
        await world.restart()
        assert (await world.bot.context.tables.find(name)).contributions == added
        await world.hurry(name, lambda table: table.game.deal > 1, declared=0)
        await resign(world, name)
        return name

    async def test_is_mixed_in_and_proved(self, world, tmp_path):
        name = await self.played(world)
        document = await self.document_of(world, name)
        added = document["shuffle"]["contributions"]
        assert [(one["before"], one["seat"]) for one in added if one["before"] == "cut:1"] == [("cut:1", 1)]
        assert sorted(one["seat"] for one in added if one["before"] == "deal:2" and "press" in one) == [0, 1]
        assert [one["word"] for one in added if "word" in one] == ["four leaf @everyone"]
        assert "**Fair:**" in (said := await world.told(world.cy, "verify", game=name))
        assert "4 presses and words of the players" in said
        assert verdict_on(document)[1] == PROVED
        assert referee(document) == []
        assert self.script_says(tmp_path, document)
        last = {"before": "deal:3", "seat": 0, "press": "1"}
        for change in (
            *(added.pop, added.reverse, added.clear),
            lambda: added.append(last),
            lambda: added[0].update(press="1"),
            lambda: added[0].update(seat=0),
            lambda: added[-1].update(before="deal:3"),
        ):
            kept = json.loads(json.dumps(added))
            change()
            with pytest.raises(CribbageError):
                verdict_on(document)
            assert referee(document) != []
            assert not self.script_says(tmp_path, document)
            added[:] = kept

    async def test_changes_every_pack_after_it_and_leaves_a_proof_where_it_is_erased(self, world):
        name = await self.played(world)
        record = await record_of(world.bot.context.tables, name)
        for place, one in enumerate(record.contributions):
            others = (*record.contributions[:place], replace(one, value="1"), *record.contributions[place + 1 :])
            findings = check(record.commitment, record.seed, record.events, others)
            wrong = {f"{finding.what}:{finding.number}" for finding in findings if not finding.agrees}
            packs = {f"{finding.what}:{finding.number}" for finding in findings}
            assert wrong == {pack for pack in packs if one.counts_in(pack)}
        ben = await world.bot.context.accounts.players.find(world.ben.id)
        await world.bot.context.accounts.privacy.erase(ben)
        await world.bot.context.tables.forget_people()
        document = await self.document_of(world, name)
        assert not [one for one in document["shuffle"]["contributions"] if "word" in one]
        assert verdict_on(document)[1] == PROVED

    async def test_counts_once_where_a_press_comes_twice(self, world):
        invitation = (await world.invite(place="here")).response
        name = world.name_on(invitation)
        await world.late(*[world.pressing(world.ben, invitation, "accept")] * 2)
        assert len(world.game(name).contributions) == 1

    async def test_is_refused_where_no_shuffle_follows(self, world):
        name = await world.sit_down(target=61)

        async def add(actor, word):
            offer = (await world.command(actor, "verify", game=name)).response
            done = await actor.submit_modal(await world.press(actor, offer, "luck"), {"word": word})
            return world.text(done.response)

        await add(world.ann, "clover")
        assert "one word before each deal" in await add(world.ann, "ladybird")
        assert "Type a word" in await add(world.ben, " \u200b ")
        assert "Its seed stays secret" in await world.told(world.cy, "verify", game=name)
        await add(world.ben, "shamrock")
        assert [one.word for one in world.game(name).contributions if one.word] == ["clover", "shamrock"]

    def test_is_refused_where_it_cannot_be_read(self):
        readable = {"before": "deal:2", "seat": 0, "press": "1"}
        assert Contribution.from_dict(readable)
        for change in (
            *({"before": "deal:0"}, {"before": "hand:2"}, {"seat": "0"}, {"press": 1}, {"press": "\u0661"}),
            {"word": "clover", "sha256": "0" * 64},
        ):
            with pytest.raises((CribbageError, KeyError, TypeError)):
                Contribution.from_dict(readable | change)
        for told in ({"before": "deal:2", "seat": 0}, []):
            with pytest.raises((CribbageError, KeyError, TypeError, AttributeError)):
                Contribution.from_dict(told)


class TestTheSeed:
    async def test_a_rematch_of_people_begins_from_the_one_that_the_first_game_promised(self, world):
        name = await world.sit_down(target=61)
        promised, over = commitment(world.game(name).agreement.next_seed), world.public(name)
        (sealed,) = [text for text in world.texts(world.channel) if "Fair shuffle · `/verify" in text]
        assert promised in sealed
        await resign(world, name)
        await world.press(world.ann, over, "again")
        (following,) = await world.bot.context.tables.ids_in_channel(world.channel.id, "gathering")
        assert commitment((await world.bot.context.tables.find(following)).agreement.seed) == promised

    async def test_every_rematch_against_a_robot_has_its_own(self, world):
        table, seeds = await begun_against_a_robot(world), set()
        for _ in range(2):
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
        assert len(seeds) == 2

    async def test_a_game_against_a_robot_depends_on_the_press_that_starts_it(self, world):
        """The page of options shows the commitment, and then the first game shows that of the second."""
        first = await begun_against_a_robot(world, target=61)
        second = await begun_against_a_robot(world)
        for table in (first, second):
            assert [(one.before, one.seat) for one in table.contributions] == [("cut:1", 0)]
            shown = [text for text in sent(world) if commitment(table.agreement.seed) in text]
            assert len(shown) >= 2, "once before the game, and once before its cards"
        assert first.agreement.seed != second.agreement.seed
        await resign(world, second.id)
        said = await world.told(world.ann, "verify", game=second.id)
        assert "The first deal came before" not in said
        assert "**Fair:**" in said

    async def test_where_nobody_pressed_after_the_commitment_it_is_said(self, world):
        await world.start_game(world.ann, robot="easy")
        (name,) = world.bot.context.tables._open
        assert world.game(name).contributions == ()
        await resign(world, name)
        assert "The first deal came before all of them" in await world.told(world.ann, "verify", game=name)
