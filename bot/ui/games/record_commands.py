"""/record and /verify: a game taken away, and its shuffle proved."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands

from bot.i18n.translation import N_, gettext, ngettext
from bot.tables.errors import TableError
from bot.tables.game_records import record_of
from bot.tables.shuffle import Finding, check
from bot.ui.core import formatting
from bot.ui.core.context import context_of
from engine.record import Record

NOT_OVER: Final = N_("That game is not over; its seed stays sealed until then, or the cards to come would be known.")
RECORD: Final = N_("The game as a document; what it holds can be checked without this bot.")


class RecordOption(app_commands.Transformer):
    """The record of a game by the game's name."""

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Record:
        """Return the record, with names as they are in this server. Raises ``NoSuchTable``."""
        return await record_of(context_of(interaction).tables, str(value).strip().lower(), interaction.guild_id)


GameRecord: TypeAlias = app_commands.Transform[Record, RecordOption]


@app_commands.command(description="Take a game away as a document that anyone can check")
@app_commands.describe(game="The game's name, which stands at the foot of its table")
async def record(interaction: discord.Interaction[Any], game: GameRecord) -> None:
    """Attach the record; of a game that is not over, what holds no hidden card."""
    document = game.to_dict()
    file = discord.File(io.BytesIO(json.dumps(document, indent=1).encode()), f"cribbage-{document['game']}.json")
    await interaction.response.send_message(gettext(RECORD), file=file, ephemeral=True)


@app_commands.command(description="Prove that every deal of a finished game came from the sealed shuffle")
@app_commands.describe(game="The game's name, which stands at the foot of its table")
async def verify(interaction: discord.Interaction[Any], game: GameRecord) -> None:
    """Reveal the seed, and recompute the cut and every deal from it."""
    if game.seed is None:
        raise TableError(gettext(NOT_OVER))
    findings = check(game.commitment, game.seed, game.events)
    await interaction.response.send_message(proof_of_shuffle(game, findings))


_DRAWN: Final = {"cut": N_("cut"), "deal": N_("deal")}


def proof_of_shuffle(record: Record, findings: Sequence[Finding]) -> str:
    """Return the seed, and whether every cut and deal came from it."""
    wrong = [f"{gettext(_DRAWN[finding.what])} {finding.number}" for finding in findings if not finding.agrees]
    deals = sum(finding.what == "deal" for finding in findings)
    if wrong:
        verdict = gettext("**Not proved:** {wrong} did not come from the sealed shuffle.", wrong=", ".join(wrong))
    else:
        verdict = ngettext(
            "**Proved:** the cut and the one deal came from the sealed shuffle.",
            "**Proved:** the cut and all {number} deals came from the sealed shuffle.",
            deals,
        )
    names = " v ".join(map(formatting.escape, record.seats))
    return gettext(
        "{names}, game {game}. {verdict}\n-# Seed `{seed}`\n-# Its SHA-256 `{commitment}` was posted before the first "
        "card. The bot's README tells how to check this without it.",
        names=names,
        game=record.game,
        verdict=verdict,
        seed=record.seed,
        commitment=record.commitment,
    )
