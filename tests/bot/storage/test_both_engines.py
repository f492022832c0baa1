"""Statements and migrations are understood by SQLite and by PostgreSQL."""

import ast
import re

import pytest

from bot.storage.database import migration_files
from tests.support.data_files import data_beside
from tests.support.paths import ROOT

CASES = data_beside(__file__)

ONLY_SQLITE = CASES["only_sqlite"]
"""Words that only SQLite understands, and what to write instead."""

ONLY_SQLITE_SCHEMA = CASES["only_sqlite_schema"]
"""What a migration cannot say to PostgreSQL, and why."""

NOT_STATEMENTS = {
    *("backup.py", "connection.py", "database.py", "file_stamp.py"),
    *("postgres.py", "sessions.py", "transfer.py"),
}
"""Files about one of the two alone."""


def modules():
    folder = ROOT / "bot" / "storage"
    return sorted(
        path for path in folder.iterdir() if path.suffix in {".py", ".sql"} and path.name not in NOT_STATEMENTS
    )


def texts_of(path):
    """Yield a file of statements, or every text of a module but docstrings; what is formatted into it stands as {}."""
    if path.suffix == ".sql":
        yield path.read_text("utf-8")
        return
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
