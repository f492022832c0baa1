"""Help for whoever hosts the bot: what is wrong and what to do, and the unit of a service."""
