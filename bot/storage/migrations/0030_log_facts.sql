-- The log of a league keeps facts: `what` is the name of a kind, and the words are made when it is shown. Entries of
-- earlier versions have no facts, and are shown as they were written.
ALTER TABLE league_log ADD COLUMN topic TEXT NOT NULL DEFAULT 'settings';
ALTER TABLE league_log ADD COLUMN facts TEXT;
ALTER TABLE league_log ADD COLUMN people TEXT NOT NULL DEFAULT '';
UPDATE league_log SET topic = CASE
    WHEN what LIKE 'checked in %' OR what LIKE 'checked out %' THEN 'check-ins'
    WHEN what LIKE 'entered %' OR what LIKE 'confirmed %' OR what LIKE 'disputed %' OR what LIKE 'denied %'
        OR what LIKE 'took back %' OR what LIKE 'accepted result %' OR what LIKE 'corrected %'
        OR what LIKE 'removed result %' OR what LIKE 'removed a result%' OR what LIKE 'awarded %'
        OR what LIKE 'let % both forfeit' OR what LIKE 'cancelled game %' OR what LIKE 'called off %'
        OR what LIKE 'added up %' OR what LIKE 'imported %' OR what LIKE 'undid import %'
        OR what LIKE 'a game of %' THEN 'results'
    WHEN what LIKE 'began season %' OR what LIKE 'closed season %' OR what LIKE 'reopened season %'
        OR what LIKE 'season % is now won by %' OR what LIKE 'drew %' OR what LIKE 'set the deadline %'
        OR what LIKE 'removed the deadline %' OR what LIKE 'planned night %' OR what LIKE 'closed night %'
        OR what LIKE 'reopened night %' OR what LIKE 'deleted night %' THEN 'season'
    WHEN what LIKE 'created %' OR what LIKE 'founded %' OR what LIKE 'adopted %' OR what LIKE 'changed %'
        OR what LIKE '% manager role' OR what LIKE 'made the role %' OR what LIKE 'set the %'
        OR what LIKE 'stopped the weekly %' OR what LIKE 'gave each round %' OR what LIKE 'ended the deadlines %'
        THEN 'settings'
    ELSE 'people'
END;
