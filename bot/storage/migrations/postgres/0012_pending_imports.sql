-- The import of a file that is being written, at most one. Its rows are in their tables already, under the ids of these
-- ranges; the views below leave them out until the import is complete and its row here is deleted. `creates` is 1 where
-- the league is created with the file. An import that was killed leaves its row here, and is removed at the next start.
CREATE TABLE pending_imports (
    number INTEGER PRIMARY KEY CHECK (number = 1),
    league_id INTEGER NOT NULL,
    creates INTEGER NOT NULL,
    first_player INTEGER NOT NULL,
    last_player INTEGER NOT NULL,
    first_result INTEGER NOT NULL,
    last_result INTEGER NOT NULL
) STRICT;

-- Whoever adds a row during an import gets an id above those that the import uses, and a deleted league's id is not used
-- again.
CREATE FUNCTION take_ids() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM setval('players_id_seq', greatest(nextval('players_id_seq'), NEW.last_player));
    PERFORM setval('league_results_id_seq', greatest(nextval('league_results_id_seq'), NEW.last_result));
    IF NEW.creates = 1 THEN
        PERFORM setval('leagues_id_seq', greatest(nextval('leagues_id_seq'), NEW.league_id));
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER import_begun AFTER INSERT ON pending_imports FOR EACH ROW EXECUTE FUNCTION take_ids();
