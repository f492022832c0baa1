"""Erased people: nothing that is stored, exported or in memory says any name that they ever had, in any spelling."""

import io
import json
import zipfile
import zlib
from contextlib import suppress

from bot.accounts import Accounts
from bot.leagues import documents, export
from bot.leagues.change_log import Logged, entry_text, log_entry
from bot.leagues.file_import import import_file
from bot.leagues.import_plan import ImportOptions
from bot.models.league import LogEntry
from bot.storage import league_imports, league_results, members
from bot.storage.players import FORMER
from bot.tables import service
from tests.support.club_spreadsheets import spreadsheet
from tests.support.data_files import data_beside
from tests.support.sample_league import GUILD, refused

DATA = data_beside(__file__)

FIRST, SECOND, NICK, CLAIMED, MERGED, TEAM = (
    *("Xanthippe Quill", "Zerbinetta", "Ixworth", "X. Quillfeather", "Quixy Quill", "The Zyzzyvas"),
)
NAMES = (FIRST, SECOND, NICK, CLAIMED, MERGED, TEAM)
ACCOUNT = 987654321987
FILE = f"Date,Winner,Loser,Score\n2025-02-05,{CLAIMED},Ben Booth,121-100\n2025-02-06,{MERGED},Cleo Cruz,121-99\n"


async def everything(database):
    """Every value of every column of every table, as text; compressed bytes are read."""
    if hasattr(database, "address"):
        tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
    else:
        tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
    found = []
    for (table,) in await database.rows(tables):
        for row in await database.rows(f"SELECT * FROM {table}"):
            found += [(table, _text(value)) for value in row]
    return found


def _text(value):
    if isinstance(value, bytes):
        with suppress(zlib.error):
            value = zlib.decompress(value)
        return value.decode("utf-8", "replace")
    return str(value)


async def where_named(database, *names):
    """The tables that say one of these names, in any case."""
    return {table for table, text in await everything(database) for name in names if name.casefold() in text.casefold()}


async def erase(club, accounts, player):
    await service.give_up_all(club.room.tables, player)
    await club.leagues.collector.collect_all()
    await accounts.privacy.erase(player)
    await club.room.tables.forget_people(player.discord_id)


async def leave_a_league(club, rare):
    """Manage a league and play in a team there, of which only the log is left."""
    other = await club.league(club.ann, name="Mondays", format="open", preset="acc")
    await club.leagues.managers.add(other, club.boss, rare)
    await club.leagues.managers.remove(other, club.boss, rare)
    other = await club.league(club.ann, name="Tuesdays", format="open", preset="acc")
    async with club.room.database.transaction() as writing:
        members.add_team(writing, other.id, TEAM, (rare, club.ben), club.room.wall())
        members.add_log_entry(writing, other.id, LogEntry(club.room.wall(), None, f"joined: {TEAM}"))
    (team,) = await members.list_teams(club.room.database, other.id)
    async with club.room.database.transaction() as writing:
        members.delete_team(writing, other.id, team.player.id)


async def test_no_door_keeps_a_name(club):
    database, room, boss = club.room.database, club.room, club.boss
    accounts = Accounts.over(database)
    remembered = []
    room.tables.forget_person = remembered.append
    meet = accounts.players.meet
    rare = await meet(ACCOUNT, FIRST, guild_id=GUILD, server_name=NICK)
    league = await club.league(rare, room.ann, room.ben, format="open", preset="acc")
    people = club.leagues.people
    # A file, with a name that is claimed and one that is merged; others are waiting.
    options = ImportOptions(file_name=f"{SECOND}_{MERGED}-jan.csv")
    await import_file(database, league, FILE.encode(), room.wall(), by=room.dee, options=options)
    known = await members.read_names(database, league.id)
    await club.leagues.name_claims.make(league, rare, CLAIMED)
    await club.leagues.name_claims.accept(league, boss, rare)
    rare = await meet(ACCOUNT, SECOND, guild_id=GUILD)
    why = f"it is {rare.name}, once {NICK.lower()}, <@{ACCOUNT}>"
    await people.merge(league, boss, known[MERGED.casefold()], rare, why)
    await club.leagues.files.preview(league, boss, FILE.encode(), ImportOptions(file_name=f"{MERGED}.csv"))
    # The log, by what others did while the names were others'.
    await club.leagues.managers.add(league, boss, rare)
    await club.leagues.managers.remove(league, boss, rare)
    await club.enter(league, rare, room.ann)
    await club.beats(league, rare, room.ann)
    await club.leagues.members.withdraw(league, boss, rare, f"{FIRST.upper()} is ill")
    await people.bring_back(league, boss, rare)
    await leave_a_league(club, rare)
    table = await room.tables.find((await club.sit_down(league, rare, room.ben)).id)
    rare = await meet(ACCOUNT, "Zed", guild_id=GUILD)

    assert await where_named(database, *NAMES) >= {
        *("players", "former_names", "league_log", "league_names", "league_imports", "merges", "import_previews")
    }
    before = await database.rows("SELECT result_id, side, player_id, won, holes FROM league_sides ORDER BY 1, 2")
    await erase(club, accounts, rare)

    assert await where_named(database, *NAMES, str(ACCOUNT)) == set()
    assert not [text for _, text in await everything(database) if text == "Zed"]
    now = await database.rows("SELECT result_id, side, player_id, won, holes FROM league_sides ORDER BY 1, 2")
    assert now[: len(before)] == before, "results keep their numbers"
    entries = await club.leagues.log.entries(league, boss, many=100)
    (entry,) = (one for one in entries if one.what == "people_merged")
    assert entry_text(entry, league) == f"merged {FORMER} into {FORMER}"
    assert entry.reason == f"it is {FORMER}, once {FORMER}, {FORMER}"
    (done,) = await league_imports.list_imports(database, league.id)
    assert done.file_name == f"{FORMER}_{FORMER}-jan.csv"
    assert remembered == [ACCOUNT]
    # Running objects.
    shown = await room.tables.find(table.id)
    in_memory = repr((room.tables._open, room.tables._ended, accounts.players._met, shown)).casefold()
    assert not [name for name in (*NAMES, "'zed'") if name.casefold() in in_memory]
    # Exports: of the league in each format, and of others.
    assert not [name for name in NAMES if name in str(await accounts.privacy.export(room.ben))]
    for text in await exported(club, league):
        assert not [name for name in NAMES if name.casefold() in text.casefold()]
    # The merge can still be undone, and gives no name back.
    assert (await people.undo_merge(league, boss)).merged.name == FORMER
    assert await where_named(database, *NAMES) == set()


async def exported(club, league):
    database, now = club.room.database, club.room.wall()
    season = await club.leagues.directory.season(league)
    results = await league_results.list_results(database, league.id)
    names = await export.read_names(database, league)
    found = [spreadsheet(results, names), *(json.dumps(export.json_result(one, names)) for one in results)]
    for form in ("xlsx", "html"):
        document = await documents.write_document(database, league, season, form, now)
        if form == "xlsx":
            with zipfile.ZipFile(io.BytesIO(document)) as book:
                found += [book.read(name).decode("utf-8", "replace") for name in book.namelist()]
        else:
            found.append(document.decode())
    return found


async def test_a_namesake_elsewhere_and_words_like_a_name_stay(club):
    accounts, database = Accounts.over(club.room.database), club.room.database
    al = await accounts.players.meet(ACCOUNT, "Al")
    league = await club.league(al, club.ann, format="open", preset="acc")
    other = await club.league(club.ann, name="Mondays", format="open", preset="acc")
    async with database.transaction() as writing:
        for one in (league, other):
            members.add_log_entry(
                writing, one.id, LogEntry(club.room.wall(), None, "entered Al 121, Alan 90", "al dente")
            )
    await erase(club, accounts, al)
    rows = await database.rows("SELECT league_id, what, reason FROM league_log WHERE reason <> '' ORDER BY 1")
    assert rows == [
        (league.id, f"entered {FORMER} 121, Alan 90", "al dente"),
        (other.id, "entered Al 121, Alan 90", "al dente"),
    ]


SPELLINGS = DATA["spellings"]


async def test_a_name_is_found_however_it_is_written(club):
    """In other letters of the same name, with other spaces, and in scripts that put none between words."""
    accounts, database = Accounts.over(club.room.database), club.room.database
    for name in SPELLINGS:
        rare = await accounts.players.meet(ACCOUNT, name)
    league = await club.league(rare, club.ann, format="open", preset="acc")
    written = [text for texts in SPELLINGS.values() for text in texts]
    others = ["Straßenbahn", "grossly", "Pen Quill", "x y"]
    async with database.transaction() as writing:
        for text in (*written, *others):
            members.add_log_entry(writing, league.id, LogEntry(club.room.wall(), None, "said", text))
            fact = log_entry(club.room.wall(), None, Logged.PERSON_RENAMED, player=text, name='a "quoted" name')
            members.add_log_entry(writing, league.id, fact)
    await erase(club, accounts, rare)
    facts = [entry.facts for entry in await club.leagues.log.entries(league, club.boss, many=100) if entry.facts]
    assert [fact["player"] for fact in facts[: len(others)]] == others[::-1]
    renamed = [fact["player"] for fact in facts if fact.get("name") == 'a "quoted" name']
    assert [text for text in renamed[len(others) :] if FORMER not in text] == []
    reasons = [
        reason for (reason,) in await database.rows("SELECT reason FROM league_log WHERE what = 'said' ORDER BY id")
    ]
    kept = zip(written, reasons[: len(written)], strict=True)
    assert [text for text, reason in kept if FORMER not in reason] == []
    assert reasons[len(written) :] == others


async def test_a_name_that_was_merged_by_mistake_stays_once_that_is_undone(club):
    accounts, people = Accounts.over(club.room.database), club.leagues.people
    rare = await accounts.players.meet(ACCOUNT, FIRST)
    league = await club.league(rare, club.ann, club.ben, format="open", preset="acc")
    await import_file(club.room.database, league, FILE.encode(), club.room.wall(), by=club.dee)
    other = (await members.read_names(club.room.database, league.id))[MERGED.casefold()]
    await people.merge(league, club.boss, other, rare, "I thought so")
    await people.undo_merge(league, club.boss)
    await erase(club, accounts, rare)
    assert (await members.read_names(club.room.database, league.id))[MERGED.casefold()] == other
    assert await where_named(club.room.database, FIRST) == set()


async def test_a_manager_erases_people_without_an_account(club):
    database = club.room.database
    league = await club.league(club.ann, club.ben, format="club", preset="acc", many=3, begin=False)
    (eve,) = await club.leagues.people.add(league, club.boss, ["Evangeline Ott"])
    await club.leagues.people.rename(league, club.boss, eve, "Eva Otterbourne")
    eve = (await members.read_names(database, league.id))["eva otterbourne"]
    await refused(club.leagues.people.erase(league, club.boss, club.ann), "/privacy erase")
    await club.leagues.people.erase(league, club.boss, eve)
    assert await where_named(database, "Evangeline Ott", "Eva Otterbourne") == set()
    there = {one.player.name: one.status for one in await club.leagues.members.find_all(league)}
    assert there == {"Ann": "in", "Ben": "in", FORMER: "withdrawn"}
    assert "erased the name of somebody without an account" in await club.log(league)


async def test_a_deleted_league_leaves_no_names(club):
    league = await club.league(club.ann, format="club", preset="acc", many=3, begin=False)
    await club.leagues.people.add(league, club.boss, ["Evangeline Ott"])
    await club.leagues.setup.delete(league, club.boss)
    assert await where_named(club.room.database, "Evangeline Ott") == set()


async def test_no_file_comes_in_while_a_manager_erases_a_name(club, monkeypatch):
    database, league = club.room.database, await club.league()
    [person] = await club.leagues.people.add(league, club.boss, [FIRST])
    write, locked = database.write, []

    async def note(statements, **more):
        locked.append(database.importing.locked())
        await write(statements, **more)

    monkeypatch.setattr(database, "write", note)
    await club.leagues.people.erase(league, club.boss, person)
    assert locked == [True]
