"""The words of achievements: their names, how each is earned, and the list of a player's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle

from bot.i18n.translation import N_, date_of, gettext
from bot.models.result import EarnedAchievement, Streaks
from bot.render.player_stats import BadgesScene
from bot.ui.core import formatting
from bot.ui.core.components import Button, Screen, page_view
from bot.ui.core.context import Context
from bot.ui.core.formatting import hand
from bot.ui.core.interactions import is_bot_dm
from bot.ui.core.router import AnyPress, answers, press
from engine.analysis.achievements import KINDS


@press("e1:{player}")
class ListAchievements(AnyPress):
    """The button that lists a player's achievements."""

    player: int


_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "hand_29": (N_("29 hand"), N_("Count a hand of 29 points, the most there is.")),
    "hand_28": (N_("28 hand"), N_("Count a hand of 28 points.")),
    "hand_24": (N_("24 hand"), N_("Count a hand of 24 points.")),
    "crib_20": (N_("Big crib"), N_("Count a crib of 20 points or more.")),
    "four_alike": (N_("Four of a kind"), N_("Play the fourth card of a kind in a row, for 12 points.")),
    "pegging": (N_("Good pegging"), N_("Peg 12 points or more in the play of one deal.")),
    "skunk": (N_("Skunk"), N_("Win by a skunk.")),
    "double_skunk": (N_("Double skunk"), N_("Win by a double skunk.")),
    "skunk_survived": (
        N_("Skunk escape"),
        N_("Win after your opponent needed 15 points or fewer and you were behind the skunk line."),
    ),
    "comeback": (N_("Comeback"), N_("Win after you were 30 points behind.")),
    "one_hole": (N_("Close call"), N_("Win by one point.")),
    "sharp_eye": (N_("Sharp eye"), N_("Catch every count that is too high in a game, at least 3 of them.")),
    "right_counts": (N_("Perfect count"), N_("Win a game in which you count your own hands, without a wrong count.")),
    "beat_expert": (N_("Expert beaten"), N_("Beat the expert robot.")),
    "ten_nights": (N_("Ten nights"), N_("Finish games on 10 different days.")),
    "seven_wins": (N_("Seven in a row"), N_("Win 7 games in a row.")),
    "games_10": (N_("10 games"), N_("Finish 10 games.")),
    "games_100": (N_("100 games"), N_("Finish 100 games.")),
    "games_1000": (N_("1,000 games"), N_("Finish 1,000 games.")),
}
_LEAST_STREAK: Final = 3


def name_of(kind: str) -> str:
    return gettext(_WORDS[kind][0])


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
        name, sentence = map(gettext, _WORDS[kind])
        when = date_of(achievement.earned_at.date())
        shown = f" {hand(achievement.cards)}." if achievement.cards else ""
        yield gettext("✓ **{name}** ({when}): {sentence}{shown}", name=name, when=when, sentence=sentence, shown=shown)


def _left(achievements: Sequence[EarnedAchievement]) -> Iterator[str]:
    earned = _kinds(achievements)
    for kind in KINDS:
        if kind not in earned:
            name, sentence = map(gettext, _WORDS[kind])
            yield gettext("-# {name}: {sentence}", name=name, sentence=sentence)


@answers(ListAchievements)
async def list_achievements(context: Context, interaction: discord.Interaction[Any], pressed: ListAchievements) -> None:
    page = list_view(await context.achievements.of_player(pressed.player))
    await context.answer(interaction, page, ephemeral=not is_bot_dm(interaction))
