"""The host's settings, read once from the environment or a .env file."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final, get_args
from urllib.parse import urlsplit

from bot.logs import LogFormat
from bot.models.storage import DatabaseAddress, PostgresAddress, Shards, Sync, is_postgres
from engine.errors import CribbageError

NO_TOKEN: Final = (
    "there is no DISCORD_TOKEN: make an application at https://discord.com/developers/applications, open its Bot page, "
    "press Reset Token, and put DISCORD_TOKEN=... into .env (or DISCORD_TOKEN_FILE=path). "
    "To try the bot without Discord, `cribbage-bot demo` and `cribbage-bot sandbox` need no token."
)


IDLE_DAYS: Final = 14
INVITATION_DAYS: Final = 3


class SettingsError(CribbageError):
    """A setting that cannot be used, with its name."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one run; ``robot_pace`` is in seconds.

    A game that nobody touches for ``idle_days`` is put away, an invitation that nobody answers for ``invitation_days``.
    ``database`` is a file of SQLite's or the address of a PostgreSQL database.
    Without ``pictures`` everything is shown in text alone. ``database_sync`` is when SQLite waits for the disk.
    ``shards`` are those of this process where several share a database; None for all.
    ``http_port`` is where programs on this machine ask how the bot is, and ``sentry_dsn`` where its faults are sent.
    """

    token: str | None
    database: DatabaseAddress
    log_level: str
    robot_pace: float
    idle_days: int = IDLE_DAYS
    invitation_days: int = INVITATION_DAYS
    pictures: bool = True
    locale_path: Path | None = None
    database_sync: Sync = "full"
    log_format: LogFormat = "text"
    http_port: int | None = None
    sentry_dsn: str | None = None
    shards: Shards | None = None

    def need_token(self) -> str:
        """The token. Raises ``SettingsError`` that says how to get one."""
        if not self.token:
            raise SettingsError(NO_TOKEN)
        return self.token


def read(environment: Mapping[str, str]) -> Settings:
    """The settings in an environment. Raises ``SettingsError`` for each that makes no sense."""
    level = environment.get("LOG_LEVEL", "").strip().upper() or "INFO"
    if level not in logging.getLevelNamesMapping():
        raise SettingsError(f"LOG_LEVEL is {level!r}; it is DEBUG, INFO, WARNING or ERROR.")
    return Settings(
        token=_token(environment),
        database=_database(environment),
        log_level=level,
        robot_pace=_seconds(environment, "ROBOT_PACE", 1.0),
        idle_days=_days(environment, "IDLE_DAYS", IDLE_DAYS),
        invitation_days=_days(environment, "INVITATION_DAYS", INVITATION_DAYS),
        pictures=_is_on(environment, "PICTURES"),
        locale_path=_folder(environment, "LOCALE_PATH"),
        database_sync=_sync(environment, "DATABASE_SYNC"),
        log_format=_log_format(environment, "LOG_FORMAT"),
        http_port=_port(environment, "HTTP_PORT"),
        sentry_dsn=_dsn(environment, "SENTRY_DSN"),
        shards=_shards(environment, "SHARDS"),
    )


def postgres_address(text: str, name: str) -> PostgresAddress:
    """Return the address of a PostgreSQL database. Raises ``SettingsError``, which calls the setting ``name``."""
    if not is_postgres(text):
        raise SettingsError(f"{name} is no address of PostgreSQL; it begins with postgresql://.")
    if find_spec("psycopg") is None:
        raise SettingsError(f'{name} needs the library for PostgreSQL: pip install "cribbage-bot[postgres]".')
    return PostgresAddress(text)


def _database(environment: Mapping[str, str]) -> DatabaseAddress:
    """Return the address of ``DATABASE_URL``, or else the file of ``DATABASE_PATH``."""
    if url := environment.get("DATABASE_URL", "").strip():
        return postgres_address(url, "DATABASE_URL")
    return Path(environment.get("DATABASE_PATH", "").strip() or "cribbage.db")


def _token(environment: Mapping[str, str]) -> str | None:
    token = environment.get("DISCORD_TOKEN", "").strip()
    file = environment.get("DISCORD_TOKEN_FILE", "").strip()
    name = "DISCORD_TOKEN"
    if not token and file:
        name = "DISCORD_TOKEN_FILE"
        try:
            token = Path(file).read_text(encoding="utf-8").strip()
        except (OSError, ValueError) as error:
            raise SettingsError(f"{name} cannot be read ({error}); name a file that holds the token.") from None
        if not token:
            raise SettingsError(f"{name} names {file}, which is empty; it is to hold the token.")
    if not all("!" <= letter <= "~" for letter in token):
        raise SettingsError(f"{name} holds more than a token; it is one word without blanks, as the Bot page shows it.")
    return token or None


def _folder(environment: Mapping[str, str], name: str) -> Path | None:
    text = environment.get(name, "").strip()
    if not text:
        return None
    folder = Path(text)
    if not folder.is_dir():
        raise SettingsError(f"{name} is {text!r}, which is not a folder; make it, or leave {name} empty.")
    return folder


def _seconds(environment: Mapping[str, str], name: str, default: float) -> float:
    text = environment.get(name, "").strip()
    try:
        seconds = float(text) if text else default
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:
        raise SettingsError(f"{name} is {text!r}; it is a number of seconds from 0 to 60.")
    return seconds


def _is_on(environment: Mapping[str, str], name: str) -> bool:
    text = environment.get(name, "").strip().lower() or "on"
    if text not in {"on", "off"}:
        raise SettingsError(f"{name} is {text!r}; it is on or off.")
    return text == "on"


def _sync(environment: Mapping[str, str], name: str) -> Sync:
    text = environment.get(name, "").strip().lower() or "full"
    for sync in get_args(Sync):
        if text == sync:
            return sync  # type: ignore[no-any-return]
    raise SettingsError(f"{name} is {text!r}; it is full or normal.")


def _log_format(environment: Mapping[str, str], name: str) -> LogFormat:
    text = environment.get(name, "").strip().lower() or "text"
    for log_format in get_args(LogFormat):
        if text == log_format:
            return log_format  # type: ignore[no-any-return]
    raise SettingsError(f"{name} is {text!r}; it is text or json.")


def _port(environment: Mapping[str, str], name: str) -> int | None:
    text = environment.get(name, "").strip()
    port = int(text) if text.isascii() and text.isdecimal() and len(text) <= 5 else 0
    if text and not 1 <= port <= 65_535:
        raise SettingsError(f"{name} is {text!r}; it is a port from 1 to 65535, or empty.")
    return port or None


def _dsn(environment: Mapping[str, str], name: str) -> str | None:
    text = environment.get(name, "").strip()
    if not text:
        return None
    if find_spec("sentry_sdk") is None:
        raise SettingsError(f"{name} needs Sentry's library: pip install sentry-sdk, or leave {name} empty.")
    address = urlsplit(text)
    if address.scheme not in {"http", "https"} or not address.username or not address.path.strip("/"):
        raise SettingsError(f"{name} is no address of a Sentry project; copy it from its Client Keys page.")
    return text


def _shards(environment: Mapping[str, str], name: str) -> Shards | None:
    text = environment.get(name, "").strip()
    if not text:
        return None
    found = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?/([0-9]{1,4})", text)
    if found is None or not int(found[1]) <= int(found[2] or found[1]) < int(found[3]):
        raise SettingsError(
            f"{name} is {text!r}; it is like 0-3/16: the shards of this process, and how many there are."
        )
    if not environment.get("DATABASE_URL", "").strip():
        raise SettingsError(f"{name} is for several processes, which need PostgreSQL; set DATABASE_URL.")
    return Shards(tuple(range(int(found[1]), int(found[2] or found[1]) + 1)), int(found[3]))


def _days(environment: Mapping[str, str], name: str, default: int) -> int:
    text = environment.get(name, "").strip()
    days = int(text) if text.isdecimal() and len(text) <= 4 else 0
    if text and not 1 <= days <= 3650:
        raise SettingsError(f"{name} is {text!r}; it is a number of days from 1 to 3650.")
    return days or default
