"""The rules of cribbage and nothing else: no clock, no chance, no storage, no Discord."""
