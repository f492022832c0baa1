"""The examination of the bot's account on Discord: token, clock, intents, logins left, and permissions in servers."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import aiohttp
import discord

from bot.app import BAD_TOKEN
from bot.app import client as build_client
from bot.hosting.doctor import Finding, wrong
from bot.logs import proxy_fault, system_error
from bot.models.errors import Unavailable
from bot.settings import Settings
from bot.ui.core.commands import PERMISSIONS, invitation, missing_intents, permission_names
from bot.ui.core.locale_choice import Descriptions, lost_commands
from bot.ui.core.traffic import MOST_SECONDS_OFF, seconds_ahead, trace_of
from engine.errors import CribbageError

PATIENCE: Final = 40.0
"""Seconds that Discord has for all answers together."""

_MOST_SERVERS: Final = 200

_MOST_LINES: Final = 10

_FEW_LOGINS: Final = 20

_TOKEN: Final = "Token"

_COMMANDS: Final = "Commands"

_PORTAL: Final = "https://discord.com/developers/applications"

SET_THE_CLOCK: Final = "Let the system set it: sudo timedatectl set-ntp true."


class _Clock:
    """Measures how far the machine's clock is from Discord's, by the time in its answers."""

    def __init__(self) -> None:
        self.seconds_ahead: float | None = None

    def trace(self) -> aiohttp.TraceConfig:
        """Return the hook that reads the time in an answer."""
        return trace_of(ended=[self._read])

    def _read(self, _: object, params: aiohttp.TraceRequestEndParams) -> None:
        ahead = seconds_ahead(params.response.headers.get("Date"))
        self.seconds_ahead = self.seconds_ahead if ahead is None else ahead


async def application_id(token: str) -> int:
    """Return the id of the bot's application.

    Raises ``CribbageError`` that says why Discord does not tell it, ``Unavailable`` where trying again may help.
    """
    async with _logged_in(token) as client:
        assert client.application is not None
        return client.application.id


@asynccontextmanager
async def _logged_in(token: str) -> AsyncIterator[discord.Client]:
    """Log in for some requests, without the gateway. Raises ``CribbageError`` in place of each error of Discord's."""
    async with _client(_Clock()) as client:
        refused = await _log_in(client, token)
        if refused is not None:
            if refused.part == _TOKEN:
                raise CribbageError(refused.text)
            raise Unavailable(f"Discord {refused.text.removeprefix('it ')}")
        try:
            async with asyncio.timeout(PATIENCE):
                yield client
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
            raise Unavailable(f"Discord does not answer ({_words(error)}). Try again in a minute.") from None


async def server_names(token: str) -> dict[int, str]:
    """Return the name of each server that the bot is in. Raises ``CribbageError``."""
    async with _logged_in(token) as client:
        return {guild.id: guild.name async for guild in client.fetch_guilds(limit=None, with_counts=False)}


async def leave_server(token: str, server_id: int) -> bool:
    """Leave a server, and return whether the bot was there. Raises ``CribbageError``."""
    async with _logged_in(token) as client:
        try:
            await client.http.leave_guild(server_id)
        except discord.NotFound:
            return False
        return True


async def lacking_commands(settings: Settings, token: str) -> tuple[list[str], int]:
    """Return what Discord lacks of the commands and their options, and how many there are. Raises ``CribbageError``."""
    told = await _commands(settings)
    async with _logged_in(token) as client:
        assert client.application is not None
        held = await client.http.get_global_commands(client.application.id)
    return lost_commands(told, held), len(told)


async def send_commands(settings: Settings, token: str) -> int:
    """Send Discord every command, and return how many it has then. Raises ``CribbageError``."""
    told: Any = await _commands(settings)
    async with _logged_in(token) as client:
        assert client.application is not None
        return len(await client.http.bulk_upsert_global_commands(client.application.id, payload=told))


async def _commands(settings: Settings) -> list[dict[str, Any]]:
    bot = build_client(settings)
    try:
        return (await Descriptions(bot.languages).payload(bot.tree)).commands
    finally:
        await bot.close()


async def examine_account(token: str, server_id: int | None = None, *, has_run: bool = False) -> AsyncIterator[Finding]:
    """Yield what is found out about the account, and about one server and its channels if it is named.

    A bot that ``has_run`` has sent Discord its commands.
    """
    clock = _Clock()
    async with _client(clock) as client:
        refused = await _log_in(client, token)
        if refused is None:
            assert client.application is not None
            yield Finding(_TOKEN, f"this is {client.user}, with the application id {client.application_id}.")
        else:
            yield refused
        if clock.seconds_ahead is not None:
            yield _examine_clock(clock.seconds_ahead)
        if refused is not None:
            return
        for examine in (_examine_intents, partial(_examine_commands, has_run=has_run), _examine_logins):
            yield (await _reached(examine(client), "Discord"))[0]
        yield (await _reached(_examine_gateway(client), "Gateway"))[0]
        servers = _examine_servers(client) if server_id is None else _examine_server(client, server_id)
        for one in await _reached(servers, "Permissions", "Discord does not tell them"):
            yield one


def _client(clock: _Clock) -> discord.Client:
    return discord.Client(intents=discord.Intents.none(), http_trace=clock.trace())


async def _log_in(client: discord.Client, token: str) -> Finding | None:
    """Log in without connecting to the gateway; returns why Discord refuses it, if it does."""
    try:
        async with asyncio.timeout(PATIENCE):
            await client.login(token)
    except discord.LoginFailure:
        return wrong(_TOKEN, BAD_TOKEN)
    except discord.DiscordException as error:
        return wrong("Discord", f"it does not let the bot in ({_words(error)}). Wait an hour, and try again.")
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        if isinstance(error, aiohttp.ClientConnectorCertificateError | ssl.SSLError):
            return wrong(
                "Discord",
                f"it shows a certificate that can't be trusted ({_words(error)}). Look at the machine's clock.",
            )
        return wrong("Discord", f"it can't be reached ({_words(error)}). {_advice(error)}")
    return None


def _advice(error: BaseException) -> str:
    if isinstance(error, aiohttp.ClientHttpProxyError) and error.status == HTTPStatus.PROXY_AUTHENTICATION_REQUIRED:
        return "Look at the user and the password in HTTPS_PROXY."
    if proxy_fault(error):
        return "Look at HTTPS_PROXY, or ask whoever runs the proxy to let the bot through to Discord."
    return "Look at the network, DNS and the firewall."


async def _reached(
    examination: Awaitable[Finding | list[Finding]], part: str, fault: str = "it does not answer"
) -> list[Finding]:
    try:
        async with asyncio.timeout(PATIENCE):
            found = await examination
    except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
        found = wrong(part, f"{fault} ({_words(error)}). Try again in a minute.")
    return found if isinstance(found, list) else [found]


def _examine_clock(ahead: float) -> Finding:
    if abs(ahead) <= MOST_SECONDS_OFF:
        return Finding("Clock", "it agrees with Discord's.")
    way = "ahead of" if ahead > 0 else "behind"
    return wrong("Clock", f"it is {abs(ahead):.0f} seconds {way} Discord's. {SET_THE_CLOCK}")


async def _examine_intents(client: discord.Client) -> Finding:
    application = client.application
    assert application is not None
    if application.interactions_endpoint_url:
        return wrong(
            "Intents",
            f"buttons and commands go to another address. Empty Interactions Endpoint URL on {_PORTAL}.",
        )
    if missing := missing_intents(application.flags):
        return wrong("Intents", f"switch on {' and '.join(missing)} on the Bot page of {_PORTAL}.")
    return Finding("Intents", "the bot needs no privileged intent, and has all that it needs.")


async def _examine_commands(client: discord.Client, *, has_run: bool) -> Finding:
    from bot.ui import features  # noqa: PLC0415 - the commands take a moment to load

    assert client.application is not None
    held = {one["name"] for one in await client.http.get_global_commands(client.application.id)}
    if not held and has_run:
        return wrong(_COMMANDS, "Discord has none of them. Start the bot again: it sends them.")
    if not held:
        return Finding(_COMMANDS, "Discord has none. The bot sends them when it starts.")
    if lost := sorted({command.name for command in features.COMMANDS} - held):
        return wrong(_COMMANDS, f"Discord lacks {', '.join(lost[:_MOST_LINES])}. Restart the bot: it sends them again.")
    return Finding(_COMMANDS, "Discord has all of them.")


async def _examine_logins(client: discord.Client) -> Finding:
    _, _, limit = await client.http.get_bot_gateway()
    left, hours = limit["remaining"], limit["reset_after"] / 3_600_000
    if left < _FEW_LOGINS:
        return wrong(
            "Logins", f"Discord allows {left} more. Stop the bot for {hours:.0f} hours, and see why it starts so often."
        )
    return Finding("Logins", f"Discord allows {left} more until its day ends.")


async def _examine_gateway(client: discord.Client) -> Finding:
    """Open the connection on which Discord tells the bot what people press, without logging in on it."""
    _, address, _ = await client.http.get_bot_gateway()
    try:
        async with await client.http.ws_connect(address) as socket:
            if (await socket.receive()).type is not aiohttp.WSMsgType.TEXT:
                return wrong("Gateway", "Discord closes the connection at once. Try again in a minute.")
    except (aiohttp.ClientError, OSError) as error:
        return wrong("Gateway", f"it can't be reached ({_words(error)}). {_advice(error)}")
    return Finding("Gateway", "Discord can tell the bot what people press.")


async def _examine_servers(client: discord.Client) -> list[Finding]:
    """Compare the bot's permissions in every server, as its roles give them, with those it needs."""
    assert client.application is not None
    servers: Any = await client.http.get_guilds(_MOST_SERVERS, with_counts=False)
    if not servers:
        link = invitation(client.application.id)
        return [wrong("Permissions", f"the bot is in no server. Open {link} and choose one.")]
    found = [
        wrong("Permissions", f"in {server['name']} ({server['id']}) allow the bot's role {', '.join(lacks)}.")
        for server in servers
        if (lacks := _lacking(discord.Permissions(int(server["permissions"]))))
    ]
    if len(found) > _MOST_LINES:
        found[_MOST_LINES:] = [wrong("Permissions", f"the same in {len(found) - _MOST_LINES} more servers.")]
    servers_ = "1 server" if len(servers) == 1 else f"{len(servers)} servers"
    text = f"the bot has all that it needs in {servers_}. For its channels: cribbage-bot doctor --server ID"
    return found or [Finding("Permissions", text)]


async def _examine_server(client: discord.Client, server_id: int) -> list[Finding]:
    """Compare the bot's permissions in each text channel of a server with those it needs."""
    assert client.user is not None
    assert client.application is not None
    try:
        server = await client.fetch_guild(server_id, with_counts=False)
        me = await server.fetch_member(client.user.id)
        channels = [one for one in await server.fetch_channels() if isinstance(one, discord.TextChannel)]
    except (discord.NotFound, discord.Forbidden):
        link = invitation(client.application.id)
        return [wrong("Permissions", f"the bot is not in server {server_id}. Open {link} and choose it.")]
    hidden, found = 0, []
    for channel in channels:
        permissions = channel.permissions_for(me)
        if not permissions.view_channel:
            hidden += 1
        elif lacks := _lacking(permissions):
            found.append(wrong("Permissions", f"in #{channel.name} allow the bot {', '.join(lacks)}."))
    if channels and hidden == len(channels):
        return [wrong("Permissions", f"the bot sees no text channel in {server.name}. Allow its role View Channel.")]
    if len(found) > _MOST_LINES:
        found[_MOST_LINES:] = [wrong("Permissions", f"the same in {len(found) - _MOST_LINES} more channels.")]
    unseen = f", and does not see {hidden}" if hidden else ""
    text = f"the bot has all that it needs in {len(channels) - hidden} text channels of {server.name}{unseen}."
    return found or [Finding("Permissions", text)]


def _lacking(permissions: discord.Permissions) -> list[str]:
    if permissions.administrator:
        return []
    return permission_names(discord.Permissions(PERMISSIONS.value & ~permissions.value))


def _words(error: BaseException) -> str:
    if fault := proxy_fault(error):
        return fault
    if isinstance(error, aiohttp.ClientConnectorError):
        return system_error(error.os_error)
    return " ".join(str(error).split()) or type(error).__name__
