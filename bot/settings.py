"""The host's settings, read once from the environment or a .env file."""

import logging
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, get_args

from bot.logs import LogFormat
from bot.models.storage import DatabaseAddress, PostgresAddress, Shards, Sync, is_postgres
from engine.errors import CribbageError

NO_TOKEN: Final = (
    "there is no DISCORD_TOKEN: make an application at https://discord.com/developers/applications, open its Bot page, "
    "press Reset Token, and run `cribbage-bot init`, or put DISCORD_TOKEN=... into .env (or DISCORD_TOKEN_FILE=path). "
    "To try the bot without Discord, `cribbage-bot demo` and `cribbage-bot sandbox` need no token."
)


IDLE_DAYS: Final = 14
INVITATION_DAYS: Final = 3
_FILES: Final = ("DISCORD_TOKEN_FILE", "DATABASE_URL_FILE")


class SettingsError(CribbageError):
    """A setting that cannot be used, with its name."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one run; ``robot_pace`` is in seconds.

    A game that nobody touches for ``idle_days`` is paused. An invitation that nobody answers for ``invitation_days`` is
    withdrawn.
    ``database`` is a file of SQLite's or the address of a PostgreSQL database.
    ``language`` is that of servers which can't choose one.
    Without ``pictures`` everything is shown in text alone. ``database_sync`` is when SQLite waits for the disk.
    ``shards`` are those of this process where several share a database; None for all.
    ``secret_files`` are those that hold the token or the address of the database.
    ``http_port`` is where programs on this machine ask how the bot is, and ``sentry_dsn`` where its faults are sent.
    """

    token: str | None = None
    database: DatabaseAddress = Path("cribbage.db")
    log_level: str = "INFO"
    robot_pace: float = 0.0
    idle_days: int = IDLE_DAYS
    invitation_days: int = INVITATION_DAYS
    pictures: bool = True
    language: str = ""
    locale_path: Path | None = None
    database_sync: Sync = "full"
    log_format: LogFormat = "text"
    http_port: int | None = None
    sentry_dsn: str | None = None
    shards: Shards | None = None
    secret_files: tuple[Path, ...] = ()

    def need_token(self) -> str:
        """The token. Raises ``SettingsError`` that says how to get one."""
        if not self.token:
            raise SettingsError(NO_TOKEN)
        return self.token


def read(environment: Mapping[str, str]) -> Settings:
    """The settings in an environment. Raises ``SettingsError`` for each that makes no sense."""
    level = environment.get("LOG_LEVEL", "").strip().upper() or "INFO"
    if level not in logging.getLevelNamesMapping().keys() - {"NOTSET"}:
        raise SettingsError(f"LOG_LEVEL must be DEBUG, INFO, WARNING or ERROR, not {level!r}.")
    return Settings(
        token=_token(environment),
        database=_database(environment),
        log_level=level,
        robot_pace=_seconds(environment, "ROBOT_PACE", 1.0),
        idle_days=_days(environment, "IDLE_DAYS", IDLE_DAYS),
        invitation_days=_days(environment, "INVITATION_DAYS", INVITATION_DAYS),
        pictures=_choice(environment, "PICTURES", ("on", "off")) == "on",
        language=_language(environment, "LANGUAGE"),
        locale_path=_folder(environment, "LOCALE_PATH"),
        database_sync=_choice(environment, "DATABASE_SYNC", get_args(Sync)),
        log_format=_choice(environment, "LOG_FORMAT", get_args(LogFormat)),
        http_port=_port(environment, "HTTP_PORT"),
        sentry_dsn=_dsn(environment, "SENTRY_DSN"),
        shards=_shards(environment, "SHARDS"),
        secret_files=tuple(Path(file) for name in _FILES if (file := environment.get(name, "").strip())),
    )


def postgres_address(text: str, name: str) -> PostgresAddress:
    """Return the address of a PostgreSQL database. Raises ``SettingsError``, which calls the setting ``name``."""
    wrong = SettingsError(
        f"{name} must be like postgresql://user:password@host/name, with the port after the host if any."
    )
    if not is_postgres(text):
        raise wrong
    try:
        from bot.storage.postgres import can_be_read  # noqa: PLC0415 - few hosts have its library
    except ImportError:
        raise SettingsError(f"{name} needs the library for PostgreSQL: {extra('postgres')}.") from None
    # What the library says of it may quote the password.
    if not can_be_read(text):
        raise wrong
    return PostgresAddress(text)


def extra(name: str) -> str:
    """Return the command that adds an extra to this installation, wherever it came from."""
    return f'{sys.executable} -m pip install "cribbage-bot[{name}]"'


def _database(environment: Mapping[str, str]) -> DatabaseAddress:
    """Return the address of ``DATABASE_URL``, or else the file of ``DATABASE_PATH``."""
    url, name = _secret(environment, "DATABASE_URL", "address")
    return postgres_address(url, name) if url else Path(environment.get("DATABASE_PATH", "").strip() or "cribbage.db")


def _token(environment: Mapping[str, str]) -> str | None:
    token, name = _secret(environment, "DISCORD_TOKEN", "token")
    if not all("!" <= letter <= "~" for letter in token):
        raise SettingsError(f"{name} must be the token alone, one word without blanks, as the Bot page shows it.")
    return token or None


def _secret(environment: Mapping[str, str], name: str, what: str) -> tuple[str, str]:
    """Return a setting, or else what the file holds that the setting with ``_FILE`` names; and which of both it was."""
    secret, file = environment.get(name, "").strip(), environment.get(f"{name}_FILE", "").strip()
    if secret or not file:
        return secret, name
    try:
        secret = Path(file).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        raise SettingsError(f"{name}_FILE must be the path of a file that holds the {what} ({error}).") from None
    if not secret:
        raise SettingsError(f"{name}_FILE must be a file that holds the {what}, but {file} is empty.")
    return secret, f"{name}_FILE"


def _language(environment: Mapping[str, str], name: str) -> str:
    text = environment.get(name, "").strip().replace("_", "-")
    if not re.fullmatch(r"([a-z]{2,3}(-[A-Za-z]{2,4})?)?", text):
        raise SettingsError(f"{name} must be the code of a language, like de or pt-BR, or empty, not {text!r}.")
    return text


def _folder(environment: Mapping[str, str], name: str) -> Path | None:
    text = environment.get(name, "").strip()
    if not text:
        return None
    folder = Path(text)
    if not folder.is_dir():
        raise SettingsError(f"{name} must be a folder that exists or empty, not {text!r}.")
    return folder


def _seconds(environment: Mapping[str, str], name: str, default: float) -> float:
    text = environment.get(name, "").strip()
    try:
        seconds = float(text) if text else default
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:
        raise SettingsError(f"{name} must be 0 to 60 seconds, not {text!r}.")
    return seconds


def _choice(environment: Mapping[str, str], name: str, choices: Sequence[str]) -> Any:
    """Return the word of a setting, or else the first of its choices."""
    text = environment.get(name, "").strip().lower() or choices[0]
    if text not in choices:
        raise SettingsError(f"{name} must be {' or '.join(choices)}, not {text!r}.")
    return text


def _port(environment: Mapping[str, str], name: str) -> int | None:
    text = environment.get(name, "").strip()
    if text and not (text.isascii() and text.isdecimal() and len(text) <= 5 and 1 <= int(text) <= 65_535):
        raise SettingsError(f"{name} must be 1 to 65535 or empty, not {text!r}.")
    return int(text) if text else None


def _dsn(environment: Mapping[str, str], name: str) -> str | None:
    text = environment.get(name, "").strip()
    if not text:
        return None
    try:
        from sentry_sdk.utils import BadDsn, Dsn  # noqa: PLC0415 - few hosts have it
    except ImportError:
        raise SettingsError(f"{name} needs Sentry's library: {extra('sentry')}, or leave {name} empty.") from None
    try:
        Dsn(text)
    except (BadDsn, ValueError):
        raise SettingsError(
            f"{name} must be the address of a Sentry project, as its Client Keys page shows it, or empty."
        ) from None
    return text


def _shards(environment: Mapping[str, str], name: str) -> Shards | None:
    text = environment.get(name, "").strip()
    if not text:
        return None
    found = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?/([0-9]{1,4})", text)
    if found is None or int(found[1]) > int(found[2] or found[1]) or not int(found[3]):
        raise SettingsError(
            f"{name} must be like 0-3/16, the shards of this process and how many there are, or empty, not {text!r}."
        )
    if int(found[2] or found[1]) >= int(found[3]):
        shards = f"{found[3]} shards are 0 to {int(found[3]) - 1}" if int(found[3]) > 1 else "1 shard is 0"
        raise SettingsError(f"{name} is {text!r}, but {shards}.")
    if not _secret(environment, "DATABASE_URL", "address")[0]:
        raise SettingsError(f"{name} is for several processes, which need PostgreSQL; set DATABASE_URL.")
    return Shards(tuple(range(int(found[1]), int(found[2] or found[1]) + 1)), int(found[3]))


def _days(environment: Mapping[str, str], name: str, default: int) -> int:
    text = environment.get(name, "").strip()
    days = int(text) if text.isdecimal() and len(text) <= 4 else 0
    if text and not 1 <= days <= 3650:
        raise SettingsError(f"{name} must be 1 to 3650 days, not {text!r}.")
    return days or default
