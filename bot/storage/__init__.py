"""The SQLite database: all SQL of the project, one repository per noun, speaking the values of bot.models."""
