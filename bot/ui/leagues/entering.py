"""Entering a result: the form for it, and the answer that asks the opponent to confirm it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import discord

from bot.i18n.translation import N_, gettext, join_list
from bot.leagues.access import Asker, LeagueError, refusal
from bot.leagues.score_entry import EnteredScore
from bot.leagues.standings import is_skunk
from bot.models.league import Fixture, League, Meeting, Season
from bot.models.player import Player
from bot.models.result import LeagueResult
from bot.ui.core import formatting
from bot.ui.core.components import MenuOption, Screen, page_view
from bot.ui.core.context import Context
from bot.ui.core.formatting import escape, mention
from bot.ui.leagues import fixtures_view, night_views, results_view
from bot.ui.leagues.forms import Question, asks, somebody
from bot.ui.leagues.lookup import Pressed, member_named, typed_day, typed_number

_MOST_OPTIONS: Final = 25
"""The most options that Discord allows in a menu."""

_MOST_DIGITS: Final = 6
_SIGNED: Final = re.compile(r"([+-])(\d{1,3})")
_TWO: Final = re.compile(r"(\d{1,6})\s*[-:/ ]\s*(\d{1,6})")
NO_SCORE: Final = N_(
    "Type scores like 121-98, or +14 for a difference. Type games like 2-1, with skunks like 2-1 (1-0)."
)


async def tell_of_entry(at: Pressed, result: LeagueResult, opponent: Player | None) -> None:
    """Answer with a result that was entered, and ask the ``opponent``; it tells the players who want mentions.

    Where the same score is there already, it asks whether it is the same game.
    """
    context, interaction, league = at.context, at.interaction, at.league
    same = await context.leagues.results.find_same(league, result)
    by = None if result.entered_by is None else result.entered_by.id
    others = [side.player for side in result.sides if side.player.id != by]
    others = await context.leagues.teams.people_of(result.league_id, others)
    people = [player for player in others if player.discord_id is not None]
    places = await context.leagues.news.places([player.id for player in people])
    called = [player for player in people if places[player.id] == "channel"]
    mentions = discord.AllowedMentions(users=[discord.Object(player.discord_id or 0) for player in called] or False)
    if opponent is not None:
        view = results_view.entered_view(result, league.name, opponent, same)
        response = await interaction.response.send_message(view=view, allowed_mentions=mentions)
    else:
        answer = results_view.entered_text(result, league.name, same)
        names = join_list([formatting.mention(player) for player in called])
        text = f"{answer}\n-# {names}" if called else answer
        row = [results_view.remove_button(result)] if same is not None else []
        response = await interaction.response.send_message(
            view=page_view([text], *filter(None, [row])), allowed_mentions=mentions
        )
    await context.leagues.news.mark_answered(result, interaction.channel_id, response.message_id)


async def _entry_questions(at: Pressed) -> Sequence[Question]:
    player = await at.leagues.teams.entrant(at.league, await at.player())
    choices, season = await _opponents(at.context, at.league, player), await at.leagues.directory.season(at.league)

    async def opponents(_: Pressed) -> list[MenuOption]:
        return [MenuOption(label, value) for value, label in choices.items()]

    is_match = at.league.best_of > 1 or season.stage == "playoffs"
    total = N_("For a match: your total from all games, if you know it.") if is_match else ""
    fits = 0 < len(choices) <= _MOST_OPTIONS
    opponent = Question("opponent", N_("Opponent"), offer=opponents if fits else None)
    hint = N_("Yours first, like 2-1, or each board: 3-2, 1-4, 5-0. Empty for 1 game.")
    games = Question("games", N_("Games of a match"), hint, 60, required=False)
    day = Question("day", N_("Date"), N_("Leave it empty for today."), 10, required=False, placeholder="2026-03-01")
    theirs = N_("Empty if you type the difference above, like +14.")
    hand = Question("hand", N_("Your best hand"), N_("Up to 29. You may leave it empty."), 2, required=False)
    return (
        opponent,
        Question("mine", N_("Your score"), total, _MOST_DIGITS, required=not is_match),
        Question("theirs", N_("Your opponent's score"), theirs, _MOST_DIGITS, required=False),
        # A form has room for five.
        games if is_match else hand,
        day,
    )


@asks("enter", N_("Enter a result"), by=_entry_questions, filled="entered", manages=False)
async def take_entry(
    at: Pressed, *, opponent: str, mine: str, theirs: str, day: str, games: str = "", hand: str = ""
) -> None:
    context, interaction, league, asker = at.context, at.interaction, at.league, await at.asker()
    other, fixture = await _meant(context, league, asker.player, opponent)
    score = typed_score(f"{mine}-{theirs}" if theirs else mine, games, league.rules.target)
    if hand:
        score = replace(score, best_hands=(typed_number(hand, gettext("Type a number of points.")), None))
    entered = await context.leagues.results.enter(
        league,
        asker,
        (asker.player, other),
        score,
        fixture=fixture,
        played_on=typed_day(day) if day else None,
        entry=f"entry:{interaction.id}",
    )
    if interaction.guild_id is not None:
        await tell_of_entry(at, entered, other)
        return
    same = await context.leagues.results.find_same(league, entered)
    await interaction.response.send_message(results_view.entered_text(entered, league.name, same, by_player=True))
    await context.leagues.news.release(entered)


_DAY: Final = Question("day", N_("Which day?"), N_("Like 2026-03-01."), 10)
_VENUE: Final = Question("venue", N_("Where?"), N_("Like Red Lion. You may leave it empty."), 64, required=False)
_PAIR: Final = (somebody("first", N_("One player")), somebody("second", N_("The other player")))


async def _date_questions(at: Pressed) -> Sequence[Question]:
    player = await at.leagues.teams.entrant(at.league, await at.player())
    games = await at.leagues.fixtures.open_games(at.league, await at.leagues.directory.season(at.league), player)
    if not games:
        raise refusal("You have no game left to play there. See /league home.")

    async def offer(_: Pressed) -> list[MenuOption]:
        return [
            MenuOption(fixtures_view.suggestion(one), str(one.id), default=place == 0)
            for place, one in enumerate(games[:_MOST_OPTIONS])
        ]

    return Question("game", N_("Which game?"), offer=offer), _DAY, _VENUE


@asks("setdate", N_("Set a date"), by=_date_questions, manages=False)
async def set_own_date(at: Pressed, *, game: str, day: str, venue: str) -> None:
    """Say when and where one of the presser's games is played, in public."""
    await _set_date(at, await at.leagues.fixtures.find(at.league, int(game or 0)), day, venue)


@asks("setdatefor", N_("Set a date"), *_PAIR, _DAY, _VENUE)
async def set_date(at: Pressed, *, first: Player, second: Player, day: str, venue: str) -> None:
    """Say when and where two others play, in public."""
    await _set_date(at, await left_between(at, first, second), day, venue)


async def _set_date(at: Pressed, fixture: Fixture, day: str, venue: str) -> None:
    dated = await at.leagues.fixtures.set_date(at.league, await at.asker(), fixture, typed_day(day), venue)
    text = gettext(
        "**{game}** in **{league}**: {date}.",
        game=formatting.opponents(escape(one.name) for one in dated.people),
        league=escape(at.league.name),
        date=fixtures_view.date_text(dated),
    )
    await at.interaction.response.send_message(text)


async def left_between(at: Pressed, one: Player, other: Player) -> Fixture:
    """The first fixture that two people have left. Raises ``LeagueError``."""
    season = await at.leagues.directory.season(at.league)
    for fixture in await at.leagues.fixtures.open_games(at.league, season, one):
        if fixture.players == {one.id, other.id}:
            return fixture
    raise refusal("{one} and {other} have no game left to play.", one=one.name, other=other.name)


async def _opponents(context: Context, league: League, player: Player) -> dict[str, str]:
    """The opponents of a player with the values of their options: of games to be played, or else all members."""
    gone = await context.leagues.members.withdrawn(league)
    season = await context.leagues.directory.season(league)
    fixtures = await context.leagues.fixtures.open_games(league, season, player)
    listed = {
        f"f{fixture.id}": gettext(
            "{name} (round {number})", name=fixture.opponent_of(player).name, number=fixture.round
        )
        for fixture in fixtures
        if not fixture.players & gone
    }
    if listed:
        return dict(list(listed.items())[:_MOST_OPTIONS])
    members = await context.leagues.members.playing(league, "in", "visitor")
    return {f"p{member.id}": member.name for member in members if member.id != player.id}


async def _meant(context: Context, league: League, player: Player, value: str) -> tuple[Player, Fixture | None]:
    if value[:1] == "f" and value[1:].isdecimal():
        fixture = await context.leagues.fixtures.find(league, int(value[1:]))
        if fixture.second is None:
            raise refusal("{name} has a bye, so there's no game to play.", name=fixture.first.name)
        return fixture.opponent_of(await context.leagues.teams.entrant(league, player)), fixture
    chosen = value[1:] if value[:1] == "p" and value[1:].isdecimal() else value
    return await member_named(context, league, chosen), None


_ROW: Final = re.compile(r"(.*?\S)[\s,;:]+(?:([0-3])[\s,;]+)?([-+])\s?(\d{1,3})")
"""A row of a card: the opponent, perhaps the game points, and the spread."""


async def _card_questions(at: Pressed, meeting: Meeting) -> Sequence[Question]:
    player = await at.leagues.teams.entrant(at.league, await at.player())
    left = [one for one in await at.leagues.meetings.fixtures(meeting) if player.id in one.players and one.second]
    games = "\n".join(f"{one.opponent_of(player).name} " for one in left if one.result_id is None)
    hint = N_("Like Ben +14 or Ben 2 +14. Leave out what isn't played.")
    return (Question("card", N_("One game a line"), hint, 1_000, default=games, has_lines=True),)


@asks("card", N_("Your score card"), by=_card_questions, manages=False)
async def take_card(at: Pressed, meeting: Meeting, *, card: str) -> Screen:
    """Compare a player's card with those of the opponents, game by game, and say what differs."""
    asker, lines, used, spreads = await at.asker(), list[str](), set[int](), list[int]()
    # A line with a name alone is a game that is not played.
    for line in filter(re.compile(r"\d").search, card.splitlines()[:_MOST_OPTIONS]):
        try:
            row = _ROW.fullmatch(line.strip().replace("\u2212", "-").replace("\u2013", "-"))
            if row is None:
                raise refusal("Write the game like Ben +14.")
            score = typed_score(f"{row[3]}{row[4]}", "", at.league.rules.target)
            _check_worth(at.league, score, row[2])
            opponent = await member_named(at.context, at.league, row[1])
            lines.append(await _compare(at, asker, meeting, opponent, score, used))
        except LeagueError as error:
            lines.append(f"- {escape(line.strip())}: {escape(str(error))}")
        else:
            spreads.append(score.holes[0] - score.holes[1])
    plus, minus = sum(one for one in spreads if one > 0), -sum(one for one in spreads if one < 0)
    total = gettext("Your card: +{plus} -{minus} = {spread}", plus=plus, minus=minus, spread=f"{plus - minus:+}")
    return page_view([night_views.head(at.league, meeting), "\n".join([*lines, total])])


def _check_worth(league: League, score: EnteredScore, said: str | None) -> None:
    """Raise ``LeagueError`` for game points that a spread is not worth."""
    one, other = score.holes
    worth = 0 if one < other else 3 if is_skunk(league.rules, one, other) else 2
    if said is not None and int(said) != worth:
        raise refusal(
            "it says {said} game points, but {one}-{other} is worth {worth}.",
            said=said,
            one=one,
            other=other,
            worth=worth,
        )


async def _compare(
    at: Pressed, asker: Asker, meeting: Meeting, opponent: Player, score: EnteredScore, used: set[int]
) -> str:
    """Enter a game of a card, or confirm or dispute what the opponent's card says of it; return that in words."""
    mine, results = await at.leagues.teams.entrant(at.league, asker.player), at.leagues.results
    season = await at.leagues.directory.season(at.league, meeting.season)
    listed = [
        one
        for one in reversed(await results.find_all(at.league, season=season, player=mine))
        if one.meeting_id == meeting.id and one.side_of(opponent.id) is not None
    ]
    left = [one for one in listed if one.status != "void" and one.id not in used]
    spread = score.holes[0] - score.holes[1]
    found = next((one for one in left if _spread(one, mine) == spread), next(iter(left), None))
    game = f"- **{escape(opponent.name)}** {spread:+}"
    if found is None:
        entered = await results.enter(at.league, asker, (mine, opponent), score, tells=False)
        used.add(entered.id)
        return gettext("{game}: waits for their card", game=game)
    used.add(found.id)
    waits = found.status == "entered" and found.entered_by is not None and found.entered_by.id == opponent.id
    if (other := _spread(found, mine)) != spread and waits:
        await at.leagues.review.deny(found, asker.player)
        return gettext("{game}: their card says {other}. A manager decides.", game=game, other=f"{other:+}")
    if waits:
        await at.leagues.review.confirm(found, asker)
        return gettext("{game}: both cards agree, so it counts", game=game)
    return gettext("{game}: #{number} has {other} already", game=game, number=found.id, other=f"{other:+}")


def _spread(result: LeagueResult, player: Player) -> int:
    place = result.side_of(player.id) or 0
    return result.sides[place].holes - result.sides[1 - place].holes


def typed_score(text: str, games: str, target: int) -> EnteredScore:
    """The score that was typed, and the games and skunks of a match. Raises ``LeagueError``."""
    plain = text.strip().replace("\u2212", "-").replace("\u2013", "-")
    if found := _SIGNED.fullmatch(plain):
        holes = (target, target - int(found[2]))
        holes = holes if found[1] == "+" else holes[::-1]
    elif found := _TWO.fullmatch(plain):
        holes = (int(found[1]), int(found[2]))
    elif not plain and games.strip():
        holes = (0, 0)
    else:
        raise refusal(NO_SCORE)
    if not games.strip():
        return EnteredScore(holes=holes)
    if "," in games:
        return replace(_of_boards(games), holes=holes)
    numbers = [(int(one), int(other)) for one, other in _TWO.findall(games)]
    if not 1 <= len(numbers) <= 2 or len(re.findall(r"\d+", games)) != 2 * len(numbers):
        raise refusal(NO_SCORE)
    return EnteredScore(holes=holes, games=numbers[0], skunks=(*numbers, (0, 0))[1])


def _of_boards(games: str) -> EnteredScore:
    """The games of a match that are typed board by board, added up. Raises ``LeagueError``."""
    found = [_TWO.fullmatch(one.strip()) for one in games.split(",") if one.strip()]
    boards = tuple((int(one[1]), int(one[2])) for one in found if one is not None)
    if len(boards) != len(found):
        raise refusal(NO_SCORE)
    won, lost = (sum(pair[side] for pair in boards) for side in (0, 1))
    return EnteredScore(holes=(0, 0), games=(won, lost), boards=boards)


async def join_league(at: Pressed, partner: Player | None = None, team_name: str = "") -> None:
    """Let the user who asks join a league, with a partner where it is played in pairs, and say what they can do next.

    Raises ``LeagueError`` for a player who is in already, and where the season is closed to new players.
    """
    league, asker = at.league, await at.asker()
    joined = asker.player
    if partner is None:
        await at.leagues.members.join(league, joined)
    else:
        joined = (await at.leagues.teams.join(league, asker, (asker.player, partner), team_name)).player
    then = _next_step(league, await at.leagues.directory.season(league))
    text = gettext(
        "**{name}** joined **{league}**. {then}", name=escape(joined.name), league=escape(league.name), then=then
    )
    if partner is not None:
        named = mention(partner)
        text += " " + gettext(
            "{partner}, if that's not right, press **Stop playing** in `/league home`.", partner=named
        )
    pinged = [] if partner is None or partner.discord_id is None else [discord.Object(partner.discord_id)]
    await at.interaction.response.send_message(text, allowed_mentions=discord.AllowedMentions(users=pinged))


def _next_step(league: League, season: Season) -> str:
    if season.stage == "joining":
        return gettext("You can play when a manager starts the season.")
    if league.format == "open":
        return gettext("Play anyone with `/league play`.")
    if league.format == "club":
        return gettext("Check in with `/league here` when you arrive at a club night.")
    return gettext("See your games with `/league fixtures`.")
