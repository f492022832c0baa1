"""Frozen values that storage, services and screens share; no SQL and no Discord."""
