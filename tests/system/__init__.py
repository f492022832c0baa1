"""The real bot as a process of its own, over a Discord on the loopback, with many players and every kind of fault."""
