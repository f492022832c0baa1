"""What is kept in memory although there may be ever more of it: the latest so many."""

from collections import OrderedDict
from typing import TypeVar

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Latest(OrderedDict[_Key, _Value]):
    """A dictionary of at most so many values; the one that was put for the last time before all others goes first."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: _Key, value: _Value) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self.most:
            self.popitem(last=False)
