-- A file of version 0001 with games in it, as the bot of that version wrote it.
PRAGMA application_id = 1129466178;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, version)
) STRICT, WITHOUT ROWID;
INSERT INTO "events" VALUES('overgame',0,'{"kind":"cut_for_deal","cards":{"0":"5C","1":"9C"}}');
INSERT INTO "events" VALUES('overgame',1,'{"kind":"dealer_chosen","seat":0}');
INSERT INTO "events" VALUES('overgame',2,'{"kind":"dealt","dealer":0,"hands":[["JC","4H","7S","5C","9S","2H"],["TH","QH","JD","6S","4S","QS"]],"to_crib":[],"undealt":["KC","2C","3H","3C","7C","5H","QD","2S","TC","7D","AD","9D","5S","8D","AH","9C","KD","8C","2D","6H","TD","QC","8S","3S","JS","4C","AC","TS","6C","4D","AS","7H","9H","KS","5D","KH","6D","8H","JH","3D"]}');
INSERT INTO "events" VALUES('overgame',3,'{"kind":"laid_away","seat":0,"cards":["JC","4H"]}');
INSERT INTO "events" VALUES('overgame',4,'{"kind":"laid_away","seat":1,"cards":["TH","QH"]}');
INSERT INTO "events" VALUES('overgame',5,'{"kind":"starter_turned","seat":1,"card":"KC"}');
INSERT INTO "events" VALUES('overgame',6,'{"kind":"played","seat":1,"card":"JD","count":10}');
INSERT INTO "events" VALUES('overgame',7,'{"kind":"conceded","seat":0,"why":"resigned"}');
INSERT INTO "events" VALUES('overgame',8,'{"kind":"game_won","side":1,"games":1,"by":"resigned"}');
INSERT INTO "events" VALUES('playing2',0,'{"kind":"cut_for_deal","cards":{"0":"TD","1":"JS"}}');
INSERT INTO "events" VALUES('playing2',1,'{"kind":"dealer_chosen","seat":0}');
INSERT INTO "events" VALUES('playing2',2,'{"kind":"dealt","dealer":0,"hands":[["4S","KD","AC","KS","5C","TS"],["AH","QS","9D","6S","3S","9H"]],"to_crib":[],"undealt":["5S","7D","KH","AD","7C","2D","9C","2C","8S","7S","7H","TH","AS","8H","QD","4D","JC","5H","QH","JH","4C","9S","6D","3D","2S","QC","3C","TC","6H","2H","KC","JD","8C","4H","8D","3H","TD","5D","JS","6C"]}');
INSERT INTO "events" VALUES('playing2',3,'{"kind":"laid_away","seat":0,"cards":["4S","KD"]}');
INSERT INTO "events" VALUES('playing2',4,'{"kind":"laid_away","seat":1,"cards":["AH","QS"]}');
INSERT INTO "events" VALUES('playing2',5,'{"kind":"starter_turned","seat":1,"card":"5S"}');
INSERT INTO "events" VALUES('playing2',6,'{"kind":"played","seat":1,"card":"9D","count":9}');
INSERT INTO "events" VALUES('playing2',7,'{"kind":"played","seat":0,"card":"AC","count":10}');
INSERT INTO "events" VALUES('playing2',8,'{"kind":"played","seat":1,"card":"6S","count":16}');
INSERT INTO "events" VALUES('playing2',9,'{"kind":"played","seat":0,"card":"KS","count":26}');
INSERT INTO "events" VALUES('playing2',10,'{"kind":"played","seat":1,"card":"3S","count":29}');
INSERT INTO "events" VALUES('playing2',11,'{"kind":"said_go","seat":0}');
INSERT INTO "events" VALUES('playing2',12,'{"kind":"pegged","seat":1,"side":1,"points":1,"law":"go","cards":["3S"],"score":1}');
INSERT INTO "events" VALUES('playing2',13,'{"kind":"count_reset","lead":0}');
INSERT INTO "events" VALUES('playing2',14,'{"kind":"played","seat":0,"card":"5C","count":5}');
INSERT INTO "events" VALUES('playing2',15,'{"kind":"played","seat":1,"card":"9H","count":14}');
INSERT INTO "events" VALUES('playing2',16,'{"kind":"played","seat":0,"card":"TS","count":24}');
INSERT INTO "events" VALUES('playing2',17,'{"kind":"pegged","seat":0,"side":0,"points":1,"law":"last_card","cards":["TS"],"score":1}');
INSERT INTO "events" VALUES('playing2',18,'{"kind":"shown","seat":1,"what":"hand","cards":["9D","6S","3S","9H"],"declared":6,"true":6}');
INSERT INTO "events" VALUES('playing2',19,'{"kind":"pegged","seat":1,"side":1,"points":6,"law":"declared","cards":["9D","6S","3S","9H"],"score":7}');
INSERT INTO "events" VALUES('playing2',20,'{"kind":"shown","seat":0,"what":"hand","cards":["AC","KS","5C","TS"],"declared":10,"true":10}');
INSERT INTO "events" VALUES('playing2',21,'{"kind":"pegged","seat":0,"side":0,"points":10,"law":"declared","cards":["AC","KS","5C","TS"],"score":11}');
INSERT INTO "events" VALUES('playing2',22,'{"kind":"shown","seat":0,"what":"crib","cards":["4S","KD","AH","QS"],"declared":8,"true":8}');
INSERT INTO "events" VALUES('playing2',23,'{"kind":"pegged","seat":0,"side":0,"points":8,"law":"declared","cards":["4S","KD","AH","QS"],"score":19}');
INSERT INTO "events" VALUES('playing2',24,'{"kind":"dealt","dealer":1,"hands":[["JS","7D","4C","AD","5S","QD"],["6H","3S","6S","8C","QS","QH"]],"to_crib":[],"undealt":["TD","4D","TC","7S","6C","QC","KD","TS","3D","KH","TH","8D","KS","9S","JH","2H","9H","KC","8H","5H","AC","9C","5D","2S","2D","7H","9D","6D","8S","5C","3C","AH","4S","JD","7C","JC","AS","3H","2C","4H"]}');
INSERT INTO "events" VALUES('playing2',25,'{"kind":"laid_away","seat":0,"cards":["JS","7D"]}');
INSERT INTO "events" VALUES('playing2',26,'{"kind":"laid_away","seat":1,"cards":["6H","3S"]}');
INSERT INTO "events" VALUES('playing2',27,'{"kind":"starter_turned","seat":0,"card":"TD"}');
INSERT INTO "events" VALUES('playing2',28,'{"kind":"played","seat":0,"card":"4C","count":4}');
INSERT INTO "events" VALUES('playing2',29,'{"kind":"played","seat":1,"card":"6S","count":10}');
INSERT INTO "events" VALUES('playing2',30,'{"kind":"played","seat":0,"card":"AD","count":11}');
INSERT INTO "events" VALUES('playing2',31,'{"kind":"played","seat":1,"card":"8C","count":19}');
INSERT INTO "events" VALUES('playing2',32,'{"kind":"played","seat":0,"card":"5S","count":24}');
INSERT INTO "events" VALUES('playing2',33,'{"kind":"said_go","seat":1}');
INSERT INTO "events" VALUES('playing2',34,'{"kind":"pegged","seat":0,"side":0,"points":1,"law":"go","cards":["5S"],"score":20}');
INSERT INTO "events" VALUES('playing2',35,'{"kind":"count_reset","lead":1}');
INSERT INTO "events" VALUES('playing2',36,'{"kind":"played","seat":1,"card":"QS","count":10}');
INSERT INTO "events" VALUES('playing2',37,'{"kind":"played","seat":0,"card":"QD","count":20}');
INSERT INTO "events" VALUES('playing2',38,'{"kind":"pegged","seat":0,"side":0,"points":2,"law":"pair","cards":["QS","QD"],"score":22}');
INSERT INTO "events" VALUES('playing2',39,'{"kind":"played","seat":1,"card":"QH","count":30}');
INSERT INTO "events" VALUES('playing2',40,'{"kind":"pegged","seat":1,"side":1,"points":6,"law":"pair_royal","cards":["QS","QD","QH"],"score":13}');
INSERT INTO "events" VALUES('playing2',41,'{"kind":"pegged","seat":1,"side":1,"points":1,"law":"last_card","cards":["QH"],"score":14}');
INSERT INTO "events" VALUES('playing2',42,'{"kind":"shown","seat":0,"what":"hand","cards":["4C","AD","5S","QD"],"declared":8,"true":8}');
INSERT INTO "events" VALUES('playing2',43,'{"kind":"pegged","seat":0,"side":0,"points":8,"law":"declared","cards":["4C","AD","5S","QD"],"score":30}');
INSERT INTO "events" VALUES('playing2',44,'{"kind":"shown","seat":1,"what":"hand","cards":["6S","8C","QS","QH"],"declared":2,"true":2}');
INSERT INTO "events" VALUES('playing2',45,'{"kind":"pegged","seat":1,"side":1,"points":2,"law":"declared","cards":["6S","8C","QS","QH"],"score":16}');
INSERT INTO "events" VALUES('playing2',46,'{"kind":"shown","seat":1,"what":"crib","cards":["JS","7D","6H","3S"],"declared":0,"true":0}');
INSERT INTO "events" VALUES('playing2',47,'{"kind":"dealt","dealer":0,"hands":[["TH","AD","4C","QS","JD","KC"],["TD","KH","3D","6D","QH","5S"]],"to_crib":[],"undealt":["8C","9C","AS","JS","AC","3S","3C","9S","5C","2C","TC","4D","6C","2H","8D","7C","QD","4S","9H","QC","4H","3H","2D","6S","JC","TS","8H","5H","8S","6H","2S","7H","KS","AH","5D","7S","JH","9D","7D","KD"]}');
INSERT INTO "events" VALUES('playing2',48,'{"kind":"laid_away","seat":0,"cards":["TH","AD"]}');
INSERT INTO "events" VALUES('playing2',49,'{"kind":"laid_away","seat":1,"cards":["TD","KH"]}');
INSERT INTO "events" VALUES('playing2',50,'{"kind":"starter_turned","seat":1,"card":"8C"}');
INSERT INTO "events" VALUES('playing2',51,'{"kind":"played","seat":1,"card":"3D","count":3}');
INSERT INTO "events" VALUES('playing2',52,'{"kind":"played","seat":0,"card":"4C","count":7}');
INSERT INTO "events" VALUES('playing2',53,'{"kind":"played","seat":1,"card":"6D","count":13}');
INSERT INTO "events" VALUES('robotgam',0,'{"kind":"cut_for_deal","cards":{"0":"TC","1":"8D"}}');
INSERT INTO "events" VALUES('robotgam',1,'{"kind":"dealer_chosen","seat":1}');
INSERT INTO "events" VALUES('robotgam',2,'{"kind":"dealt","dealer":1,"hands":[["2H","TH","5C","7C","2S","3S"],["8D","8H","JH","5H","KS","KD"]],"to_crib":[],"undealt":["JC","9C","AS","6C","9D","AC","JS","2C","TD","AD","4S","3D","JD","7H","TC","4D","2D","7D","6S","QD","TS","4C","6H","9H","3C","QS","QH","8C","4H","5S","7S","9S","QC","5D","KC","3H","6D","KH","8S","AH"]}');
INSERT INTO "events" VALUES('robotgam',3,'{"kind":"laid_away","seat":1,"cards":["8D","8H"]}');
CREATE TABLE notes (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "notes" VALUES('commands','abc');
CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    discord_id INTEGER UNIQUE,
    name TEXT NOT NULL
) STRICT;
INSERT INTO "players" VALUES(1,70,'Ann');
INSERT INTO "players" VALUES(2,71,'Ben');
INSERT INTO "players" VALUES(3,72,'Cy');
CREATE TABLE reminders (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    prompt TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "reminders" VALUES('playing2',1,'3.play.3',2,901);
CREATE TABLE results (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    side INTEGER NOT NULL,
    games INTEGER NOT NULL,
    scores TEXT NOT NULL,
    ended_by TEXT NOT NULL,
    ended_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "results" VALUES('overgame',1,1,'[0, 0]','resigned','2025-03-01T12:00:00+00:00');
CREATE TABLE screens (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "screens" VALUES('playing2',-1,2,900);
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    player_id INTEGER REFERENCES players (id),
    robot TEXT,
    agreed INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES('asking22',0,1,NULL,1);
INSERT INTO "seats" VALUES('asking22',1,3,NULL,0);
INSERT INTO "seats" VALUES('closed22',0,1,NULL,1);
INSERT INTO "seats" VALUES('closed22',1,NULL,NULL,0);
INSERT INTO "seats" VALUES('overgame',0,1,NULL,1);
INSERT INTO "seats" VALUES('overgame',1,2,NULL,1);
INSERT INTO "seats" VALUES('playing2',0,1,NULL,1);
INSERT INTO "seats" VALUES('playing2',1,2,NULL,1);
INSERT INTO "seats" VALUES('rematch2',0,1,NULL,1);
INSERT INTO "seats" VALUES('rematch2',1,2,NULL,0);
INSERT INTO "seats" VALUES('robotgam',0,1,NULL,1);
INSERT INTO "seats" VALUES('robotgam',1,NULL,'club',1);
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    guild_id INTEGER,
    channel_id INTEGER NOT NULL,
    place TEXT NOT NULL,
    preset TEXT NOT NULL,
    rules TEXT NOT NULL,
    status TEXT NOT NULL,
    seed BLOB NOT NULL,
    previous TEXT UNIQUE REFERENCES tables (id),
    opened_at TEXT NOT NULL
) STRICT;
INSERT INTO "tables" VALUES('playing2',1,2,'here','house','{"players": 2, "dealt": 6, "target": 121, "doubles": [[61, 2]], "counting": "referee", "pegging": "automatic", "muggins": true, "overscore": "correct_only", "irregular": "refuse", "heels_forfeit": false, "three_for_last": false, "single_series": false, "play_on": "must", "next_dealer": "loser", "ceremony": false, "predeal_cut": "none", "amend": false, "false_game_penalty": 0}','playing',X'6E340B9CFFB37A989CA544E6BB780A2C78901D3FB33738768511A30617AFA01D',NULL,'2025-03-01T12:00:00+00:00');
INSERT INTO "tables" VALUES('overgame',1,2,'here','house','{"players": 2, "dealt": 6, "target": 61, "doubles": [[31, 2]], "counting": "referee", "pegging": "automatic", "muggins": false, "overscore": "to_adversary", "irregular": "refuse", "heels_forfeit": false, "three_for_last": false, "single_series": false, "play_on": "must", "next_dealer": "loser", "ceremony": false, "predeal_cut": "none", "amend": false, "false_game_penalty": 0}','over',X'4BF5122F344554C53BDE2EBB8CD2B7E3D1600AD631C385A5D7CCE23C7785459A',NULL,'2025-03-01T12:00:00+00:00');
INSERT INTO "tables" VALUES('asking22',NULL,2,'dm','house','{"players": 2, "dealt": 6, "target": 61, "doubles": [[31, 2]], "counting": "referee", "pegging": "automatic", "muggins": false, "overscore": "to_adversary", "irregular": "refuse", "heels_forfeit": false, "three_for_last": false, "single_series": false, "play_on": "must", "next_dealer": "loser", "ceremony": false, "predeal_cut": "none", "amend": false, "false_game_penalty": 0}','gathering',X'DBC1B4C900FFE48D575B5DA5C638040125F65DB0FE3E24494B76EA986457D986',NULL,'2025-03-01T12:00:00+00:00');
INSERT INTO "tables" VALUES('robotgam',1,2,'here','house','{"players": 2, "dealt": 6, "target": 121, "doubles": [], "counting": "automatic", "pegging": "automatic", "muggins": false, "overscore": "to_adversary", "irregular": "refuse", "heels_forfeit": false, "three_for_last": false, "single_series": false, "play_on": "must", "next_dealer": "cut", "ceremony": false, "predeal_cut": "none", "amend": false, "false_game_penalty": 0}','playing',X'084FED08B978AF4D7D196A7446A86B58009E636B611DB16211B65A9AADFF29C5',NULL,'2025-03-01T12:00:00+00:00');
INSERT INTO "tables" VALUES('rematch2',1,2,'here','house','{"players": 2, "dealt": 6, "target": 61, "doubles": [[31, 2]], "counting": "referee", "pegging": "automatic", "muggins": false, "overscore": "to_adversary", "irregular": "refuse", "heels_forfeit": false, "three_for_last": false, "single_series": false, "play_on": "must", "next_dealer": "loser", "ceremony": false, "predeal_cut": "none", "amend": false, "false_game_penalty": 0}','gathering',X'E52D9C508C502347344D8C07AD91CBD6068AFC75FF6292F062A09CA381C89E71','overgame','2025-03-01T12:00:00+00:00');
INSERT INTO "tables" VALUES('closed22',1,2,'here','house','{"players": 2, "dealt": 6, "target": 61, "doubles": [[31, 2]], "counting": "referee", "pegging": "automatic", "muggins": false, "overscore": "to_adversary", "irregular": "refuse", "heels_forfeit": false, "three_for_last": false, "single_series": false, "play_on": "must", "next_dealer": "loser", "ceremony": false, "predeal_cut": "none", "amend": false, "false_game_penalty": 0}','closed',X'E77B9A9AE9E30B0DBDB6F510A264EF9DE781501D7B6B92AE89EB059C5AB743DB',NULL,'2025-03-01T12:00:00+00:00');
CREATE INDEX tables_by_status ON tables (status);
CREATE INDEX seats_by_player ON seats (player_id);
COMMIT;
