"""`cribbage-bot selfplay`: games are written one a line, and a file is written whole or not at all."""

import json
import os
import threading

import pytest

from bot.__main__ import main
from bot.cli import games as selfplay
from tests.referee import verdict


@pytest.mark.parametrize("fault", [KeyError, KeyboardInterrupt])
def test_what_fails_or_is_interrupted_leaves_the_old_file(tmp_path, monkeypatch, capsys, fault):
    def fail(out, games, **options):
        out.write("half a rec")
        raise fault

    monkeypatch.setattr(selfplay, "write_games", fail)
    path = tmp_path / "games.jsonl"
    path.write_text("good\n")
    if fault is KeyboardInterrupt:
        assert main(["selfplay", "--out", str(path)]) == 130
    else:
        with pytest.raises(fault):
            main(["selfplay", "--out", str(path)])
    assert path.read_text() == "good\n"
    assert list(tmp_path.iterdir()) == [path]
    assert capsys.readouterr() == ("", "")


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "behind")
    assert main(["selfplay", "--out", str(tmp_path / "link")]) == 0
    assert (tmp_path / "link").is_symlink()
    assert json.loads((tmp_path / "behind").read_text("utf-8"))["result"]


def test_a_pipe_stays_a_pipe(tmp_path):
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text("utf-8")), daemon=True)
    reader.start()
    assert main(["selfplay", "--out", str(pipe)]) == 0
    reader.join(60)
    assert json.loads(read[0])["result"]
    assert pipe.is_fifo()


@pytest.mark.parametrize("where", ["", "nowhere/games.jsonl"])
def test_a_path_that_cannot_be_written_is_refused_in_one_line(tmp_path, where, capsys):
    assert main(["selfplay", "--out", str(tmp_path / where)]) == 2
    assert str(tmp_path) in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_options_choose_the_rules(tmp_path):
    out = tmp_path / "games.jsonl"
    options = ["--preset", "bicycle", "--players", "3", "--target", "61", "--muggins", "--ceremony", "--resign", "0.01"]
    assert main(["selfplay", *options, "--games", "3", "--out", str(out)]) == 0
    documents = [json.loads(line) for line in out.read_text().splitlines()]
    for document in documents:
        rules = document["rules"]
        assert (rules["players"], rules["target"], rules["muggins"], rules["ceremony"]) == (3, 61, True, True)
        assert verdict.check(document) == []
    assert {document["result"]["ended_by"] for document in documents} & {"resigned"}


@pytest.mark.parametrize(("chance", "resigned"), [("0", False), ("1", True)])
def test_a_chance_may_be_nothing_or_certainty(tmp_path, chance, resigned):
    out = tmp_path / "games.jsonl"
    assert main(["selfplay", "--resign", chance, "--out", str(out)]) == 0
    assert (json.loads(out.read_text())["result"]["ended_by"] == "resigned") is resigned
