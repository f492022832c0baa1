"""The log has no token, whatever writes it and at whatever level, and a failed connection takes one line."""

import json
import logging

import aiohttp
import pytest

from bot import logs
from tests.support.data_files import data_beside
from tests.support.processes import run_python

DATA = data_beside(__file__)

TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAwMA.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789AB"
INTERACTION = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTpQa1N6bVhX"


def formatted(message, *args, name="discord.http", error=None):
    trace = None if error is None else (type(error), error, error.__traceback__)
    record = logging.LogRecord(name, logging.ERROR, "http.py", 1, message, args, trace)
    return logs.LogFormatter("%(levelname)s %(name)s: %(message)s").format(record)


@pytest.mark.parametrize(("text", "shown"), DATA["hidden"])
def test_a_token_is_hidden(text, shown):
    text = text.format(interaction=INTERACTION, token=TOKEN)
    assert logs.without_tokens(text) == shown
    assert formatted("%s", text).endswith(shown)


def test_the_bots_own_token_is_hidden_whatever_it_looks_like(monkeypatch):
    monkeypatch.setattr(logs, "_own_tokens", {"odd token"})
    assert formatted("in an odd token, that") == "ERROR discord.http: in an [hidden], that"


@pytest.mark.parametrize(
    ("name", "said", "wait"),
    [
        ("client", ("Attempting a reconnect in %.2fs", 3.4), 3),
        ("shard", ("Attempting a reconnect for shard ID %s in %.2fs", 2, 3.4), 3),
        ("shard", ("Failed to connect for shard_id: %s. Retrying...", 2), 5),
    ],
)
def test_a_failed_connection_is_one_sentence(name, said, wait):
    try:
        raise aiohttp.ClientConnectionError("refused")
    except aiohttp.ClientError as error:
        shown = formatted(*said, name=f"discord.{name}", error=error)
    assert shown == (
        f"WARNING discord.{name}: Discord cannot be reached (ClientConnectionError: refused). Next try in {wait} s."
    )


def test_a_proxy_that_refuses_is_named_without_its_address():
    try:
        raise aiohttp.ClientHttpProxyError(None, (), status=407, message="Proxy Authentication Required")
    except aiohttp.ClientError as error:
        shown = formatted("Attempting a reconnect in %.2fs", 3.4, name="discord.client", error=error)
    assert "(the proxy of HTTPS_PROXY refuses: 407 Proxy Authentication Required). Next try in 3 s." in shown


def test_other_faults_of_the_client_keep_their_trace():
    shown = formatted("Ignoring exception in %s", "on_message", name="discord.client", error=ValueError("odd"))
    assert "ValueError: odd" in shown


def test_a_fault_that_ends_the_program_is_logged_without_tokens(tmp_path):
    program = (
        f"from bot import logs\nlogs.configure('DEBUG', 'odd token')\nraise ValueError('odd token {INTERACTION}')\n"
    )
    ended = run_python("-c", program, cwd=tmp_path)
    assert ended.returncode == 1
    assert "ValueError: [hidden] [hidden]" in ended.stderr
    assert INTERACTION not in ended.stderr


@pytest.mark.parametrize("formatter", [logs.LogFormatter(), logs.JsonFormatter()], ids=["text", "json"])
def test_tokens_are_hidden_in_the_message_and_in_the_traceback(formatter):
    url = f"http://discord/interactions/123/{INTERACTION}/callback"
    try:
        raise aiohttp.ClientOSError(None, f"Can not write {url}")
    except aiohttp.ClientError as error:
        trace = (type(error), error, error.__traceback__)
    shown = formatter.format(logging.LogRecord("bot.app", logging.ERROR, "x.py", 1, "with %s", (url,), trace))
    assert "Traceback" in shown
    assert (shown.count("interactions/123/[hidden]"), INTERACTION in shown) == (2, False)


CARDS = ("5H", "10♥", "TD", "5H5D5CJS", "7s", "K♠")
SEED = bytes(range(32))


@pytest.mark.parametrize("secret", [*CARDS, SEED.hex(), repr(SEED)])
@pytest.mark.parametrize("formatter", [logs.LogFormatter(), logs.JsonFormatter()], ids=["text", "json"])
def test_an_error_nobody_has_foreseen_shows_no_cards_and_no_seed(formatter, secret):
    try:
        raise KeyError(f"hand ({secret}, {secret}) of game k3f9a2zq")
    except KeyError as error:
        trace = (type(error), error, error.__traceback__)
    record = logging.LogRecord("bot.ui", logging.ERROR, "x.py", 1, "a fault: %s", (secret,), trace)
    shown = formatter.format(record)
    assert secret not in shown.replace('f"hand ({secret}, {secret})', "")
    assert "KeyError" in shown
    assert "k3f9a2zq" in shown


def test_what_is_no_error_keeps_its_words():
    record = logging.LogRecord("bot.ui", logging.INFO, "x.py", 1, 'server 1 "AS Roma", 10s', (), None)
    assert logs.LogFormatter("%(message)s").format(record) == 'server 1 "AS Roma", 10s'


class TestJson:
    def line(self, record):
        text = logs.JsonFormatter().format(record)
        assert "\n" not in text
        return json.loads(text)

    def test_a_record_is_one_object_on_one_line(self):
        record = logging.LogRecord("bot.app", logging.WARNING, "x.py", 1, "two\nlines of %s", ("Zoë",), None)
        record.created = 1_700_000_000.25
        assert self.line(record) == {
            "time": "2023-11-14T22:13:20.250+00:00",
            "level": "WARNING",
            "logger": "bot.app",
            "message": "two\nlines of Zoë",
        }

    def test_a_failed_reconnection_is_one_sentence(self):
        trace = (aiohttp.ClientError, aiohttp.ClientError("refused"), None)
        record = logging.LogRecord("discord.client", logging.ERROR, "x.py", 1, "Attempting a reconnect", (), trace)
        shown = self.line(record)
        assert (shown["level"], "error" in shown) == ("WARNING", False)
