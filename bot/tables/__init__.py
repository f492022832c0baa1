"""Tables: people, seats, turns and robots around one game; nothing here knows of Discord."""
