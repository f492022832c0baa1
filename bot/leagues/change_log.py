"""The log of a league: what is noted of each change, and the words in which its managers read it."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from enum import Enum
from string import Formatter
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from bot.i18n.translation import N_, NN_, date_of, gettext, join_list, ngettext
from bot.leagues.access import AccessChecks, Asker, trimmed_reason
from bot.leagues.settings import CONSEQUENCES_TEXTS, change_text
from bot.models.league import League, LogEntry, LogTopic, Meeting
from bot.models.player import Player
from bot.models.result import NEW, NOBODY, LeagueResult
from bot.storage import members as stored_members
from bot.storage.database import Database

_Sentence: TypeAlias = str | tuple[str, str]


class Logged(Enum):
    """Each kind of change that is logged: its topic, and its sentence, or those for one ``{number}`` and for others.

    The names are stored. What stands for a value is in ``_WORDS``, if it is not a text or a number.
    """

    JOINED = "people", N_("joined")
    CAME_BACK = "people", N_("came back")
    LEFT = "people", N_("left the league")
    WITHDREW = "people", N_("withdrew")
    PLAYER_WITHDRAWN = "people", N_("withdrew {player}")
    PLAYER_JOINED = "people", N_("joined: {player}")
    TEAM_JOINED = "people", N_("joined: {people} as {team}")
    PERSON_ADDED = "people", N_("added {player}")
    VISITOR_ADDED = "people", N_("added {player} as a visitor")
    MADE_VISITOR = "people", N_("made {player} a visitor")
    PERSON_RENAMED = "people", N_("renamed {player} to {name}")
    PERSON_ERASED = "people", N_("erased the name of somebody without an account")
    PEOPLE_MERGED = "people", N_("merged {name} into {player}")
    MERGE_UNDONE = "people", N_("undid the merge of {name} into {player}")
    SUBSTITUTED = (
        "people",
        NN_(
            "let {substitute} play {number} fixture of {player}", "let {substitute} play {number} fixtures of {player}"
        ),
    )
    PLAYER_BROUGHT_BACK = "people", N_("brought back {player}")
    NAME_CLAIMED = "people", N_("claimed the name {name}")
    CLAIM_ACCEPTED = "people", N_("accepted {player} as {name}")
    CLAIM_REFUSED = "people", N_("refused {player} the name {name}")
    MANAGER_ADDED = "people", N_("added manager {player}")
    MANAGER_REMOVED = "people", N_("removed manager {player}")

    CREATED = "settings", N_("created {name}")
    ADOPTED = "settings", N_("adopted {name}")
    SETTINGS_CHANGED = "settings", N_("changed {changes}")
    ROLE_CHOSEN = "settings", N_("made the role <@&{role}> manager")
    ROLE_REMOVED = "settings", N_("removed the manager role")
    NEWS_CHANNEL_CHOSEN = "settings", N_("set the channel for news to <#{channel}>")
    WEEKLY_TABLE_SET = "settings", N_("set the weekly table for <#{channel}>")
    WEEKLY_TABLE_STOPPED = "settings", N_("stopped the weekly table")
    DEADLINES_SET = (
        "settings",
        NN_(
            "gave each round {number} day; games not played by then: {consequence}",
            "gave each round {number} days; games not played by then: {consequence}",
        ),
    )
    DEADLINES_ENDED = "settings", N_("removed the deadlines of all rounds")

    SEASON_BEGUN = (
        "season",
        NN_("began season {season} with {number} player", "began season {season} with {number} players"),
    )
    SEASON_CLOSED = "season", N_("closed season {season}")
    SEASON_REOPENED = "season", N_("reopened season {season}")
    SEASON_WON = "season", N_("season {season} is now won by {people}")
    ROUND_DRAWN = "season", N_("drew round {round}")
    PLAYOFF_ROUND_DRAWN = "season", N_("drew round {round} of the playoffs")
    PLAYOFFS_DRAWN = (
        "season",
        NN_(
            "drew the playoffs for {number} player, best of {games}",
            "drew the playoffs for {number} players, best of {games}",
        ),
    )
    DEADLINE_SET = "season", N_("set the deadline of round {round} to {day}")
    DEADLINE_REMOVED = "season", N_("removed the deadline of round {round}")
    DATE_SET = "season", N_("set the game of {people} to {day} ({venue})")
    NIGHT_PLANNED = "season", N_("planned {night}")
    NIGHT_DRAWN = "season", N_("drew {night} from round {round}")
    NIGHT_CLOSED = "season", N_("closed {night}")
    NIGHT_REOPENED = "season", N_("reopened {night}")
    NIGHT_DELETED = "season", N_("deleted {night}")

    CHECKED_IN = "check-ins", N_("checked in {player} to {night}")
    CHECKED_OUT = "check-ins", N_("checked out {player} of {night}")

    RESULT_ENTERED = "results", N_("entered {result}")
    RESULT_CONFIRMED = "results", N_("confirmed {result}")
    RESULT_DISPUTED = "results", N_("disputed {result}")
    RESULT_TAKEN_BACK = "results", N_("took back {result}")
    RESULT_ACCEPTED = "results", N_("accepted {result}")
    RESULT_CORRECTED = "results", N_("corrected {result} to {score}")
    RESULT_REMOVED = "results", N_("removed {result}")
    HAND_NOTED = "results", N_("noted a hand of {points} for {player}")
    POINTS_GIVEN = "results", N_("gave {player} {points} points")
    AWARDED = "results", N_("awarded {winner} the win against {loser}")
    BOTH_FORFEIT = "results", N_("let {people} both forfeit")
    NOT_READY = (
        "results",
        N_("awarded {winner} the win against {loser}: the deadline passed, and only one of them was ready"),
    )
    NOBODY_READY = "results", N_("let {people} both forfeit: the deadline passed, and nobody was ready")
    GAME_CANCELLED = "results", N_("cancelled game {game} of {people}")
    BOARDS_ADDED_UP = "results", N_("added up the games: {score}")
    FILE_IMPORTED = "results", NN_("imported {number} result from a file", "imported {number} results from a file")
    IMPORT_UNDONE = (
        "results",
        NN_("undid import {import_number} of {number} result", "undid import {import_number} of {number} results"),
    )
    NO_MEMBER = "results", N_("a game of {people} does not count: one of them is not in the league")
    NO_SEASON = "results", N_("a game of {people} does not count: no season was running when it ended")
    NO_FIXTURE = "results", N_("a game of {people} does not count: its fixture was deleted")
    NOT_OF_FIXTURE = "results", N_("a game of {people} does not count: its fixture is for other players")
    AFTER_SEASON = "results", N_("a game of {people} does not count: its season was closed before it ended")
    AFTER_RESULT = "results", N_("a game of {people} does not count: its fixture had a result before it ended")
    AFTER_PLAYOFFS = "results", N_("a game of {people} does not count: the playoffs had begun before it ended")

    def __init__(self, topic: LogTopic, sentence: _Sentence) -> None:
        self.topic, self.sentence = topic, sentence

    @property
    def names(self) -> set[str]:
        """Return the names of the values that the sentence has."""
        text = self.sentence if isinstance(self.sentence, str) else self.sentence[1]
        return {name for _, name, *_ in Formatter().parse(text) if name}


BY_HOST: Final = frozenset(
    kind.name.lower() for kind in (Logged.FILE_IMPORTED, Logged.IMPORT_UNDONE, Logged.SETTINGS_CHANGED)
)
"""The kinds of changes that nobody but the bot's host makes without an account."""


def log_entry(at: datetime, asker: Player | None, kind: Logged, reason: str = "", /, **values: Any) -> LogEntry:
    """Return an entry of a log; the ``asker`` is None for the host and for the bot itself.

    Raises ``ValueError`` for values that the sentence of the kind does not have, or that it misses.
    """
    if values.keys() != kind.names:
        raise ValueError(f"{kind.name} is about {kind.names}, not about {set(values)}")
    people = dict.fromkeys(player for value in values.values() for player in _people_of(value))
    return LogEntry(
        at=at,
        player=asker,
        what=kind.name.lower(),
        reason=trimmed_reason(reason),
        topic=kind.topic,
        facts=MappingProxyType({name: _stored(value) for name, value in values.items()}),
        people=tuple(people),
    )


def _people_of(value: object) -> Iterator[int]:
    match value:
        case Player():
            yield value.id
        case LeagueResult():
            yield from (side.player.id for side in value.sides)
        case list() | tuple():
            for one in value:
                yield from _people_of(one)


def _stored(value: Any) -> Any:
    """Return a value as JSON has it. Names are stored as they are now."""
    match value:
        case Player():
            return value.name
        case Meeting():
            return {"number": value.number, "day": value.day.isoformat(), "name": value.name}
        case LeagueResult():
            sides = [[side.player.name, side.holes, side.games] for side in value.sides]
            is_match = sum(side.legs for side in value.sides) > 1
            return {"id": value.id, "winner": value.winner, "sides": sides, "match": is_match}
        case list() | tuple():
            return list(map(_stored, value))
        case date():
            return value.isoformat()
        case Enum():
            return value.value
        case Mapping():
            return {name: _stored(one) for name, one in value.items()}
    return value


def entry_text(entry: LogEntry, league: League) -> str:
    """Return what an entry of a league's log says, without its reason.

    Entries of earlier versions are English sentences, and so is what a later version has logged.
    """
    kind = Logged.__members__.get(entry.what.upper())
    if entry.facts is None or kind is None or not kind.names <= entry.facts.keys():
        return entry.what
    values: dict[str, Any] = {**entry.facts}
    values |= {name: _WORDS[name](value, league) for name, value in values.items() if name in _WORDS}
    if isinstance(kind.sentence, str):
        return gettext(kind.sentence, **values)
    return ngettext(*kind.sentence, values.pop("number"), **values)


def _night(night: Mapping[str, Any], _: League) -> str:
    named = f" ({night['name']})" if night["name"] else ""
    day = date_of(date.fromisoformat(night["day"]))
    return gettext("night {number} of {day}{named}", number=night["number"], day=day, named=named)


def _score(result: Mapping[str, Any], _: League) -> str:
    sides, winner = result["sides"], result["winner"]
    if winner == NOBODY:
        return gettext("{names} both forfeit", names=join_list([name for name, *_ in sides]))
    (won, holes, games), (lost, fewer, left) = sides[winner], sides[1 - winner]
    text = gettext("{winner} {holes} against {loser} {fewer}", winner=won, holes=holes, loser=lost, fewer=fewer)
    return gettext("{score}, games {games} to {left}", score=text, games=games, left=left) if result["match"] else text


def _result(result: Mapping[str, Any], league: League) -> str:
    score = _score(result, league)
    if result["id"] == NEW:
        return gettext("a result, {score}", score=score)
    return gettext("result {number}, {score}", number=result["id"], score=score)


_WORDS: Final[Mapping[str, Callable[[Any, League], str]]] = {
    "night": _night,
    "score": _score,
    "result": _result,
    "people": lambda names, _: join_list(names) if names else gettext("nobody"),
    "day": lambda day, _: date_of(date.fromisoformat(day)),
    "consequence": lambda consequence, _: gettext(CONSEQUENCES_TEXTS[consequence]),
    "changes": lambda changes, league: "; ".join(
        change_text(name, before, after, league) for name, (before, after) in changes.items()
    ),
}
"""The words of values that are not a text or a number, by their names in sentences."""


class ChangeLog:
    """Shows the logs of leagues to those who run them; ``Change.log`` writes them."""

    def __init__(self, database: Database, access: AccessChecks) -> None:
        self._database = database
        self._access = access

    async def entries(self, league: League, asker: Asker, **which: Any) -> list[LogEntry]:
        """Entries of the log, latest first: ``which`` may name topics, a player, and how many after how many.

        Raises ``NotManager`` for anyone who does not run the league.
        """
        await self._access.check_manager(league, asker)
        return await stored_members.list_log_entries(self._database, league.id, **which)
