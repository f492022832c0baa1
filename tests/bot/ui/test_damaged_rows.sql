-- A damaged row of each kind: in seven leagues and a season of theirs, and what the loops over all tables read.
UPDATE leagues SET rules = 'x' WHERE id = 1;
UPDATE leagues SET zone = 'Nowhere/At all' WHERE id = 8;
UPDATE leagues SET post_hour = 24 WHERE id = 9;
UPDATE seasons SET crowned = 'x' WHERE league_id = 2;
UPDATE round_deadlines SET due_at = '1999-x' WHERE league_id = 3;
UPDATE league_news SET facts = 'x', state = 'new' WHERE league_id = 4;
INSERT INTO meetings (league_id, season, number, name, day, format, games, stage) VALUES (5, 1, 1, '', 'x', 'night', 9, 'open');
UPDATE members SET joined_at = 'x' WHERE league_id = 6;
INSERT INTO daily_posts (guild_id, channel_id, posted_on) VALUES (77, 1, '1999-x');
UPDATE events SET body = '{}' WHERE table_id = '${broken}' AND version = 0;
UPDATE clocks SET deadline = '1999-x' WHERE table_id = '${no_clock}';
INSERT INTO messages (table_id, kind, about, channel_id, message_id) VALUES ('${fine}', 'reminder', 'x y', 1, 1);
INSERT INTO waiting_questions (player_id, table_id, deal, question) VALUES (1, '${broken}', 1, '${broken}');
INSERT INTO waiting_questions (player_id, table_id, deal, question) VALUES (1, '${no_clock}', 1, '${no_clock}');
INSERT INTO waiting_questions (player_id, table_id, deal, question) VALUES (1, '${fine}', 1, '${fine}');
