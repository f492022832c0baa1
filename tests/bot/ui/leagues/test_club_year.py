"""A year of a club of 24 in a simulated Discord: nights run by buttons, results by form, by file and by command.

Everything that is shown is recomputed from the list of games alone.
"""

import csv
import io
import json
import random
import re
from asyncio import to_thread
from collections import Counter
from datetime import date, timedelta

import openpyxl
import pytest

from bot.__main__ import main
from tests.bot.leagues.test_meetings import by_night, season_of
from tests.support.league_steps import close_season, create_league, manage_told, press, rows_in, submit

TARGET = 121
NAMES = (
    *("Ada", "Bea", "Cal", "Dot", "Eli", "Flo", "Gil", "Hal", "Ida", "Jon", "Kit", "Lou"),
    *("Mae", "Ned", "Oda", "Pam", "Quin", "Ray", "Sue", "Tom", "Uma", "Vic", "Wes", "Zoe"),
)


class Year:
    """The club, its nights so far, and the games that were written down."""

    def __init__(self, world, boss, seed, names, games):
        self.names, self.rounds = names, games
        self.world, self.boss, self.chance = world, boss, random.Random(seed)
        self.people, self.games = {}, []
        self.first = date(2025, 4, 3)

    async def found(self):
        await create_league(self.world, self.boss, name="Thursdays", format="club", preset="acc", games=self.rounds)
        for name in self.names:
            user = self.world.env.create_user(name.lower(), global_name=name)
            self.people[name] = self.world.guild.add_member(user)
        await self.world.env.settle()
        self.league = await self.world.bot.context.leagues.directory.find_by_name(self.world.guild.id, "Thursdays")

    async def play_night(self, number):
        day = self.first + timedelta(weeks=number - 1)
        options = {"day": day.isoformat()}
        message = (await self.boss.slash(self.world.channel, "manage night", **options)).response
        here = [name for name in self.names if number == 1 or self.chance.random() < 0.85]
        for name in here:
            await press(self.world, self.people[name], message, "here")
        assert f"{len(here)} people are here: " in self.world.text(message)
        await press(self.world, self.boss, await self.desk(), "pair")
        drawn = self.world.texts(self.world.channel)[-1]
        assert f"Night {number}" in drawn
        assert "__Round 1__" in drawn
        if number % 3 == 0:
            await self.change_people(number, message, here)
        games = [self.decide(number, *pair) for pair in await self.open_fixtures()]
        await (self.by_form, self.by_csv, self.by_workbook)[number % 3](day, games)
        assert await self.open_fixtures() == []
        await press(self.world, self.boss, await self.desk(), "finish")
        told = self.world.texts(self.world.channel)[-1]
        assert "won the night!" in told
        points = {name: line for (name, night), line in by_night(self.games).items() if night == number}
        assert points[rows_in(told)[0][1]] == max(points.values())

    async def change_people(self, number, message, here):
        """Play two games by command; then one comes late, one leaves, and the rest is drawn again."""
        for one, other in (await self.open_fixtures())[:2]:
            game = self.decide(number, one, other)
            scores = {"first_holes": TARGET, "second_holes": game[3]}
            told = await manage_told(self.world, self.boss, "enter", first=game[1], second=game[2], **scores)
            assert "counted in **Thursdays**" in told
        if late := [name for name in self.names if name not in here]:
            await press(self.world, self.people[late[0]], message, "here")
        await press(self.world, self.people[here[-1]], message, "gone")
        await submit(self.world, self.boss, await self.desk(), "again", {"round": "2"})

    def decide(self, number, one, other):
        winner, loser = (one, other) if self.chance.random() < 0.5 else (other, one)
        self.games.append((number, winner, loser, self.chance.choice([120, 117, 110, 101, 95, 91, 90, 82, 60])))
        return self.games[-1]

    async def desk(self):
        return (await self.world.command(self.boss, "manage night")).response

    async def open_fixtures(self):
        leagues = self.world.bot.context.leagues
        listed = await leagues.fixtures.find_all(self.league, season=await leagues.directory.season(self.league))
        return [(one.first.name, one.second.name) for one in listed if one.second is not None and one.result_id is None]

    async def by_form(self, day, games):
        lines = [f"{winner} {TARGET} {loser} {lost}" for _, winner, loser, lost in games]
        sent = await submit(self.world, self.boss, await self.desk(), "scores", {"scores": "\n".join(lines)})
        await self.take_in(sent.response, len(games))

    async def by_csv(self, day, games):
        """Send a CSV with the date once and the loser's points."""
        rows = [["Date", "Winner", "Loser", "Loser's points"]]
        rows += [[day.strftime("%d %b %Y") if at == 0 else "", *game[1:]] for at, game in enumerate(games)]
        stream = io.StringIO()
        csv.writer(stream, delimiter=";").writerows(rows)
        await self.by_file("night.csv", stream.getvalue().encode(), len(games))

    async def by_workbook(self, day, games):
        """Send a workbook whose sheet is named after the day, with a title and totals."""
        book = openpyxl.Workbook()
        book.active.title = day.strftime("%d %b %Y")
        rows = [["Thursdays"], [], ["Player 1", "Player 2", "Score"]]
        rows += [
            [winner, loser, f"{TARGET}-{lost}"] if at % 2 else [loser, winner, f"{lost}-{TARGET}"]
            for at, (_, winner, loser, lost) in enumerate(games)
        ]
        for row in [*rows, ["Total", None, len(games)]]:
            book.active.append(row)
        stream = io.BytesIO()
        book.save(stream)
        await self.by_file("night.xlsx", stream.getvalue(), len(games))

    async def by_file(self, name, data, many):
        shown = await self.boss.slash(self.world.channel, "manage import", file=(name, data))
        await self.take_in(shown.followups[-1] if shown.followups else shown.response, many)

    async def take_in(self, preview, many):
        """Confirm a preview that understands every game and settles its fixture."""
        told = self.world.text(preview)
        assert f"{many} new results for season 1 of Thursdays." in told, told
        assert f"It settles {many} fixtures." in told, told
        await press(self.world, self.boss, preview, "takein")

    async def shown_table(self):
        """The table as Discord shows it, page by page: name, nights, won, lost, points, spread."""
        message = (await self.world.command(self.people["Ada"], "league table")).response
        lines = []
        while True:
            block = rows_in(self.world.text(message))
            lines += [[cell for cell in row if not cell.startswith(("↑", "↓"))] for row in block]
            if "[Next]" not in self.world.text(message):
                return {row[1]: (*map(int, row[2:6]), int(row[-1])) for row in lines if row[2] != "0"}
            message = (await self.people["Ada"].click(message, label="Next")).response

    def expected_table(self):
        """The same from the list of games."""
        season, table = season_of(self.games), {}
        for name, (points, won, spread) in season.items():
            mine = [game for game in self.games if name in game[1:3]]
            table[name] = (len({game[0] for game in mine}), won, len(mine) - won, points, spread)
        return table


@pytest.mark.parametrize(("nights", "people", "games"), [(3, 16, 3), pytest.param(36, 24, 9, marks=pytest.mark.slow)])
async def test_a_year_of_the_club_is_as_its_games_say(
    world, boss, nights, people, games, tmp_path, monkeypatch, capsys
):
    year = Year(world, boss, nights, NAMES[:people], games)
    await year.found()
    for number in range(1, nights + 1):
        await year.play_night(number)
    assert await year.shown_table() == year.expected_table()
    leagues = world.bot.context.leagues
    season = await leagues.directory.season(year.league)
    for meeting in await leagues.meetings.find_all(year.league, season):
        lines = await leagues.standings.meeting_table(year.league, meeting)
        shown = {line.player.name: [line.points, line.won, line.spread] for line in lines if line.played}
        assert shown == {
            name: line for (name, number), line in by_night(year.games).items() if number == meeting.number
        }
    for best in (2, nights - 1):
        page = (await world.command(boss, "manage settings")).response
        await submit(world, boss, page, "counting", {"scale": "", "places": "", "best": str(best), "least": ""})
        table = [line for line, _ in await leagues.standings.table(year.league)]
        shown = {line.player.name: (line.points, line.won, line.spread) for line in table if line.played}
        assert shown == season_of(year.games, best=best)
        assert list(shown.values()) == sorted(shown.values(), reverse=True)

    def run(*arguments):
        code = main(["league", *map(str, arguments)])
        out, err = capsys.readouterr()
        assert code == 0, err
        return out

    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "cribbage.db"))
    await to_thread(run, "export", "Thursdays", "--format", "xlsx", "--out", tmp_path / "year.xlsx")
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "other.db"))
    said = await to_thread(run, "import", "Copy", tmp_path / "year.xlsx", "--create", "--preset", "acc", "--yes")
    assert f"{len(year.games)} results imported into Copy" in said
    copied = json.loads(await to_thread(run, "table", "Copy", "--json"))
    again = {line["player"]: (line["points"], line["won"], line["spread"]) for line in copied}
    assert again == season_of(year.games)
    await the_end_is_told(world, boss, year, nights)


async def the_end_is_told(world, boss, year, nights):
    await close_season(world, boss)
    closed = world.texts(world.channel)[-1]
    assert "won!" in closed
    assert "- Best night: **" in closed
    history = (await world.command(world.ann, "league history")).response
    lifetime = (await press(world, world.ann, history, "lifetime")).response
    won, counted = Counter(winner for _, winner, _, _ in year.games), season_of(year.games, best=nights - 1)
    for row in rows_in(world.text(lifetime)):
        assert row[3:5] == ["1", str(counted[row[1]][1])], "as the season counted"
    records = world.text((await press(world, world.ann, history, "records")).response)
    assert re.search(r"Most wins in a season: \*\*(\w+)", records)[1] in {
        name for name, many in won.items() if many == max(won.values())
    }
    assert f"({max(won.values())})" in records
    awards = (await press(world, world.ann, history, "awards")).response
    assert "No awards yet." in world.text(awards), "the new season has none"
