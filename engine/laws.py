"""The index of laws: what is pegged, what a player may do, and where each rule is written."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final, Self

from engine.messages import read_texts

_TEXTS: Final[Mapping[str, Mapping[str, str]]] = read_texts(__package__, "laws.toml")


class Law(Enum):
    """A law or a scoring rule by its name in records; its title, its text and its source are in ``laws.toml``."""

    # What is pegged before and during the play.
    HIS_HEELS = "his_heels"
    FIFTEEN = "fifteen"
    THIRTY_ONE = "thirty_one"
    GO = "go"
    LAST_CARD = "last_card"
    PAIR = "pair"
    PAIR_ROYAL = "pair_royal"
    DOUBLE_PAIR_ROYAL = "double_pair_royal"
    RUN = "run"
    # What is pegged in the show alone.
    FLUSH = "flush"
    HIS_NOBS = "his_nobs"
    THREE_FOR_LAST = "three_for_last"
    # What declaring brings.
    DECLARED = "declared"
    OVERSCORE = "overscore"
    MUGGINS = "muggins"
    SATISFIED = "satisfied"
    FALSE_CHALLENGE = "false_challenge"
    FALSE_GAME = "false_game"
    AMENDED = "amended"
    # Irregularities, and what the cut before the deal costs.
    TAKEN_BACK = "taken_back"
    FALSE_GO = "false_go"
    PREDEAL_CUT = "predeal_cut"
    # How the cards and the turn go round.
    CUT = "cut"
    DEAL = "deal"
    LAY_AWAY = "lay_away"
    TURN = "turn"
    COMING_IN = "coming_in"
    MUST_PLAY = "must_play"
    LIBERTY = "liberty"
    SINGLE_SERIES = "single_series"
    SHOW = "show"
    GAME = "game"
    LURCH = "lurch"
    RESIGNED = "resigned"
    ON_TIME = "on_time"
    # Laws of the table that cannot be broken where a machine cuts, deals and moves the pegs.
    FRESH_CUT = "fresh_cut"
    EXPOSED_CUT = "exposed_cut"
    CUTTING_ERROR = "cutting_error"
    DEALT_SINGLY = "dealt_singly"
    DEALER_EXPOSES = "dealer_exposes"
    FACED_CARD = "faced_card"
    DEAL_OUT_OF_TURN = "deal_out_of_turn"
    MISDEAL = "misdeal"
    LAID_FROM_TOO_MANY = "laid_from_too_many"
    LAID_FROM_TOO_FEW = "laid_from_too_few"
    CRIB_UNTOUCHED = "crib_untouched"
    WRONG_HAND = "wrong_hand"
    TWO_CARDS = "two_cards"
    MISCOUNTED = "miscounted"
    DISPLACED_PEG = "displaced_peg"

    title: str
    sentence: str
    source: str

    def __new__(cls, name: str) -> Self:
        law = object.__new__(cls)
        law._value_ = name
        law.title, law.sentence, law.source = (_TEXTS[name][part] for part in ("title", "sentence", "source"))
        return law

    def __str__(self) -> str:
        return str(self.value)

    @property
    def number(self) -> int | None:
        """The number of the law among the twenty-one of 1877; None for every other rule."""
        _, law, number = self.source.partition(", law ")
        return int(number) if law else None


def _laws_with(part: str) -> Mapping[Law, str]:
    return MappingProxyType({law: _TEXTS[law.value][part] for law in Law if part in _TEXTS[law.value]})


OPTIONS: Final = _laws_with("option")
"""The laws that a table agrees upon, and the field of ``Rules`` that says how."""

CALLED: Final = _laws_with("called")
"""What a card can peg for, within a sentence."""

UNBREAKABLE: Final = _laws_with("unbreakable")
"""The laws that nobody can break at this table, each with the reason."""
