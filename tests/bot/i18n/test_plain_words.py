"""Plain words: no sentence of the catalogue holds a word or a turn of phrase that players no longer read.

Run it for some files alone with ``-k``, as in ``-k lawbook``.
"""

from __future__ import annotations

from collections import defaultdict

import pytest

from bot.ui import features
from bot.ui.lawbook import question_search
from bot.ui.lawbook.law_texts import LAW_TEXTS
from tests.support.plain_words import PATTERNS, old_words
from tests.support.po_files import shipped_template

QUOTATIONS = {text.quote for text in LAW_TEXTS.values()}
"""The words of the laws of 1877, which ``/law`` quotes."""

VOCABULARIES = {question_search.ASKING, question_search.VERBS, question_search.FILLER, question_search.GENERAL}
"""The words by which questions are understood; nobody is shown them."""

LAW_BOOKS = ("bot/ui/lawbook/", "engine/books/")
"""The places whose sentences name the number of a law, for ``/law``, ``/rules`` and the button "Why?"."""

NUMBERED = next(pattern for pattern in PATTERNS if pattern.search("law 19"))


def sentences():
    """Return every English sentence of the catalogue, by the first file that has it."""
    found = defaultdict(set)
    for message in shipped_template():
        if message.id and message.id not in QUOTATIONS | VOCABULARIES:
            forms = (message.id,) if isinstance(message.id, str) else message.id
            found[message.locations[0][0]].update(forms)
    return found


SENTENCES = sentences()


def complaints(texts, *, may_number=False):
    """Return the texts that hold something old, with what to write instead."""
    found = {text: old_words(text) for text in sorted(texts)}
    if may_number:
        found = {
            text: {old: plain for old, plain in words.items() if not NUMBERED.search(old)}
            for text, words in found.items()
        }
    return {text: words for text, words in found.items() if words}


@pytest.mark.parametrize("file", sorted(SENTENCES))
def test_no_sentence_holds_an_old_word(file):
    assert complaints(SENTENCES[file], may_number=file.startswith(LAW_BOOKS)) == {}


def commands():
    """Yield every command and group."""
    for top in features.COMMANDS:
        yield top
        if hasattr(top, "walk_commands"):
            yield from top.walk_commands()


@pytest.mark.parametrize("command", list(commands()), ids=lambda command: command.qualified_name)
def test_no_description_or_choice_of_a_command_holds_an_old_word(command):
    options = getattr(command, "parameters", ())
    texts = {str(getattr(command, "description", "")), *(str(option.description) for option in options)}
    texts |= {choice.name for option in options for choice in option.choices}
    assert complaints(texts) == {}


REWORDED = [
    ("Good day. I deal, peg and keep the laws of cribbage.", "Hi! I'm Cribbage: I shuffle, deal and keep score."),
    (
        "You count your own hand; points that you count too many go to your adversary (law 19).",
        "In the house rules, you count your own hand. Count too high and your opponent gets the extra points.",
    ),
    ("**Ann and Ben** to lay away 2 cards each to Ben's crib.", "**Ann and Ben:** discard 2 cards each to Ben's crib."),
    ("Lay away", "Discard"),
    ("You lead; the count is nought.", "You lead. The count is 0."),
    ("Say go: no card of yours comes in.", 'You have no playable card. Say "go".'),
    ("Or first: satisfied, or too many?", "Check Ann's count first: accept 6, or challenge?"),
    ("Ben: too many, and rightly.", "Ben challenged and was right."),
    (
        "Ben: too many, but wrongly. Ann: two for the false challenge.",
        "Ben challenged, but the count was right: 2 points to Ann.",
    ),
    (
        "declared 6, the true count is 4. Overscored by 2 points: put back, and they go to Ben (law 19).",
        "said 6, really 4: the 2 extra points go to Ben.",
    ),
    ("It counts one game.", "Ann wins the game."),
    ("To take back a card that was laid away costs two holes (law 11).", "Taking a discard back costs 2 points."),
    (
        "The count does not end with its total: type the number alone, such as 12.",
        "I couldn't read that count. Just type a number, like 12.",
    ),
    ("A count once declared is not amended at this table.", "Counts are final at this table."),
    (
        "That button is not mine any more; /table shows your game.",
        "That button has expired. Use /table to see your game.",
    ),
    (
        "That button belongs to an earlier moment; /table shows how it stands.",
        "That button is out of date. Use /table to see the game.",
    ),
    (
        "This table was put away, for nobody touched it for long; press **Take it up again**, or use /adjourn.",
        "This game was paused because nobody moved for 14 days. Press **Resume**, or use /adjourn.",
    ),
    ("This game is put off", "This game is paused"),
    ("play on: say no, or think better of it", "keep playing"),
    ("somebody has got up again, so a seat is open.", "A player left; one seat is open."),
    ("5♥ is there twice; a pack holds each card once.", "You typed 5♥ twice. Did you mean 5♦?"),
    ("28 is one too few, for it is 29: what is overlooked is lost.", "Not 28: it's 29."),
    ("two of six to lay away", "best discard"),
    ("None of 20 and 24 is right", "Neither 20 nor 24 is right"),
    (
        "Who wins {won} and loses {lost} games has {least} holes in all of them.",
        "{won}-{lost} games means {least} points.",
    ),
    (
        "In a league people play for themselves: whose time is over forfeits the game.",
        "In league games, you lose when your time runs out.",
    ),
    ("the true strength is within +/- for 19 in 20. ? provisional", "± = 95% range; ? = too few games"),
    (
        "Managers: who may manage the server, and those whom `/league manage manager` names",
        "Managers: anyone with Manage Server, plus people you add",
    ),
    ("Nobody plays against himself.", "You can't play yourself."),
    ("The dealer does not cut to himself; another player may.", "Only another player can cut for the dealer."),
    (
        "Who is new presses **Play a practice deal** in `/help`.",
        "New to cribbage? Press **Play a practice deal** in `/help`.",
    ),
]
"""Sentences that players stumbled over, each with a better one."""


@pytest.mark.parametrize(("now", "better"), REWORDED)
def test_the_list_knows_a_clumsy_sentence_from_a_plain_one(now, better):
    assert old_words(now) != {}
    assert old_words(better) == {}


@pytest.mark.parametrize(
    "plain",
    [
        "His heels: 2 points for a jack as the starter. One for his nobs.",
        "Who deals first? Who counts",
        "Use `/declare 12`, /amend or /adjourn. Cut by hand with `ceremony`.",
        "Take up to 5 cards. Pick up your hand here.",
        "The peg moves one hole a point.",
        "The table of Winter, and the games in it. Use `/league table`.",
        "Your messages come in here. The package is new.",
        "Everyone plays for themselves, for the most points.",
        "You took 2 points back.",
        "Cribbage board with {target} holes. Your peg is in hole 12.",
        "A forfeit counts as a win for the other player.",
    ],
)
def test_plain_english_is_let_alone(plain):
    assert old_words(plain) == {}
