"""The `cribbage-bot` command, one module for each of its commands."""
