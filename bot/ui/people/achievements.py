"""The words of achievements: their names, how each is earned, and the list of a player's."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle

from bot.i18n.translation import date_of, gettext
from bot.models.result import EarnedAchievement, Streaks
from bot.render.player_stats import BadgesScene
from bot.ui.core import formatting
from bot.ui.core.components import Button, Screen, page_view
from bot.ui.core.context import Context
from bot.ui.core.formatting import hand
from bot.ui.core.interactions import is_bot_dm
from bot.ui.core.router import AnyPress, answers, press
from engine.analysis.achievements import KINDS
from engine.messages import read_texts


@press("e1:{player}")
class ListAchievements(AnyPress):
    """The button that lists a player's achievements."""

    player: int


_WORDS: Final = read_texts(__package__, "achievements.toml")
_LEAST_STREAK: Final = 3


def name_of(kind: str) -> str:
    return gettext(_WORDS[kind]["title"])


def earned_line(name: str, kind: str) -> str:
    """Return the sentence that announces an achievement; ``name`` is the player's, ready for Discord."""
    return gettext("{name} earned **{achievement}**.", name=name, achievement=name_of(kind))


def streak_lines(name: str, streaks: Streaks) -> Iterator[str]:
    """Yield the sentences that announce a player's streaks, if they are long enough; ``name`` is ready for Discord."""
    if streaks.wins >= _LEAST_STREAK:
        yield gettext("{name} has won {number} games in a row.", name=name, number=streaks.wins)
    if streaks.days >= _LEAST_STREAK:
        yield gettext("{name} has played {number} days in a row.", name=name, number=streaks.days)


def summary(achievements: Sequence[EarnedAchievement]) -> str:
    names = [name_of(kind) for kind in _kinds(achievements)]
    head = _head(achievements)
    return f"{formatting.labelled(head, ', '.join(names))}." if names else f"{head}."


def badges_scene(achievements: Sequence[EarnedAchievement]) -> BadgesScene:
    badges = tuple((kind, name_of(kind)) for kind in _kinds(achievements))
    return BadgesScene(badges, summary(achievements).replace("**", ""))


def list_button(player_id: int) -> Button:
    return Button(gettext("Show achievements"), ListAchievements(player_id).custom_id, ButtonStyle.secondary)


def list_view(achievements: Sequence[EarnedAchievement]) -> Screen:
    """Return the list of all achievements, those first that the player has."""
    lines = [*_earned(achievements), *_left(achievements)]
    return page_view([f"{_head(achievements)}.", "\n".join(lines)])


def _head(achievements: Sequence[EarnedAchievement]) -> str:
    return gettext("Achievements: **{number}** of {all}", number=len(_kinds(achievements)), all=len(KINDS))


def _kinds(achievements: Sequence[EarnedAchievement]) -> list[str]:
    """Return the kinds that somebody has earned, in the order of ``KINDS``."""
    earned = {achievement.kind for achievement in achievements}
    return [kind for kind in KINDS if kind in earned]


def _earned(achievements: Sequence[EarnedAchievement]) -> Iterator[str]:
    by_kind = {achievement.kind: achievement for achievement in achievements}
    for kind in _kinds(achievements):
        achievement = by_kind[kind]
        name, sentence = name_of(kind), gettext(_WORDS[kind]["sentence"])
        when = date_of(achievement.earned_at.date())
        shown = f" {hand(achievement.cards)}." if achievement.cards else ""
        yield gettext("✓ **{name}** ({when}): {sentence}{shown}", name=name, when=when, sentence=sentence, shown=shown)


def _left(achievements: Sequence[EarnedAchievement]) -> Iterator[str]:
    earned = _kinds(achievements)
    for kind in KINDS:
        if kind not in earned:
            name, sentence = name_of(kind), gettext(_WORDS[kind]["sentence"])
            yield gettext("-# {name}: {sentence}", name=name, sentence=sentence)


@answers(ListAchievements)
async def list_achievements(context: Context, interaction: discord.Interaction[Any], pressed: ListAchievements) -> None:
    page = list_view(await context.achievements.of_player(pressed.player))
    await context.answer(interaction, page, ephemeral=not is_bot_dm(interaction))
