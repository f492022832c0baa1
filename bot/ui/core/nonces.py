"""Nonces: with them Discord posts a message once that is sent twice."""

from __future__ import annotations

import hashlib


def nonce_of(*what: object) -> str:
    """Return a nonce for a message, within the 25 letters that Discord allows.

    What is sent again within some minutes with the same nonce Discord posts once: it may have been sent already, when
    the bot stopped or an answer was lost.
    """
    return hashlib.sha256(repr(what).encode()).hexdigest()[:25]
