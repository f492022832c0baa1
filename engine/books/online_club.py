"""The preset `club` beside the rules of an online club (001)."""

from __future__ import annotations

from typing import Final

from engine.books import comparison as common
from engine.books.comparison import Comparison, differs, follows, silent
from engine.messages import N_
from engine.rules import (
    Counting,
    FalseMuggins,
    Irregular,
    NextDealer,
    Overscore,
    Partners,
    Pegging,
    PlayOn,
    PredealCut,
    Renege,
)

CLUB: Final[tuple[Comparison, ...]] = (
    follows("players", "001:23", N_("A dealer and a non-dealer play."), value=(2,)),
    follows("dealt", "001:19", N_("Each player gets six cards."), value=6),
    follows("partners", "001", N_("The game is for two, so there are no partners."), value=Partners.CUT),
    follows("target", "001:7", N_("A game is to 121 points."), value=(121,)),
    follows("doubles", "001:99", N_("A win is a win: there are no skunks."), value={121: {"none": ()}}),
    silent(
        "counting",
        "001:79",
        N_("The players score their hands, and the book doesn't say who checks them."),
        N_("The bot counts every hand."),
        value=Counting.AUTOMATIC,
    ),
    differs(
        "pegging",
        "001:47",
        N_("The players peg their own points in the play."),
        common.COUNTED_BY_BOT,
        value=Pegging.AUTOMATIC,
    ),
    follows("muggins", "001", N_("There is no muggins."), value=False),
    silent(
        "overscore",
        "001",
        N_("The book says nothing about counting too many."),
        N_("The extra points come off, and nobody gets them, as at Crib-Derby."),
        value=Overscore.CORRECT_ONLY,
    ),
    silent("irregular", "001", N_("The book has no penalties."), common.NO_PENALTY, value=Irregular.REFUSE),
    follows("heels_forfeit", "001:29", N_("If the starter is a jack, the dealer pegs 2 at once."), value=False),
    follows("three_for_last", "001", N_("Everybody starts at 0."), value=False),
    follows("single_series", "001:41", N_("A new round starts from 0 until all cards are played."), value=False),
    follows("play_on", "001:39", N_("After your opponent's go, you go on if you can."), value=PlayOn.MUST),
    follows(
        "next_dealer",
        "001:19",
        N_("Chance decides the first deal of a game."),
        value=(NextDealer.CUT, NextDealer.CUT),
    ),
    differs(
        "ceremony",
        "001:27",
        N_("The non-dealer cuts for the starter."),
        common.CUT_BY_BOT,
        value=False,
    ),
    follows("predeal_cut", "001", N_("Nobody cuts before the deal."), value=PredealCut.NONE),
    follows("amend", "001", N_("Nobody changes a count."), value=False),
    follows("false_game_penalty", "001", N_("There is no penalty for a wrong claim to win."), value=0),
    follows("renege", "001", N_("There is no penalty for a go with a playable card."), value=Renege.REQUIRE_OR_TWO),
    follows("false_muggins", "001", N_("Nobody calls muggins."), value=FalseMuggins.TWO),
    follows("totals", "001:37", N_("The count is shown after every card.")),
    differs("go", "001:39", N_("Players say go themselves."), N_("The bot says it for you.")),
    silent(
        "lead",
        "001:41",
        N_("The player who didn't play last leads. The book doesn't say who leads if they have no cards."),
        N_("Then the other player leads."),
    ),
    follows("playing_on_scores", "001:69", N_("Cards played after a go score as usual.")),
    silent("dealing", "001:19", N_("The book doesn't say who shuffles."), common.DEALT_BY_BOT),
    differs("pegs", "001:13", N_("Each player moves their own pegs."), N_("The bot moves them.")),
    silent("resigning", "001", common.GIVING_UP, common.LOSES_ONE),
)
