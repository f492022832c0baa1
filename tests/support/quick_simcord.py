"""What SimCord does most often, again and in less time: without it a third of a test on Discord is SimCord's own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import orjson
import simcord
from simcord import _dpy_internals, _runtime, actors, components, gateway, results
from simcord.http import router
from simcord.http.routes import interactions

UNCHANGED: list[Any] = []
"""Payloads of many starts that nobody changes."""

# As soon as any task sleeps, SimCord waits this many seconds between two looks at the loop; its 50 ms add up.
simcord.Env._settle_internal.__kwdefaults__["idle"] = 0.002

# SimCord looks for each call that is over among those that wait, and compares them field by field.
_runtime._CallbackRecord.__eq__ = object.__eq__  # type: ignore[method-assign]

# The bot waits for none of these, and SimCord would look for them in every coroutine of every task that waits.
_WAITS = ("is_listener_future", "is_wait_for_listener", "is_view_wait_future", "view_expiry_task", "tasks_loop_sleep")
for name in _WAITS:
    setattr(_dpy_internals, name, lambda *_: False)


def over_the_wire(payload: Any) -> Any:
    """Return a payload as it comes out of the JSON that Discord and the bot send each other."""
    if any(payload is one for one in UNCHANGED):
        return payload
    return orjson.loads(orjson.dumps(payload))


# SimCord copies every payload node by node, which takes ten times as long.
gateway.copy = router.copy = SimpleNamespace(deepcopy=over_the_wire)  # type: ignore[assignment]
components.deepcopy = results.deepcopy = over_the_wire  # type: ignore[assignment]


def walk(parts: Any) -> Iterable[dict[str, Any]]:
    """Return every component in wire order, with those inside others."""
    found: list[dict[str, Any]] = []
    _collect([parts] if isinstance(parts, dict) else parts, found)
    return found


def _collect(parts: Iterable[Any], found: list[dict[str, Any]]) -> None:
    for part in parts:
        if isinstance(part, dict):
            found.append(part)
            if isinstance(inside := part.get("components"), list):
                _collect(inside, found)
            for key in ("accessory", "component"):
                if isinstance(one := part.get(key), dict):
                    _collect((one,), found)


components.walk_components = actors.walk_components = interactions.walk_components = walk  # type: ignore[assignment]

_validate, _VALID = components.validate_components, {}
_MANY = 2_000


def _validate_once(parts: Any, *, flags: int = 0) -> list[dict[str, Any]]:
    """Validate what a message shows, once for all the times that Discord looks at it."""
    wire = orjson.dumps(parts), flags
    if wire not in _VALID:
        if len(_VALID) > _MANY:
            _VALID.clear()
        valid = orjson.dumps(_validate(parts, flags=flags))
        # What it makes of the parts is valid too.
        _VALID[wire] = _VALID[valid, flags] = valid
    known: list[dict[str, Any]] = orjson.loads(_VALID[wire])
    return known


components.validate_components = _validate_once

_track = _runtime._track_callback


def _track_others(work: Any, original: Any, callback: Any, args: Any, *, context: Any, when: Any, **more: Any) -> Any:
    """Follow each call of the loop but the steps of tasks: SimCord waits for the tasks themselves."""
    if when is None and isinstance(getattr(callback, "__self__", None), asyncio.Task):
        return original(*more.get("schedule_args", ()), callback, *args, context=context)
    return _track(work, original, callback, args, context=context, when=when, **more)


_runtime._track_callback = _track_others


_REAL = _dpy_internals._REAL_MONOTONIC


def _monotonic() -> float:
    scope = _runtime._BOT_SCOPE.get()
    if scope is None:
        return _REAL()
    env, _ = scope
    return float(env.backend.clock.elapsed) if _runtime._selected_env(driver=False) else _REAL()


_dpy_internals._clock_monotonic = _monotonic
