-- What the statements use of SQLite that PostgreSQL lacks, under the same names.
CREATE OR REPLACE FUNCTION ifnull(anycompatible, anycompatible) RETURNS anycompatible
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT coalesce($1, $2)';
CREATE OR REPLACE FUNCTION iif(boolean, anycompatible, anycompatible) RETURNS anycompatible
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT CASE WHEN $1 THEN $2 ELSE $3 END';
CREATE OR REPLACE FUNCTION min(anycompatible, anycompatible) RETURNS anycompatible
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN least($1, $2) END';
CREATE OR REPLACE FUNCTION max(anycompatible, anycompatible) RETURNS anycompatible
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN greatest($1, $2) END';
CREATE OR REPLACE FUNCTION instr(text, text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT strpos($1, $2)';

-- The elements of a JSON array of whole numbers; other elements are refused.
CREATE OR REPLACE FUNCTION json_each(text) RETURNS TABLE (key bigint, value bigint)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS 'SELECT number - 1, element::bigint FROM json_array_elements_text($1::json) WITH ORDINALITY AS _ (element, number)';

-- The whole number at a place of a JSON array, by a path such as $[0].
CREATE OR REPLACE FUNCTION json_extract(text, text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT ($1::json ->> trim(BOTH ''$[]'' FROM $2)::integer)::bigint';

CREATE OR REPLACE FUNCTION json_appended(jsonb, anyelement) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT $1 || jsonb_build_array($2)';
CREATE OR REPLACE FUNCTION json_as_text(jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT $1::text';
CREATE OR REPLACE AGGREGATE json_group_array(anyelement)
    (SFUNC = json_appended, STYPE = jsonb, INITCOND = '[]', FINALFUNC = json_as_text);
