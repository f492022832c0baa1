"""What a host sees before a game is open: who counts, all options of the game, and the forms that change them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Final

from discord import ButtonStyle

from bot.i18n.translation import N_, gettext, join_list, ngettext
from bot.models.options import Option
from bot.tables import seating
from bot.tables.seating import Opening
from bot.tables.table import name_of
from bot.ui.core import formatting
from bot.ui.core.components import Button, Field, Form, Menu, MenuOption, Row, Screen
from bot.ui.core.router import AnyPress, Part, press
from bot.ui.games.invitation_view import are_chosen, sides_in_words
from bot.ui.games.play_options import (
    AUTOMATIC,
    COUNTINGS,
    ENDS,
    EXTRAS,
    FOR_STARTERS,
    GAME_TIMES,
    MATCHES,
    OPEN,
    OWN,
    PLACES,
    PLAYER_NUMBERS,
    ROBOT,
    ROBOT_NUMBERS,
    ROBOTS,
    TURN_TIMES,
    Company,
    PlayOption,
    PlayOptions,
)
from bot.ui.games.screens import robot_in_words
from bot.ui.lawbook.tutorial import first_deal_button
from engine import presets
from engine.ai.levels import RATED, rating_of
from engine.presets import Doubles
from engine.rules import Counting, Rules

UNSET: Final = "-"
"""The value of the first choice in a menu, which leaves the option to its default."""

_ASKED: Final = N_("Who counts: press **Start**, and I'll ask you")
_PARTNER: Final = N_("{name} is my partner")
_PARTNERS: Final = {ROBOT: N_("A robot is my partner"), OPEN: N_("Anyone can be my partner")}

FORMS: Final[Mapping[str, tuple[str, tuple[PlayOption, ...]]]] = {
    "people": (N_("Players"), (ROBOTS, ROBOT_NUMBERS, PLAYER_NUMBERS)),
    "rules": (N_("Length and counting"), ()),
    "time": (N_("Match, time, place"), (MATCHES, TURN_TIMES, GAME_TIMES, ENDS, PLACES)),
}
"""The forms by the actions that open them: their titles, and the options with a menu there of their own."""


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


def opponent_question(options: PlayOptions, *, in_private: bool) -> Screen:
    """Return the one question before a game: a robot, a friend, or anyone in this place."""
    asked = gettext("**Who do you want to play?**")
    robot = _button("start", replace(options, robot=FOR_STARTERS), gettext("A robot"), ButtonStyle.primary)
    anyone = [] if in_private else [_button("start", options, gettext("Anyone here"), ButtonStyle.primary)]
    friend = Menu(custom_id=ChooseOptions("friend", options).custom_id, placeholder=gettext("A friend: choose here"))
    more = _button("more", options, gettext("More options"))
    return _screen(asked, [robot, *anyone], [friend], [first_deal_button(), more])


def counting_question(options: PlayOptions, commitment: str = "") -> Screen:
    """Return the question who counts, which each player is asked once; ``commitment`` is of a game that begins then."""
    text = gettext("**Who counts the hands?**\n-# I ask only once. Change it any time with `/preferences`.")
    return _question(text, options, commitment, ("own", options, OWN), ("bot", options, AUTOMATIC))


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
    own, automatic = (replace(options, counting=counting) for counting in (OWN, AUTOMATIC))
    answers = ("start", own, counting_of(options)), ("start", automatic, AUTOMATIC)
    return _question(text, options, commitment, *answers)


def _question(text: str, options: PlayOptions, commitment: str, *answers: tuple[str, PlayOptions, str]) -> Screen:
    row = [_button(action, chosen, COUNTINGS.label_of(who), ButtonStyle.primary) for action, chosen, who in answers]
    return _screen(text + _fair_shuffle(commitment), [*row, _button("more", options, gettext("More options"))])


def _fair_shuffle(commitment: str) -> str:
    line = gettext("-# Fair shuffle · commitment ||`{commitment}`||", commitment=commitment)
    return f"\n{line}" if commitment else ""


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
    titles = {preset.name: gettext(preset.title) for preset in presets.PRESETS.values()}
    rules = _menu(ChooseOptions("preset", options).custom_id, titles, [options.preset])
    start = _button("start", replace(options, counting=counting), gettext("Start"), ButtonStyle.success)
    row = [
        replace(start, disabled=isinstance(opening, str)),
        *(_button(action, options, gettext(title)) for action, (title, _) in FORMS.items()),
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
    names = {account: player.name for account, player in zip(options.opponents, opening.invited, strict=True)}
    others = options.others(Company(opening.robots, opening.rules.players))
    chosen = None if opening.partner is None else others[opening.partner]
    by_cut = gettext("The 2 lowest cards in the cut are partners")
    shown = [MenuOption(gettext("Partners by the cut"), UNSET, by_cut, chosen is None)]
    for place, other in enumerate(others):
        if other in others[:place]:
            continue
        label = gettext(_PARTNERS[other]) if isinstance(other, str) else gettext(_PARTNER, name=names[other])
        sides = seating.first_seats(replace(opening, partner=place))
        described = sides_in_words(opening.rules, sides, [name_of(seat) for seat in sides])
        shown.append(MenuOption(label, str(other), described, other == chosen))
    return Menu(custom_id=ChooseOptions("pair", options).custom_id, options=tuple(shown))


def form_for(action: str, options: PlayOptions) -> Form:
    """Return the form that a button opens."""
    title, menus = FORMS[action]
    fields = [Field(_menu(one.name, _labels(one), [_value(options, one)]), gettext(one.label)) for one in menus]
    if action == "people":
        people = Menu(custom_id="opponents", fewest=0, most=3, users=options.opponents)
        fields.insert(0, Field(people, gettext("People to invite")))
    elif action == "rules":
        fields = _rules_fields(options)
    return Form(ChooseOptions(action, options).custom_id, gettext(title), tuple(fields))


def _rules_fields(options: PlayOptions) -> list[Field]:
    lengths = {f"{target}{name}": _length(target, pairs) for (target, name), pairs in options.lengths().items()}
    target = options.target or presets.PRESETS[options.preset].rules.target
    doubles = options.doubles or next(iter(presets.PRESETS[options.preset].doubles[target]))
    countings = {value: label for value, label in _labels(COUNTINGS).items() if value != OWN}
    extras = {name: gettext(text) for name, text in EXTRAS.choices.items()}
    chosen = [name for name in extras if getattr(options, name)]
    return [
        Field(_menu("length", lengths, [f"{target}{doubles}"]), gettext("Length and skunks")),
        Field(_menu(COUNTINGS.name, countings, [counting_of(options)]), gettext(COUNTINGS.label)),
        Field(_menu(EXTRAS.name, extras, chosen, len(extras)), gettext(EXTRAS.label)),
    ]


def read_form(action: str, options: PlayOptions, chosen: Mapping[str, Sequence[str]]) -> PlayOptions:
    """Return the options as a form leaves them; what the form does not ask stays."""

    def of(one: Option) -> Any:
        return one.chosen(next(iter(chosen.get(one.name, ())), None))

    changed = replace(options, **{one.name: of(one) for one in FORMS[action][1]})
    if action == "time":
        # The menu always names an end; the usual one means nothing without a clock.
        is_usual = changed.when_over == "robot" and not (changed.turn_time or changed.game_time)
        return replace(changed, best_of=changed.best_of or 1, when_over=None if is_usual else changed.when_over)
    if action != "rules":
        return changed
    length, counting, extras = next(iter(chosen.get("length", ())), ""), of(COUNTINGS), chosen.get(EXTRAS.name, ())
    target = length.rstrip("abcdefghijklmnopqrstuvwxyz")
    usual = counting_of(replace(options, counting=OWN))
    return replace(
        options,
        target=int(target) if target.isdecimal() else None,
        doubles=length.removeprefix(target) or None,
        counting=OWN if counting == usual else counting,
        muggins="muggins" in extras,
        ceremony="ceremony" in extras,
    )


def counting_of(options: PlayOptions) -> str:
    """Return how the hands are counted: automatic, referee or challenge."""
    if options.counting not in {None, OWN}:
        return str(options.counting)
    usual = presets.PRESETS[options.preset].rules.counting
    return Counting.REFEREE.value if usual is Counting.AUTOMATIC else usual.value


def _summary(options: PlayOptions, opening: Opening, counting: str | None) -> list[str]:
    names = [formatting.escape(player.name) for player in (opening.host, *opening.invited)]
    robots = len(opening.robots)
    vacant = opening.rules.players - len(names) - robots
    if robots:
        names.append(ngettext("{number} robot", "{number} robots", robots))
    if vacant:
        names.append(ngettext("{number} open seat", "{number} open seats", vacant))
    rules = opening.rules
    length = _length(rules.target, rules.doubles)
    extras = [gettext(text) for name, text in EXTRAS.choices.items() if getattr(options, name)]
    times = [one.label_of(seconds) for one in (TURN_TIMES, GAME_TIMES) if (seconds := getattr(options, one.name))]
    place = "here" if opening.place == "guest" else opening.place
    return [
        _partners(opening) or join_list(names),
        *(_robot(robot, rules) for robot in dict.fromkeys(opening.robots)),
        gettext("{rules}: {length}", rules=gettext(presets.PRESETS[options.preset].title), length=length),
        ". ".join([gettext(_ASKED) if counting is None else COUNTINGS.label_of(rules.counting.value), *extras]),
        ". ".join([MATCHES.label_of(options.best_of), *times, PLACES.label_of(place)]),
    ]


def _robot(robot: str, rules: Rules) -> str:
    # Robots were measured in one form of the game, which says nothing of another.
    is_rated = (rules.players, rules.dealt) == RATED
    if robot in ROBOTS.choices:
        label = ROBOTS.label_of(robot)
        return label if is_rated else label.replace(f" ({rating_of(robot)})", "")
    like = N_("A robot like you: {level}. You win about half.") if is_rated else N_("A robot like you: {level}.")
    return gettext(like, level=robot_in_words(robot, rules))


def _partners(opening: Opening) -> str:
    if not are_chosen(opening.rules):
        return ""
    seats = seating.first_seats(opening)
    sides = sides_in_words(opening.rules, seats, [formatting.escape(name_of(seat)) for seat in seats])
    return gettext("Partners: {sides}", sides=sides)


def _length(target: int, doubles: Doubles) -> str:
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


def _labels(one: PlayOption) -> dict[str, str]:
    usual = {UNSET: gettext(one.usual)} if one.usual else {}
    return usual | {str(value): one.label_of(value) for value in one.choices}


def _value(options: PlayOptions, one: PlayOption) -> str:
    value = getattr(options, one.name)
    return str(value) if value is not None else UNSET if one.usual else str(next(iter(one.choices)))


def _menu(name: str, labels: Mapping[str, str], chosen: Sequence[str], most: int = 1) -> Menu:
    options = [MenuOption(label, value, default=value in chosen) for value, label in labels.items()]
    return Menu(custom_id=name, options=tuple(options), fewest=0 if most > 1 else 1, most=most)


def _button(action: str, options: PlayOptions, label: str, style: ButtonStyle = ButtonStyle.secondary) -> Button:
    return Button(label, ChooseOptions(action, options).custom_id, style)


def _screen(text: str, *rows: Row) -> Screen:
    return Screen((text, *rows))
