"""`cribbage-bot service`: the unit by which systemd runs the bot."""

from __future__ import annotations

import argparse
import sys
import sysconfig
from pathlib import Path

from bot.cli.exit_codes import BAD_INPUT
from bot.hosting.service_unit import FOLDER, USER, service_unit


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(command=service)
    parser.add_argument("--user", default=USER, help=f"the user that runs the bot (default: {USER})")
    parser.add_argument(
        "--folder", type=Path, default=FOLDER, help=f"the folder of .env and the database (default: {FOLDER})"
    )


def service(arguments: argparse.Namespace) -> int:
    """Print the unit. Raises ``CribbageError``."""
    executable = Path(sysconfig.get_path("scripts"), "cribbage-bot")
    interpreter = Path(sys.executable).resolve()
    unit = service_unit(executable, BAD_INPUT, user=arguments.user, folder=arguments.folder, interpreter=interpreter)
    print(unit, end="")
    return 0
