"""The unit by which systemd runs the bot: as a user of its own, who can write one folder and nothing else."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path
from typing import Final

from engine.errors import CribbageError

USER: Final = "cribbage"
FOLDER: Final = Path("/var/lib/cribbage-bot")
NAME: Final = "cribbage-bot.service"

_HIDDEN: Final = tuple(map(Path, ("/home", "/root", "/run/user", "/tmp", "/var/tmp")))
"""The folders that the unit hides from the bot, with all that is in them."""

_SHARED: Final = (
    "/ /bin /boot /dev /etc /lib /lib64 /media /mnt /opt /proc /run /sbin /srv /sys /usr /usr/bin /usr/lib /usr/local "
    "/usr/sbin /usr/share /var /var/cache /var/lib /var/log /var/spool /usr/local/bin /usr/local/lib"
)
"""Folders of the system: nobody could use it any more if only the bot's user might."""

_UNIT: Final = files(__package__).joinpath(NAME).read_text(encoding="utf-8")


def service_unit(
    executable: Path, bad_input: int, *, user: str = USER, folder: Path = FOLDER, interpreter: Path | None = None
) -> str:
    """Return the unit that runs the ``executable``, and is not started again after the exit code ``bad_input``.

    ``interpreter`` is the Python that runs it, without links. Raises ``CribbageError`` for what a unit could not use.
    """
    for path in (executable, folder):
        if not path.is_absolute() or path.as_posix() != os.path.normpath(path) or _is_special(str(path)):
            raise CribbageError(f"{path} can't stand in a unit. Use a whole path of letters, digits, '-', '_' and '.'.")
    if _is_hidden(executable):
        raise CribbageError(
            f"{executable} is in a folder that a service can't see. Make a venv for it with "
            "/usr/bin/python3 -m venv /opt/cribbage-bot, install the bot there, and run this command from there."
        )
    if interpreter is not None and _is_hidden(interpreter):
        raise CribbageError(
            f"the bot runs on {interpreter}, which a service can't see. Make its venv with the Python of the system: "
            "/usr/bin/python3 -m venv /opt/cribbage-bot"
        )
    if _is_hidden(folder):
        raise CribbageError(f"{folder} is a folder that a service can't see. Use one such as {FOLDER}.")
    if str(folder) in _SHARED.split():
        raise CribbageError(f"{folder} belongs to the system. Use a folder for the bot alone, such as {FOLDER}.")
    if not user or _is_special(user) or "/" in user:
        raise CribbageError(f"{user!r} can't be a user. Use letters, digits, '-' and '_'.")
    command = f"{executable} service"
    if user != USER:
        command += f" --user {user}"
    if folder != FOLDER:
        command += f" --folder {folder}"
    return _UNIT.format(
        executable=executable, command=command, user=user, folder=folder, name=NAME, bad_input=bad_input
    )


def _is_hidden(path: Path) -> bool:
    return any(path.is_relative_to(hidden) for hidden in _HIDDEN)


def _is_special(text: str) -> bool:
    return not all(letter.isascii() and (letter.isalnum() or letter in "/-_.+") for letter in text)
