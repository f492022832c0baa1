"""The languages of the bot: translation with gettext, and lists, numbers and dates with Babel."""
