"""The unit by which systemd runs the bot: as a user of its own, who can write one folder and nothing else."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from engine.errors import CribbageError

USER: Final = "cribbage"
FOLDER: Final = Path("/var/lib/cribbage-bot")
NAME: Final = "cribbage-bot.service"

_HOMES: Final = ("/home", "/root", "/run/user")
"""The folders that the unit hides from the bot."""

_UNIT: Final = """\
# Made by `cribbage-bot service`. As root:
#   useradd --system --home-dir {folder} --shell /usr/sbin/nologin {user}
#   install -d -o {user} -g {user} -m 700 {folder}
#   install -o {user} -g {user} -m 600 .env {folder}/.env
#   {command} service > /etc/systemd/system/{name}
#   systemctl daemon-reload && systemctl enable --now {name}
# The log: journalctl -u {name} -f; journald rotates it.

[Unit]
Description=Cribbage on Discord
Wants=network-online.target
After=network-online.target
# Discord allows 1,000 logins a day, and takes the token away from a bot that needs more.
StartLimitIntervalSec=1d
StartLimitBurst=900

[Service]
Type=exec
User={user}
Group={user}
# The settings are in .env in this folder, and a DATABASE_PATH without a folder is here too.
WorkingDirectory={folder}
ExecStart={executable} run
Restart=always
RestartSec=20s
# {bad_input}: a setting, the token or the database is wrong, which no restart mends. systemctl status says which.
RestartPreventExitStatus={bad_input}
TimeoutStopSec=30s
# The bot ends the processes that draw and think by itself.
KillMode=mixed
# Where memory is short a process that draws goes first, not the bot: it starts another.
OOMPolicy=continue

ReadWritePaths={folder}
UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
# The processes that draw let the bot go first.
SystemCallFilter=setpriority
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
"""


def service_unit(executable: Path, bad_input: int, *, user: str = USER, folder: Path = FOLDER) -> str:
    """Return the unit that runs the ``executable``, and is not started again after the exit code ``bad_input``.

    Raises ``CribbageError`` for what the unit could not use.
    """
    for path in (executable, folder):
        if not path.is_absolute() or path.as_posix() != os.path.normpath(path) or _is_special(str(path)):
            raise CribbageError(f"{path} can't stand in a unit. Use a whole path of letters, digits, '-', '_' and '.'.")
        if path.as_posix().startswith(tuple(f"{home}/" for home in _HOMES)):
            raise CribbageError(
                f"{path} is in a home folder, where a service has no business. Install the bot into /opt/cribbage-bot "
                "(see .github/docs/hosting.md), and run this command from there."
            )
    if not user or _is_special(user) or "/" in user:
        raise CribbageError(f"{user!r} can't be a user. Use letters, digits, '-' and '_'.")
    return _UNIT.format(
        executable=executable, command=executable, user=user, folder=folder, name=NAME, bad_input=bad_input
    )


def _is_special(text: str) -> bool:
    return not all(letter.isascii() and (letter.isalnum() or letter in "/-_.+") for letter in text)
