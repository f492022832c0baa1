"""Calls of the system that Linux refuses to a process, as the filter of a service manager does.

``python -m tests.support.refused_calls setpriority -c PROGRAM`` runs a program of Python to which this is refused.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys
from typing import Final

_NUMBERS: Final = {
    "x86_64": {"setpriority": 141, "execve": 59},
    "aarch64": {"setpriority": 140, "execve": 221},
    "riscv64": {"setpriority": 140, "execve": 221},
    "ppc64le": {"setpriority": 97, "execve": 11},
    "s390x": {"setpriority": 97, "execve": 11},
    "i686": {"setpriority": 97, "execve": 11},
    "armv7l": {"setpriority": 97, "execve": 11},
}
"""The numbers of the calls, by the machine's name."""

_NO_NEW_PRIVILEGES: Final = 38
_SECCOMP: Final = 22
_FILTER: Final = 2

# Instructions of Berkeley's packet filter, and what they answer.
_LOAD: Final = 0x20
_JUMP_IF_EQUAL: Final = 0x15
_RETURN: Final = 0x06
_ALLOW: Final = 0x7FFF0000
_REFUSE: Final = 0x00050000


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def refuse(call: str) -> None:
    """Let a call fail with ``EPERM`` from now on, in this process and in all that it starts."""
    number = _NUMBERS[platform.machine()][call]
    instructions = b"".join(
        struct.pack("HBBI", *instruction)
        for instruction in (
            (_LOAD, 0, 0, 0),
            (_JUMP_IF_EQUAL, 0, 1, number),
            (_RETURN, 0, 0, _REFUSE | errno.EPERM),
            (_RETURN, 0, 0, _ALLOW),
        )
    )
    program = _Program(len(instructions) // 8, instructions)
    system = ctypes.CDLL(None, use_errno=True)
    for arguments in ((_NO_NEW_PRIVILEGES, 1, 0, 0, 0), (_SECCOMP, _FILTER, ctypes.byref(program), 0, 0)):
        if system.prctl(*arguments):
            raise OSError(ctypes.get_errno(), "the filter was not accepted")


if __name__ == "__main__":
    refuse(sys.argv[1])
    os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
