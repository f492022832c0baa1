"""What a host sees before a game is open: who counts, all options of the game, and the forms that change them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final

from discord import ButtonStyle

from bot.i18n.translation import N_, gettext, join_list, ngettext
from bot.tables import seating
from bot.tables.seating import Opening
from bot.tables.table import name_of
from bot.ui.core import formatting
from bot.ui.core.components import Button, Field, Form, Menu, Option, Row, Screen
from bot.ui.core.router import AnyPress, Part, press
from bot.ui.games.invitation_view import are_chosen, sides_in_words
from bot.ui.games.play_options import AUTOMATIC, OPEN, OWN, ROBOT, Company, PlayOptions
from engine import presets
from engine.presets import Doubles
from engine.rules import Counting

UNSET: Final = "-"
"""The value of the first choice in a menu, which leaves the option to its default."""

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400

ROBOT_LABELS: Final = {
    "easy": N_("Easy robot: a beginner"),
    "casual": N_("Casual robot: plays now and then"),
    "steady": N_("Steady robot: plays regularly"),
    "club": N_("Club robot: plays well"),
    "expert": N_("Expert robot: very hard to beat"),
}
COUNTING_LABELS: Final = {OWN: N_("I count"), AUTOMATIC: N_("The bot counts")}
_COUNTINGS: Final = {
    AUTOMATIC: N_("The bot counts"),
    Counting.REFEREE.value: N_("You count, the bot checks"),
    Counting.CHALLENGE.value: N_("Players check each other"),
}
_ASKED: Final = N_("Who counts: press **Start**, and I'll ask you")
_ROBOT_NUMBERS: Final = {"1": N_("1 robot"), "2": N_("2 robots"), "3": N_("3 robots")}
_PLAYER_NUMBERS: Final = {"2": N_("2 players"), "3": N_("3 players"), "4": N_("4 players, in pairs")}
_PARTNER: Final = N_("{name} is my partner")
_PARTNERS: Final = {ROBOT: N_("A robot is my partner"), OPEN: N_("Anyone can be my partner")}
_MATCHES: Final = {
    "1": N_("A single game"),
    "3": N_("Best of 3 games"),
    "5": N_("Best of 5 games"),
    "7": N_("Best of 7 games"),
}
_TURN_TIMES: Final = {
    str(_MINUTE): N_("1 minute per turn"),
    str(3 * _MINUTE): N_("3 minutes per turn"),
    str(10 * _MINUTE): N_("10 minutes per turn"),
    str(_HOUR): N_("1 hour per turn"),
    str(12 * _HOUR): N_("12 hours per turn"),
    str(_DAY): N_("1 day per turn"),
    str(3 * _DAY): N_("3 days per turn"),
    str(7 * _DAY): N_("7 days per turn"),
}
_GAME_TIMES: Final = {
    str(10 * _MINUTE): N_("10 minutes per player for the whole game"),
    str(30 * _MINUTE): N_("30 minutes per player for the whole game"),
    str(_HOUR): N_("1 hour per player for the whole game"),
    str(_DAY): N_("1 day per player for the whole game"),
    str(7 * _DAY): N_("7 days per player for the whole game"),
    str(30 * _DAY): N_("30 days per player for the whole game"),
}
_ENDS: Final = {"robot": N_("A robot plays on for them"), "forfeit": N_("They lose the game")}
_PLACES: Final = {"thread": N_("In a new thread"), "here": N_("In this channel"), "dm": N_("In DMs")}
_EXTRAS: Final = {"muggins": N_("Muggins: take missed points"), "ceremony": N_("Cut the deck yourselves")}


@dataclass(frozen=True, slots=True)
class _Menu:
    """One menu of a form: its name, the label above it, its choices, the first chosen, and the most to choose."""

    name: str
    label: str
    choices: Mapping[str, str]
    chosen: Sequence[str]
    most: int = 1


def _form(options: PlayOptions, action: str, title: str, *menus: _Menu, first: tuple[Field, ...] = ()) -> Form:
    """Return a form of menus, below the fields that are ``first``."""
    fields = [
        Field(
            Menu(
                custom_id=menu.name,
                options=tuple(
                    Option(label, value, default=value in menu.chosen) for value, label in menu.choices.items()
                ),
                fewest=0 if menu.most > 1 else 1,
                most=menu.most,
            ),
            menu.label,
        )
        for menu in menus
    ]
    return Form(ChooseOptions(action, options).custom_id, title, (*first, *fields))


def _read_options(text: str) -> PlayOptions:
    options = PlayOptions.from_text(text)
    if options is None:
        raise ValueError
    return options


OUTDATED: Final = N_("These options are out of date. Use `/play` again.")


@press("o1:{action}:{options}", OUTDATED)
class ChooseOptions(AnyPress):
    """A button, menu or form of a new game, with all options that are chosen already: at most 98 characters."""

    action: Annotated[str, Part("[^:]*")]
    options: Annotated[PlayOptions, Part(".*", _read_options, PlayOptions.to_text)]


def counting_question(options: PlayOptions, commitment: str = "") -> Screen:
    """Return the question who counts, which each player is asked once; ``commitment`` is of a game that begins then."""
    text = gettext("**Who counts the hands?**\n-# I ask only once. Change it any time with `/preferences`.")
    text += _fair_shuffle(commitment)
    lead = ButtonStyle.primary
    row = [
        _button("own", options, gettext(COUNTING_LABELS[OWN]), lead),
        _button("bot", options, gettext(COUNTING_LABELS[AUTOMATIC]), lead),
        _button("more", options, gettext("More options")),
    ]
    return _screen(text, row)


def _fair_shuffle(commitment: str) -> str:
    """Return the line with the commitment to a shuffle, if there is one."""
    if not commitment:
        return ""
    line = gettext("-# Fair shuffle · commitment ||`{commitment}`||", commitment=commitment)
    return f"\n{line}"


def preset_question(options: PlayOptions, commitment: str = "") -> Screen:
    """Return the question who counts in a game whose rules say something else than the host prefers.

    ``commitment`` is that of a game that begins with the answer.
    """
    preset = presets.PRESETS[options.preset]
    bot_counts = preset.rules.counting is not Counting.AUTOMATIC
    text = gettext(
        "**Who counts the hands?**\n{rules}: {source}. Your preference: {wish}.",
        rules=gettext(preset.title),
        source=gettext(preset.source),
        wish=gettext("the bot counts" if bot_counts else "you count"),
    )
    text += _fair_shuffle(commitment)
    lead = ButtonStyle.primary
    row = [
        _button("start", replace(options, counting=OWN), gettext(_COUNTINGS[counting_of(options)]), lead),
        _button("start", replace(options, counting=AUTOMATIC), gettext(_COUNTINGS[AUTOMATIC]), lead),
        _button("more", options, gettext("More options")),
    ]
    return _screen(text, row)


def options_page(options: PlayOptions, opening: Opening | str, counting: str | None, commitment: str = "") -> Screen:
    """Return the page of all options; ``opening`` is the game that they open, or why they open none.

    ``counting`` is who counts, which is asked at the start if it is None; ``commitment`` is that of a game that begins
    at once.
    """
    head = gettext("**New game**")
    if isinstance(opening, str):
        text = f"{head}\n{opening}"
    else:
        text = "\n".join([head, *(f"- {line}" for line in _summary(options, opening, counting))])
        text += _fair_shuffle(commitment)
    rules = Menu(
        custom_id=ChooseOptions("preset", options).custom_id,
        options=tuple(
            Option(label=gettext(preset.title), value=preset.name, default=preset.name == options.preset)
            for preset in presets.PRESETS.values()
        ),
    )
    start = _button("start", replace(options, counting=counting), gettext("Start"), ButtonStyle.success)
    row = [
        replace(start, disabled=isinstance(opening, str)),
        _button("people", options, gettext("Players")),
        _button("rules", options, gettext("Length and counting")),
        _button("time", options, gettext("Match, time, place")),
    ]
    if isinstance(opening, str) or opening.rules.players != 4:
        return _screen(text, [rules], row)
    return _screen(text, [rules], [_partner_menu(options, opening)], row)


def read_partner(value: str) -> int | str | None:
    """Return the partner that was chosen in the menu: an account, a robot, an open seat, or None for the cut."""
    if value.isdecimal():
        return int(value)
    return value if value in {ROBOT, OPEN} else None


def _partner_menu(options: PlayOptions, opening: Opening) -> Menu:
    """Return the menu of everyone who can be the host's partner, each with the two sides that this makes."""
    names = {account: player.name for account, player in zip(options.opponents, opening.invited, strict=True)}
    others = options.others(Company(opening.robots, opening.rules.players))
    chosen = None if opening.partner is None else others[opening.partner]
    by_cut = gettext("The 2 lowest cards in the cut are partners")
    shown = [Option(gettext("Partners by the cut"), UNSET, by_cut, chosen is None)]
    for place, other in enumerate(others):
        if other in others[:place]:
            continue
        label = gettext(_PARTNERS[other]) if isinstance(other, str) else gettext(_PARTNER, name=names[other])
        sides = seating.first_seats(replace(opening, partner=place))
        described = sides_in_words(opening.rules, sides, [name_of(seat) for seat in sides])
        shown.append(Option(label, str(other), described, other == chosen))
    return Menu(custom_id=ChooseOptions("pair", options).custom_id, options=tuple(shown))


def people_form(options: PlayOptions) -> Form:
    """Return the form for those who are invited, the robots and the number of players."""
    people = Field(Menu(custom_id="opponents", fewest=0, most=3, users=options.opponents), gettext("People to invite"))
    any_robots, any_players = gettext("Fill the open seats"), gettext("Everyone chosen above")
    return _form(
        options,
        "people",
        gettext("Players"),
        _Menu("robot", gettext("Robot"), _or(gettext("No robot"), ROBOT_LABELS), [options.robot or UNSET]),
        _Menu("robots", gettext("How many robots"), _or(any_robots, _ROBOT_NUMBERS), [str(options.robots or UNSET)]),
        _Menu(
            "players", gettext("How many players"), _or(any_players, _PLAYER_NUMBERS), [str(options.players or UNSET)]
        ),
        first=(people,),
    )


def rules_form(options: PlayOptions) -> Form:
    """Return the form for the length, the counting and what is added to the rules."""
    lengths = {f"{target}{name}": _length(target, pairs) for (target, name), pairs in options.lengths().items()}
    target = options.target or presets.PRESETS[options.preset].rules.target
    doubles = options.doubles or next(iter(presets.PRESETS[options.preset].doubles[target]))
    extras = [name for name in _EXTRAS if getattr(options, name)]
    return _form(
        options,
        "rules",
        gettext("Length and counting"),
        _Menu("length", gettext("Length and skunks"), lengths, [f"{target}{doubles}"]),
        _Menu("counting", gettext("Who counts"), _translated(_COUNTINGS), [counting_of(options)]),
        _Menu("extras", gettext("Extras"), _translated(_EXTRAS), extras, len(_EXTRAS)),
    )


def time_form(options: PlayOptions) -> Form:
    """Return the form for the match, the clock and the place."""
    turn, game = str(options.turn_time or UNSET), str(options.game_time or UNSET)
    no_limit, place = gettext("No limit"), gettext("Usual place")
    return _form(
        options,
        "time",
        gettext("Match, time, place"),
        _Menu("best_of", gettext("Match"), _translated(_MATCHES), [str(options.best_of)]),
        _Menu("turn_time", gettext("Time limit per turn"), _or(no_limit, _TURN_TIMES), [turn]),
        _Menu("game_time", gettext("Time limit per player"), _or(no_limit, _GAME_TIMES), [game]),
        _Menu("when_over", gettext("When a player's time is up"), _translated(_ENDS), [options.when_over or "robot"]),
        _Menu("where", gettext("Place"), _or(place, _PLACES), [options.where or UNSET]),
    )


def counting_of(options: PlayOptions) -> str:
    """Return how the hands are counted: automatic, referee or challenge."""
    if options.counting not in {None, OWN}:
        return str(options.counting)
    usual = presets.PRESETS[options.preset].rules.counting
    return Counting.REFEREE.value if usual is Counting.AUTOMATIC else usual.value


def _summary(options: PlayOptions, opening: Opening, counting: str | None) -> list[str]:
    """Return the game in a few lines: the players, the rules, the counting, and the match with its clock and place."""
    names = [formatting.escape(player.name) for player in (opening.host, *opening.invited)]
    robots = len(opening.robots)
    vacant = opening.rules.players - len(names) - robots
    if robots:
        names.append(ngettext("{number} robot", "{number} robots", robots))
    if vacant:
        names.append(ngettext("{number} open seat", "{number} open seats", vacant))
    rules = opening.rules
    length = _length(rules.target, rules.doubles)
    extras = [gettext(text) for name, text in _EXTRAS.items() if getattr(options, name)]
    match = gettext(_MATCHES[str(options.best_of)])
    times = [gettext(_TURN_TIMES[str(options.turn_time)])] if options.turn_time else []
    times += [gettext(_GAME_TIMES[str(options.game_time)])] if options.game_time else []
    return [
        _partners(opening) or join_list(names),
        gettext("{rules}: {length}", rules=gettext(presets.PRESETS[options.preset].title), length=length),
        ". ".join([gettext(_ASKED if counting is None else _COUNTINGS[rules.counting.value]), *extras]),
        ". ".join([match, *times, gettext(_PLACES["here" if opening.place == "guest" else opening.place])]),
    ]


def _partners(opening: Opening) -> str:
    """Return the partners, if the host chose them."""
    if not are_chosen(opening.rules):
        return ""
    seats = seating.first_seats(opening)
    sides = sides_in_words(opening.rules, seats, [formatting.escape(name_of(seat)) for seat in seats])
    return gettext("Partners: {sides}", sides=sides)


def _length(target: int, doubles: Doubles) -> str:
    """Return the length of a game and its double games: ``121 points. A loss under 91 counts as 2 games, ...``."""
    if not doubles:
        return gettext("{target} points, no skunks", target=target)
    (below, games), *others = doubles
    rest = "".join(gettext(", under {mark} as {many}", mark=mark, many=many) for mark, many in others)
    return gettext(
        "{target} points. A loss under {below} counts as {games} games{rest}",
        target=target,
        below=below,
        games=games,
        rest=rest,
    )


def _or(usual: str, choices: Mapping[str, str]) -> dict[str, str]:
    return {UNSET: usual, **_translated(choices)}


def _translated(choices: Mapping[str, str]) -> dict[str, str]:
    return {value: gettext(text) for value, text in choices.items()}


def _button(action: str, options: PlayOptions, label: str, style: ButtonStyle = ButtonStyle.secondary) -> Button:
    return Button(label, ChooseOptions(action, options).custom_id, style)


def _screen(text: str, *rows: Row) -> Screen:
    return Screen((text, *rows))
