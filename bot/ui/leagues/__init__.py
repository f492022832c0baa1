"""What players and managers see of their leagues, and what happens when they press something there."""
