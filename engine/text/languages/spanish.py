"""Spanish, as players type it. Packs for Spanish players have the letters A, K, Q and J."""

from __future__ import annotations

from typing import Final

from engine.cards import Rank, Suit
from engine.text.languages.typed_language import TypedLanguage

_SMALL: Final = (
    *("cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"),
    *("trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho", "diecinueve", "veinte"),
)
_TENS: Final = ("treinta", "cuarenta", "cincuenta")

SPANISH: Final = TypedLanguage(
    letters={Rank.ACE: "A", Rank.JACK: "J", Rank.QUEEN: "Q", Rank.KING: "K"},
    ranks={Rank.ACE: "as", Rank.JACK: "jota; sota", Rank.QUEEN: "reina; dama", Rank.KING: "rey"},
    plurals={
        Rank.ACE: "ases",
        Rank.TWO: "doses",
        Rank.THREE: "treses",
        Rank.FOUR: "cuatros",
        Rank.FIVE: "cincos",
        Rank.SIX: "seises",
        Rank.SEVEN: "sietes",
        Rank.EIGHT: "ochos",
        Rank.NINE: "nueves",
        Rank.TEN: "dieces",
        Rank.JACK: "jotas; sotas",
        Rank.QUEEN: "reinas; damas",
        Rank.KING: "reyes",
    },
    suits={
        Suit.CLUBS: "trébol; tréboles",
        Suit.DIAMONDS: "diamante; diamantes; rombo; rombos",
        Suit.HEARTS: "corazón; corazones",
        Suit.SPADES: "pica; picas; espada; espadas",
    },
    suit_letters={
        "co": (Suit.HEARTS,),
        "d": (Suit.DIAMONDS,),
        "r": (Suit.DIAMONDS,),
        "c": (Suit.HEARTS,),
        "t": (Suit.CLUBS,),
        "p": (Suit.SPADES,),
    },
    of="de; of",
    numbers=(
        *_SMALL,
        *("veintiuno", "veintidós", "veintitrés", "veinticuatro", "veinticinco", "veintiséis", "veintisiete"),
        *("veintiocho", "veintinueve"),
        *(f"{ten} y {_SMALL[one]}" if one else ten for ten in _TENS for one in range(10)),
        "sesenta",
    ),
    phrases={
        "he": "él; ella",  # Before "the": without its accent it means that.
        "the": "el; la; los; las; al; del",
        "a": "una; un",
        "one": "un punto",
        "and": "y; e; más",
        "or": "o; u",
        "with": "con",
        "of": "de",
        "for": "por; para",
        "at": "en",
        "then": "luego; entonces; después",
        "please": "por favor; porfa",
        "I": "yo; me",
        "my": "mi; mis; nuestro; nuestra",
        "your": "tu; tus; su; sus",
        "you": "tú",
        "opponent": "rival; oponente; contrario; adversario",
        "dealer": "quien reparte; reparto yo; repartidor",
        "he deals": "reparte él; él reparte; reparte ella; ella reparte; reparte el rival; reparte mi rival; reparte",
        "I'm at": "voy; vamos",
        "I'm down": "voy perdiendo",
        "I'm up": "voy ganando",
        "I need …": "me faltan …; me falta …",
        "both": "ambos; ambas; los dos; las dos; dos veces; dos veces el; dos veces la",
        "if": "en caso de que",
        "maybe": "quizá; quizás; tal vez; a lo mejor",
        "don't know": "no sé; ni idea; no lo sé",
        # Counts.
        "nothing": "nada; ningún punto; sin puntos; nada de nada",
        "points": "puntos; ptos",
        "point": "punto",
        "fifteens": "quinces",
        "pair": "pareja; par",
        "two pairs": "dos parejas; dos pares; doble pareja",
        "pair royal": "trío; tres iguales; pareja real; triple",
        "double pair royal": "cuarteto; póker; poker; cuatro iguales; doble pareja real",
        "run": "escalera; secuencia; corrida",
        "double run": "escalera doble; doble escalera; secuencia doble; doble secuencia",
        "double run of four": """escalera doble de cuatro; doble escalera de cuatro; escalera doble de 4; doble
            escalera de 4; secuencia doble de cuatro""",
        "triple run": "escalera triple; triple escalera; secuencia triple",
        "double double run": """escalera doble doble; doble doble escalera; escalera cuádruple; doble escalera
            doble; cuádruple escalera""",
        "flush": "color; flush",
        "his nobs": "his nobs; nobs; la jota del palo; jota del palo; sota del palo; la jota correcta",
        "makes": "son; hacen; hace; suman; suma; dan; da",
        "is": "es; está",
        "declared": "declarado; declara; declaro",
        "less": "menos",
        "total": "en total; total",
        "another": "otra; otro; y otra; y otro",
        "count": "cuento; contar; cuenta",
        "I count": "yo cuento; me salen; me dan; veo; yo veo; yo saco; yo tengo",
        "I have": "tengo",
        "it's": "eso es; eso son; esto es; son en total",
        "is it": "¿son; ¿es; son o no",
        "only": "solo; sólo; solamente; nada más",
        # Answers to a count.
        "yes": "sí; vale; okey; dale; bueno; perfecto; claro; está bien; bien; eso; sip; venga",
        "correct": "correcto; cierto; exacto; así es; es correcto; bien contado; correcta; justo",
        "agreed": "de acuerdo; conforme",
        "accept": "aceptar; acepto; acepta; aceptado; aceptada",
        "no": "nop; para nada",
        "wrong": "mal; está mal; incorrecto; no es correcto; equivocado; error",
        "too many": "demasiados; demasiado; demasiadas; de más; son demasiados; muchos; puntos de más; de sobra",
        "too few": "muy pocos; pocos; de menos; demasiado pocos; puntos de menos; muy poco",
        "too many by …": "te sobr* …; sobr* …; … de más",
        "too few by …": "… de menos",
        "you missed …": """te dejaste …; te dejas …;
            te falt* …; falt* …; te dej* …; te has dejado …; te olvid* de …; te olvid* …; has olvidado …;
            se te olvid* …; olvid* …""",
        "should be …": "deberían ser …; debería ser …; tendrían que ser …; tienen que ser …",
        "challenge": "impugnar; impugno; reclamo",
        # Moves.
        "lead": "salida",
        "play": "juego; juega; jugar; jugada; salgo con; salgo; echo; echa; pongo; pone; bajo; baja",
        "discard": """descarto; descarta; descartar; tiro; tirar; tira; me descarto de; me deshago de; boto""",
        "to the crib": "al crib; para el crib",
        "keep": "me quedo con; quédate con; guardo; guardar; conservo; mantengo; me quedo",
        "cut": "corto; corta; cortar; corte",
        "cut at": "corto en; corto por; corta en; cortar en",
        "go": """go; digo go; paso; pasar; tengo que pasar; no me entra nada; no puedo; no puedo jugar; no puedo
            más; ninguna carta; ninguna; no tengo; no tengo carta; no tengo cartas; no me entra; no me entra
            ninguna; no hay carta; nada que jugar; no llego; no puedo jugar nada""",
        "resign": "abandonar; abandono; me rindo; rendirse; me retiro",
        "stop": "plantarse; plantarme; me planto; parar; paro; stop",
        "take back …": "recuperar …; recupero …; devolver …; retiro …",
        "new deal": """nuevo reparto; pedir nuevo reparto; pedir un nuevo reparto; repartir de nuevo; volver a repartir;
            reparto nuevo""",
        "stand": "se queda así; mantener el reparto; seguimos así; sigue así",
        "leave it": "dejarlo así; déjalo así; lo dejo así",
        "play it": "juégala; jugarla; que la juegue; tienes que jugarla; obligar a jugar",
        "take two": """toma dos; tomar dos; tomo dos; toma 2; tomar 2; tomo 2; cojo dos; cobrar dos; me llevo dos;
            llevarme 2 puntos; llevarme dos""",
        "make it": "cambiar a; cambia a; cambio a; lo cambio a; que sean",
        "no cut": "no cortar; sin cortar; no corto; sin corte",
        "heels": "dos por la jota; jota inicial; la jota inicial; his heels; 2 por la jota",
        # Questions.
        "says": "dice; dicen; contó",
        "joker": "caballo; caballos; comodín; copas; oros; bastos",
        "what should I lead": """con qué salgo; qué salgo; con qué carta salgo; qué juego primero; me toca
            salir; con cuál salgo; cuál salgo; qué carta primero; salgo con qué; con qué abro; con cuál abro;
            qué carta juego primero; de qué salgo""",
        "he leads": "sale con; abre con; salió con; él sale con; el rival sale con; empieza con; sale de",
        "what should I play": """qué juego; qué respondo; qué contesto; qué debo jugar; qué pongo; con qué
            respondo; con qué contesto; qué jugar""",
        "how often": "cada cuánto; con qué frecuencia; qué tan seguido; cuántas veces; qué tan frecuente",
        "probability": "probabilidad; probabilidades; posibilidad; posibilidades",
        "possible": "posible",
        "can you get": "se puede sacar; puedo sacar; se puede hacer; se puede tener; se pueden sacar; puedes sacar",
        "how likely": "qué tan probable; cuán probable",
        "average": "promedio; media; en promedio; de media",
        "best cut": "mejor corte; mejor carta de corte; qué corte; qué corte me conviene",
        "best": "mejor; máximo",
        "why": "por qué; explica; explícame; explicar",
        "get": "dan; me dan; me da; da; sacar",
        "3 players": "somos tres; entre tres; tres jugadores; de tres",
        "4 players": "somos cuatro; entre cuatro; cuatro jugadores",
        "most common": "más común; más frecuente",
        "never": "nunca; imposible; imposibles",
        "or more": "o más",
        "at least": "al menos; por lo menos",
        "in the play": "en el juego; en la jugada",
        "how many points": """cuántos puntos; cuantos puntos tiene; cuántos puntos tiene; cuántos puntos hay en;
            cuántos puntos son""",
        "how many": "cuántos; cuántas; cuánto; cuánto es; cuánto suma",
        "how": "cómo",
        "what's the worth of": "cuánto vale; cuánto valen; qué vale; qué valen; cuánto cuenta",
        "what": "qué; cuál; cuáles",
        "what should I discard": """qué descarto; qué tiro; qué debo descartar; qué debería descartar; qué debo
            tirar; qué me descarto; qué descartarías; qué tirarías; qué guardo; con qué me quedo; qué descartar;
            qué tirar; tiro una; qué suelto""",
        "should I": "debo; debería",
        "can I": "puedo",
        "who": "quién; a quién; a quién le toca",
        "worth": "valen; valor",
        "starter": """carta inicial; inicial; la inicial; carta de corte; carta descubierta; volteada; abierta;
            carta de arriba; corte; de corte; con corte; carta del corte""",
        "crib": "crib; cuna; criba; caja",
        "players": "jugadores; jugadoras",
        "my crib": "el crib es mío; la cuna es mía; la caja es mía; crib mío; mi crib; mi cuna; mi caja; mi criba",
        "opponent's crib": """crib del rival; crib rival; su crib; crib del otro; crib ajeno; cuna del rival; crib
            de mi rival; crib contrario""",
        "hand": "mano",
    },
)
