-- Where a player wants to be told of the news of leagues: channel, dm or nothing.
ALTER TABLE preferences ADD COLUMN news TEXT NOT NULL DEFAULT 'channel';

-- A league's channel for news, the days that each round has (null for no deadlines), and what happens at a deadline to
-- games that were not played: manager, extend or walkover.
CREATE TABLE league_news_settings (
    league_id INTEGER PRIMARY KEY REFERENCES leagues (id),
    channel_id INTEGER,
    round_days INTEGER,
    consequence TEXT NOT NULL
) STRICT;

-- What members are to be told, written together with what has happened. `state` is new, sending or sent; nothing is sent
-- before `held_until`, because the answer to a command is telling it. `facts` is JSON.
CREATE TABLE league_news (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    season INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at TEXT NOT NULL,
    stage TEXT,
    meeting_id INTEGER,
    first_round INTEGER,
    last_round INTEGER,
    facts TEXT NOT NULL,
    state TEXT NOT NULL,
    held_until TEXT
) STRICT;

CREATE INDEX unsent_league_news ON league_news (id) WHERE state <> 'sent';
CREATE INDEX league_news_by_league ON league_news (league_id, season);

-- The messages about it: `place` is channel, dm or closed (in the channel, for people whose DMs are closed). `state` is
-- waiting, sending (it may have been sent), sent, outdated (it is to be edited) or refused (Discord does not take it).
CREATE TABLE league_news_messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    news_id INTEGER NOT NULL REFERENCES league_news (id) ON DELETE CASCADE,
    place TEXT NOT NULL,
    part INTEGER NOT NULL,
    player_id INTEGER REFERENCES players (id),
    state TEXT NOT NULL,
    channel_id INTEGER,
    message_id INTEGER
) STRICT;

CREATE INDEX league_news_messages_by_news ON league_news_messages (news_id);
CREATE INDEX league_news_messages_by_player ON league_news_messages (player_id) WHERE player_id IS NOT NULL;
CREATE INDEX outdated_league_news_messages ON league_news_messages (id) WHERE state = 'outdated';

-- The deadlines of rounds. An extension gives a round `days` more. `over` is 1 once what was agreed was carried out, and
-- `followed` once the next round was drawn, or none follows.
CREATE TABLE round_deadlines (
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    season INTEGER NOT NULL,
    stage TEXT NOT NULL,
    round INTEGER NOT NULL,
    due_at TEXT NOT NULL,
    days INTEGER NOT NULL,
    reminded INTEGER NOT NULL DEFAULT 0,
    extended INTEGER NOT NULL DEFAULT 0,
    over INTEGER NOT NULL DEFAULT 0,
    followed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (league_id, season, stage, round)
) STRICT, WITHOUT ROWID;

CREATE INDEX round_deadlines_ahead ON round_deadlines (due_at) WHERE followed = 0;

-- Who said before the deadline that they are ready to play a fixture.
CREATE TABLE fixture_readiness (
    fixture_id INTEGER NOT NULL REFERENCES fixtures (id) ON DELETE CASCADE,
    player_id INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (fixture_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX fixture_readiness_by_player ON fixture_readiness (player_id);
