"""French, as players type it."""

from __future__ import annotations

from typing import Final

from engine.cards import Rank, Suit
from engine.text.languages.typed_language import TypedLanguage

_SMALL: Final = (
    *("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"),
    *("treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf"),
)
_TENS: Final = ("vingt", "trente", "quarante", "cinquante")


def _number(ten: str, one: int) -> str:
    match one:
        case 0:
            return ten
        case 1:
            return f"{ten} et un"
        case _:
            return f"{ten}-{_SMALL[one]}"


FRENCH: Final = TypedLanguage(
    letters={Rank.ACE: "As", Rank.JACK: "V", Rank.QUEEN: "D", Rank.KING: "R"},
    ranks={Rank.ACE: "as", Rank.JACK: "valet", Rank.QUEEN: "dame; reine", Rank.KING: "roi"},
    plurals={
        Rank.ACE: "les as; deux as; trois as; quatre as",
        Rank.JACK: "valets",
        Rank.QUEEN: "dames; reines",
        Rank.KING: "rois",
    },
    suits={
        Suit.CLUBS: "trèfle; trèfles",
        Suit.DIAMONDS: "carreau; carreaux",
        Suit.HEARTS: "cœur; cœurs",
        Suit.SPADES: "pique; piques",
    },
    suit_letters={
        "ca": (Suit.DIAMONDS,),
        "co": (Suit.HEARTS,),
        "tr": (Suit.CLUBS,),
        "pi": (Suit.SPADES,),
        "k": (Suit.DIAMONDS,),
        "c": (Suit.HEARTS,),
        "t": (Suit.CLUBS,),
        "p": (Suit.SPADES,),
    },
    of="de; du; of",
    numbers=(*_SMALL, *(_number(ten, one) for ten in _TENS for one in range(10)), "soixante"),
    phrases={
        "the": "le; la; les; l'; au; du",
        "a": "une",
        "one": "un point; 1 point",
        "and": "et; puis",
        "or": "ou",
        "with": "avec; plus",
        "of": "de; des",
        "for": "pour",
        "then": "ensuite; alors",
        "please": "s'il te plaît; s'il vous plaît; stp; svp",
        "I": "je; j'; moi",
        "my": "mon; ma; mes; notre; nos",
        "your": "ton; ta; tes; votre; vos",
        "you": "tu; vous",
        "he": "il; elle",
        "opponent": "adversaire; l'adversaire; adverse",
        "dealer": "donneur; donneuse; je donne",
        "he deals": "il donne; elle donne; adversaire donne",
        "I need …": "il me manque …; me manquent …; il me faut …",
        "both": "les deux; tous les deux; deux fois; deux fois le; deux fois la",
        "if": "si",
        "maybe": "peut-être",
        "not": "pas",
        "don't know": "ne sais pas; sais pas; j'en sais rien",
        # Counts.
        "nothing": "rien; aucun point; pas de point; pas de points; zéro point; rien du tout; que dalle",
        "points": "points; pts; trous",
        "point": "point",
        "fifteens": "quinzes",
        "pair": "paire; la paire",
        "two pairs": "deux paires; double paire",
        "pair royal": "brelan; un brelan; trois pareilles; paire royale",
        "double pair royal": "carré; un carré; quatre pareilles; double paire royale",
        "run": "suite; séquence; quinte",
        "run of three": "tierce; suite de 3; séquence de 3",
        "double run": "double suite; suite double; double séquence; séquence double",
        "double run of four": """double suite de quatre; suite double de quatre; double suite de 4; suite double de
            4; double séquence de quatre""",
        "triple run": "triple suite; suite triple; triple séquence; séquence triple",
        "double double run": """double double suite; suite double double; quadruple suite; suite quadruple; suite
            deux fois double; double suite double""",
        "flush": "couleur; une couleur; un flush; flush",
        "his nobs": """his nobs; nobs; valet de la couleur; valet de couleur; le bon valet; bon valet; valet de même
            couleur""",
        "makes": "font; sont; fait; ça fait; ce qui fait; donne; donnent; égale",
        "is": "est",
        "declared": "annonce; annoncé",
        "less": "de moins",
        "total": "en tout; au total; total",
        "another": "une autre; encore une; un autre; encore un",
        "I count": "je compte; j'en compte; je trouve; j'en trouve; je vois; j'obtiens",
        "count": "compte; compter",
        "I have": "j'ai; moi j'ai; j'en ai",
        "it's": "c'est; ce sont; ça fait; il y a; il y en a; cela fait",
        "it's only": "c'est que; ce n'est que; ça fait que; ça ne fait que; il n'y a que; y a que",
        "does": "est-ce que; est ce que",
        "is it": "est-ce; c'est combien; est ce que c'est; est-ce que c'est; est-ce que ça fait",
        "only": "seulement; juste",
        # Answers to a count.
        "yes": "oui; ouais; ouaip; c'est bon; c'est ça; ça marche; ça va; ça roule; bien sûr; parfait",
        "correct": "exact; correct; juste; c'est juste; exactement; c'est exact; c'est correct; bien compté",
        "agreed": "d'accord; entendu; dac",
        "accept": "accepter; j'accepte; accepte; accepté",
        "no": "non; nan; mais non",
        "wrong": "faux; c'est faux; pas juste; pas exact; incorrect; pas correct; c'est pas juste; ce n'est pas juste",
        "too many": "trop; c'est trop; trop de points; de trop; trop haut; trop élevé",
        "too few": """pas assez; trop peu; trop bas; c'est trop peu; ce n'est pas assez; c'est pas assez; pas assez
            de points""",
        "too few by …": "trop peu de …; pas assez de …",
        "too many by …": "trop de …",
        "you missed …": """tu as oubli* …; t'as oubli* …; tu oubli* …; vous avez oubli* …; il manqu* …; il te manqu* …;
            il en manqu* …; oubli* …; manqu* …""",
        "should be …": "ça devrait être …; ça devrait faire …; ce devrait être …; devrait être …; devrait faire …",
        "challenge": "contester; je conteste; conteste; contestation",
        # Moves.
        "play": "joue; jouer; pose; met; je prends; prends; prendre; mets; je mets; abats",
        "discard": """jette; jeter; j'écarte; écarte; écarter; défausse; je me défausse de; je défausse; défausser;
            j'enlève; enlève""",
        "to the crib": "au crib; dans le crib; je donne au crib",
        "keep": "garde; garder; conserve; conserver",
        "cut": "coupe; couper",
        "cut at": "coupe à; couper à; je coupe à",
        "go": """go; je dis go; passe; je passe; je peux pas; je ne peux pas; peux pas; ne peux pas; peux plus; je
            ne peux plus; je peux plus; je peux pas jouer; je ne peux pas jouer; peux pas jouer; aucune carte; pas
            de carte; rien à jouer; aucune carte jouable; impossible; j'en ai pas; je n'en ai pas; passer; je dois
            passer; ça passe pas; ça ne passe pas""",
        "resign": "abandonner; j'abandonne; abandonne; je me rends",
        "stop": "stop; arrêter; j'arrête; je m'arrête; s'arrêter",
        "take back …": "reprendre …; je reprends …; reprends …",
        "new deal": "nouvelle donne; demander une nouvelle donne; redonner; redistribuer; nouvelle distribution",
        "stand": "on garde; garder la donne; on laisse; ça reste; laisser comme ça",
        "play it": """joue-la; joue la carte; il faut la jouer; jouez-la; exiger que la carte soit jouée; exiger la
            carte""",
        "take two": "prends deux; je prends deux; prendre deux; prends 2; je prends 2; prendre 2",
        "make it": "changer pour; change pour; je change pour; changer à; je change à; plutôt",
        "no cut": "pas de coupe; sans couper; ne pas couper; ne coupe pas",
        "heels": "deux pour le valet; valet retourné; his heels; 2 pour le valet",
        # Questions.
        "joker": "cavalier",
        "he says": "il dit; elle dit; il annonce; elle annonce",
        "me": "moi",
        "what should I lead": """j'entame quoi; qu'est-ce que j'entame; quoi entamer; que dois-je entamer;
            qu'entamer; j'attaque quoi; je sors quoi; avec quoi j'entame; quelle carte d'abord; quelle carte en
            premier; par quoi je commence; je joue quoi en premier; je commence avec laquelle; je commence avec
            quoi; je sors laquelle; j'entame laquelle; que jouer en premier; quelle entame; avec quoi entamer;
            je commence par quoi""",
        "he leads": """il entame; il entame d'un; il entame d'une; elle entame; il attaque; il ouvre;
            l'adversaire entame; il commence par; entame""",
        "what should I play": """je réponds quoi; je joue quoi; que répondre; que dois-je jouer; quoi répondre;
            que jouer; qu'est-ce que je joue; je pose quoi; que dois-je répondre""",
        "how often": "combien de fois; à quelle fréquence; quelle fréquence; tous les combien",
        "probability": "probabilité; chances; chance; probabilités",
        "how likely": "quelle est la probabilité",
        "can you get": "peut-on avoir; peut-on faire; on peut avoir; on peut faire; peut-on obtenir",
        "average": "moyenne; en moyenne; moyen",
        "best cut": "meilleure coupe; meilleure retourne; meilleure carte de coupe; quelle coupe; quelle retourne",
        "best": "meilleur; meilleure; maximum; maximale; au mieux",
        "why": "pourquoi; explique; explique-moi; expliquer; explique moi",
        "I counted": "j'ai compté; j'ai trouvé",
        "pairs": "paires; les paires",
        "3 players": "à trois; on est trois; trois joueurs",
        "4 players": "à quatre; on est quatre; quatre joueurs",
        "most common": "plus fréquent; plus fréquente; plus courant",
        "never": "jamais; impossible; impossibles",
        "or more": "ou plus",
        "at least": "au moins",
        "I'm at": "je suis à; j'en suis à",
        "him": "lui",
        "in the play": "dans le jeu; au jeu",
        "how many points": "combien de points; combien de pts",
        "how many points for": "combien de points pour",
        "how many": "combien; combien vaut; combien fait; combien font; combien valent",
        "how": "comment",
        "what's the worth of": "que vaut; que valent; ça vaut quoi; vaut combien",
        "what": "que; quoi; quel; quelle; quels; quelles",
        "what should I discard": """que dois-je écarter; que dois-je jeter; je jette quoi; j'écarte quoi; quoi
            écarter; quoi jeter; que jeter; que écarter; qu'écarter; je garde quoi; que garder; qu'est-ce que je
            jette; qu'est-ce que j'écarte; que défausser; je défausse quoi""",
        "should I": "dois-je",
        "can I": "puis-je; je peux; est-ce que je peux",
        "who": "qui; à qui; c'est à qui",
        "worth": "vaut; valent; valeur",
        "starter": """retourne; carte retournée; retournée; retourné; partant; carte de coupe; carte de départ;
            la retourne; tourne; coupé; coupée; carte coupée""",
        "crib": "crib; cribe; boîte; chien",
        "players": "joueurs; joueuses",
        "my crib": "crib à moi; crib est à moi; mon crib; mon cribe; mon chien",
        "opponent's crib": """crib adverse; crib de l'adversaire; son crib; crib à l'adversaire; crib d'en face;
            cribe adverse; leur crib""",
        "hand": "main; jeu",
    },
)
