"""Find what a question about the rules asks for: a law, a page of the help, or a command."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from math import log
from string import Template
from typing import Any, Final, TypeAlias

from discord.app_commands import Command, Group

from bot.i18n.translation import Language, current_language, gettext
from bot.ui.core.components import TEXT, DisplayOptions, Screen, page_view
from bot.ui.lawbook.law_page import LAW_TEXTS, name_of
from bot.ui.lawbook.tutorial import PAGES, page
from engine.laws import Law
from engine.messages import read_texts
from engine.text.spoken_counts import english_number


@dataclass(frozen=True, slots=True)
class CommonQuestion:
    """A question by the groups of words that must all be in it, and its answer: a text or a law."""

    answer: str | Law
    groups: tuple[re.Pattern[str], ...]


Commands: TypeAlias = Sequence[Command[Any, ..., Any] | Group]
Found: TypeAlias = Law | int | Command[Any, ..., Any] | CommonQuestion
"""What answers a question: a law, the number of a page, a command, or an answer of its own."""

_WORDS: Final = read_texts(__package__, "question_words.toml")["sentences"]
ASKING, VERBS, FILLER, GENERAL = (_WORDS[name] for name in ("asking", "verbs", "filler", "general"))


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that answers questions: its title, its first words and the rest, and the law, page or command."""

    title: str
    lead: str
    more: str
    answer: Found


def find(text: str, commands: Commands, *, in_game: bool = False) -> Found | None:
    """Return what answers a question: a law, the number of a page, or a command; None for a text that asks nothing.

    A text without a question's word or mark must be the title of something. In a game it is rather a bad move, so
    there it answers nothing.
    """
    if (common := _common_question(text)) is not None:
        return common.answer if isinstance(common.answer, Law) else common
    said = _words(text[:_LONGEST])
    is_explained = not _set(ASKING).isdisjoint(said[:_FIRST]) and not text.rstrip().endswith("!")
    is_question = is_explained or "?" in text or not _set(VERBS).isdisjoint(said[:1])
    general = _set(GENERAL)
    said = [_known(word, general) for word in said]
    content = [word for word in dict.fromkeys(said) if word not in _ignored() and word not in _SMALL]
    if in_game and not is_question:
        return None
    if not content:
        is_general = not general.isdisjoint(said) and _SMALL.isdisjoint(said)
        return 0 if is_general or said == _words("help") else None
    if not any(word.isalpha() for word in content) and not is_question:
        return None
    evidence = _EXPLAINED if is_explained and _SMALL.isdisjoint(said) else _ASKED if is_question else _NAMED
    found = _index(tuple(commands), current_language()).best(content, said, evidence)
    return None if found is None else found.answer


def found_view(found: Found, commands: Commands, look: DisplayOptions = TEXT) -> Screen:
    """Return what was found as a screen."""
    match found:
        case Law():
            paragraphs = [f"**{name_of(found)}**\n{gettext(found.sentence)}"]
            if LAW_TEXTS[found].more:
                paragraphs.append(gettext(LAW_TEXTS[found].more))
            return page_view([*paragraphs, gettext("-# More: `/law {law}`", law=found.value)])
        case int():
            return page(found, commands, look)
        case CommonQuestion():
            return page_view([gettext(str(found.answer))])
        case _:
            return page_view([f"`/{found.qualified_name}` {gettext(str(found.description))}"])


def _common_question(text: str) -> CommonQuestion | None:
    """Return the common question that a text asks; the one with most groups of words. None for other texts."""
    low = text[:_LONGEST].lower().replace("\u2019", "'")
    if _ASKS.search(low) is None:
        return None
    found = [one for one in _COMMON if all(group.search(low) for group in one.groups)]
    return max(found, key=lambda one: len(one.groups), default=None)


_ASKS: Final = re.compile(
    r"""[?\u00bf]|^(?:\W*(?:so|hey|hi|and|but|ok|lol|wait|quick\squestion)\W+)*\W*(?:can|could|may|might|must|should|shall
    |do|does|did|is|are|was|will|would|what|whats|what's|whos|who's|who|where|when|whens|why|how|hows|if|which|whose
    |wer|was|wann|wo|wie|warum|darf|muss|kann|z\u00e4hlt|gibt|gilt|qui|que|quel|quelle|qu|quoi|quand|o\u00f9|est|on|un|une|la|le|\u00e0|apr\u00e8s|puis|ai|peut|faut|combien
    |comment|bekommt|bekomm|kriegt|kriegst|hat|habe?|sind|bin|wenn|nach|beim?|sollt?e?|d\u00fcrfen
    |qui\u00e9n|quien|qu\u00e9|d\u00f3nde|donde|c\u00f3mo|como|cu\u00e1l|cu\u00e1ndo|cu\u00e1ntos|cu\u00e1ntas|cuantas|puede
    |puedo|hay|se|si|el|los|al|me|un|una|tras|tengo|explain)(?![^\W_])
    |(?<![^\W_])(?:(?:is|was)\s(?:that|it|there)|(?:do|does|did|can|must|should|am|are|could|may)\s(?:i|you|we|he|she|they|it|that|the|my)
        |who|what|why|which|wer|wann|wie|warum|qui|combien|qu[eé]|quién|cuánt[oa]s|how\smany|whose)\s
    |(?<![^\W_])(?:now\swhat\W*$|yes\sor\sno|legit|allowed|mix|mixed|confus\w*|difference|unterschied|différence|diferencia
        |too\s(?:many|few)|(?:while|was|i'm|im)\sdealing|(?:the\sdeal|dealt)\W*$|accident\w*|by\smistake|versehen|sind
        |sale|darf|muss|gilt|zählt|faut|peut|puedo|pueden?|hay\sque|vale|droit|redeal|wenn|was\s(?:nun|jetzt)|quoi|si|à\spartir|a\spartir|ab\swann|pour\squi|\d\s(?:or|oder|ou?)\s\d
        |[2-9atjqk]{2}\s(?:or|oder|ou?)\s[2-9atjqk]{2}
        )(?![^\W_])|^a-t-
    |(?<![^\W_])(?:on|at|auf|bei|à|en)\s1[12]\d(?!\d)""",
    re.VERBOSE,
)
"""Signs that a text asks: a question mark, a word with which questions begin in one of the languages, or a score."""


def _common_questions() -> Iterator[CommonQuestion]:
    texts = read_texts(__package__, "common_questions.toml")
    for question in texts["questions"]:
        for groups in question["asked"]:
            words = (Template(group).substitute(texts["words"]).replace("~", r"(?![^\W_])") for group in groups)
            answer = Law(question["law"]) if "law" in question else question["answer"]
            yield CommonQuestion(answer, tuple(re.compile(rf"(?<![^\W_])(?:{group})") for group in words))


_COMMON: Final = tuple(_common_questions())


def _entries(commands: Commands) -> Iterable[Entry]:
    for number, about in enumerate(PAGES):
        lead, *others = map(gettext, about.paragraphs)
        yield Entry(gettext(about.title), lead, " ".join(others), number)
    for law in Law:
        texts = LAW_TEXTS[law]
        more = " ".join(gettext(part) for part in (texts.more, texts.here) if part)
        yield Entry(f"{name_of(law)} {law.value.replace('_', ' ')}", gettext(law.sentence), more, law)
    for command in commands:
        if isinstance(command, Command) and " manage " not in command.qualified_name:
            yield Entry(command.qualified_name, gettext(str(command.description)), "", command)


_LONGEST: Final = 300
"""The letters of a text that are read: more than any question has."""
_FIRST: Final = 4
"""A question begins with its word, or after a greeting."""
_TITLE, _COMMAND, _LEAD, _MORE = 3.0, 2.0, 1.0, 0.5
_ALL: Final = 0.99
_ENOUGH: Final = 0.6
"""The share of a question that an answer must hold if some of it is in the title, where rare words weigh more."""
_HALF: Final = 0.5
"""The share of a title that a single word must be."""
_EXPLAINED, _ASKED, _NAMED = range(3)
"""What a text is: a question with a word such as "what" and no number, another question, or no question."""


class _Index:
    """The stems of every entry, and how rare each one is."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        ignored = _ignored()
        self._entries = entries
        self._names = [set(_words(entry.title)) for entry in entries]
        self._titles = [{word for word in name if word not in ignored} for name in self._names]
        self._leads = [set(_words(entry.lead)) for entry in entries]
        self._bodies = [set(_words(entry.more)) for entry in entries]
        self._held = Counter(
            word
            for title, lead, body in zip(self._titles, self._leads, self._bodies, strict=True)
            for word in {*title, *lead, *body}
        )

    def best(self, content: Sequence[str], said: Sequence[str], evidence: int) -> Entry | None:
        """Return the entry that answers these words best; None where none answers enough of them.

        ``said`` are all words of the text: one that asks nothing must be a title and nothing more.
        """
        content = [_known(word, self._held) for word in content]
        ranked = [(self._score(place, content), -place) for place in range(len(self._entries))]
        (_, held, in_title), place = max(ranked)
        entry, title = self._entries[-place], self._titles[-place]
        if evidence == _NAMED:
            enough = in_title == len(content) and {*said} <= {*content, *self._names[-place], *_set(GENERAL)}
            return entry if enough else None
        if len(content) == 1:
            is_title = in_title >= _HALF * len(title)
            return entry if in_title and (is_title or evidence == _EXPLAINED) else None
        is_plain = in_title and not isinstance(entry.answer, Command)
        least = _ENOUGH if is_plain else _ALL
        return entry if held >= least and (in_title or evidence == _EXPLAINED) else None

    def _score(self, place: int, content: Sequence[str]) -> tuple[float, float, int]:
        title, lead, body = self._titles[place], self._leads[place], self._bodies[place]
        score = held = every = 0.0
        of_title = _COMMAND if isinstance(self._entries[place].answer, Command) else _TITLE
        for word in content:
            rarity = log(1 + len(self._entries) / (self._held[word] or _RARE))
            every += rarity
            weight = of_title if word in title else _LEAD if word in lead else _MORE if word in body else 0
            score += weight * rarity
            held += rarity * (weight > 0)
        in_title = sum(word in title for word in content)
        # A title that says nothing else is meant rather than a longer one.
        share = held / every
        return score * share**2 * (1 + in_title / (len(title) or 1)), share, in_title


def _known(word: str, known: Collection[str]) -> str:
    """Return a mistyped word as it is spelled among those that are known."""
    if word in known or len(word) < _SHORTEST_TYPO:
        return word
    return next(iter(get_close_matches(word, known, n=1, cutoff=0.84)), word)


@lru_cache(maxsize=16)
def _index(commands: Commands, _: Language | None) -> _Index:
    """Return the index in the current language, which takes 30 ms to make."""
    return _Index([*_entries(commands)])


_SHORTEST_TYPO: Final = 6
_SMALL: Final = frozenset(map(str, range(11)))
"""Numbers that stand in almost every entry."""
_RARE: Final = 3
"""A word that no entry has weighs as much as one that this many have."""

_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_NUMBERS: Final = {english_number(number): str(number) for number in range(122)}


@cache
def _number() -> re.Pattern[str]:
    """Return the pattern of a number in words, made at its first use: a start need not wait 50 ms for it."""
    return re.compile(rf"\b(?:{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})\b")


def _words(text: str) -> list[str]:
    """Return the stems of the words of a text, with numbers in figures."""
    low = _number().sub(lambda found: _NUMBERS[found[0]], text.lower().replace("\u2019", "'"))
    return [_stem(word) for word in _WORD.findall(low)]


def _stem(word: str) -> str:
    """Return a word without the endings of its forms: ``pegging`` and ``pegs`` are both ``peg``."""
    word = word.removesuffix("'s")
    for ending in ("ing", "ed", "s"):
        if word.endswith(ending) and not word.endswith("ss") and len(word) - len(ending) >= 3:
            word = word.removesuffix(ending)
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


def _set(words: str) -> set[str]:
    return set(_words(gettext(words)))


def _ignored() -> set[str]:
    return _set(ASKING) | _set(VERBS) | _set(FILLER) | _set(GENERAL)
