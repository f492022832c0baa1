"""Check records, one a line: python -m tests.referee FILE.jsonl"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.referee.verdict import check_text


def main(paths: Sequence[str]) -> int:
    """Check every line of the files; the exit code is 1 if there is an objection."""
    wrong = read = 0
    for path in paths:
        for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), start=1):
            objections = check_text(line)
            read += 1
            wrong += bool(objections)
            for objection in objections:
                sys.stdout.write(f"{path}:{number}: {objection}\n")
    sys.stdout.write(f"{read} records read, {wrong} with objections\n")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
