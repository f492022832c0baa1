-- The bracket of a season's knockout or playoffs is of single or double elimination.
ALTER TABLE seasons ADD COLUMN elimination TEXT NOT NULL DEFAULT 'single';

-- How many groups or divisions a league has, how many players go through or up and down, and how often opponents meet, as
-- JSON.
ALTER TABLE leagues ADD COLUMN grouping TEXT NOT NULL DEFAULT '{}';

-- The group or division of each player in a season, numbered from 1, and the player's place in the order in which they were
-- filled. Rows of a season that has not started are the divisions that the season before led to.
CREATE TABLE season_groups (
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    season INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players (id),
    number INTEGER NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (league_id, season, player_id)
) STRICT, WITHOUT ROWID;

-- Who plays for whom in a league: null for everybody for themselves, pairs for pairs in games of four, singles for teams
-- of two whose singles games are added up.
ALTER TABLE leagues ADD COLUMN teams TEXT;

-- The two people of each team. The team itself is a player without an account, who is a member of the league.
CREATE TABLE teams (
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    team_id INTEGER NOT NULL REFERENCES players (id),
    place INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (league_id, team_id, place),
    UNIQUE (league_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX teams_by_player ON teams (player_id);

-- In leagues of teams that play two singles games (`teams` is singles) each fixture of two teams has two of their people,
-- whose `stage` is board or playoff-board.
ALTER TABLE fixtures ADD COLUMN team_fixture_id INTEGER REFERENCES fixtures (id);
CREATE INDEX fixtures_by_team_fixture ON fixtures (team_fixture_id) WHERE team_fixture_id IS NOT NULL;
