"""The presets beside their rule books: what each book says, and where the bot leaves it."""
