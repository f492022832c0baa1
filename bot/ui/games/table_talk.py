"""What players ask and say at the table beside their moves, in any of the languages, and the answer from the game."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from difflib import get_close_matches
from typing import Final, NamedTuple

from bot.i18n.translation import N_, gettext
from bot.tables.table import Table
from bot.ui.core.components import Button, Buttons, DisplayOptions, Press, Screen, button, page_view
from bot.ui.core.formatting import hand
from bot.ui.games.action_rows import HINT, TAKE_BACK
from bot.ui.games.move_log import lines_of_points
from bot.ui.games.scenes import table_scene
from bot.ui.games.status import prompt_for_all, prompt_for_you
from bot.ui.games.table_view import TableView
from bot.ui.lawbook.law_page import why_button
from engine.actions import StandDeal, TakeBack
from engine.errors import NotationError
from engine.laws import Law
from engine.text.languages.typed_language import TypedLanguage
from engine.text.multilingual import read_moves
from engine.view import View


class Asked(NamedTuple):
    """What a text asks or says: its kind, a key of ``PHRASES``, and for "why" the seat and the points that it names."""

    kind: str
    seat: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """The answer to a player at the table: its text and buttons, and the ``game`` to show again below it."""

    text: str
    buttons: tuple[Button, ...] = ()
    game: str = ""

    @property
    def below(self) -> Buttons | None:
        """The buttons below the text."""
        return Buttons(self.buttons) if self.buttons else None


def asked(text: str, names: Sequence[str] = ()) -> Asked | None:
    """Return what a text asks or says at the table; None for any other text.

    All its words must belong to one phrase, but for the small words. Only a question why names players and points.
    """
    if len(text) > _LONGEST:
        return None
    numbers, words = re.findall(r"[0-9]+", text), _words(re.sub(r"[0-9]+", " ", text))
    seats = [seat for seat, name in enumerate(names) if any(_is_in(word, _words(name)) for word in words)]
    others = [part for seat in seats for part in _words(names[seat])]
    without = [word for word in words if not _is_in(word, others)]
    kind = _kind(words) or _kind(without)
    if kind is None or len(numbers) > 1:
        return None
    if kind != "why":
        # A player may be named by a word of a phrase.
        return None if numbers or (seats and _kind(words) is None) else Asked(kind)
    return Asked(kind, seats[0] if seats else None, int(numbers[0]) if numbers else None)


def is_rather_a_move(text: str, view: View, language: TypedLanguage | None, names: Sequence[str] = ()) -> bool:
    """Return whether talk surely is a move too: to let a deal stand or take cards back.

    Words of talk may also read as an ace or a number, or as an answer to a count, which cannot be undone.
    """
    try:
        moves, doubt = read_moves(text, view, language, names)
    except NotationError:
        return False
    return doubt is None and isinstance(moves[0], StandDeal | TakeBack)


PHRASES: Final[Mapping[str, str]] = {
    "turn": """
        whose turn|who turn|who's turn|my turn|your turn|who next|who's next|who's up|who up|up|up next|whose go
        whose move|what do|what should do|what must do|what do i have to do|what happens|what happening|what next
        what's next|what's going on|what going on|who do waiting for|who waiting for|what waiting for
        what do wait for|who do wait for|who do waiting|who waiting|what do waiting|what waiting|who do wait
        who moves|who plays|who leads|who lead|who goes|how do continue|stuck|what|wer dran|dran|wer am zug
        wessen zug|was tun|was machen|was mache|was nun|was|und nun|und jetzt|was passiert|wie weiter
        wie geht weiter|wer reihe|wer an reihe|an reihe|auf wen warten|auf wen warte|worauf warten wir|wer spielt
        a quien toca|toca|que hago|que hacer|que debo hacer|que tengo que hacer|que toca|quien turno|de quien turno
        mi turno|turno|que pasa|que sigue|quien sale|quien juega|a qui|qui tour|mon tour|que faire|quoi faire
        que dois faire|que fais|fais quoi|dois faire quoi|on attend qui|on attend quoi|qui joue|qui de jouer
        a moi de jouer|moi de jouer|que se passe|qui doit jouer
    """,
    "score": """
        score|scores|what's score|what score|what's scores|what scores|how many points do|how many points
        how many points got|how many points do got|points|my points|my score|what's my score|what my score
        who winning|who's winning|who ahead|who's ahead|who leading|who's leading|how far ahead|how far behind
        how far|how do stand|winning|ahead|standings|current score|how many points do to win|how many points to win
        how many points do left|spielstand|punktestand|punkte|wie steht|wie stehts|wie steht es|stand
        wie viele punkte|wieviele punkte|wieviel punkte|wie viel punkte|meine punkte|wer fuhrt|wer gewinnt
        wer liegt vorn|wer vorn|wie der stand|marcador|puntuacion|puntos|cuantos puntos tengo|cuantos puntos llevo
        mis puntos|quien gana|quien va ganando|como va|como vamos|cual marcador|cual puntuacion|resultado
        combien de points|combien points|mes points|qui gagne|qui mene|quel score|ou en on|ou en sommes nous
        mon score
    """,
    "dealer": """
        who dealing|who's dealing|who deals|who dealer|who's dealer|whose deal|who dealt|whose crib|who's crib
        my crib|my deal|who pone|who's pone|whose box|who has crib|who crib|dealing|dealer|wer gibt|wer geber
        wer teilt aus|wer hat gegeben|wessen crib|wem gehort crib|mein crib|wer dealer|wer teilt|quien reparte
        quien da|quien dealer|quien repartio|de quien crib|mi crib|quien mano|qui donne|qui distribue|qui donneur
        qui dealer|a qui crib|mon crib
    """,
    "board": """
        board|you board|cribbage board|peg board|pegboard|pegs|where board|where's board|where pegs|brett
        brett sehen|spielbrett|spielbrett sehen|wo brett|tablero|ver tablero|donde tablero|donde esta tablero
        plateau|planche|ou plateau
    """,
    "why": """
        why|why did|why did get|why did points|why did get points|why got|why got points|why get|why get points
        why points|why do get|why do points|why does|why does points|why does get|why does get points|why did score
        why did peg|why did lose|why did lose points|why did win|what for|what was for|what were for
        what was points for|what were points for|what points for|what did get for|what did get points for
        where did come from|where did points come from|where did those points come from|where did those come from
        how did get|how did get points|how did points|how come got|how did score|how did peg|explain|explain points
        warum|wieso|warum hat|wieso hat|warum bekommen|warum hat bekommen|wieso hat bekommen|warum hat gekriegt
        warum punkte|wieso punkte|warum hat punkte|wieso hat punkte|warum hat punkte bekommen
        wieso hat punkte bekommen|warum bekommt|wieso bekommt|warum bekommt punkte|wieso bekommt punkte|wofur
        wofur punkte|wofur gab|wofur gab punkte|wofur hat bekommen|wofur hat punkte bekommen|por que|por que puntos
        por que tiene|por que tiene puntos|por que obtuvo|por que gano|por que gano puntos|por que recibe
        por que recibio|por que recibio puntos|por que ha recibido|por que sumo|porque|porque puntos|pourquoi
        pourquoi points|pourquoi a eu|pourquoi eu|pourquoi eu points|pourquoi recu|pourquoi a recu points
        pourquoi recu points|pourquoi gagne|pourquoi points a|pourquoi marque|pourquoi marque points
    """,
    "hint": """
        hint|hints|give hint|you give hint|any hint|tip|tips|give tip|you give tip|advice|give advice|what's best
        what best|what's best move|best move|tipp|hinweis|ein tipp|einen tipp|einen hinweis
        tipp geben|hinweis geben|brauche tipp|brauche einen tipp|brauche einen hinweis|pista|consejo|un consejo
        necesito pista|indice|un indice|conseil|donne indice|donne un indice|donne conseil
        besoin indice
    """,
    "help": """
        help out|you help|help|hilf|hilfe|ayuda|ayudame|aide|aide moi
    """,
    "undo": """
        undo|undo move|undo last|undo last move|undo my move|undo my last move|you undo|take back|take it back
        take that back|take back move|take back my move|take back last move|take back my last move|take move back
        take my move back|takeback|take back card|take back my card|take card back|take my card back|go back
        misclick|misclicked|wrong card|oops|revert|zurucknehmen|zug zurucknehmen|meinen zug zurucknehmen
        karte zurucknehmen|meine karte zurucknehmen|zuruck|zug zuruck|ruckgangig|ruckgangig machen|verklickt
        mich verklickt|falsche karte|hoppla|deshacer|deshacer jugada|retirar jugada|volver atras|retirar carta
        carta equivocada|annuler|annuler coup|annuler mon coup|reprendre|reprendre coup|reprendre mon coup
        reprendre carte|reprendre ma carte|retour arriere|mauvaise carte
    """,
    "hand": """
        my hand|hand|my cards|what's my hand|what my hand|what my cards|what cards do|what cards|which cards do
        which cards|where my cards|where my hand|where's my hand|hand please|meine hand|meine karten|welche karten
        blatt|mein blatt|meine karten sehen|meine hand sehen|mi mano|mis cartas|que cartas tengo|mano|ver mi mano
        ver mis cartas|ma main|mes cartes|quelles cartes|voir ma main|voir mes cartes
    """,
    "resign": """
        resign|resign game|how do resign|how resign|give up|concede|forfeit|quit|quit game|how do quit|end game
        leave game|surrender|stop game|stop playing|end this game|aufgeben|gebe auf|spiel aufgeben|spiel beenden
        spiel abbrechen|wie gebe auf|rindo|rendirme|rendirse|abandonar|abandonar partida|abandonar juego|abandono
        abandonner|abandonne|abandonner partie|jabandonne|quitter partie
    """,
    "rematch": """
        rematch|rematch you|play again|again|one more|one more game|another game|another one|new game|next game
        new game please|revanche|noch mal|nochmal|nochmals|nochmal spielen|noch eine partie|noch ein spiel|noch eins
        noch eine|neues spiel|revancha|otra vez|otra partida|jugar otra vez|nueva partida|encore une
        encore une partie|autre partie|rejouer|on rejoue|nouvelle partie
    """,
    "pause": """
        pause|pause game|break|take break|a break|adjourn|pausieren|spiel pausieren|unterbrechen|brauche pause
        brauche eine pause|pausar|pausa|descanso|necesito pausa|necesito descanso|faire pause|besoin pause
        besoin une pause
    """,
    "hello": """
        hello|hi|hey|hello there|hi there|hiya|howdy|good morning|good evening|good afternoon|hallo|moin|servus
        guten tag|guten morgen|guten abend|gruss dich|hola|buenas|buenos dias|buenas tardes|buenas noches|bonjour
        salut|bonsoir|coucou
    """,
    "thanks": """
        thanks|thank you|thx|ty|tysm|cheers|thanks much|thank you much|thank you very much|thanks lot|many thanks
        thanks for game|thank you for game|danke|danke schon|danke sehr|dankeschon|vielen dank|danke spiel
        danke furs spiel|gracias|muchas gracias|mil gracias|gracias por partida|merci|merci beaucoup|merci bien
        merci pour partie
    """,
    "gg": """
        gg|ggs|gg wp|wp|good game|well played|nice game|great game|good luck|gl|glhf|gl hf|bye|good bye|goodbye
        goodnight|good night|see you|see you later|gut gespielt|gutes spiel|schones spiel|viel gluck|viel erfolg
        tschuss|gute nacht|bien jugado|buena partida|buen juego|suerte|buena suerte|adios|bien joue|belle partie
        bonne partie|bonne chance|bonne nuit|au revoir
    """,
    "wait": """
        brb|sec|one sec|one second|wait second|wait sec|one moment|moment|just moment|just minute|one minute
        wait minute|wait|hold on|hang on|give minute|give sec|back soon|be right back|thinking|still thinking|warte
        warte kurz|warte mal|kurz warten|einen moment|bin gleich zuruck|bin gleich wieder da|sekunde|uberlege
        momento|un momento|espera|espera un momento|ahora vuelvo|vuelvo enseguida|un instant|attends
        attends un instant|reviens
    """,
}
"""What is asked and said most at the table, in any language, a phrase each; ``_SMALL`` words may stand among them."""

_LONGEST: Final = 100
"""The letters of a text that is read: more than any of these phrases has."""

_SHORTEST_TYPO: Final = 4
_ALIKE: Final = 0.85


def _words(text: str) -> list[str]:
    """Return the words of a text without accents and apostrophes; a letter that is drawn out counts once."""
    low = unicodedata.normalize("NFKD", text.lower().replace("\u00df", "ss"))
    low = re.sub(r"[\u0300-\u036f'\u2019]", "", low)
    return re.findall(r"[^\W\d_]+", re.sub(r"(\w)\1{2,}", r"\1", low))


_SMALL: Final = frozenset(
    # English, German, Spanish and French.
    _words(
        "a an the is its it are am be im i ive to now then please pls plz bot so and but on in of this that here "
        "me we us have know tell show see let can could may want wanna need like would going gonna right "
        "currently still just really actually anyway der die das den dem des ist sind bin es ich du wir mir mich "
        "jetzt denn bitte mal doch hier zu kann darf zeig zeige will mochte sag gib gerade eigentlich bei soll "
        "muss hab habe el la los las un una de en te yo se puedo ver por favor ahora ya aqui dime muestra "
        "muestrame dame al lo le quiero ser les une est cest ce c d dans je j tu moi puis peux veux voir montre "
        "dis sil vous plait maintenant ai jai"
    )
)
"""Words that say nothing about which phrase is meant."""


def _content(words: Sequence[str]) -> frozenset[str]:
    return frozenset(words) - _SMALL


_KINDS: Final = {
    content: kind
    for kind, phrases in PHRASES.items()
    for phrase in re.split(r"[|\n]", phrases)
    if (content := _content(_words(phrase)))
}
_VOCABULARY: Final = frozenset[str]().union(*_KINDS) | _SMALL | set(_words("three four five vier acht neun diez"))
"""The words that are no typos: those of the phrases, and numbers that look like them."""

_BESIDE: Final = frozenset(
    _words(
        "hello hi hey ok okay hallo hola salut bonjour thanks danke gracias merci game spiel juego partida jeu partie"
    )
)
"""Words that may stand beside anything else."""


def _kind(words: Sequence[str]) -> str | None:
    content = [_known(word) for word in words]
    return _KINDS.get(_content(content)) or _KINDS.get(_content([word for word in content if word not in _BESIDE]))


def _known(word: str) -> str:
    """Return a mistyped word as a phrase spells it."""
    if word in _VOCABULARY or len(word) < _SHORTEST_TYPO:
        return word
    if (swapped := next((known for known in _VOCABULARY if sorted(known) == sorted(word)), None)) is not None:
        return swapped
    return next(iter(get_close_matches(word, _VOCABULARY, n=1, cutoff=_ALIKE)), word)


def _is_in(word: str, names: Sequence[str]) -> bool:
    return word in names or (word not in _VOCABULARY and bool(get_close_matches(word, names, n=1, cutoff=_ALIKE)))


# The answers.

AFTER_GAME: Final = frozenset({"rematch", "why", "thanks", "gg", "score"})
"""What is asked and said of a game that is over."""

ENDED_LATELY: Final = timedelta(days=1)
"""For how long a game that is over is asked about."""

RESIGN_BY_COMMAND: Final = N_("Use `/resign` to give up a game.")
HELLO: Final = N_("Hello {name}!")
WELCOME: Final = N_("You're welcome!")
PLAYED_WELL: Final = N_("Thanks for playing!")
TAKE_TIME: Final = N_("Take your time. The game waits for you.")
NO_DEALER: Final = N_("Nobody yet. The cut decides who deals first.")
NO_POINTS_YET: Final = N_("No such points were pegged in the last two deals.")
TWO_TO_OPPONENT: Final = N_("You can take a discard back, but it gives your opponent 2 points.")
NO_TAKE_BACK: Final = N_("A move can't be taken back in this game.")
NOT_OVER: Final = N_("This game isn't over yet. When it is, press **Play again**.")
GREETINGS: Final = {"hello": HELLO, "thanks": WELCOME, "gg": PLAYED_WELL}
"""What answers a greeting, with or without a game."""

ONLY_YOU: Final = N_("Press **My hand**. Only you will see it.")
NO_HINTS: Final = N_("This game has no hints.")
BEST_CHOICES: Final = N_("**Show a hint** names your two best choices.")
BACK_WITH_HELP: Final = N_("**Take back** undoes your last card or discard.")
BREAK: Final = N_("Press **Pause** to ask for a break.")
RESUME: Final = N_("The game is paused. Press **Resume** to continue.")


def answer_for(what: Asked, shown: TableView, seat: int, *, aloud: bool) -> Said:
    """Return the answer to a player about their game; what is said ``aloud`` names no card that is not open to all."""
    table, view = shown.table, shown.views[seat]
    turn = prompt_for_all(shown) if aloud else prompt_for_you(shown, seat)
    if table.status in {"adjourned", "idle"}:
        turn = gettext(RESUME)
    match what.kind:
        case "turn":
            return _with_game(turn, table)
        case "score" | "board":
            return Said(_score(shown), game=table.id) if what.kind == "board" else _with_game(_score(shown), table)
        case "dealer":
            return _with_game(_dealer(shown), table)
        case "why":
            return _why(what, shown)
        case "hand" if aloud or not view.hand:
            return _with_game(gettext(ONLY_YOU) if aloud and table.status == "playing" else turn, table)
        case "hand":
            return _with_game(gettext("Your hand: {cards}", cards=hand(view.hand)), table)
        case "resign" if table.status == "playing":
            return _with_game(gettext(RESIGN_BY_COMMAND), table)
        case kind:
            if (wished := _wished(kind, turn, table, view)) is not None:
                return wished
            before = {**GREETINGS, "wait": TAKE_TIME}.get(kind)
            greeting = "" if before is None else gettext(before, name=shown.names[seat])
            return _with_game(greeting if kind == "wait" else f"{greeting} {turn}".strip(), table)


def board_view(shown: TableView, look: DisplayOptions) -> Screen:
    """Return the whole board with the scores, for where only hands are shown otherwise."""
    return page_view([_score(shown)], scenes=[table_scene(shown, look.style)] if look.pictures else ())


def _score(shown: TableView) -> str:
    return gettext("{scores}. The game goes to {target}.", scores=shown.score_line, target=shown.table.rules.target)


def _wished(kind: str, turn: str, table: Table, view: View) -> Said | None:
    """Return the answer to a wish for help, another game or a break, with the button that fulfils it."""
    match kind:
        case "hint" | "help" if table.may_be_helped:
            return Said(gettext(BEST_CHOICES), (_button(table, HINT, gettext("Show a hint")),))
        case "hint" if table.status == "playing":
            return _with_game(gettext(NO_HINTS), table)
        case "undo" if table.may_be_helped:
            return Said(gettext(BACK_WITH_HELP), (_button(table, TAKE_BACK, gettext("Take back")),))
        case "undo":
            may = any(isinstance(move, TakeBack) for move in view.legal)
            return _with_game(gettext(TWO_TO_OPPONENT if may else NO_TAKE_BACK), table)
        case "rematch" if table.status == "over":
            return Said(turn, (_button(table, "again", gettext("Play again")),))
        case "rematch":
            return _with_game(gettext(NOT_OVER), table)
        case "pause" if table.status == "playing":
            return Said(gettext(BREAK), (_button(table, "adjourn", gettext("Pause")),))
        case _:
            return None


def _with_game(text: str, table: Table) -> Said:
    """Return an answer with the buttons of the game: its screen below in a DM, or what opens it."""
    if table.status in {"adjourned", "idle"}:
        return Said(text, (_button(table, "takeup", gettext("Resume")),))
    if table.status == "over":
        return Said(text, (_button(table, "again", gettext("Play again")),))
    if table.place == "dm":
        return Said(text, game=table.id)
    return Said(text, (_button(table, "hand", gettext("My hand")),))


def _button(table: Table, action: str, label: str) -> Button:
    return button(Press(table.id, "", action), label)


def _dealer(shown: TableView) -> str:
    view = shown.open
    if view.dealer is None:
        return gettext(NO_DEALER)
    name = shown.names[view.dealer]
    if view.stage == "deal":
        return gettext("{name} deals next.", name=name)
    return gettext("{name} deals, so it's {name}'s crib.", name=name)


def _why(what: Asked, shown: TableView) -> Said:
    """Return what the last points were for, or the last of this player or of this number."""
    course = shown.course
    for step in reversed(course.steps):
        for seat in dict.fromkeys(peg.seat for peg in reversed(step.pegs)):
            pegs = [peg for peg in step.pegs if peg.seat == seat]
            if what.seat in {None, seat} and what.points in {None, sum(peg.points for peg in pegs)}:
                lines = lines_of_points(course, step, shown.names)
                laws = dict.fromkeys(peg.law for peg in pegs if peg.law is not Law.DECLARED)
                said = _with_game("\n".join(line.text for line in lines), shown.table)
                return replace(said, buttons=((why_button(laws),) if laws else ()) + said.buttons)
    return _with_game(gettext(NO_POINTS_YET), shown.table)
