"""Games on Discord: commands, buttons, screens and messages."""
