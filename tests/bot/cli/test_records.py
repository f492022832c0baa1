"""Records on the command line: written whole or not at all, read back from the database, and held to the laws."""

import asyncio
import copy
import json
import os
import random
import threading

import pytest

from bot.__main__ import main
from bot.cli import records
from bot.tables.robot_games import selfplay
from engine.actions import Resign
from tests.support.seated_tables import room_over


@pytest.fixture(scope="module")
def document():
    """One finished game, counts declared wrongly in it."""
    (record,) = selfplay(1, preset="house", seed="7", miscount=0.3, levels=("easy", "easy"))
    return json.loads(json.dumps(record.to_dict()))


@pytest.fixture
def verify(tmp_path, capsys):
    """Verify a text or documents; returns the exit code and what was printed on both channels."""

    def check(*parts):
        path = tmp_path / "records.jsonl"
        path.write_text("\n".join(part if isinstance(part, str) else json.dumps(part) for part in parts), "utf-8")
        code = main(["verify", str(path)])
        return code, *capsys.readouterr()

    return check


class TestWritten:
    def test_games_one_a_line_the_same_for_the_same_seed(self, tmp_path):
        written = []
        for name in ("one", "two"):
            path = tmp_path / name
            assert main(["selfplay", "--games", "2", "--seed", "x", "--miscount", "0.5", "--out", str(path)]) == 0
            written.append(path.read_text("utf-8"))
        assert written[0] == written[1]
        assert len({json.loads(line)["game"] for line in written[0].splitlines()}) == 2
        assert sorted(file.name for file in tmp_path.iterdir()) == ["one", "two"]

    def test_what_fails_leaves_the_old_file_as_it_was(self, tmp_path, monkeypatch):
        path = tmp_path / "games.jsonl"
        path.write_text("good\n")

        def fail(out, games, **options):
            out.write("half a rec")
            raise KeyError("broken")

        monkeypatch.setattr(records, "write_games", fail)
        with pytest.raises(KeyError):
            main(["selfplay", "--out", str(path)])
        assert path.read_text() == "good\n"
        assert list(tmp_path.iterdir()) == [path]

    def test_interrupted_it_leaves_the_old_file_and_says_nothing(self, tmp_path, monkeypatch, capsys):
        def interrupt(out, games, **options):
            raise KeyboardInterrupt

        monkeypatch.setattr(records, "write_games", interrupt)
        path = tmp_path / "games.jsonl"
        path.write_text("good\n")
        assert main(["selfplay", "--out", str(path)]) == 130
        assert path.read_text() == "good\n"
        assert capsys.readouterr() == ("", "")

    def test_through_a_link_the_file_behind_it_is_written(self, tmp_path):
        (tmp_path / "link").symlink_to(tmp_path / "behind")
        assert main(["selfplay", "--out", str(tmp_path / "link")]) == 0
        assert (tmp_path / "link").is_symlink()
        assert json.loads((tmp_path / "behind").read_text("utf-8"))["result"]

    def test_a_pipe_stays_a_pipe(self, tmp_path):
        pipe, read = tmp_path / "pipe", []
        os.mkfifo(pipe)
        reader = threading.Thread(target=lambda: read.append(pipe.read_text("utf-8")), daemon=True)
        reader.start()
        assert main(["selfplay", "--out", str(pipe)]) == 0
        reader.join(60)
        assert json.loads(read[0])["result"]
        assert pipe.is_fifo()

    @pytest.mark.parametrize("where", ["", "nowhere/games.jsonl"])
    def test_where_nothing_can_be_written_one_line_says_so(self, tmp_path, where, capsys):
        assert main(["selfplay", "--out", str(tmp_path / where)]) == 2
        assert str(tmp_path) in capsys.readouterr().err
        assert list(tmp_path.iterdir()) == []


class TestOfTheDatabase:
    async def games(self, path):
        async with room_over(path) as room:
            over, playing = await room.sit_down(), await room.sit_down()
            await room.tables.act(over.id, room.ann, None, Resign(0))
            await room.take_turn(playing.id)
        return over, playing

    def record(self, path, monkeypatch, capsys, game):
        monkeypatch.setenv("DATABASE_PATH", str(path))
        code = main(["record", game])
        return code, *capsys.readouterr()

    async def test_a_finished_game_with_its_seed_and_an_unfinished_one_without(self, tmp_path, monkeypatch):
        over, playing = await self.games(tmp_path / "cribbage.db")
        finished = (await records._stored(tmp_path / "cribbage.db", f" {over.id.upper()} ")).to_dict()
        assert (finished["shuffle"]["seed"], finished["result"]["side"]) == (over.agreement.seed.hex(), 1)
        unfinished = (await records._stored(tmp_path / "cribbage.db", playing.id)).to_dict()
        assert unfinished["result"] is None
        assert playing.agreement.seed.hex() not in json.dumps(unfinished)

    def test_printed_it_can_be_verified(self, tmp_path, monkeypatch, capsys, verify):
        over, playing = asyncio.run(self.games(tmp_path / "cribbage.db"))
        for table, proof in ((over, "every deal came from the sealed shuffle"), (playing, "still sealed")):
            code, out, err = self.record(tmp_path / "cribbage.db", monkeypatch, capsys, table.id)
            assert (code, err) == (0, "")
            code, said, err = verify(out)
            assert (code, err) == (0, "")
            assert proof in said

    def test_no_such_game(self, tmp_path, monkeypatch, capsys):
        asyncio.run(self.games(tmp_path / "cribbage.db"))
        code, out, err = self.record(tmp_path / "cribbage.db", monkeypatch, capsys, "nowhere")
        assert (code, out) == (2, "")
        assert "no such table" in err

    def test_no_database_and_none_is_made(self, tmp_path, monkeypatch, capsys):
        code, out, err = self.record(tmp_path / "cribbage.db", monkeypatch, capsys, "abcdefgh")
        assert (code, out) == (2, "")
        assert "there is no database; set DATABASE_PATH" in err
        assert list(tmp_path.iterdir()) == []


def tamper_with_points(document):
    next(event for event in document["events"] if event["kind"] == "pegged")["points"] += 1


def tamper_with_a_hand(document):
    hands = next(event for event in document["events"] if event["kind"] == "dealt")["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def leave_an_event_out(document):
    del document["events"][5]


def leave_the_end_out(document):
    del document["events"][-1]


def call_another_the_winner(document):
    document["result"]["side"] = 1 - document["result"]["side"]


def count_the_game_twice(document):
    document["result"]["games"] += 1


def hide_the_result(document):
    document["result"] = None


def forget_the_result(document):
    del document["result"]


def exchange_the_sides(document):
    document["sides"] = [[1], [0]]


def give_another_seed(document):
    document["shuffle"]["seed"] = "00" * 32


def give_a_number_as_seed(document):
    document["shuffle"]["seed"] = 5


def agree_on_other_rules(document):
    document["rules"]["target"] = 61


def name_another_format(document):
    document["format"] = "chess"


TAMPERINGS = (
    tamper_with_points,
    tamper_with_a_hand,
    leave_an_event_out,
    leave_the_end_out,
    call_another_the_winner,
    count_the_game_twice,
    hide_the_result,
    forget_the_result,
    exchange_the_sides,
    give_another_seed,
    give_a_number_as_seed,
    agree_on_other_rules,
    name_another_format,
)


class TestVerified:
    def test_a_sound_record_alone_or_one_of_several(self, document, verify):
        assert verify(document)[0] == 0
        assert verify(json.dumps(document, indent=1))[0] == 0
        code, out, err = verify(
            document, "", {**document, "game": "line\u2028break", "note": "more keys may stand here"}
        )
        assert (code, err) == (0, "")
        assert out.count("every fact follows from the laws; every deal came from the sealed shuffle") == 2

    @pytest.mark.parametrize("tamper", TAMPERINGS)
    def test_a_tampered_one_does_not_hold_and_the_others_are_still_read(self, document, verify, tamper):
        tampered = copy.deepcopy(document)
        tamper(tampered)
        code, out, err = verify(tampered, document)
        assert (code, err) == (1, "")
        bad, good = out.splitlines()
        assert bad.startswith("record 1: does not hold: ")
        assert good.startswith("record 2: ")
        assert "every fact follows" in good

    def test_without_its_seed_it_is_said_to_be_sealed(self, document, verify):
        sealed = copy.deepcopy(document)
        del sealed["shuffle"]["seed"]
        assert "still sealed" in verify(sealed)[1]

    def test_whatever_is_wrong_with_any_one_value_it_is_an_answer_and_no_fault(self, document, verify):
        chance = random.Random(3)
        places = list(places_in(document))
        tampered = []
        for _ in range(150):
            copied = copy.deepcopy(document)
            *way, last = chance.choice(places)
            inner = copied
            for step in way:
                inner = inner[step]
            inner[last] = chance.choice([None, -1, 99, 10**30, 1.5, True, "", "AC", "¾", [], {}, [[]], {"0": "AC"}])
            tampered.append(copied)
        code, out, err = verify(*tampered)
        assert (code, err) == (1, "")
        assert len(out.splitlines()) == 150
        changed = [line for line in out.splitlines() if "does not hold" not in line]
        assert len(changed) < 15, "what the laws say nothing of, such as a name, may be another"

    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            ("", "is empty; give a record"),
            (" \n\n", "is empty; give a record"),
            ("Dear Ann,\nhello", "line 1 is not JSON"),
            ('{"format": "cribbage-record"', "line 1 is not JSON"),
            ("[" * 100_000, "line 1 is not JSON"),
            ("1" * 5_000, "line 1 is not JSON"),
            ("5", "holds something that is no record"),
            ("[]\n{}", "holds something that is no record"),
        ],
        ids=["empty", "blank", "letter", "cut short", "deep", "long number", "number", "list"],
    )
    def test_what_is_no_record_at_all_is_refused_in_one_line(self, verify, text, complaint):
        code, out, err = verify(text)
        assert (code, out) == (2, "")
        assert complaint in err
        assert err.count("\n") == 1

    def test_what_is_no_text_or_no_file_is_refused_in_one_line(self, tmp_path, capsys):
        (tmp_path / "junk").write_bytes(random.Random(1).randbytes(4_000))
        for name, complaint in (("junk", "is not text"), ("missing", "No such file"), ("", "Is a directory")):
            assert main(["verify", str(tmp_path / name)]) == 2
            out, err = capsys.readouterr()
            assert out == ""
            assert complaint in err
            assert err.count("\n") == 1


def places_in(value, way=()):
    """The way to every value inside a document."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*way, key)
        yield from places_in(inner, (*way, key))
