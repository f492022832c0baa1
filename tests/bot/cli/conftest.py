"""Fixtures for the tests of the command line."""

import json

import pytest

from bot.__main__ import main


@pytest.fixture
def verify(tmp_path, capsys):
    """Run `verify` on a text or on documents; returns the exit code, standard output and standard error."""

    def check(*parts):
        path = tmp_path / "records.jsonl"
        path.write_text("\n".join(part if isinstance(part, str) else json.dumps(part) for part in parts), "utf-8")
        code = main(["verify", str(path)])
        return code, *capsys.readouterr()

    return check
