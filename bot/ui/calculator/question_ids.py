"""Questions as short texts for the custom ids of buttons, from which the same question is made again.

``"~Hm 5H5D5CJS5S 28"`` is a hand with a marked starter and a declared count of 28. Older buttons hold a question as
players type it, so that is read too.
"""

import re
from collections import Counter
from dataclasses import replace
from typing import Final, assert_never, get_args

from engine.cards import Card, Rank
from engine.errors import NotationError
from engine.messages import message
from engine.text import questions
from engine.text.game_scores import TARGETS
from engine.text.question_reader import read


def encode_question(question: questions.Question) -> str:
    """Return a question as a short text, without the notes on its reading."""
    flags = ""
    match question:
        case questions.HandQuestion() | questions.RanksQuestion():
            nobs = isinstance(question, questions.RanksQuestion) and question.nobs
            flags = f"H{'c' * question.crib}{'m' * question.starter_marked}{'n' * nobs}"
        case questions.FourCardQuestion():
            flags = f"F{'c' * question.crib}"
        case questions.DiscardQuestion():
            flags = f"D{_DEALERS[question.dealer]}{_PLAYERS[question.players]}"
        case questions.PlayQuestion():
            flags = "P"
        case questions.NextQuestion():
            flags = "N"
        case questions.RunQuestion():
            flags = "R"
        case questions.OddsQuestion():
            return _encode_odds(question)
        case _:
            assert_never(question)
    return " ".join([f"~{flags}", _encode_cards(question), *_encode_claims(question)])


def _encode_odds(question: questions.OddsQuestion) -> str:
    game = _DEALERS[question.dealer] + _PLAYERS[question.players]
    fields = (question.about, question.points, question.rank or "", "c" * question.crib, game)
    return f"~O {'.'.join(map(str, fields))}.{_encode_scores(question.scores)}"


def _encode_scores(scores: questions.GameScores | None) -> str:
    return "-".join(str(one) for one in scores or () if one is not None)


def _decode_odds(text: str) -> questions.OddsQuestion:
    found = _ODDS.fullmatch(text)
    if found is None:
        raise NotationError(_UNKNOWN)
    dealer, players = _game(found["game"])
    rank = Card.parse(f"{found['rank']}C").rank if found["rank"] else None
    about = next((topic for topic in get_args(questions.Topic) if topic == found["about"]), None)
    if about is None:
        raise NotationError(_UNKNOWN)
    return questions.OddsQuestion(
        about, int(found["points"]), rank, bool(found["crib"]), dealer, _scores(found["scores"] or None), players
    )


def _game(flags: str) -> tuple[bool | None, int | None]:
    """Return who deals and how many play, by the flags of a question."""
    dealer = next(dealer for dealer, flag in _DEALERS.items() if flag == flags.rstrip("tsf"))
    return dealer, next(many for many, flag in _PLAYERS.items() if flag == flags.lstrip("dp"))


def without_claims(question: questions.Question) -> questions.Question:
    match question:
        case questions.PlayQuestion():
            return replace(question, declared_count=None, declared=None, others=(), written=())
        case questions.HandQuestion() | questions.RanksQuestion() | questions.FourCardQuestion():
            return replace(question, declared=None, others=())
        case _:
            return question


def _encode_cards(question: questions.Question) -> str:
    codes = [_code(face) for face in questions.all_cards(question)]
    if isinstance(question, questions.PlayQuestion):
        for place, *score in question.written:
            count, points = ("" if part is None else part for part in score)
            codes[place] += f"({count}-{points})"
        for place in question.restarts:
            codes[place] = f"!{codes[place]}"
    more: tuple[tuple[questions.Face, ...], ...] = (
        (question.played,) if isinstance(question, questions.NextQuestion) and question.played else ()
    )
    more = question.options if isinstance(question, questions.DiscardQuestion) else more
    return "".join(codes) + (">" if more else "") + "/".join("".join(map(_code, group)) for group in more)


def _code(face: questions.Face) -> str:
    return str(face.card or f"{face.rank}.")


def _encode_claims(question: questions.Question) -> list[str]:
    if isinstance(question, questions.NextQuestion):
        return [] if question.count is None else [f"@{question.count}"]
    if isinstance(question, questions.DiscardQuestion):
        claims = [] if question.scores is None else [_encode_scores(question.scores)]
    elif not isinstance(question, questions.Claimed) or question.declared is None:
        claims = []
    else:
        claims = [",".join(map(str, (question.declared, *question.others)))]
    if isinstance(question, questions.PlayQuestion) and question.declared_count is not None:
        claims.append(f"@{question.declared_count}")
    return claims


def decode_question(text: str) -> questions.Question:
    """Return the question of a short text, or of a text as players type it. Raises ``NotationError`` for others."""
    if not text.startswith("~"):
        return read(text).questions[0]
    if text.startswith("~O "):
        return _decode_odds(text)
    shape = _SHAPE.fullmatch(text)
    if shape is None:
        raise NotationError(_UNKNOWN)
    cards = list(_CARD.finditer(shape["cards"]))
    faces = tuple(_face(card) for card in cards)
    _check(faces, shape["kind"])
    flags = shape["flags"]
    declared, *others = map(int, shape["claims"].split(",")) if shape["claims"] else (None,)
    crib, counts = "c" in flags, tuple(others)
    more = tuple(tuple(map(_face, _CARD.finditer(group))) for group in (shape["more"] or "").split("/") if group)
    match shape["kind"]:
        case "H":
            suited = [face.card for face in faces if face.card is not None]
            if len(suited) == len(faces):
                return questions.HandQuestion(
                    tuple(suited[:-1]), suited[-1], crib, "m" in flags, declared, others=counts
                )
            return questions.RanksQuestion(
                faces[:-1], faces[-1], "n" in flags, crib, "m" in flags, declared, others=counts
            )
        case "F":
            return questions.FourCardQuestion(faces, crib, declared, others=counts)
        case "D":
            dealer, players = _game(flags)
            if len(faces) < 5 and len(more) != 2:
                raise NotationError(_UNKNOWN)
            return questions.DiscardQuestion(faces, dealer, _scores(shape["scores"]), more, players)
        case "R":
            return questions.RunQuestion(faces)
        case "N":
            return questions.NextQuestion(faces, more[0] if more else (), _number(shape["count"]))
        case _:
            return questions.PlayQuestion(
                faces,
                _number(shape["count"]),
                declared,
                tuple(
                    (place, _number(score["count"]), _number(score["points"]))
                    for place, card in enumerate(cards)
                    for score in _SCORE.finditer(card["scores"])
                ),
                tuple(place for place, card in enumerate(cards) if card["go"]),
                others=counts,
            )


def _face(card: re.Match[str]) -> questions.Face:
    suited = Card.parse(f"{card['rank']}{card['suit'].replace('.', 'C')}")
    return questions.Face(suited.rank, None if card["suit"] == "." else suited)


def _scores(text: str | None) -> questions.GameScores | None:
    """Return scores before a deal. Raises ``NotationError`` for a game that is over."""
    if text is None:
        return None
    scores = questions.GameScores(*map(int, text.split("-")))
    if max(scores.mine, scores.theirs, scores.third or 0) >= scores.target or scores.target not in TARGETS:
        raise NotationError(_UNKNOWN)
    return scores


def _number(text: str | None) -> int | None:
    return int(text) if text else None


def _check(faces: tuple[questions.Face, ...], kind: str) -> None:
    """Refuse a number of cards that this kind of question does not have, and more cards than a deck has."""
    named = [face.card for face in faces if face.card is not None]
    most = max(Counter(face.rank for face in faces).values())
    if len(faces) not in _NUMBERS[kind] or len({*named}) < len(named) or most > 4:
        raise NotationError(_UNKNOWN)


_UNKNOWN: Final = message("I can't read that button any more. Type the cards again.")
_DEALERS: Final = {None: "", True: "d", False: "p"}
_PLAYERS: Final = {None: "", 2: "t", 3: "s", 4: "f"}
_NUMBERS: Final = {
    "H": (4, 5),
    "F": (4,),
    "D": (4, 5, 6),
    "P": range(1, questions.MOST_PLAYED + 1),
    "N": range(1, 7),
    "R": range(2, questions.MOST_PLAYED + 1),
}
_ODDS: Final = re.compile(
    r"~O (?P<about>[a-z]+)\.(?P<points>[0-9]{1,3})\.(?P<rank>[2-9AJQKT]?)\.(?P<crib>c?)\.(?P<game>[dp]?[tsf]?)"
    r"\.(?P<scores>(?:[0-9]{1,3}(?:-[0-9]{1,3}){2,3})?)"
)
_RANKS: Final = "".join(str(rank) for rank in Rank)
_SCORE: Final = re.compile(r"\((?P<count>[0-9]*)-(?P<points>[0-9]*)\)")
_CARD: Final = re.compile(rf"(?P<go>!?)(?P<rank>[{_RANKS}])(?P<suit>[CDHS.])(?P<scores>(?:\([0-9]*-[0-9]*\))*)")
_SHAPE: Final = re.compile(
    r"~(?P<kind>[HFPNR]|D(?=[dp]?[tsf]? ))(?P<flags>[a-z]*)"
    rf" (?P<cards>(?:!?[{_RANKS}][CDHS.](?:\([0-9]*-[0-9]*\))*)+)(?:>(?P<more>[{_RANKS}CDHS./]+))?"
    r"(?: (?P<scores>[0-9]{1,3}(?:-[0-9]{1,3}){2,3}))?"
    r"(?: (?P<claims>[0-9]+(?:,[0-9]+)*))?(?: @(?P<count>[0-9]+))?"
)
