"""Leagues as files in Discord, leagues that were imported and then adopted, and their pictures."""

import asyncio
import csv
import io
import json
import threading
from dataclasses import replace
from datetime import UTC, datetime

import discord
import pytest

from bot.leagues import export, result_files
from bot.leagues.file_import import import_file
from bot.leagues.office import issue_code
from bot.leagues.settings import new_league
from bot.models.player import Preferences
from bot.storage import league_results, leagues
from bot.ui import features
from bot.ui.leagues import files
from tests.support.data_files import data_beside
from tests.support.league_steps import (
    adopt,
    alt_texts,
    claim,
    create_league,
    id_of,
    manage,
    manage_told,
    offer_manage,
    press,
    refusal,
    refused_to_manage,
    submit,
    table_rows,
)
from tests.support.league_steps import export as export_of

DATA = data_beside(__file__)

HEAD = "date,player_a,player_b,score_a,score_b,games_a,games_b\n"
OLD = HEAD + "2025-10-01,Ann,Benny,121,97,1,0\n2025-10-08,Benny,Ann,121,119,1,0\n2025-10-08,Zoe,Ann,121,60,1,0\n"


MANY = "".join(f"2025-10-{day},Ann,Ben{day % 3},121,{day},1,0\n" for day in range(10, 31))
LATER = datetime(2025, 12, 1, tzinfo=UTC)


@pytest.fixture
async def attic(world):
    """The code of a league that the host has imported, and that no server has adopted."""
    league = new_league(None, "Attic", {"preset": "acc"}, datetime(2025, 1, 1, tzinfo=UTC))
    database = world.bot.context.tables.database
    await import_file(database, league, OLD.encode(), datetime(2025, 11, 1, tzinfo=UTC))
    stored = await leagues.find_by_name(database, None, "Attic")
    return await issue_code(database, stored)


@pytest.fixture
async def adopted(world, boss, attic):
    await adopt(world, boss, attic)


@pytest.fixture
async def winter(world, boss):
    """A league without results, by the tournament rules."""
    await boss.slash(world.channel, "league create", name="Winter", preset="acc")


async def answer_to(world, actor, command, **options):
    return world.text((await actor.slash(world.channel, command, **options)).response)


async def exported(world, form):
    shown = await export_of(world, world.cy, form)
    messages = {message.id: message for message in (shown.response, *shown.followups)}
    files = [message.attachments[0] for message in messages.values()]
    return [(file.filename, await file.read()) for file in files]


async def preview_of(world, actor, text, name="games.csv", **options):
    data = text if isinstance(text, bytes) else text.encode()
    shown = await actor.slash(world.channel, "manage import", file=(name, data), **options)
    return shown.followups[-1] if shown.followups else shown.response


async def import_text(world, actor, text, name="games.csv", **options):
    """Import a file by attachment: press the button of its preview, if it has one, and return the answer."""
    message = await preview_of(world, actor, text, name, **options)
    if "[Import " in world.text(message):
        await press(world, actor, message, "takein")
    return world.text(message)


class TestAdopted:
    async def test_it_belongs_to_nobody_before(self, world, boss, attic):
        assert "no league here yet" in await answer_to(world, boss, "league list")
        assert "There's no league called Attic here" in await answer_to(world, boss, "league join", league="Attic")
        assert "You need the Manage Server permission" in world.text((await adopt(world, world.ann, attic)).response)

    async def test_adopted_claimed_and_consented_to(self, world, boss, attic):
        said = world.text((await adopt(world, boss, attic)).response)
        assert said == (
            "**Attic** now belongs to this server. Players, claim your names in `/league home`: Ann, Benny and Zoe."
        )
        assert [line[1] for line in await table_rows(world)] == ["Zoe", "Benny", "Ann"]
        assert (
            "**Ben** claims the name **Benny** in **Attic**. A manager can accept it with `/manage home`, **Claims**."
            in world.text((await claim(world, world.ben, "Benny")).response)
        )
        assert "Only managers of Attic" in await refused_to_manage(world, world.ben, "claims")
        waiting = (await manage(world, boss, "claims")).response
        assert "1. **Ben** claims the name **Benny**." in world.text(waiting)
        consent = id_of(world, waiting, "consent")
        refused = await world.late({"actor": world.ben, "message": world.snapshot(waiting), "custom_id": consent})
        assert "Only managers of Attic" in world.text(refused[0].response)
        consented = await boss.click(waiting, custom_id=consent)
        assert "Nobody is claiming a name" in world.text(waiting)
        assert [world.text(one) for one in consented.followups] == ["**Ben** is now **Benny** in **Attic**."]
        assert [line[1] for line in await table_rows(world)] == ["Zoe", "Ben", "Ann"]
        assert "has won" not in await answer_to(world, world.cy, "league player", player=f"<@{world.ben.id}>")

    async def test_a_claim_is_refused(self, world, boss, adopted):
        await claim(world, world.ben, "Zoe")
        waiting = (await manage(world, boss, "claims")).response
        refuse = id_of(world, waiting, "refuse")
        late = {"actor": boss, "message": world.snapshot(waiting), "custom_id": refuse}
        refused = await boss.click(waiting, custom_id=refuse)
        assert (await world.late(late))[0].followups == [], "it was answered already"
        assert [world.text(one) for one in refused.followups] == ["**Ben** doesn't get the name **Zoe** in **Attic**."]
        assert [line[1] for line in await table_rows(world)] == ["Zoe", "Benny", "Ann"]
        nearly = world.text((await claim(world, world.ben, "Benn")).response)
        assert nearly == "Attic has no imported player called Benn. Did you mean Benny?"
        assert "Attic has no imported player called Nobody" in world.text(
            (await claim(world, world.ben, "Nobody")).response
        )

    async def test_a_profile_of_a_player_without_an_account(self, world, boss, adopted):
        page = await answer_to(world, world.cy, "league player", player="ann", opponent="Benny")
        assert page.startswith("**Ann** in **Attic**, season 1\n\nPlace 3 of 3")
        assert "1-2 (33%)" in page
        assert "Last results (newest first): L L W" in page
        assert "**Against Benny:** 1-1, 240-218 points" in page
        assert "\nGoing by their ratings, Ann beats Benny 48% of the time." in page
        assert "(too few games yet)" in page


class TestFiles:
    async def test_taken_away_and_brought_back(self, world, boss, adopted):
        [(_, data)] = await exported(world, "csv")
        rows = list(csv.DictReader(io.StringIO(data.decode())))
        assert [(row["player_a"], row["score_a"], row["score_b"]) for row in rows][:1] == [("Ann", "121", "97")]
        [(_, document)] = await exported(world, "json")
        assert json.loads(document)["league"]["name"] == "Attic"
        assert len(json.loads(document)["results"]) == 3
        await boss.slash(world.channel, "league create", name="Copy", preset="acc")
        await import_text(world, boss, data, league="Copy")
        assert await table_rows(world, league="Copy") == await table_rows(world, league="Attic")

    async def test_brought_twice_counts_once(self, world, boss, winter):
        assert "3 results imported into Winter, 0 already there." in await import_text(world, boss, OLD)
        assert "3 are already there, so they stay as they are." in await import_text(world, boss, OLD)
        assert (await table_rows(world))[0][1:4] == ["Zoe", "1", "1"]

    async def test_bad_rows_are_left_out_and_very_many_are_counted(self, world, boss, winter):
        bad = "2025-10-09,Ann,*@everyone*,121,121,1,0\n" + "2025-10-09,Ann,Ben,12,9,,\n" * 499
        said = await import_text(world, boss, OLD + bad)
        assert "3 results imported into Winter" in said
        assert "Left out. Fix these lines" in said
        assert "... and 480 more." in said
        said = await import_text(world, boss, OLD.splitlines(keepends=True)[0] + bad)
        assert said.startswith(
            "Read: 0 games, 0 without a score, 0 other lines, 500 not understood.\n"
            "**Nothing was imported.** Fix these lines and try again:\nline 2: "
        )
        assert "line 3: " in said
        shown = said.count("\nline ")
        assert 10 < shown <= 20
        assert said.endswith(f"\n... and {500 - shown} more.")
        assert len(await table_rows(world)) == 3

    async def test_writing_it_delays_nobody(self, world, boss, adopted, monkeypatch):
        loop, works = asyncio.get_running_loop(), ("document", "json_result", "csv_line", "unique_names")

        def waiting_for_the_loop(*given):
            answered = threading.Event()
            loop.call_soon_threadsafe(answered.set)
            assert answered.wait(30), "the loop does not go on"
            return original(*given)

        for form, work in zip(("json", "json", "csv", "csv"), works, strict=True):
            original = getattr(export, work)
            with monkeypatch.context() as patch:
                patch.setattr(export, work, waiting_for_the_loop)
                [(_, data)] = await exported(world, form)
            assert b"Benny" in data

    async def test_very_many_results_are_attached_in_parts_that_can_be_imported(self, world, boss, winter, monkeypatch):
        await import_text(world, boss, HEAD + MANY)
        monkeypatch.setattr(result_files, "SLICE", 7)
        monkeypatch.setattr(result_files, "LARGEST", 800)
        parts = await exported(world, "csv")
        assert 2 < len(parts) < 21
        assert [name for name, _ in parts][:2] == ["league-1.csv", "league-1-part-2.csv"]
        assert all(len(data) <= 800 for _, data in parts)
        await boss.slash(world.channel, "league create", name="Copy", preset="acc")
        for name, data in reversed(parts):
            await import_text(world, boss, data, name, league="Copy")
        assert await table_rows(world, league="Copy") == await table_rows(world, league="Winter")
        monkeypatch.undo()
        [(_, whole)] = await exported(world, "csv")
        rows = [data.splitlines()[1:] for _, data in parts]
        assert whole.splitlines()[1:] == [row for part in rows for row in part]

    async def test_very_many_results_are_several_documents(self, world, boss, winter, monkeypatch):
        await import_text(world, boss, HEAD + MANY)
        monkeypatch.setattr(result_files, "LARGEST_DOCUMENT", 6_000)
        parts = [json.loads(data) for _, data in await exported(world, "json")]
        monkeypatch.undo()
        [(_, data)] = await exported(world, "json")
        whole = json.loads(data)
        assert len(parts) > 2
        assert [one for part in parts for one in part["results"]] == whole["results"]
        assert [part["league"] for part in parts] == [whole["league"]] * len(parts)
        assert parts[0] == {**whole, "results": parts[0]["results"]}

    async def test_what_is_stored_during_an_export_is_left_out(self, world, boss, winter, monkeypatch):
        await import_text(world, boss, HEAD + MANY)
        monkeypatch.setattr(result_files, "SLICE", 7)
        context, database = world.bot.context, world.bot.context.tables.database
        league = await context.leagues.directory.find_by_name(world.guild.id, "Winter")
        original = league_results.list_in_order

        async def and_another(*given, **options):
            found = await original(*given, **options)
            async with database.transaction() as writing:
                if found:
                    later = replace(found[-1], id=0, imported=f"entry:{found[-1].id}", played_at=LATER)
                    league_results.add(writing, later)
            return found

        monkeypatch.setattr(league_results, "list_in_order", and_another)
        [data] = [data async for data in context.leagues.files.export_results(league, "csv")]
        assert data.count(b"\n") == 1 + MANY.count("\n")


SHEET = "Red Lion,,,\nDate,Winner,Loser,Score\n15/09/2025,Ann,Ben,121-98\n,Cleo,Ann,121-80\nTotal,,,\n"


class TestPreview:
    @pytest.fixture(autouse=True)
    async def known(self, world, boss, winter):
        """Annie and Benn, who are known in the league."""
        await import_text(world, boss, "Date,Winner,Loser,Score\n2025-09-01,Annie,Benn,121-100\n")

    async def played(self, world):
        return [line[1:4] for line in await table_rows(world)]

    async def test_shows_what_was_understood_and_imports_it_on_confirm_also_after_a_restart(self, world, boss):
        before = await self.played(world)
        message = await preview_of(world, boss, SHEET)
        assert world.text(message) == DATA["preview"]
        assert await self.played(world) == before
        await world.restart()
        await boss.click(message, label="Import 2 results")
        assert world.text(message) == DATA["imported"]
        assert len(await self.played(world)) == 5

    async def test_belongs_to_managers_and_is_cancelled(self, world, boss):
        before = await self.played(world)
        message = await preview_of(world, boss, SHEET)
        late = {"actor": boss, "message": world.snapshot(message), "custom_id": id_of(world, message, "takein")}
        [other] = await world.late({**late, "actor": world.ann})
        assert "Only managers of Winter" in world.text(other.followups[0])
        await boss.click(message, label="Cancel")
        assert world.text(message) == "Nothing was imported."
        [again] = await world.late(late)
        assert "This preview is out of date. Send the file again" in world.text(again.followups[0])
        assert await self.played(world) == before

    async def test_asks_for_the_order_of_dates_that_cannot_be_told(self, world, boss):
        message = await preview_of(world, boss, SHEET.replace("15/09", "08/09"))
        assert world.text(message) == (
            "Is **08/09/2025** written with the day first or the month first?\n"
            "[Read the day first]\n[Read the month first]\n[Cancel]"
        )
        await boss.click(message, label="Read the month first")
        assert "All on 9 Aug 2025." in world.text(message)
        await boss.click(message, label="Import 2 results")
        assert "This is import 2." in world.text(message)
        told = await preview_of(world, boss, SHEET.replace("15/09", "08/09"), dates="day-first")
        assert "All on 8 Sep 2025." in world.text(told)

    async def test_an_import_is_undone_after_a_question(self, world, boss):
        before = await self.played(world)
        await import_text(world, boss, SHEET)
        listed = (await manage(world, boss, "imports")).response
        assert "**Imports into Winter**\n2. " in world.text(listed)
        assert "games.csv: 2 results\n1. " in world.text(listed)
        await boss.click(listed, label="Undo import 2")
        assert world.text(listed).startswith("Undo import 2 of Winter? Its results and its new players go")
        await boss.click(listed, label="Undo import 2")
        assert world.text(listed) == "Import 2 is undone. 2 results are gone."
        assert await self.played(world) == before
        assert "2. " in world.text((await manage(world, boss, "imports")).response)
        assert "Only managers of Winter" in await refused_to_manage(world, world.ann, "imports")

    async def test_nothing_is_downloaded_for_somebody_who_is_no_manager(self, world, monkeypatch):
        downloaded, original = [], discord.Attachment.read

        async def read(attachment, **options):
            downloaded.append(attachment.filename)
            return await original(attachment, **options)

        monkeypatch.setattr(discord.Attachment, "read", read)
        await offer_manage(world, world.ann)
        refused = await preview_of(world, world.ann, SHEET, league="Winter")
        assert "Only managers of Winter" in world.text(refused)
        assert downloaded == []

    async def test_another_spelling_of_a_known_name_is_shown(self, world, boss):
        told = world.text(await preview_of(world, boss, "Date,Winner,Loser,Score\n2025-09-08,Ännie,Benn,121-99\n"))
        assert "Read as one player: Ännie = Annie." in told
        assert "New players" not in told

    async def test_a_long_import_says_how_far_it_is(self, world, boss, winter, monkeypatch):
        monkeypatch.setattr(files, "_SECONDS_BETWEEN", -1.0)
        message = await preview_of(world, boss, HEAD + MANY)
        before = len(world.env.http_requests)
        await press(world, boss, message, "takein")
        told = [str(one.json) for one in world.env.http_requests[before:]]
        assert any("0 of 21 results are imported." in one for one in told)
        assert "21 results imported" in world.text(message)

    async def test_days_outside_the_season_are_taken_if_told_so(self, world, boss):
        await boss.slash(world.channel, "manage settings", starts_on="2025-09-16")
        said = await import_text(world, boss, SHEET)
        assert "15 Sep 2025 is outside season 1 (16 Sep 2025 to ...)" in said
        assert "2 results imported" in await import_text(world, boss, SHEET, any_date=True)

    async def test_exports_are_attached(self, world, boss):
        for form, start in (("xlsx", b"PK"), ("html", b"<!DOCTYPE html>")):
            [(name, data)] = await exported(world, form)
            assert name == f"league-1.{form}"
            assert data.startswith(start)
        shown = await export_of(world, world.cy, "ics")
        said = world.text(shown.followups[-1] if shown.followups else shown.response)
        assert "Winter has no fixtures in this season." in said


class TestPages:
    async def test_results_page_by_page(self, world, boss, winter):
        games = "".join(f"2025-10-{day},Ann,Ben,121,{day},1,0\n" for day in range(10, 31))
        await import_text(world, boss, HEAD + games)
        shown = (await world.cy.slash(world.channel, "league history")).response
        assert "Ben 30" in world.text(shown)
        assert "Ben 20" not in world.text(shown)
        older = (await world.cy.click(shown, label="Older")).response
        assert "**Earlier results**" in world.text(older)
        assert [f"Ben {day}" in world.text(older) for day in (21, 20, 11, 10)] == [False, True, True, False]
        await world.cy.click(older, label="Older")
        assert "Ben 10" in world.text(older)
        assert "[Older]" not in world.text(older)
        await world.cy.click(older, label="Latest")
        assert "Ben 30" in world.text(older)

    async def test_ratings_and_the_table_page_by_page(self, world, boss, winter):
        await import_text(world, boss, HEAD + "".join(f"2025-10-10,P{one},Q{one},121,99,1,0\n" for one in range(10)))
        for command, options, head in (
            ("table", {}, "**Winter**"),
            ("ratings", {}, "**Ratings**"),
            ("ratings", {"season": 1}, "**Ratings** from season 1 of Winter alone"),
        ):
            shown = (await world.cy.slash(world.channel, f"league {command}", **options)).response
            assert head in world.text(shown)
            assert "P0" in world.text(shown)
            second = (await world.cy.click(shown, label="Next")).response
            assert second.id != shown.id
            assert head in world.text(second)
            assert "P0" not in world.text(second)
            assert "Q9" in world.text(second)
            assert "[Next (off)]" in world.text(second)
            await world.cy.click(second, label="Back")
            assert "P0" in world.text(second)
        assert "no season 4" in await refusal(world, world.cy, "league ratings", season=4)


class TestSeeds:
    async def test_by_rating_and_by_hand(self, world, boss):
        def pairs(drawn):
            return [line for line in drawn.splitlines() if " v " in line or " deals first" in line]

        for name in ("Winter", "Spring"):
            await create_league(world, boss, *world.people, name=name, format="knockout", preset="acc")
        games = "".join(
            f"2025-10-{10 + at},{one},{other},121,99,1,0\n"
            for at in range(5)
            for one, other in (("Dan", "Ann"), ("Cy", "Ann"), ("Dan", "Cy"), ("Ann", "Ben"))
        )
        await boss.slash(world.channel, "league create", name="Open", preset="acc")
        await import_text(world, boss, HEAD + games, league="Open")
        drawn = await refused_to_manage(world, boss, "start", league="Winter", seeds="rating")
        assert any("Dan" in line and "Ben" in line for line in pairs(drawn))
        by_hand = await refused_to_manage(world, boss, "start", league="Spring", seeds="Ann, Ben")
        assert not any("Ann" in line and "Ben" in line for line in pairs(by_hand))

    async def test_of_unknown_names_are_refused(self, world, boss):
        await create_league(world, boss, world.ann, world.ben, format="swiss")
        assert "has no player called Zoe" in await refused_to_manage(world, boss, "start", seeds="Zoe")


class TestTieBreaks:
    async def test_are_changed_on_the_page_of_the_settings(self, world, boss, winter):
        page = (await world.command(boss, "manage settings")).response
        assert "Ties are broken by wins, score difference, head to head, fewer skunks lost" in world.text(page)

        async def typed(text):
            done = await submit(world, boss, page, "tiebreaks", {"breaks": text})
            return world.text(done.response or page)

        assert "Ties are broken by head to head, Buchholz" in await typed("head to head, buchholz")
        assert "Choose each tie-break once, from these: wins" in await typed("coin")
        assert "Ties are broken by head to head, Buchholz" in await world.told(boss, "league list", league="Winter")
        assert "fewer skunks lost" in await typed("")
        log = await manage_told(world, boss, "log")
        assert (
            "changed Tie-breaks: wins, score difference, head to head, fewer skunks lost → head to head, Buchholz"
            in log
        )


class TestPictures:
    @pytest.fixture
    def with_pictures(self):
        return True

    async def test_two_people_are_compared_in_one_picture(self, world, boss, winter):
        games = "".join(f"2025-10-{day},P,Q,121,99,1,0\n2025-10-{day},Q,R,121,99,1,0\n" for day in range(10, 20))
        await import_text(world, boss, HEAD + games)
        page = (await world.cy.slash(world.channel, "league player", player="P", opponent="Q")).response
        assert "Rating from this season alone" in world.text(page)
        (described,) = alt_texts(world, page)
        assert "For comparison: Q, now" in described

    async def test_the_table_and_its_pages(self, world, boss, adopted):
        shown = (await world.cy.slash(world.channel, "league table")).response
        (picture,) = world.stored(shown).attachments
        assert picture["filename"].startswith("standings-")
        assert "Zoe" not in world.text(shown), "the table is shown once"
        (described,) = alt_texts(world, shown)
        assert described.startswith("Attic, season 1. Place, name, P, W, L, Pt, Sk, +/-: 1 Zoe ")
        assert "P = played, W = won" in world.text(shown)
        own = (await world.cy.click(shown, custom_id="l1:table:1:1:0:1:0")).response
        await world.cy.click(own, custom_id="l1:table:1:1:0:2:0")
        (turned,) = world.stored(own).attachments
        assert turned["filename"] != picture["filename"]
        assert "Best = best hand" in world.text(own)

    async def test_the_table_is_text_for_a_player_who_chose_text_alone(self, world, boss, adopted):
        drawn = (await world.cy.slash(world.channel, "league table")).response
        accounts = world.bot.context.accounts
        cy = await accounts.players.find(world.cy.id)
        await accounts.preferences.put(cy.id, Preferences(pictures=False))
        asked = (await world.cy.slash(world.channel, "league table")).response
        turned = (await world.cy.click(drawn, custom_id="l1:table:1:1:0:1:0")).response
        for shown in (asked, turned):
            assert "1 Zoe" in world.text(shown)
            assert world.stored(shown).attachments == []

    async def test_a_rating_over_time(self, world, boss, adopted):
        shown = (await world.cy.slash(world.channel, "league player", player="Ann")).response
        (picture,) = world.stored(shown).attachments
        assert picture["filename"].startswith("rating-")
        once = (await world.cy.slash(world.channel, "league player", player="Zoe")).response
        assert world.stored(once).attachments == [], "one result makes no line"


class TestTheCommands:
    def test_none_has_more_options_or_choices_than_discord_allows(self):
        tree = discord.app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
        for command in features.COMMANDS:
            tree.add_command(command)
        assert max(_widest(command.to_dict(tree)) for command in tree.get_commands()) <= 25

    async def test_zones_and_leagues_are_suggested(self, world, boss):
        zones = await boss.autocomplete(world.channel, "league create", "zone", "lond")
        assert {"name": "Europe/London", "value": "Europe/London"} in zones
        await boss.slash(world.channel, "league create", name="Winter")
        await boss.slash(world.channel, "league create", name="Summer")
        await world.ann.slash(world.channel, "league join", league="Winter")
        suggested = await world.ann.autocomplete(world.channel, "league table", "league", "")
        assert [one["value"] for one in suggested] == ["Winter", "Summer"]
        typed = await world.ann.autocomplete(world.channel, "league table", "league", "SUM")
        assert [one["value"] for one in typed] == ["Summer"]


def _widest(part):
    inner = [part.get("options") or (), part.get("choices") or ()]
    return max([len(inner[0]), len(inner[1]), *(_widest(one) for one in inner[0])])
