"""A server's settings and its greeting on Discord."""
