"""`cribbage-bot translations`: how complete the translations are, and a made-up one to see what lacks one."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.pofile import write_po

from bot.cli.arguments import add_command, add_commands
from bot.cli.environment import load_settings
from bot.cli.exit_codes import FAILED
from bot.i18n.loading import FOLDER, TranslationFileError, coverage_of, language_files, read_catalogue, read_template
from bot.i18n.pseudo_language import pseudo_catalogue

PSEUDO: Final = "en_GB"
"""The language whose place the made-up one takes: Discord has it, and people can read its menus."""

SHOWN: Final = 20
"""How many sentences without a translation are named."""


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the command's own two commands and their arguments."""
    own = add_commands(parser)
    add_command(own, "check", check, "print how complete each translation is, with its faults; LOCALE_PATH's too")
    made_up = add_command(own, "pseudo", pseudo, "write a made-up translation, in which untranslated words stand out")
    made_up.add_argument("folder", metavar="FOLDER", help=f"a folder for LOCALE_PATH; {PSEUDO} is written into it")
    made_up.add_argument(
        "--longer", type=int, default=0, metavar="PERCENT", help="how much longer its sentences are (default: 0)"
    )


def check(arguments: argparse.Namespace) -> int:
    """Print a line for each translation; the exit code says whether all are complete and without a fault."""
    del arguments
    own = load_settings().locale_path
    template, code = read_template(), 0
    for name, path in sorted(language_files(FOLDER, *([own] if own else [])).items()):
        try:
            coverage = coverage_of(read_catalogue(name, path, template)[1], template)
        except TranslationFileError as error:
            print(f"{name}: {error}")
            code = FAILED
            continue
        print(f"{name}: {coverage.translated} of {coverage.known} sentences are translated ({coverage.percent} %)")
        for message in coverage.missing[:SHOWN]:
            print(f"  not translated: {message.id if isinstance(message.id, str) else message.id[0]!r}")
        if coverage.missing[SHOWN:]:
            print(f"  and {len(coverage.missing) - SHOWN} more")
        if coverage.unused:
            print(f"  {len(coverage.unused)} translations of sentences that the bot no longer has")
        if coverage.missing or coverage.unused:
            code = FAILED
    return code


def pseudo(arguments: argparse.Namespace) -> int:
    """Write the made-up translation and print what to do with it."""
    folder = Path(arguments.folder)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{PSEUDO}.po"
    with path.open("wb") as file:
        write_po(file, pseudo_catalogue(read_template(), Locale.parse(PSEUDO), arguments.longer))
    print(f"{path} is written. Start the bot with LOCALE_PATH={folder} and set your Discord to English, UK.")
    return 0
