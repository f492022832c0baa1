"""The words and turns of phrase that players no longer read, each as a pattern with its plain replacement."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_OLD: Final[Mapping[str, str]] = {
    # Words of the old laws.
    r"\b(?:lay|lays|laid|laying) (?:[\w{}]+ ){0,4}away\b": "discard",
    r"\badversar(?:y|ies)\b": "opponent",
    r"\bsatisfied\b": "accept",
    r"(?<![/`])\bdeclar(?:e|es|ed|ing|er|ers|ation|ations)\b": "count",
    r"(?<![/`])\bamend(?:s|ed|ing|ment)?\b": "change a count",
    r"\brais(?:e|es|ed|ing) (?:a|the|your|his|their) (?:\w+ )?count\b": "change a count",
    r"\boverscor(?:e|es|ed|ing)\b": "the extra points",
    r"\bfalse (?:challenge|go|claim|game)\b": "challenged, but the count was right",
    r"\b(?:right|wrong|false)ly\b": "and was right",
    r"\bforfeit(?:s|ed|ing)\b": "lost",
    r"\blurch(?:ed|es)?\b": "skunk",
    r"\bfresh (?:deal|cut|pack)s?\b": "new deal",
    r"\bmarks? (?:two|2)\b": "take 2 points",
    r"\brequires? (?:the|a|that) card\b": "make them play",
    r"(?<!`)\bceremony\b": "cutting by hand",
    r"\bpacks?\b": "deck",
    r"\bnought\b": "0",
    r"^(?!.*\bboard\b).*(?:\d|\}|\b(?:two|three|fifteen|many|more|its|number of)) holes\b": "points",
    r"\b(?:cards?|which|that|nothing|nobody|cannot|can|one|yours) comes? in\b": "playable",
    r"\b(?:fore|hind)most\b": "front peg",
    r"\birregular(?:ity|ities)?\b": "mistake",
    r"\breckon(?:s|ed|ing)?\b": "count",
    r"\boverlook(?:s|ed|ing)?\b": "miss",
    r"\blies? open\b": "open count",
    r"\b(?:referee|challenge|automatic) counting\b|\bunder (?:a referee|challenge)\b": "you count, the bot checks",
    r"\(law \d+\)|\blaws? (?:\d|\{0\})|\(00[0-3]\b": "named by /law, /rules and Why? alone",
    # The game as a table that is put away.
    r"(?<![/`])\badjourn(?:s|ed|ing|ment)?\b": "pause",
    r"\bput(?:s|ting)? (?:[\w{}]+ ){0,2}(?:off|away)\b": "paused",
    r"\b(?:take|takes|taken|took|taking) (?:it |them |the \w+ )?up again\b": "resume",
    r"(?:^|[.;] )this table\b|\b(?:your|your own|own) table\b": "game",
    r"\bgot up\b": "left",
    r"\bby the seal\b|\bsealed\b": "fair shuffle",
    # Nobody is a man or a woman.
    r"\b(?:he|him|himself|she|her|hers|herself)\b|\bhis\b(?! heels\b| nobs\b)": "they",
    # Turns that nobody speaks today.
    r"\bwhom\b": "a plain subject",
    r"(?:^|[.;:] )Who (?!are you)[^?.]*[a-z][^?.]*\.(?!\w)": "a plain subject",
    r"\b(?:anew|afresh)\b": "again",
    r"\b(?:upon|thereof|wherein|whereby|hitherto|lest|shall)\b": "on, will",
    r"\btold\b": "shown",
    r"\btells? (?:of|what|which|who|whether|all|their|his)\b": "shows",
    r", for (?:it|they|there|nobody|this|that|he|the|a|one|\{\w+\}|muggins) (?:[\w{}]+ )?"
    r"(?:is|was|are|were|has|have|had|will|can|touched|stands)\b": "because",
    r"\bthink(?:s)? better of\b": "keep playing",
    r"\b(?:not|no longer) mine\b": "has expired",
    r"\bis there twice\b": "you typed it twice",
    r"\bnone of [\w{}]+ and\b": "neither",
    r"\bhow (?:it|the game) stands\b": "see the game",
    r"\b(?:number|card|cards|points|text|rank|deal|play) alone\b": "just, only",
    r"\bbesides\b": "also",
    r"\b19 (?:times )?in 20\b|\bin a hundred\b|\b\d+ games in 100\b": "95%",
    r"\bgood day\b": "Hi!",
    r"\bdid not say otherwise\b|\bunless you say otherwise\b|\(usual\)|\bmarked usual\b": "default",
    r"\bwhat follows is\b|\bin error\b": "a plain subject",
    r"\bcounts one game\b": "leave it out",
}

_PLACE: Final = re.compile(r"\{[^{}]*\}")
"""The place of a value, whose name nobody reads."""

PATTERNS: Final = {re.compile(pattern, re.IGNORECASE): plain for pattern, plain in _OLD.items()}
"""The patterns, each with what to write instead."""


def old_words(sentence: str) -> dict[str, str]:
    """Return the old words and turns that stand in a sentence, each with what to write instead."""
    said = _PLACE.sub("{0}", sentence)
    return {found[0]: plain for pattern, plain in PATTERNS.items() for found in pattern.finditer(said)}
