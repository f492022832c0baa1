"""How a league is founded and adopted, what is changed of it later, and who runs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import date, datetime
from typing import Any, Final

from bot.i18n.translation import gettext
from bot.leagues import calendar
from bot.leagues import settings as agreements
from bot.leagues.access import Asker
from bot.leagues.errors import LeagueError, NoSuchLeague, NotManager
from bot.leagues.result_collector import Collecting
from bot.leagues.settings import LeagueOptions, usual_many
from bot.models.league import Format, League, Season, SeasonStage, folded
from bot.models.player import Player
from bot.storage import fixtures, ratings
from bot.storage import league_results as results
from bot.storage import leagues as kept
from bot.storage import members as people

FREE: Final = frozenset({"name", "minimum", "clock", "zone", "many"})
"""What may be changed of a league at any time."""

FIXED: Final = frozenset({"scheme", "format", "best_of", "preset", "options"})
"""What is settled once a season has fixtures or results, for it would change what they are worth."""

DATES: Final = frozenset({"starts_on", "ends_on"})


class Founding(Collecting):
    """Leagues as they come to be and are changed."""

    async def create(self, guild_id: int, asker: Asker, name: str, wishes: LeagueOptions = LeagueOptions()) -> League:  # noqa: B008
        """Found a league, which its founder runs.

        Raises ``NotManager`` for one who may not manage the server, and whatever ``agreements.founded`` raises.
        """
        if not asker.manages_server:
            raise NotManager(gettext("Only members who may manage this server can found a league here."))
        league = agreements.new_league(guild_id, name, wishes, self._now())
        stage, begins, ends = first_stage(league.format), wishes.starts_on, wishes.ends_on
        season = Season(league_id=0, number=1, stage=stage, starts_on=begins, ends_on=ends)
        async with self._naming:
            await self._check_name(guild_id, league.name)
            async with self.database.transaction() as writing:
                kept.add(writing, league, season, asker.player)
        return await self.named(guild_id, league.name)

    async def delete(self, league: League, asker: Asker) -> None:
        """Forget a league that was founded by mistake; one of which anything was played is kept."""
        async with self._changing(league) as (now, _):
            await self._check_manager(now, asker)
            if await results.listed(self.database, now.id, limit=1):
                raise LeagueError(
                    gettext("{name} has results, so it is kept; /league manage close ends its season.", name=now.name)
                )
            if await fixtures.has_table(self.database, now.id):
                raise LeagueError(
                    gettext("A game of {name} is open; {name} can be deleted once it is called off.", name=now.name)
                )
            async with self.database.transaction() as writing:
                kept.drop(writing, now.id)

    async def settings(self, league: League, asker: Asker, **changes: Any) -> League:
        """Change what a league has agreed: any of ``FREE``, ``FIXED`` and ``DATES``, by their names in ``Wishes``."""
        if unknown := changes.keys() - FREE - FIXED - DATES:
            raise LeagueError(gettext("A league has no setting called {setting}.", setting=min(unknown)))
        async with self._changing(league) as (now, season):
            await self._check_manager(now, asker)
            if changes.keys() & FIXED and await self._has_begun(now, season):
                raise LeagueError(
                    gettext(
                        "The season of {name} has begun, so how it is played is settled until the next.", name=now.name
                    )
                )
            changed = agreements.checked(_changed(now, changes))
            dated = replace(season, **{day: changes[day] for day in DATES & changes.keys()})
            calendar.check_season(dated.starts_on, dated.ends_on)
            if changed.format != now.format:
                dated = replace(dated, stage=first_stage(changed.format))
            async with self._naming:
                if folded(changed.name) != folded(now.name):
                    await self._check_name(now.guild_id, changed.name)
                async with self.database.transaction() as writing:
                    kept.put(writing, changed)
                    kept.put_season(writing, dated)
                    self._note(writing, now, asker, _told(now, changed, season, dated))
            return changed

    async def post_to(
        self, league: League, asker: Asker, channel_id: int | None, *, day: int = 0, hour: int = 18
    ) -> League:
        """Post the table in a channel every week, on a day from 0 for Monday at a local hour; or in None no more.

        A week that has had its post gets no other, and an hour that has just passed is not made up.
        """
        async with self._changing(league) as (now, _):
            await self._check_manager(now, asker)
            weekly = (None, None) if channel_id is None else (day, hour)
            changed = replace(now, channel_id=channel_id, post_day=weekly[0], post_hour=weekly[1])
            changed = agreements.checked(changed)
            passed = _due(changed, self._now())
            what = "the table is posted no more" if channel_id is None else f"the table is posted in <#{channel_id}>"
            return await self._put(now, replace(changed, posted_on=passed or now.posted_on), asker, what)

    async def posts_due(self, now: datetime | None = None) -> list[League]:
        """The leagues whose table is to be posted now; ``posted`` is told of each that was."""
        now = now or self._now()
        return [league for league in await kept.posting(self.database) if _due(league, now) is not None]

    async def posted(self, league: League, now: datetime | None = None) -> None:
        """The table of this week has been posted, or cannot be."""
        async with self._changing(league) as (kept_now, _):
            day = _due(kept_now, now or self._now())
            if day is not None:
                async with self.database.transaction() as writing:
                    kept.put(writing, replace(kept_now, posted_on=day))

    async def add_manager(self, league: League, asker: Asker, player: Player) -> None:
        """Somebody runs the league too."""
        async with self._changing(league) as (now, _):
            await self._check_manager(now, asker)
            async with self.database.transaction() as writing:
                people.appoint(writing, now.id, player.id)
                self._note(writing, now, asker, f"{player.name} runs the league too")

    async def remove_manager(self, league: League, asker: Asker, player: Player) -> None:
        """Somebody runs the league no more; those who manage the server always do."""
        async with self._changing(league) as (now, _):
            await self._check_manager(now, asker)
            if all(one.id != player.id for one in await self.managers(now)):
                raise LeagueError(
                    gettext(
                        "{name} is not among those who run {now_name} by name.", name=player.name, now_name=now.name
                    )
                )
            async with self.database.transaction() as writing:
                people.dismiss(writing, now.id, player.id)
                self._note(writing, now, asker, f"{player.name} runs the league no more")

    async def manager_role(self, league: League, asker: Asker, role_id: int | None) -> League:
        """Everyone who has this role runs the league; or with None no role does."""
        async with self._changing(league) as (now, _):
            await self._check_manager(now, asker)
            what = "no role runs the league" if role_id is None else f"the role <@&{role_id}> runs the league"
            return await self._put(now, replace(now, manager_role=role_id), asker, what)

    async def adopt(self, guild_id: int, asker: Asker, name: str) -> League:
        """A server takes on a league that was imported. Raises ``NoSuchLeague`` where none of this name is free."""
        if not asker.manages_server:
            raise NotManager(gettext("Only members who may manage this server can adopt a league."))
        league = await kept.named(self.database, None, name)
        if league is None:
            raise NoSuchLeague(gettext("No league called {name} waits to be adopted.", name=name))
        async with self._changing(league) as (now, _), self._naming:
            await self._check_name(guild_id, now.name)
            adopted = replace(now, guild_id=guild_id)
            async with self.database.transaction() as writing:
                kept.put(writing, adopted)
                people.appoint(writing, now.id, asker.player.id)
                ratings.move(writing, now.id, guild_id)
                self._note(writing, now, asker, f"adopted {now.name}")
            return adopted

    async def _put(self, before: League, after: League, asker: Asker, what: str) -> League:
        async with self.database.transaction() as writing:
            kept.put(writing, after)
            self._note(writing, before, asker, what)
        return after

    async def _check_name(self, guild_id: int | None, name: str) -> None:
        if await kept.named(self.database, guild_id, name) is not None:
            raise LeagueError(gettext("There is a league called {name} here already.", name=name))

    async def _has_begun(self, league: League, season: Season) -> bool:
        """Whether anything of a season is settled that other rules would change."""
        if await fixtures.count(self.database, league.id, season.number):
            return True
        return bool(await results.listed(self.database, league.id, season.number, limit=1))


def first_stage(form: Format) -> SeasonStage:
    """How a season begins: in open play at once, otherwise with those who join."""
    return "playing" if form == "open" else "joining"


def _due(league: League, now: datetime) -> date | None:
    if league.post_day is None or league.post_hour is None:
        return None
    return calendar.due(league.zone, league.post_day, league.post_hour, league.posted_on, now)


def _changed(league: League, changes: Mapping[str, Any]) -> League:
    """A league with some things agreed otherwise; the rules follow whatever they depend on."""
    asked = {key: value for key, value in changes.items() if key in {field.name for field in fields(League)}}
    if "zone" in asked:
        asked["zone"] = calendar.check_zone(asked["zone"])
    changed = replace(league, **asked)
    if changes.keys() & {"preset", "options"}:
        rules = agreements.rules_of(
            changed.preset, changes.get("options") or {}, best_of=changed.best_of, scheme=changed.scheme
        )
        changed = replace(changed, rules=rules)
    elif (changed.scheme, changed.best_of) != (league.scheme, league.best_of):
        usual = agreements.rules_of(
            changed.preset, {"target": league.rules.target}, best_of=changed.best_of, scheme=changed.scheme
        )
        rules = replace(league.rules, doubles=usual.doubles, next_dealer=usual.next_dealer)
        changed = replace(changed, rules=rules)
    return replace(changed, many=usual_many(changed.format, changed.many))


def _told(before: League, after: League, season: Season, dated: Season) -> str:
    """What was changed, in the words of the log."""
    changed = [
        f"{name.replace('_', ' ')}: {getattr(old, name)} became {getattr(new, name)}"
        for old, new, names in (
            (before, after, ("name", "preset", "scheme", "format", "best_of", "many", "minimum", "zone")),
            (season, dated, ("starts_on", "ends_on")),
        )
        for name in names
        if getattr(old, name) != getattr(new, name)
    ]
    if before.clock != after.clock:
        turn = "none" if after.clock is None or after.clock.turn is None else f"{after.clock.turn} seconds a turn"
        changed.append(f"the clock became {turn}")
    if before.rules != after.rules:
        changed.append("the rules were changed")
    return "; ".join(changed) or "nothing was changed"
