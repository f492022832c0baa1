"""Independent league tables: computed from the file and the written rules of leagues, without our code."""

import csv
import io
import json
import random

import pytest

from bot.__main__ import main
from tests.support.depth import sampled

HEADER = ["date", "player_a", "player_b", "score_a", "score_b", "games_a", "games_b"]
SKUNKS = {"acc": 91, "house": 91, "bicycle": 61, "club": 91}
"""Who loses a game of each preset below so many holes is skunked; the club rules know no double games."""

LEAGUES = [
    *(("acc", "acc"), ("acc", "games"), ("house", "games"), ("house", "legs"), ("house", "acc")),
    *(("bicycle", "games"), ("club", "legs")),
]
NAMES = ["Ann", "Zoë", "Łukasz", "李雷", "سارة", "O'Neil, Pat", '"Jo" Smith', "🃏 Jack", "x" * 64, "Ωmega"]
FILES = 9
"""So many files for each of these leagues."""

AGREED = ("--yes", "--create")


@pytest.fixture
def league(tmp_path, monkeypatch, capsys):
    """The command in an empty folder: what it prints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "cribbage.db"))

    def run(*arguments):
        code = main(["league", *arguments])
        out, err = capsys.readouterr()
        assert (code, err) == (0, "")
        return out

    return run


def counted(scheme):
    """The options of a league that counts so: matches are counted by legs, and the other leagues have single games."""
    return ("--scheme", scheme, *(["--best-of", "5"] if scheme == "legs" else []))


def afternoons(chance, preset, scheme):
    """Return rows of a few players with many level scores; some play much more than others.

    Some rows stand there twice, some tell the games and some leave them out, some are matches of several games.
    """
    people = chance.sample(NAMES, chance.randrange(2, 8))
    often = [chance.choice([1, 1, 4]) for _ in people]
    lost = chance.choice([[100], [120, 119], [120, 91, 90, 61, 60, 59, 0]])
    rows, there = [], set()
    for _ in range(chance.randrange(1, 40)):
        one, other = chance.choices(people, often, k=2)
        if one == other:
            continue
        scores = [121, chance.choice(lost)]
        games = ["", ""] if chance.random() < 0.4 else [_worth(preset, scheme, scores[1]), 0]
        if scheme == "legs" and chance.random() < 0.3:
            games = chance.choice([[3, 1], [3, 2]])
            scores = [363 + chance.randrange(100 * games[1]), 121 * games[1] + chance.randrange(100, 230)]
        day = f"2025-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}"
        if (game := (day, frozenset({(one, scores[0]), (other, scores[1])}))) in there:
            # The same game from the other side, or without its time, would be one game.
            continue
        there.add(game)
        row = [chance.choice([day, f"{day}T19:30", f"{day}T19:30+02:00"]), one, other, *scores, *games]
        if chance.random() < 0.5:
            row = [row[0], other, one, *scores[::-1], *games[::-1]]
        rows += [row] * chance.choice([1, 1, 1, 2, 3])
    if len(people) <= len(NAMES) // 2 and chance.random() < 0.6:
        # As many others have just the same games among them.
        others = dict(zip(people, [name for name in NAMES if name not in people], strict=False))
        rows += [[day, others[one], others[other], *rest] for day, one, other, *rest in rows]
    chance.shuffle(rows)
    return rows


def _worth(preset, scheme, lost):
    """The games of a single game with its doubles; where legs are counted it is one."""
    doubles = {"acc": [(91, 2)], "house": [(61, 4), (91, 2)], "bicycle": [(61, 2)], "club": []}[preset]
    return 1 if scheme == "legs" else next((games for below, games in doubles if lost < below), 1)


def csv_text(rows, chance):
    """A file as some spreadsheet writes it: its separator, its ends of lines, its columns in any order."""
    out = io.StringIO(newline="")
    order = chance.sample(range(7), 7)
    writer = csv.writer(out, delimiter=chance.choice(",;\t"), lineterminator=chance.choice(["\n", "\r\n"]))
    writer.writerows([line[column] for column in order] for line in [HEADER, *rows])
    return out.getvalue().encode(chance.choice(["utf-8", "utf-8-sig"]))


class Side:
    def __init__(self, row, place, preset, scheme):
        _, *names, one, other, mine, theirs = row
        if not isinstance(mine, int):
            mine, theirs = (_worth(preset, scheme, other), 0) if one > other else (0, _worth(preset, scheme, one))
        if place:
            one, other, mine, theirs = other, one, theirs, mine
        self.name, self.against = names[place], names[1 - place]
        self.spread = one - other
        self.won = mine > theirs
        self.skunk = min(mine, theirs) == 0 and min(one, other) < SKUNKS[preset if scheme != "legs" else "acc"]
        self.points = {"acc": (3 if self.skunk else 2) if self.won else 0, "games": mine, "legs": mine}[scheme]


def worked_out(rows, preset, scheme):
    """The table: points, wins, spread; then points and spread among those level; then fewer skunks lost."""
    sides = [Side(row, place, preset, scheme) for row in rows for place in (0, 1)]
    lines = {}
    for name in {side.name for side in sides}:
        mine = [side for side in sides if side.name == name]
        lines[name] = {
            "player": name,
            "played": len(mine),
            "won": sum(side.won for side in mine),
            "lost": sum(not side.won for side in mine),
            "points": sum(side.points for side in mine),
            "skunks_won": sum(side.won and side.skunk for side in mine),
            "skunks_lost": sum(not side.won and side.skunk for side in mine),
            "spread": sum(side.spread for side in mine),
        }

    def level(one, other):
        return all(lines[one][what] == lines[other][what] for what in ("points", "won", "spread"))

    def before(one, other):
        for what in ("points", "won", "spread"):
            if lines[one][what] != lines[other][what]:
                return lines[one][what] > lines[other][what]
        merits = []
        for name in (one, other):
            met = [side for side in sides if side.name == name and level(side.against, name)]
            merits.append(
                (sum(side.points for side in met), sum(side.spread for side in met), -lines[name]["skunks_lost"])
            )
        return merits[0] > merits[1]

    for name, line in lines.items():
        line["rank"] = 1 + sum(before(other, name) for other in lines)
    return sorted(lines.values(), key=lambda line: (line["rank"], line["player"].casefold()))


@sampled(("preset", "scheme"), LEAGUES)
def test_the_table_is_what_an_outsider_works_out(league, tmp_path, preset, scheme):
    shared = 0
    for seed in range(FILES):
        chance = random.Random(f"{preset} {scheme} {seed}")
        rows = afternoons(chance, preset, scheme)
        (tmp_path / "games.csv").write_bytes(csv_text(rows, chance))
        name = f"League {seed}"
        league("import", name, "games.csv", *AGREED, "--preset", preset, *counted(scheme))
        table = json.loads(league("table", name, "--json"))
        assert table == worked_out(rows, preset, scheme), seed
        shared += len(table) - len({line["rank"] for line in table})
    assert shared, "nobody shared a place"


@sampled("seed", range(6))
def test_files_that_overlap_come_to_their_union(league, tmp_path, seed):
    """A file that grows week by week, imported each time; then an older one again, and one in another order."""
    chance = random.Random(seed)
    rows = afternoons(chance, "acc", "acc")
    for upto in [*sorted(chance.choices(range(len(rows) + 1), k=3)), len(rows), len(rows) // 2]:
        (tmp_path / "games.csv").write_bytes(csv_text(rows[:upto], chance))
        league("import", "Winter", "games.csv", *AGREED, "--preset", "acc")
    chance.shuffle(rows)
    (tmp_path / "games.csv").write_bytes(csv_text(rows, chance))
    assert league("import", "Winter", "games.csv", "--yes").startswith("0 results imported")
    assert json.loads(league("table", "Winter", "--json")) == worked_out(rows, "acc", "acc")


@sampled(("preset", "scheme"), LEAGUES)
def test_what_is_taken_out_and_brought_in_again_is_the_same_table(league, tmp_path, preset, scheme):
    chance = random.Random(f"{preset} {scheme}")
    rows = afternoons(chance, preset, scheme)
    (tmp_path / "games.csv").write_bytes(csv_text(rows, chance))
    agreed = (*AGREED, "--preset", preset, *counted(scheme))
    league("import", "Winter", "games.csv", *agreed)
    league("export", "Winter", "--out", "winter.csv")
    league("import", "Copy", "winter.csv", *agreed)
    assert league("table", "Copy", "--json") == league("table", "Winter", "--json")
    assert league("export", "Copy") == league("export", "Winter")
    assert league("import", "Winter", "winter.csv", "--yes").startswith("0 results imported")
    assert league("import", "Copy", "games.csv", "--yes").startswith("0 results imported")
