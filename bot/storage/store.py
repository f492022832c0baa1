"""The stores of leagues under one name: ``store.fixtures.find``."""

from bot.storage import fixtures, leagues, meetings, members, ratings, tables, teams
from bot.storage import league_news as news
from bot.storage import league_results as results

__all__ = ("fixtures", "leagues", "meetings", "members", "news", "ratings", "results", "tables", "teams")
