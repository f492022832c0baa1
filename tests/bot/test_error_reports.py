"""What Sentry gets of faults: their types and places, and nothing that people, servers or the machine have."""

import json
import logging
import socket

import aiohttp
import pytest

from bot import logs

sentry_sdk = pytest.importorskip("sentry_sdk")

SECRETS = (
    *("Ann Archer", "Red Lion", "424242424242424242", "hunter2", "5H JD", "https://discord.com/api/webhooks"),
    *("what Ann typed", "kept in a variable", "/home/", "of a crumb", "of a tag"),
)


@pytest.fixture
def sent(monkeypatch):
    envelopes = []

    class Transport(sentry_sdk.Transport):
        def capture_envelope(self, envelope):
            envelopes.append(envelope)

    init = sentry_sdk.init
    monkeypatch.setattr(sentry_sdk, "init", lambda **options: init(**options, transport=Transport))
    logs.report_faults("https://key@sentry.invalid/1", "0")
    sentry_sdk.set_user({"id": "424242424242424242", "username": "Ann Archer"})
    sentry_sdk.set_tag("server", "of a tag")
    sentry_sdk.set_context("server", {"name": "Red Lion"})
    sentry_sdk.add_breadcrumb(message="of a crumb")
    yield envelopes
    sentry_sdk.init = init
    sentry_sdk.get_client().close()
    sentry_sdk.get_global_scope().set_client(None)
    sentry_sdk.get_isolation_scope().clear()


def fail(error):
    told = "kept in a variable"
    try:
        try:
            raise LookupError(f"Ann Archer in 424242424242424242 {told}")
        except LookupError as cause:
            raise error from cause
    except type(error) as raised:
        return raised


@pytest.mark.parametrize(
    "error",
    [
        KeyError("Red Lion"),
        RuntimeError("what Ann typed: 5H JD"),
        aiohttp.InvalidURL("https://discord.com/api/webhooks/424242424242424242/hunter2"),
        FileNotFoundError(2, "No such file", "/home/ann/cribbage.db"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_no_string_of_a_report_tells_of_anybody(sent, error, at_error):
    at_error += ["a fault of our own", "Task exception", "Ignoring exception"]
    log = logging.getLogger("bot.ui.core.errors")
    log.error("a fault of our own: %r (%s)", error, "Red Lion, 424242424242424242", exc_info=fail(error))
    logging.getLogger("asyncio").error(f"Task exception was never retrieved {error} Ann Archer")  # noqa: G004
    logging.getLogger("discord.client").error("Ignoring exception in %s", "Red Lion", exc_info=fail(error))
    sentry_sdk.capture_exception(fail(error))
    sentry_sdk.capture_message("Ann Archer of Red Lion")
    text = "\n".join(envelope.serialize().decode() for envelope in sent)
    assert len(sent) >= 3
    assert [secret for secret in (*SECRETS, socket.gethostname()) if secret in text] == []
    first = json.loads(sent[0].items[0].payload.get_bytes())
    assert [one["type"] for one in first["exception"]["values"]] == ["LookupError", type(error).__name__]
    assert first["exception"]["values"][1]["stacktrace"]["frames"][-1]["function"] == "fail"
    assert first["logentry"] == {"message": "a fault of our own: %r (%s)"}
