"""The messages that tell members the news of a league: in its channel, and in DMs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from discord import ButtonStyle

from bot.i18n.translation import N_, NN_, gettext, join_list, ngettext
from bot.models.league import Fixture, League, Meeting, Season, Team
from bot.models.league_news import Consequence, NewsItem, Outcome
from bot.models.player import NewsPlace, Player
from bot.models.result import LeagueResult
from bot.ui.core import formatting
from bot.ui.core.components import Button, Screen, page_view
from bot.ui.leagues import fixtures_view, manager_views, night_views, results_view
from bot.ui.leagues.bracket_view import bracket_button
from bot.ui.leagues.lookup import button

MOST_CALLED: Final = 100
"""The most people that Discord notifies with one message; other games follow in the next one."""

_MOST_TEXT: Final = 3_300
_MENTION: Final = 23
"""The letters of a mention."""
_BESIDE_NAMES: Final = 15
"""The letters of a line beside two names."""

_HOW_TO_PLAY: Final = {
    "open": N_("Play anyone with `/league play`."),
    "club": N_("Check in with `/league here` when you arrive at a club night."),
}

_AFTERWARDS: Final[dict[Consequence, str]] = {
    "manager": N_("After that, a manager decides about games that weren't played."),
    "walkover": N_(
        "After that, whoever was ready wins a game that wasn't played. Press **I'm ready** to show that you can play."
    ),
}
_MORE_TIME: Final = NN_(
    "After that, games that weren't played get {number} more day, once.",
    "After that, games that weren't played get {number} more days, once.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsPage:
    """News with all that its messages show.

    ``fixtures`` are those that it is about, ``results`` their results by fixture, and ``gone`` the ids of the players
    who have withdrawn. ``places`` say where each player wants to be told. ``due_at`` is the deadline of the round as it
    is now. ``server`` is the name of the server, for DMs.
    """

    item: NewsItem
    league: League
    season: Season
    server: str = ""
    fixtures: Sequence[Fixture] = ()
    results: Mapping[int, LeagueResult]
    gone: frozenset[int] = frozenset()
    players: Sequence[Player] = ()
    managers: Sequence[Player] = ()
    places: Mapping[int, NewsPlace]
    result: LeagueResult | None = None
    meeting: Meeting | None = None
    due_at: datetime | None = None
    days: int = 0
    consequence: Consequence = "manager"
    teams: Sequence[Team] = ()
    winners: Sequence[Player] = ()
    awards: Sequence[str] = ()

    @property
    def concerned(self) -> list[Player]:
        """The players who are told, each once: those with an account who have not withdrawn."""
        return [
            player
            for player in self.people
            if player.discord_id is not None and not {player.id, self.entrant(player).id} & self.gone
        ]

    @property
    def people(self) -> list[Player]:
        """The people whom it is about, each once."""
        by = None if self.result is None else self.result.entered_by
        match self.item.kind:
            case "result_entered":
                sides = [] if self.result is None else [side.player for side in self.result.sides]
                people = [player for player in sides if by is None or player.id != by.id]
            case "disputed":
                people = [*([] if by is None else [by]), *self.managers]
            case _ if self.item.has_fixtures:
                people = [player for fixture in self.listed for player in fixture.people]
                people += self.managers if self.is_for_managers else []
            case _:
                people = list(self.players)
        return list({player.id: player for player in self.people_of(people)}.values())

    def people_of(self, players: Iterable[Player]) -> list[Player]:
        """The people who play as these: the two of each team, or the players themselves."""
        teams = {team.player.id: team.people for team in self.teams}
        return [person for player in players for person in teams.get(player.id, (player,))]

    def entrant(self, person: Player) -> Player:
        """Whom somebody is in fixtures: their team, or themselves."""
        return next((team.player for team in self.teams if person.id in team.ids), person)

    @property
    def listed(self) -> list[Fixture]:
        """The fixtures that its messages list: near a deadline those that are left."""
        if self.item.kind not in {"deadline_near", "deadline_moved"}:
            return list(self.fixtures)
        return [fixture for fixture in self.fixtures if fixture.result_id is None and fixture.second is not None]

    @property
    def parts(self) -> list[list[Fixture]]:
        """The fixtures of each message in the channel, as many as fit into each."""
        parts: list[list[Fixture]] = [[]]
        room, called = _MOST_TEXT, MOST_CALLED
        for fixture in self.listed:
            people = self.people_of(fixture.people)
            names = [*people, *(team.player for team in self.teams if team.player.id in fixture.players)]
            letters = sum(max(len(formatting.escape(one.name)), _MENTION) for one in names) + _BESIDE_NAMES
            if letters > room or len(people) > called:
                parts.append([])
                room, called = _MOST_TEXT, MOST_CALLED
            room, called = room - letters, called - len(people)
            parts[-1].append(fixture)
        return parts

    @property
    def is_for_managers(self) -> bool:
        """Return whether managers have to decide something."""
        return any(outcome == "manager" for _, outcome in self.item.outcomes)

    def part(self, number: int) -> list[Fixture]:
        """The fixtures of one message in the channel."""
        parts = self.parts
        return parts[number] if number < len(parts) else []

    def can_play(self, fixture: Fixture) -> bool:
        """Return whether a game is still to be played, and both players are there and have accounts."""
        return (
            fixture.result_id is None
            and fixture.second is not None
            and not fixture.over
            and not fixture.players & self.gone
            and all(person.discord_id is not None for person in self.people_of(fixture.people))
        )


def people_called(page: NewsPage, part: int = 0, only: Collection[int] | None = None) -> list[Player]:
    """Return the players whom a message in the channel notifies: those who want it, or ``only`` some."""
    here = {player.id for fixture in page.part(part) for player in page.people_of(fixture.people)}
    is_listed = page.item.has_fixtures
    wanted = [
        player
        for player in (
            page.people_of(page.winners) if page.item.kind == "season_ended" and only is None else page.concerned
        )
        if (page.places.get(player.id) == "channel" if only is None else player.id in only)
        and (not is_listed or player.id in here or (part == 0 and player in page.managers))
    ]
    if page.item.kind == "season_started" and not is_listed and only is None:
        return []
    return wanted


def channel_message(page: NewsPage, message_id: int, part: int = 0, only: Collection[int] | None = None) -> Screen:
    """A message in the league's channel; with ``only`` for players whose DMs are closed."""
    called = people_called(page, part, only)
    excuse = []
    if only is not None:
        names = join_list([formatting.mention(player) for player in called])
        excuse = [gettext("{names}: I can't DM you, so here is your news.", names=names)]
    match page.item.kind:
        case "result_entered":
            return _result_message(page, message_id, called, excuse)
        case "disputed":
            assert page.result is not None
            row = results_view.decisions(page.result)
            return page_view([*excuse, _dispute_text(page, called)], [*row, _link(page, message_id)])
        case "season_ended":
            return _ended(page, message_id, called if only is None else (), excuse)
        case _:
            fixtures = page.part(part)
            if only is not None:
                entrants = {page.entrant(player).id for player in called}
                fixtures = [fixture for fixture in page.listed if fixture.players & entrants]
            return _round_message(page, message_id, fixtures, called, [*excuse, _head(page)])


def private_message(page: NewsPage, message_id: int, player: Player) -> Screen:
    """A DM to one player."""
    where = gettext("-# From the server {server}.", server=formatting.escape(page.server)) if page.server else ""
    below = [where] if where else []
    match page.item.kind:
        case "result_entered":
            return _result_message(page, message_id, [], below)
        case "disputed":
            return page_view([_dispute_text(page, []), *below], [_link(page, message_id)])
        case "season_ended":
            return _ended(page, message_id, (), below)
        case _:
            return _own_games(page, message_id, player, below)


def _own_games(page: NewsPage, message_id: int, player: Player, below: Sequence[str]) -> Screen:
    """A player's own games of a round, with a button to play each."""
    person, player = player, page.entrant(player)
    own = [fixture for fixture in page.listed if player.id in fixture.players]
    if page.item.outcomes:
        own = [fixture for fixture in page.listed if player.id in fixture.players or person in page.managers]
        lines = [_outcome_line(page, fixture, outcome, {}) for fixture, outcome in _decided(page, own)]
    else:
        lines = [_own_line(page, fixture, player) for fixture in own]
    playable = [fixture for fixture in own if player.id in fixture.players and page.can_play(fixture)]
    plays = [fixtures_view.play_button(fixture, player) for fixture in playable[: fixtures_view.PLAYABLE]]
    listed = formatting.as_many_as_fit(lines[: fixtures_view.LINES], more=max(len(lines) - fixtures_view.LINES, 0))
    parts = [_head(page), listed, *_deadline_texts(page, playable), *below]
    rest = [*_ready_buttons(page, playable), _link(page, message_id)]
    return page_view(list(filter(None, parts)), *filter(None, [plays, rest]))


def _round_message(
    page: NewsPage, message_id: int, fixtures: Sequence[Fixture], called: Sequence[Player], head: Sequence[str]
) -> Screen:
    """A message that lists the games of a round, with one button with which everybody plays their own."""
    names = {player.id: formatting.mention(player) for player in called}
    for team in page.teams:
        if any(person.id in names for person in team.people):
            mentions = [names.get(person.id) or formatting.escape(person.name) for person in team.people]
            names[team.player.id] = f"{formatting.escape(team.player.name)} ({join_list(mentions)})"
    if page.item.outcomes:
        lines = [_outcome_line(page, fixture, outcome, names) for fixture, outcome in _decided(page, fixtures)]
    else:
        lines = [_pair_line(page, fixture, names) for fixture in fixtures]
    playable = [fixture for fixture in fixtures if page.can_play(fixture)]
    listed = formatting.as_many_as_fit(list(_with_rounds(page, fixtures, lines)), _MOST_TEXT)
    deals = [gettext("-# Whoever is named first deals first.")] if playable else []
    parts = [*head, listed, *deals, *_deadline_texts(page, playable)]
    if page.is_for_managers:
        role = [f"<@&{page.league.manager_role}>"] if page.league.manager_role is not None else []
        people = [*role, *(names.get(one.id, formatting.escape(one.name)) for one in page.managers)]
        parts.append(
            gettext("{managers}: please decide with `/manage home`.", managers=join_list(people))
            if people
            else gettext("Managers: please decide with `/manage home`.")
        )
    if not page.item.has_fixtures:
        parts += [gettext(_HOW_TO_PLAY[page.league.format])] if page.league.format in _HOW_TO_PLAY else []
    row = [*_play_button(page, playable), *_ready_buttons(page, playable)]
    if page.item.has_fixtures:
        row.append(button(gettext("My games"), "fixtures", page.league.id, 1, 0))
    if page.item.stage == "playoff":
        row.append(bracket_button(page.league, page.item.season))
    return page_view(list(filter(None, parts)), [*row, _link(page, message_id)])


def _play_button(page: NewsPage, playable: Sequence[Fixture]) -> list[Button]:
    if not playable:
        return []
    return [button(gettext("Play my game"), "playmine", page.league.id, page.item.id, style=ButtonStyle.primary)]


def _ready_buttons(page: NewsPage, playable: Sequence[Fixture]) -> list[Button]:
    if not playable or page.due_at is None or page.consequence != "walkover":
        return []
    return [button(gettext("I'm ready"), "ready", page.league.id, page.item.id)]


def _link(page: NewsPage, message_id: int) -> Button:
    """The button of the league's page. Its number tells the message apart, should it be unknown whether it was sent."""
    return button(gettext("League"), "home", page.league.id, message_id)


def _head(page: NewsPage) -> str:
    """What has happened, in one sentence."""
    named, item = formatting.escape(page.league.name), page.item
    if item.kind == "deadline_near" and page.due_at is not None:
        return gettext(
            "**{league}**: round {number} ends <t:{time}:R>. These games are left:",
            league=named,
            number=item.first_round,
            time=int(page.due_at.timestamp()),
        )
    if item.kind == "deadline_moved" and item.due_at is not None:
        return gettext(
            "**{league}**: I was away for a while, so you get that time back. Round {number} now ends <t:{time}:F>, "
            "and later rounds end later too.",
            league=named,
            number=item.first_round,
            time=int(item.due_at.timestamp()),
        )
    if item.kind == "deadline_passed":
        return gettext(
            "**{league}**: the deadline of round {number} has passed.", league=named, number=item.first_round
        )
    if item.kind == "season_started":
        return gettext("**{league}**: season {number} has started.", league=named, number=item.season)
    if page.meeting is not None:
        return gettext("**{league}**: {night} is paired.", league=named, night=night_views.title(page.meeting))
    text = _PLAYOFF_BEGINS if item.stage == "playoff" else _ROUND_BEGINS
    return gettext(text, league=named, number=item.first_round)


_ROUND_BEGINS: Final = N_("**{league}**: round {number} begins.")
_PLAYOFF_BEGINS: Final = N_("**{league}**: playoff round {number} begins.")


def _deadline_texts(page: NewsPage, playable: Sequence[Fixture]) -> list[str]:
    """Until when a round is played, and what happens then."""
    if page.due_at is None or not playable or page.item.outcomes:
        return []
    until = gettext("Play until <t:{time}:F>.", time=int(page.due_at.timestamp()))
    if page.consequence == "extend":
        return [f"{until} {ngettext(*_MORE_TIME, page.days)}"]
    return [f"{until} {gettext(_AFTERWARDS[page.consequence])}"]


def _with_rounds(page: NewsPage, fixtures: Sequence[Fixture], lines: Sequence[str]) -> Iterator[str]:
    """Lines of games, under their rounds where there are several."""
    several = page.item.first_round != page.item.last_round
    before = None
    for fixture, line in zip(fixtures, lines, strict=True):
        if several and fixture.round != before:
            yield gettext("__Round {number}__", number=fixture.round)
            before = fixture.round
        yield line


def _pair_line(page: NewsPage, fixture: Fixture, names: Mapping[int, str]) -> str:
    if fixture.result_id is not None:
        return f"- {fixtures_view.fixture_line(fixture, page.results.get(fixture.id))}"
    first = _name(fixture.first, names)
    if fixture.second is None:
        return "- " + gettext("{first} has a bye (no game)", first=first)
    line = gettext("{first} v {second}", first=first, second=_name(fixture.second, names))
    if note := fixtures_view.withdrawn_note(fixture, page.gone):
        return f"- ~~{line}~~{note}"
    return f"- {line}"


def _own_line(page: NewsPage, fixture: Fixture, player: Player) -> str:
    if fixture.second is None:
        return gettext("You have a bye in round {number} (no game).", number=fixture.round)
    if fixture.result_id is not None:
        return fixtures_view.fixture_line(fixture, page.results.get(fixture.id))
    opponent = fixture.opponent_of(player)
    named = formatting.escape(opponent.name)
    if opponent.id in page.gone:
        return gettext("{name} has withdrawn, so you don't play them.", name=named)
    if fixture.first.id == player.id:
        return gettext("You play **{name}**, and you deal first.", name=named)
    return gettext("You play **{name}**, who deals first.", name=named)


def _decided(page: NewsPage, fixtures: Sequence[Fixture]) -> list[tuple[Fixture, Outcome]]:
    outcomes = dict(page.item.outcomes)
    return [(fixture, outcomes[fixture.id]) for fixture in fixtures if fixture.id in outcomes]


def _outcome_line(page: NewsPage, fixture: Fixture, outcome: Outcome, names: Mapping[int, str]) -> str:
    """What a deadline did to one game."""
    assert fixture.second is not None
    first, second = _name(fixture.first, names), _name(fixture.second, names)
    match outcome:
        case "first" | "second":
            won, lost = (first, second) if outcome == "first" else (second, first)
            loser = fixture.second if outcome == "first" else fixture.first
            text = _WALKOVER_GONE if loser.id in page.gone else _WALKOVER
            return "- " + gettext(text, winner=won, loser=lost)
        case "nobody":
            return "- " + gettext(
                "{first} and {second} both lose, because nobody was ready.", first=first, second=second
            )
        case "extended":
            time = 0 if page.item.due_at is None else int(page.item.due_at.timestamp())
            return "- " + gettext("{first} v {second}: play until <t:{time}:F>.", first=first, second=second, time=time)
        case _:
            return "- " + gettext("{first} v {second}: a manager decides.", first=first, second=second)


_WALKOVER: Final = N_("{winner} wins against {loser} without a game: only one of them was ready.")
_WALKOVER_GONE: Final = N_("{winner} wins without a game: {loser} has withdrawn.")


def _result_message(page: NewsPage, message_id: int, called: Sequence[Player], more: Sequence[str]) -> Screen:
    """A result that somebody entered, with two buttons for the opponent if it waits for them."""
    result = page.result
    assert result is not None
    by = "" if result.entered_by is None else formatting.escape(result.entered_by.name)
    parts = [
        gettext(
            "{by} entered a result in **{league}**: {score}.",
            by=by,
            league=formatting.escape(page.league.name),
            score=results_view.numbered_score(result),
        )
    ]
    people = join_list([formatting.mention(player) for player in called])
    row = []
    if result.status == "entered":
        row = results_view.answer_buttons(result)
        parts.append(gettext("{asked}, is this right?", asked=people) if people else gettext("Is this right?"))
    else:
        parts.append(gettext("It counts. If it's wrong, tell a manager."))
        parts += [people] if people else []
    return page_view(["\n".join([*parts, *more])], [*row, _link(page, message_id)])


def _dispute_text(page: NewsPage, called: Sequence[Player]) -> str:
    result = page.result
    assert result is not None
    by = result.entered_by
    denied = [side.player for side in result.sides if by is None or side.player.id != by.id]
    text = gettext(
        "**{league}**: {name} says that a result is wrong: {score}. A manager decides.",
        league=formatting.escape(page.league.name),
        name="" if not denied else formatting.escape(denied[0].name),
        score=results_view.numbered_score(result),
    )
    role = [f"<@&{page.league.manager_role}>"] if page.league.manager_role is not None and called else []
    people = join_list([*(formatting.mention(player) for player in called), *role])
    return f"{people}\n{text}" if people else text


def _ended(page: NewsPage, message_id: int, called: Sequence[Player], more: Sequence[str]) -> Screen:
    """The end of a season and its winners."""
    people = join_list([formatting.mention(player) for player in called])
    return manager_views.season_closed(
        page.league,
        page.season,
        [player.name for player in page.winners],
        page.awards,
        more=[*more, *([people] if people else [])],
        buttons=[_link(page, message_id)],
    )


def _name(player: Player, names: Mapping[int, str]) -> str:
    return names.get(player.id) or formatting.escape(player.name)
