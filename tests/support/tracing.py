"""Counts the calls into our own modules that a piece of work causes in the thread of the event loop.

A call is a function of ours that is entered; each time that a generator or a coroutine runs on after a ``yield`` or an
``await`` is a resumption, counted apart. From Python 3.12 on a comprehension is a part of the function around it. What
``dataclasses`` and ``NamedTuple`` write stands in no file, so it is no call: see ``traced`` for values that are built.
"""

from __future__ import annotations

import dis
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

PACKAGES = ("bot", "engine")
"""Our packages."""

_RESUMABLE = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR
_RESUME = dis.opmap["RESUME"]
_RETURN_GENERATOR = dis.opmap["RETURN_GENERATOR"]


class Function(NamedTuple):
    """A function of ours: its module, as a path below the package's parent, and its qualified name."""

    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.module}:{self.name}"


OUTSIDE = Function("(outside)", "")
"""The caller of our code that is not ours: the event loop or a library."""


@dataclass
class Trace:
    """The results of a count."""

    calls: Counter[Function] = field(default_factory=Counter)
    resumptions: Counter[Function] = field(default_factory=Counter)
    callers: Counter[tuple[Function, Function]] = field(default_factory=Counter)
    """Calls by caller and callee; the caller is the nearest function of ours, if there is one."""
    built: Counter[str] = field(default_factory=Counter)
    """How often each of the things to be counted was built or called."""
    builders: Counter[tuple[str, tuple[Function, ...]]] = field(default_factory=Counter)
    """The same by the functions of ours that led there, the innermost first."""

    @property
    def entered(self) -> int:
        return self.calls.total()

    @property
    def events(self) -> int:
        """Return how many functions were entered or resumed."""
        return self.calls.total() + self.resumptions.total()

    @property
    def modules(self) -> Counter[str]:
        return _by_module(self.calls) + _by_module(self.resumptions)

    @property
    def entered_modules(self) -> Counter[str]:
        return _by_module(self.calls)

    def callers_of(self, function: Function) -> list[tuple[Function, int]]:
        """Return the callers of a function, the most frequent first."""
        calls = Counter({caller: many for (caller, callee), many in self.callers.items() if callee == function})
        return calls.most_common()


@contextmanager
def traced(folders: Iterable[Path] | None = None, depth: int = 4, **counted: Any) -> Iterator[Trace]:
    """Count calls into the modules below these folders, or below our packages, while the block runs.

    ``counted`` names classes and functions: how often each is built or called is in ``Trace.built`` under that name,
    and ``depth`` functions that led there are in ``Trace.builders``.
    """
    trace = Trace()
    observer = _Observer(trace, list(map(str, folders or _our_folders())), counted, depth)
    before = sys.getprofile()
    sys.setprofile(observer)
    try:
        yield trace
    finally:
        sys.setprofile(before)


class _Observer:
    """The callback for ``sys.setprofile``."""

    def __init__(self, trace: Trace, folders: list[str], counted: dict[str, Any], depth: int) -> None:
        self._trace = trace
        self._folders = folders
        self._counted = {_code_of(one): name for name, one in counted.items()}
        self._depth = depth
        self._functions: dict[CodeType, Function | None] = {}

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code.co_flags & _RESUMABLE and _never_ran(frame):
            return
        is_entry = not code.co_flags & _RESUMABLE or _starts(frame)
        if code in self._counted and is_entry:
            name = self._counted[code]
            self._trace.built[name] += 1
            self._trace.builders[name, self._led_here(frame)] += 1
        function = self._function(code)
        if function is None:
            return
        if not is_entry:
            self._trace.resumptions[function] += 1
            return
        self._trace.calls[function] += 1
        caller = next(iter(self._stack(frame)), OUTSIDE)
        self._trace.callers[caller, function] += 1

    def _led_here(self, frame: FrameType) -> tuple[Function, ...]:
        stack = self._stack(frame)
        return tuple(function for function, _ in zip(stack, range(self._depth), strict=False))

    def _stack(self, frame: FrameType) -> Iterator[Function]:
        """Return the functions of ours that are running, from the caller of a frame outwards."""
        caller = frame.f_back
        while caller is not None:
            if (function := self._function(caller.f_code)) is not None:
                yield function
            caller = caller.f_back

    def _function(self, code: CodeType) -> Function | None:
        """Return the function of ours that a code object belongs to, or None for other code."""
        if code not in self._functions:
            self._functions[code] = self._own_function(code)
        return self._functions[code]

    def _own_function(self, code: CodeType) -> Function | None:
        for folder in self._folders:
            path = Path(code.co_filename)
            if path.is_relative_to(folder):
                return Function(path.relative_to(Path(folder).parent).as_posix(), code.co_qualname)
        return None


def _starts(frame: FrameType) -> bool:
    """Return whether a generator or a coroutine runs for the first time: it is at the RESUME of a function's start."""
    code = frame.f_code.co_code
    return code[frame.f_lasti] == _RESUME and code[frame.f_lasti + 1] & 3 == 0


def _never_ran(frame: FrameType) -> bool:
    """Return whether a generator is closed before it ran, which Python 3.11 reports as a call."""
    return frame.f_code.co_code[frame.f_lasti] == _RETURN_GENERATOR


def _code_of(counted: Any) -> CodeType:
    """Return the code that runs when a class is built or a function is called."""
    code = (counted.__init__ if isinstance(counted, type) else counted).__code__
    assert isinstance(code, CodeType)
    return code


def _our_folders() -> Iterator[Path]:
    for package in PACKAGES:
        spec = find_spec(package)
        assert spec is not None, f"{package} cannot be imported"
        yield from map(Path, spec.submodule_search_locations or ())


def _by_module(calls: Counter[Function]) -> Counter[str]:
    modules: Counter[str] = Counter()
    for function, many in calls.items():
        modules[function.module] += many
    return modules
