"""Statements and migrations are understood by SQLite and by PostgreSQL."""

import ast
import re

import pytest

from bot.storage.database import migration_files
from tests.support.paths import ROOT

ONLY_SQLITE = {
    r"\bINSERT OR\b|\bUPDATE OR\b": "write ON CONFLICT ... DO NOTHING or DO UPDATE",
    r"\blast_insert_rowid\b|\bchanges\(\)": "use Transaction.insert, which gives the id",
    r"ON CONFLICT DO UPDATE": "name the columns: ON CONFLICT (...) DO UPDATE",
    r"\?[0-9]": "number no values: give one for each question mark",
    r"\bifnull\(": "write coalesce",
    r"\biif\(": "write CASE ... END, or FILTER after an aggregate",
    r"\bINDEXED BY\b": "no hints: write the query so that both find its index",
    r"\bjson_|\binstr\(": "read the JSON and take it apart in Python, or use among() for a list of ids",
    r"\b(?:min|max)\([^()]*, ": "write CASE: PostgreSQL's least and greatest treat nulls otherwise",
    r"\bLIMIT -1\b": "use ALL as the limit",
    r"'\$\.": "read the JSON and take it apart in Python",
    r"CROSS JOIN (\w+\.)?\w+( AS \w+)? ON\b": "put the condition into WHERE",
    r"\bIS \?|\bIS NOT \?": "write IS NULL, or an equation",
    r"(?<!CAST\()\? IS (NOT )?NULL": "write CAST(? AS BIGINT) IS NULL",
    r"sum\([^()]*[<>=]": "count(*) FILTER (WHERE ...)",
    r"\bstrftime\(|\bdate\(|\bdatetime\(|\bjulianday\(|\bunixepoch\(": "give the time as a value",
    r"\bNOCASE\b|\bGLOB\b|\btotal\(|\bgroup_concat\(|\btypeof\(|\bprintf\(": "PostgreSQL lacks it",
    r"(?<!tables\.)\browid\b": "order by a column; only the table `tables` has a rowid on both",
}
"""Words that only SQLite understands, and what to write instead."""

ONLY_SQLITE_SCHEMA = {
    r"\bCREATE TRIGGER\b": "PostgreSQL's triggers are functions",
    r"\bCREATE VIEW\b": "a view goes into migrations/postgres/views.sql too",
    r"\bRENAME TO\b": "PostgreSQL alters the table instead of making it again, because others refer to it",
    r"\bstrftime\(|\bdate\(": "PostgreSQL lacks it",
    r"\bINSERT OR\b|\bNOCASE\b": "PostgreSQL lacks it",
}
"""What a migration cannot say to PostgreSQL, and why."""

NOT_STATEMENTS = {
    *("backup.py", "connection.py", "database.py", "file_stamp.py"),
    *("keeper.py", "postgres.py", "postgres_schema.py", "sessions.py", "transfer.py"),
}
"""Files about one of the two alone."""


def modules():
    folder = ROOT / "bot" / "storage"
    return sorted(path for path in folder.glob("*.py") if path.name not in NOT_STATEMENTS)


def texts_of(path):
    """Yield every text of a module but docstrings; what is formatted into it stands as {}."""
    tree = ast.parse(path.read_text("utf-8"))
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes | parts:
            yield node.value


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.stem)
def test_statements_use_only_words_that_both_understand(path):
    for text in texts_of(path):
        for pattern, advice in ONLY_SQLITE.items():
            assert not re.search(pattern, text), f"{path.name}: {text!r}: {advice}"


@pytest.mark.parametrize("file", migration_files(), ids=lambda file: file.name)
def test_a_migration_that_sqlite_alone_understands_has_a_file_for_postgres_of_the_same_name(file):
    if (ROOT / "bot" / "storage" / "migrations" / "postgres" / file.name).is_file():
        return
    script = re.sub("--.*", "", file.read_text("utf-8"))
    for pattern, advice in ONLY_SQLITE_SCHEMA.items():
        assert not re.search(pattern, script), f"migrations/postgres/{file.name} is missing: {advice}"


def test_every_file_for_postgres_belongs_to_a_migration():
    own = {path.name for path in (ROOT / "bot" / "storage" / "migrations" / "postgres").glob("*.sql")}
    assert own - {"views.sql"} <= {file.name for file in migration_files()}
