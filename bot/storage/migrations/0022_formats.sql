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
