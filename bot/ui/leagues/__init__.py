"""The league screens of players and managers, and the handlers of their buttons."""
