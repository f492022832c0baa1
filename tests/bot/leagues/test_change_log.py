"""The log of a league: facts, told in the language of whoever reads them."""

from datetime import UTC, date, datetime

import pytest

from bot.i18n.loading import FOLDER, load_languages
from bot.i18n.translation import using_language
from bot.leagues.change_log import Logged, entry_text, log_entry
from bot.leagues.settings import new_league
from bot.models.league import LOG_TOPICS, LogEntry, Meeting
from bot.models.player import Player
from bot.models.result import LeagueResult, Side
from tests.support.data_files import data_beside

DATA = data_beside(__file__)

ANN, BEN = Player(id=1, discord_id=10, name="Ann"), Player(id=2, discord_id=None, name="Ben")


NOW = datetime(2026, 3, 1, tzinfo=UTC)
WINTER = new_league(1, "Winter", {}, NOW)
SIDES = (Side(player=ANN, games=1, legs=1, holes=121), Side(player=BEN, games=0, legs=0, holes=98))
RESULT = LeagueResult(
    id=7,
    league_id=1,
    season=1,
    stage="league",
    status="counted",
    sides=SIDES,
    winner=0,
    ended_by="board",
    played_at=NOW,
)
VALUES = {
    **dict.fromkeys(("player", "substitute", "winner"), ANN),
    **dict.fromkeys(("number", "season", "round", "games", "role", "channel", "import_number"), 3),
    "people": [ANN, BEN],
    "loser": BEN,
    "name": "Cy",
    "team": "Dons",
    "game": "xy34",
    "consequence": "walkover",
    "night": Meeting(id=1, league_id=1, season=1, number=4, day=date(2026, 3, 5), name="Spring"),
    "day": date(2026, 3, 5),
    "points": 24,
    "venue": "Red Lion",
    "result": RESULT,
    "score": RESULT,
    "changes": {"minimum": [0, 3]},
}
"""A value for every name that a sentence may have."""


@pytest.mark.parametrize("kind", Logged)
def test_every_kind_has_a_sentence_in_every_language(kind):
    entry = log_entry(NOW, ANN, kind, **{one: VALUES[one] for one in kind.names})
    english = entry_text(entry, WINTER)
    assert kind.topic in LOG_TOPICS
    assert "{" not in english
    languages = load_languages(FOLDER)
    assert len(languages) == 3
    for language in languages.values():
        with using_language(language):
            told = entry_text(entry, WINTER)
        assert told != english, language.name
        assert "{" not in told


def test_what_a_sentence_does_not_have_cannot_be_logged():
    with pytest.raises(ValueError, match="not about"):
        log_entry(NOW, ANN, Logged.JOINED, player=BEN)
    with pytest.raises(ValueError, match="not about"):
        log_entry(NOW, ANN, Logged.MANAGER_ADDED)


async def test_facts_are_read_as_they_were_stored(club):
    league = await club.league(club.ann, club.ben, format="club", many=3, begin=False)
    night = await club.leagues.meetings.plan(league, club.boss, name="Opening", day=date(2026, 3, 5))
    await club.leagues.meetings.check_in(league, night, club.ann)
    await club.leagues.setup.change(league, club.boss, minimum=4, clock=None)
    await club.leagues.setup.change(league, club.boss, minimum=4)
    await club.leagues.setup.count(league, club.boss, best=2)
    await club.leagues.members.withdraw(league, club.boss, club.ben, "ill  again")
    entries = await club.leagues.log.entries(league, club.boss)
    assert [[entry.topic, entry_text(entry, league)] for entry in entries][:5] == DATA["entries"]
    assert (entries[0].people, entries[0].reason) == ((club.ben.id,), "ill again")


async def test_by_topic_and_by_person(club):
    league = await club.league(club.ann, club.ben, format="club", many=3, begin=False)
    night = await club.leagues.meetings.plan(league, club.boss, form="free")
    await club.leagues.meetings.check_in(league, night, club.ann)
    await club.enter(league, club.ann, club.ben)

    async def listed(*topics, player=None):
        shown = await club.leagues.log.entries(league, club.boss, topics=topics or None, player=player)
        return [entry.what for entry in shown]

    assert await listed("check-ins") == ["checked_in"]
    assert await listed("results", "season") == ["result_confirmed", "result_entered", "night_planned"]
    assert await listed(player=club.ben.id) == ["result_confirmed", "result_entered", "joined"]
    assert await listed("check-ins", player=club.ben.id) == []
    assert await listed(player=club.dee.id) == ["night_planned", "created"]


def test_what_no_version_knows_is_shown_as_it_is():
    for entry in (
        LogEntry(NOW, ANN, "founded Winter"),
        LogEntry(NOW, ANN, "joined", topic="people"),
        LogEntry(NOW, ANN, "moon_landed", facts={"by": "Ann"}),
        LogEntry(NOW, ANN, "manager_added", facts={}),
    ):
        with using_language(load_languages(FOLDER)["de"]):
            assert entry_text(entry, WINTER) == entry.what
