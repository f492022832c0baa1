"""The cribbage bot: people, tables, storage and Discord around the engine; and its version."""

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

NEXT_RELEASE: Final = "0.4.0"
"""What the commits after the last release become. A release itself is a tag, such as ``v0.3.0``."""

_ARCHIVED: Final = "$Format:%H %ct %D$"
"""The commit, its time and its names; ``git archive`` fills them in (``.gitattributes``), and so does GitHub."""

_SOURCE: Final = re.compile(r"([0-9a-f]{10})[0-9a-f]* ([0-9]+) (?:.*\btag: v([0-9][^\s,]*))?")

_ROOT: Final = Path(__file__).parent.parent


class Version(NamedTuple):
    """The version as package tools compare it, and the commit where it is known."""

    number: str
    commit: str | None = None

    def __str__(self) -> str:
        named = self.commit is None or self.commit in self.number
        return self.number if named else f"{self.number} ({self.commit})"


@cache
def version() -> Version:
    """Return the version: that of the tag, or of the next release with the time and the name of the commit.

    Commits without a tag count up by their times, so pip replaces each by a newer one, also from a clone without tags.
    """
    found = _SOURCE.match(_ARCHIVED) or _SOURCE.match(_checked_out())
    if found is None:
        return _installed()
    commit, seconds, tag = found.groups()
    return Version(tag or f"{NEXT_RELEASE}.dev{_digits(int(seconds))}+g{commit}", commit)


def _digits(seconds: int) -> str:
    from datetime import UTC, datetime  # noqa: PLC0415 - most commands need not wait for it

    return f"{datetime.fromtimestamp(seconds, UTC):%Y%m%d%H%M%S}"


def _checked_out() -> str:
    """Return what ``git archive`` would write, in a checkout; else nothing."""
    folder = _ROOT / ".git"
    if not folder.exists():
        return ""
    import subprocess  # noqa: PLC0415

    # Root may install from the folder of another user.
    command = ["git", "-c", "safe.directory=*", "-C", str(_ROOT), "log", "-1", "--format=%H %ct %D"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return _last_pulled(folder / "logs" / "HEAD")


def _last_pulled(log: Path) -> str:
    """Return the same without git, as where an image is built; the time is that at which the commit came here."""
    if not log.is_file():
        return ""
    _, commit, *_, seconds, _ = log.read_text(encoding="utf-8").splitlines()[-1].partition("\t")[0].split(" ")
    return f"{commit} {seconds} "


def _installed() -> Version:
    """Return the version with which the package beside this folder was built."""
    from importlib.metadata import distributions  # noqa: PLC0415

    for found in distributions(name="cribbage-bot", path=[str(_ROOT)]):
        return Version(found.version)
    return Version(f"{NEXT_RELEASE}.dev0")


def __getattr__(name: str) -> str:
    """Give the build ``__version__`` (``pyproject.toml``); a command looks it up only when it is asked for."""
    if name == "__version__":
        return version().number
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
