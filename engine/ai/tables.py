"""What robots have learnt from games between robots: the tables of ``tables.json``.

Lists of 1,820 numbers are for four ranks in order, A A A A, A A A 2, to K K K K:

* ``kept hands``: in 1,000,000 six cards, how often these are kept; ``pegged``: 100 times the points pegged with them,
  less those that the other player pegs.
* ``discards``: in 100,000, how often two ranks are discarded: a row for the higher one, a number for each lower one.
* ``cribs``: the average points of a crib by discards, in the same rows, or by one card; and the rest of ``Averages``.
* ``chances`` and ``skunks``: in 10,000, how often somebody wins, or does while the other needs more than 30, 60 or 90
  holes: a row for each number of holes that the dealer needs, 1 to 121, with a number for each that the pone needs.

The scripts ``tests/support/make_*.py`` write them.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

TABLES: Final[dict[str, Any]] = json.loads(files(__package__).joinpath("tables.json").read_bytes())
