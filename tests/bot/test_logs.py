"""The log has no token, whatever writes it and at whatever level, and a failed connection takes one line."""

import logging
import subprocess
import sys

import aiohttp
import pytest

from bot import logs

TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAwMA.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789AB"
INTERACTION = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTpQa1N6bVhX"


def formatted(message, *args, name="discord.http", error=None):
    trace = None if error is None else (type(error), error, error.__traceback__)
    record = logging.LogRecord(name, logging.ERROR, "http.py", 1, message, args, trace)
    return logs.LogFormatter("%(levelname)s %(name)s: %(message)s").format(record)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            f"POST https://discord.com/api/v10/interactions/123/{INTERACTION}/callback?with_response=1 failed",
            "POST https://discord.com/api/v10/interactions/123/[hidden]/callback?with_response=1 failed",
        ),
        (
            f"PATCH /webhooks/1001/{INTERACTION}/messages/@original with 429",
            "PATCH /webhooks/1001/[hidden]/messages/@original with 429",
        ),
        ("url='https://discord.com/api/webhooks/1/a-b_c'", "url='https://discord.com/api/webhooks/1/[hidden]'"),
        (f"token {INTERACTION}, and more", "token [hidden] and more"),
        (f"Authorization: Bot {TOKEN}", "Authorization: Bot [hidden]"),
        ("/channels/1001/messages/2002 has two numbers", "/channels/1001/messages/2002 has two numbers"),
    ],
)
def test_a_token_is_hidden(text, shown):
    assert logs.without_tokens(text) == shown
    assert formatted("%s", text).endswith(shown)


def test_a_token_in_a_traceback_is_hidden():
    try:
        raise aiohttp.ClientOSError(None, f"Can not write http://discord/interactions/123/{INTERACTION}/callback")
    except aiohttp.ClientError as error:
        shown = formatted("it failed", error=error)
    assert "Traceback" in shown
    assert INTERACTION not in shown


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


def test_other_faults_of_the_client_keep_their_trace():
    shown = formatted("Ignoring exception in %s", "on_message", name="discord.client", error=ValueError("odd"))
    assert "ValueError: odd" in shown


def test_a_fault_that_ends_the_program_is_logged_without_tokens(tmp_path):
    """The hooks belong to a process of their own."""
    program = (
        f"from bot import logs\nlogs.configure('DEBUG', 'odd token')\nraise ValueError('odd token {INTERACTION}')\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert ended.returncode == 1
    assert "ValueError: [hidden] [hidden]" in ended.stderr
    assert INTERACTION not in ended.stderr
