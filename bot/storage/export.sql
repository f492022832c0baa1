-- What belongs to a player, for an export: each part by its name there, with the names of its columns.

-- server_names
SELECT guild_id AS server, name
FROM server_names
WHERE player_id = ?
ORDER BY guild_id;

-- former_names
SELECT DISTINCT name
FROM former_names
WHERE player_id = ?
ORDER BY name;

-- games
SELECT tables.id AS game, tables.guild_id AS server, opened_at, status, preset, mine.seat,
    results.side AS winning_side, results.games AS games_won, scores, ended_by, ended_at
FROM seats AS mine
JOIN tables ON tables.id = mine.table_id
LEFT JOIN results ON results.table_id = tables.id
WHERE mine.player_id = ?
ORDER BY opened_at, tables.id;

-- luck
SELECT table_id AS game, before_pack AS before, value, word
FROM contributions
WHERE player_id = ?
ORDER BY table_id, number;

-- guesses
SELECT table_id AS game, CAST(about AS INTEGER) AS side
FROM messages
WHERE kind = 'guess' AND player_id = ?
ORDER BY table_id;

-- practice
SELECT number, level, wish, timed, what, cards, dealt_at, answered_at, points, said, total, met, missed
FROM practice
WHERE player_id = ?
ORDER BY number;

-- practice_positions
SELECT number, kind, table_id AS game, place, asked_at, answered_at, chosen, lost
FROM practice_positions
WHERE player_id = ?
ORDER BY number;

-- preferences
SELECT player_id AS player, $preferences
FROM preferences
WHERE player_id = ?;

-- language
SELECT met, chosen
FROM languages
WHERE player_id = ?;

-- told_once
SELECT what
FROM told
WHERE player_id = ?;

-- waiting_questions
SELECT table_id AS game, deal, question
FROM waiting_questions
WHERE player_id = ?
ORDER BY id;

-- daily_hands
SELECT day, discard, lost, guild_id
FROM daily_answers
WHERE player_id = ?
ORDER BY day;

-- reviews
SELECT table_id AS game, decisions, lost, theirs_lost, judged
FROM reviews
WHERE player_id = ?
ORDER BY table_id;

-- achievements
SELECT kind AS achievement, table_id AS game, deal, cards, earned_at
FROM achievements
WHERE player_id = ?
ORDER BY earned_at, kind;

-- game_figures
SELECT table_id AS game, guild_id AS server, ended_at, won, hands, hand_points, best_hand, cribs, crib_points,
    pegged
FROM game_figures
WHERE player_id = ?
ORDER BY ended_at, table_id;

-- leagues
SELECT leagues.name AS league, members.status, joined_at,
    EXISTS (SELECT 1 FROM managers WHERE managers.league_id = leagues.id AND managers.player_id = members.player_id) AS is_manager
FROM members
JOIN leagues ON leagues.id = members.league_id
WHERE members.player_id = ?
ORDER BY joined_at;

-- teams
SELECT leagues.name AS league, players.name AS team
FROM players
JOIN teams ON players.id = teams.team_id
JOIN leagues ON leagues.id = teams.league_id
WHERE teams.player_id = ?
ORDER BY leagues.id;

-- nights
SELECT leagues.name AS league, meetings.season, meetings.number AS night, day, status, came_at, left_at
FROM attendance
JOIN meetings ON meetings.id = attendance.meeting_id
JOIN leagues ON leagues.id = meetings.league_id
WHERE attendance.player_id = ?
ORDER BY came_at;

-- league_results
SELECT leagues.name AS league, sides.season, played_at, players.name AS opponent, won, games, holes, adverse
FROM players
JOIN complete_sides AS sides ON players.id = sides.opponent_id
JOIN leagues ON leagues.id = sides.league_id
WHERE sides.player_id = ?
ORDER BY played_at, result_id;

-- ratings
SELECT pool, played_at, mu, sigma
FROM rating_steps
WHERE player_id = ?
ORDER BY played_at;

-- league_news
SELECT leagues.name AS league, league_news.season, league_news.kind, league_news.at, messages.state AS status
FROM league_news_messages AS messages
JOIN league_news ON league_news.id = messages.news_id
JOIN leagues ON leagues.id = league_news.league_id
WHERE messages.player_id = ?
ORDER BY messages.id;

-- managed_leagues
SELECT leagues.name AS league
FROM managers
JOIN leagues ON leagues.id = managers.league_id
WHERE managers.player_id = ?
ORDER BY leagues.id;

-- names_in_files
SELECT leagues.name AS league, league_names.folded AS name
FROM league_names
JOIN leagues ON leagues.id = league_names.league_id
WHERE league_names.player_id = ?
ORDER BY leagues.id, league_names.folded;

-- claims
SELECT leagues.name AS league, players.name, asked_at
FROM players
JOIN claims ON players.id = claims.named_id
JOIN leagues ON leagues.id = claims.league_id
WHERE claims.player_id = ?
ORDER BY asked_at;

-- groups
SELECT leagues.name AS league, season, number AS "group"
FROM season_groups
JOIN leagues ON leagues.id = season_groups.league_id
WHERE season_groups.player_id = ?
ORDER BY leagues.id, season;

-- ready_to_play
SELECT leagues.name AS league, fixtures.season, fixtures.stage, fixtures.round
FROM fixture_readiness
JOIN fixtures ON fixtures.id = fixture_readiness.fixture_id
JOIN leagues ON leagues.id = fixtures.league_id
WHERE fixture_readiness.player_id = ?
ORDER BY fixtures.id;

-- files_that_wait
SELECT leagues.name AS league, file_name AS file, import_previews.created_at AS sent_at
FROM import_previews
JOIN leagues ON leagues.id = import_previews.league_id
WHERE import_previews.player_id = ?
ORDER BY import_previews.id;

-- imported_files
SELECT leagues.name AS league, file_name AS file, at, undone_at
FROM league_imports
JOIN leagues ON leagues.id = league_imports.league_id
WHERE league_imports.player_id = ?
ORDER BY leagues.id, league_imports.number;

-- merged_names
SELECT leagues.name AS league, players.name, at, undone_at
FROM merges
JOIN leagues ON leagues.id = merges.league_id
JOIN players ON players.id = merges.from_id
WHERE merges.into_id = ?
ORDER BY merges.id;
