-- What Ann, ${ann}, has in two leagues, and Ben, ${ben}, in one of them.
INSERT INTO leagues (id, guild_id, name, folded, preset, rules, scheme, format, best_of, minimum, zone, created_at)
VALUES (1, 1, 'League 1', 'league 1', 'acc', '{}', 'acc', 'open', 1, 0, 'UTC', '');
INSERT INTO leagues (id, guild_id, name, folded, preset, rules, scheme, format, best_of, minimum, zone, created_at)
VALUES (2, 1, 'League 2', 'league 2', 'acc', '{}', 'acc', 'open', 1, 0, 'UTC', '');
INSERT INTO league_log VALUES (1, 1, '', ${ann}, 'entered Ann 121, Anna 90', '', 'results', NULL, '');
INSERT INTO members VALUES (1, ${ann}, 'in', '2026-01-01');
INSERT INTO members VALUES (1, ${ben}, 'in', '2026-01-01');
INSERT INTO managers VALUES (1, ${ann}), (2, ${ann});
INSERT INTO league_names VALUES (1, 'ann s', ${ann});
INSERT INTO players (id, name) VALUES (900, 'Annie');
INSERT INTO claims VALUES (1, ${ann}, 900, '2026-01-02');
INSERT INTO fixtures VALUES (70, 1, 1, 'rounds', 3, 1, ${ann}, ${ben}, 1, '', NULL, NULL, '{"where": "at Ann''s"}');
INSERT INTO fixture_readiness VALUES (70, ${ann});
INSERT INTO season_groups VALUES (1, 1, ${ann}, 2, 1);
INSERT INTO import_previews (league_id, player_id, file_name, content, any_date, created_at)
VALUES (1, ${ann}, 'club.csv', x'00', 0, '2026-01-03');
