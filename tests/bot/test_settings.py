"""Settings: what each may be, and one sentence with its name for each that cannot be used."""

import re
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.app import client
from bot.cli.command import load_settings
from bot.models.storage import PostgresAddress, Shards
from bot.settings import Settings, SettingsError, read
from tests.support.data_files import data_beside
from tests.support.paths import ROOT
from tests.support.po_files import po_file

DATA = data_beside(__file__)

NAMES = tuple(DATA["names"])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder without .env, and an environment that says nothing."""
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_blank_is_as_good_as_unsaid():
    assert read(dict.fromkeys(NAMES, "  ")) == read({})


def test_what_is_said_is_taken():
    assert read(DATA["said"]) == Settings(
        "a.b-c_D",
        Path("/data/games.db"),
        "WARNING",
        0.5,
        30,
        1,
        pictures=False,
        database_sync="normal",
        log_format="json",
        http_port=9100,
        sentry_dsn="https://key@sentry.example/7",
    )


BAD = DATA["bad"]
"""What each setting cannot be."""


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in BAD.items() for value in values])
def test_what_makes_no_sense_is_refused_by_name(name, value):
    with pytest.raises(SettingsError, match=name) as refused:
        read({name: value})
    assert "\n" not in str(refused.value)
    assert " must be " in str(refused.value) or name == "SHARDS"
    assert "s3cret" not in str(refused.value)
    assert "TOKEN" not in name or name.endswith("FILE") or value not in str(refused.value), "a token is never printed"


class TestTheTokenFile:
    def test_holds_the_token(self, tmp_path):
        (tmp_path / "token").write_text("a.b.c\n")
        assert read({"DISCORD_TOKEN_FILE": str(tmp_path / "token")}).token == "a.b.c"

    def test_is_not_read_where_the_token_is_said(self, tmp_path):
        assert read({"DISCORD_TOKEN_FILE": str(tmp_path / "missing"), "DISCORD_TOKEN": "a.b.c"}).token == "a.b.c"

    @pytest.mark.parametrize("content", [b"", b" \n", b"a.b.c\nsecond line", b"\xff\xfe\x00"])
    def test_that_holds_no_token_is_refused(self, tmp_path, content):
        (tmp_path / "token").write_bytes(content)
        with pytest.raises(SettingsError, match="DISCORD_TOKEN_FILE"):
            read({"DISCORD_TOKEN_FILE": str(tmp_path / "token")})


class TestTheEnvFile:
    def test_is_read_and_the_environment_comes_before_it(self, folder, monkeypatch):
        (folder / ".env").write_text('# mine\nDISCORD_TOKEN="a.b.c"\nDATABASE_PATH=games.db\nROBOT_PACE=2\nLOG_LEVEL\n')
        monkeypatch.setenv("ROBOT_PACE", "3")
        monkeypatch.setenv("DATABASE_PATH", " ")
        assert load_settings() == Settings("a.b.c", Path("games.db"), "INFO", 3.0)

    def test_that_is_no_text_is_refused(self, folder, capsys):
        (folder / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe")
        assert main(["run"]) == 2
        assert capsys.readouterr().err.startswith("cribbage-bot: can't read .env")

    def test_example_names_every_setting_with_its_default(self):
        text = (ROOT / ".env.example").read_text("utf-8")
        assert tuple(re.findall(r"^([A-Z_]+)=", text, re.MULTILINE)) == NAMES
        said = dict(line.split("=", 1) for line in text.splitlines() if line and not line.startswith("#"))
        assert read(said) == read({})


@pytest.mark.parametrize(("typed", "read_as"), [("de", "de"), (" pt_BR ", "pt-BR"), ("", "")])
def test_a_language_is_a_code(typed, read_as):
    assert read({"LANGUAGE": typed}).language == read_as
    with pytest.raises(SettingsError, match="LANGUAGE must be the code of a language, like de"):
        read({"LANGUAGE": "Deutsch"})


class TestTheFolderOfTranslations:
    def test_it_is_taken(self, tmp_path):
        assert read({"LOCALE_PATH": f" {tmp_path} "}).locale_path == tmp_path

    @pytest.mark.parametrize("name", ["missing", "file"])
    def test_one_that_is_not_there_is_refused(self, tmp_path, name):
        (tmp_path / "file").write_text("")
        with pytest.raises(SettingsError) as refused:
            read({"LOCALE_PATH": str(tmp_path / name)})
        path = str(tmp_path / name)
        assert str(refused.value) == f"LOCALE_PATH must be a folder that exists or empty, not {path!r}."

    async def test_the_bot_reads_it(self, tmp_path):
        (tmp_path / "de.po").write_text(po_file("de", {"Decline": "Ablehnen"}), encoding="utf-8")
        async with client(Settings(database=tmp_path / "cribbage.db", locale_path=tmp_path)) as bot:
            assert bot.languages.known["de"].catalogue.gettext("Decline") == "Ablehnen"


@pytest.mark.parametrize(("url", "said"), DATA["addresses"])
def test_what_libpq_reads_comes_before_the_file_and_its_password_is_never_said(url, said):
    address = read({"DATABASE_URL": f" {url} ", "DATABASE_PATH": "games.db"}).database
    assert (address, str(address)) == (PostgresAddress(url), said)
    assert "s3cret" not in repr(address)


@pytest.mark.parametrize(("text", "said"), DATA["missing_shards"])
def test_shards_that_are_not_there(text, said):
    with pytest.raises(SettingsError) as refused:
        read({"SHARDS": text, "DATABASE_URL": "postgresql://localhost/cribbage"})
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("text", "shards"), [("0-3/16", Shards((0, 1, 2, 3), 16)), (" 15/16 ", Shards((15,), 16)), ("0/1", Shards((0,), 1))]
)
def test_shards_are_those_of_one_process_on_postgres(text, shards):
    said = {"SHARDS": text, "DATABASE_URL": "postgresql://localhost/cribbage"}
    assert read(said).shards == shards
    with pytest.raises(SettingsError, match="SHARDS is for several processes, which need PostgreSQL; set DATABASE_URL"):
        read({"SHARDS": text})


async def test_the_client_opens_its_shards(tmp_path):
    async with client(Settings(database=tmp_path / "cribbage.db", shards=Shards((2, 3), 16))) as bot:
        assert (bot.shard_ids, bot.shard_count) == ([2, 3], 16)


@pytest.mark.parametrize(("library", "name", "value", "said"), DATA["libraries"])
def test_a_library_that_is_missing_is_named(monkeypatch, library, name, value, said):
    monkeypatch.setitem(sys.modules, library, None)
    extra = "postgres" if name == "DATABASE_URL" else "sentry"
    said = rf"^{name} needs {said}: .*python.* -m pip install \"cribbage-bot\[{extra}\]\""
    with pytest.raises(SettingsError, match=said):
        read({name: value})


def test_without_a_token_it_says_how_to_get_one_and_what_needs_none(folder, capsys):
    assert main(["run"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    for said in DATA["without_a_token"]:
        assert said in err
    assert list(folder.iterdir()) == []


def test_a_setting_that_makes_no_sense_ends_the_command_in_one_line(folder, monkeypatch, capsys):
    monkeypatch.setenv("ROBOT_PACE", "fast")
    assert main(["run"]) == 2
    assert capsys.readouterr().err == "cribbage-bot: ROBOT_PACE must be 0 to 60 seconds, not 'fast'.\n"


@pytest.mark.parametrize(("sync", "level"), [("full", 2), ("normal", 1)])
async def test_tables_and_the_database_get_their_settings(tmp_path, sync, level):
    settings = Settings(database=tmp_path / "cribbage.db", idle_days=2, invitation_days=1, database_sync=sync)
    async with client(settings) as bot:
        tables = (services := await bot._open_services()).tables
        assert tables.timekeeper._patience == {"playing": timedelta(days=2), "gathering": timedelta(days=1)}
        assert list(await tables.database._connection.execute_fetchall("PRAGMA synchronous")) == [(level,)]
        await services.close_database()
