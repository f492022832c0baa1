"""German, as players type it."""

from __future__ import annotations

from typing import Final

from engine.cards import Rank, Suit
from engine.text.languages.typed_language import TypedLanguage

_ONES: Final = ("", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun")
_SMALL: Final = (
    *("null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"),
    *("dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"),
)
_TENS: Final = ("zwanzig", "dreißig", "vierzig", "fünfzig")

GERMAN: Final = TypedLanguage(
    letters={Rank.ACE: "A", Rank.JACK: "B", Rank.QUEEN: "D", Rank.KING: "K"},
    ranks={Rank.ACE: "ass; as", Rank.JACK: "bube; buben; bauer", Rank.QUEEN: "dame", Rank.KING: "könig"},
    plurals={
        Rank.ACE: "asse; assen",
        Rank.TWO: "zweien; zweier; 2er; 2en",
        Rank.THREE: "dreien; 3er; 3en",
        Rank.FOUR: "vieren; 4er; 4en",
        Rank.FIVE: "fünfen; fünfer; 5er; 5en",
        Rank.SIX: "sechsen; sechser; 6er; 6en",
        Rank.SEVEN: "siebenen; siebener; 7er; 7en",
        Rank.EIGHT: "achten; achter; 8er; 8en",
        Rank.NINE: "neunen; neuner; 9er; 9en",
        Rank.TEN: "zehnen; zehner; 10er; 10en",
        Rank.JACK: "beide buben; beiden buben; zwei buben; die buben; bauern",
        Rank.QUEEN: "damen",
        Rank.KING: "könige; königen",
    },
    suits={
        Suit.CLUBS: "kreuz; kreuze; treff",
        Suit.DIAMONDS: "karo; karos; eckstein",
        Suit.HEARTS: "herz; herzen; coeur",
        Suit.SPADES: "pik; piks; pique; schippe; schippen",
    },
    suit_letters={
        "kr": (Suit.CLUBS,),
        "ka": (Suit.DIAMONDS,),
        "k": (Suit.CLUBS, Suit.DIAMONDS),
        "h": (Suit.HEARTS,),
        "p": (Suit.SPADES,),
    },
    of="of",
    numbers=(*_SMALL, *(f"{_ONES[one]}und{ten}" if one else ten for ten in _TENS for one in range(10)), "sechzig"),
    phrases={
        "the": "der; die; das; den; dem",
        "a": "ein; eine; einen; einem; einer; ne; nen",
        "and": "und; sowie",
        "or": "oder",
        "with": "mit",
        "of": "von",
        "for": "für; fürs; als",
        "at": "bei",
        "muggins by": "muggins um",
        "then": "dann",
        "please": "bitte",
        "I": "ich",
        "my": "mein; meine; meinen; meiner; meinem; unser; unsere",
        "your": "dein; deine; deinen; deiner; deinem",
        "you": "du",
        "he": "er",
        "opponent": "gegner; gegnerin; gegners; gegnerische; gegnerischen",
        "dealer": "geber; geberin; ich gebe",
        "he deals": "er gibt; sie gibt; gegner gibt; gegnerin gibt",
        "I need …": "mir fehlen …; ich brauche noch …",
        "both": "beide; beiden; die beiden; alle beide; zweimal; zweimal die; zweimal den; zweimal das",
        "if": "wenn; falls",
        "maybe": "vielleicht",
        "not": "nicht",
        "don't know": "weiß nicht; keine ahnung",
        # Counts.
        "nothing": "nichts; nix; keine punkte; kein punkt; gar nichts; leer",
        "points": "punkte; punkten; pkt; augen",
        "point": "punkt",
        "fifteens": "fünfzehner; fünfzehnen",
        "pair": "paar; pärchen",
        "two pairs": "zwei paare; doppelpaar",
        "pair royal": "drilling; drillinge; dreier; drei gleiche",
        "double pair royal": "vierling; vierer; vier gleiche",
        "run": "folge; sequenz; straße; reihe; lauf",
        "run of three": "dreierfolge; dreierstraße; dreiersequenz; dreierreihe; 3er folge; 3er straße",
        "run of four": "viererfolge; viererstraße; vierersequenz; viererreihe; 4er folge; 4er straße",
        "run of five": "fünferfolge; fünferstraße; fünfersequenz; fünferreihe; 5er folge; 5er straße",
        "double run": "doppelfolge; doppelte folge; doppelstraße; doppelte straße; doppelsequenz; doppelte sequenz",
        "double run of four": """doppelte viererfolge; doppelte viererstraße; doppelfolge aus vier; doppelte folge
            aus vier; doppelfolge von vier; doppelte folge von vier""",
        "triple run": "dreifachfolge; dreifache folge; dreifache straße; dreifache sequenz",
        "double double run": """doppelt doppelte folge; doppelte doppelfolge; vierfache folge; vierfachfolge;
            doppel-doppelfolge; zweimal doppelte folge""",
        "flush": "flush; farbe; gleiche farbe",
        "his nobs": """his nobs; nobs; bube der farbe; der richtige bube; richtiger bube; passender bube; buben der
            farbe""",
        "makes": "macht; ergibt; gibt; machen; ergeben; sind; sind zusammen",
        "is": "ist; wäre; wären; waren; gleich",
        "declared": "ansage; angesagt; gesagt",
        "less": "weniger",
        "total": "insgesamt; zusammen; gesamt",
        "another": "noch ein; noch eine; weiteres; weitere; ein weiteres",
        "count": "zähle; zählen; zähl",
        "have": "habe; hab",
        "I get": "ich komme auf; ich komm auf; ich kriege; ich bekomme; ich sehe",
        "it's": "das ist; das sind; es sind; es ist; das wären; das macht; das gibt",
        "is it": "sind das; ist das; sind es; ist es; macht das; gibt das",
        "only": "nur; bloß",
        # Answers to a count.
        "yes": """ja; jo; jau; joa; passt schon; jawohl; jap; jup; jep; klar; passt; passt so; alles klar; in
            ordnung; geht klar; gut so""",
        "correct": "stimmt; stimmt so; richtig; korrekt; genau",
        "agreed": "einverstanden; abgemacht",
        "accept": "annehmen; angenommen; akzeptiert; akzeptiere; akzeptieren; nehme an; nehme ich an",
        "no": "nein; nee; nö; ne",
        "wrong": "falsch; stimmt nicht; das stimmt nicht",
        "too many": "zu viel; zu viele; zuviel; zuviele; überzählt; zu hoch",
        "too few": "zu wenig; zu wenige; zuwenig; zuwenige; zu niedrig; unterzählt",
        "you missed …": """du hast … vergessen; du hast … übersehen; hast … vergessen; hast … übersehen; dir fehl*
            …; es fehl* …; da fehl* …; … vergessen; … übersehen; … fehl*""",
        "too many by …": "zu viel um …; zu viele um …; um … zu viel; um … zu viele; um … zu hoch",
        "too few by …": "zu wenig um …; zu wenige um …; um … zu wenig; um … zu wenige; um … zu niedrig",
        "should be …": "müssten … sein; müsste … sein; sollten … sein; sollte … sein; es müssten … sein",
        "challenge": "anzweifeln; einspruch; bezweifle; zweifle",
        # Moves.
        "play": "spiele; spiel; spielen; ausspielen; nehme; nimm; bringe; komme mit",
        "played": "gespielt; gespielt wurde; gespielt wurden; ausgespielt",
        "lead": "anspiel; ausspiel",
        "lay": "lege; leg; legen; legt",
        "discard": """werfe; werf; wirf; wirft; werfen; abwerfen; abwerf; ablegen; weglegen; wegwerfen; schmeiße;
            schmeiß; abwurf; drücke; drücken""",
        "to the crib": "in die krippe; in den crib; in die crib",
        "": "ab; weg; raus; heraus; mal; doch; gern; gerne; jetzt; aus; halt mal; also",
        "keep": "behalte; behalt; behalten",
        "cut": "hebe; heb; abheben; hebe ab; schneide; schneiden",
        "go": """weiter; passe; passen; muss passen; ich muss passen; pass; go; sage go; kann nicht; ich kann nicht;
            kann nicht mehr; ich kann nicht mehr; geht nicht; geht nicht mehr; nichts geht; geht nichts; nichts geht
            mehr; nix geht mehr; nix geht; keine karte; keine karte passt; nichts passt; nix passt; kann nicht
            spielen; kann nicht legen; ich kann nicht spielen; ich kann nicht legen; kann nix legen; kann nichts
            legen; kann nichts spielen; keine passende karte; ich habe keine; hab keine; bin raus""",
        "resign": "aufgeben; gebe auf; ich gebe auf; geb auf; ich geb auf",
        "stop": "stopp; aufhören; ich höre auf; höre auf",
        "take back …": "nehme … zurück; nimm … zurück; … zurücknehmen; … zurück",
        "new deal": "neu geben; neu geben lassen; neue karten; neues blatt; neu austeilen",
        "stand": "bleibt so; so lassen; weiter so; gelten lassen; gilt",
        "play it": "spiel sie; leg sie; spiel die karte; spiel sie aus; zum spielen zwingen",
        "take two": "nimm zwei; nehme zwei; zwei nehmen; nimm 2; nehme 2; zwei punkte nehmen; 2 punkte nehmen",
        "make it": "ändern auf; ändere auf; ich ändere auf; erhöhen auf; erhöhe auf; ich erhöhe auf; mach daraus",
        "no cut": "nicht abheben; kein abheben; ohne abheben",
        "heels": "zwei für den buben; bube als startkarte; his heels; 2 für den buben",
        # Questions.
        "says": "sagt; zählt; zählte",
        "joker": "grün; laub; eichel; schellen; ober; wenzel",
        "what should I lead": """was soll ich ausspielen; was spiele ich aus; was spiel ich aus; was
            ausspielen; was spielt man aus; womit ausspielen; welche karte zuerst; welche zuerst; was spiele ich
            zuerst; was lege ich zuerst; was lege ich aus;
            was zuerst; womit anfangen; womit beginne ich; womit komme ich raus; was spielst du aus;
            beste ausspielkarte; welche ausspielen""",
        "he leads …": "er spielt … aus; sie spielt … aus; gegner spielt … aus; spielt … aus",
        "he leads": "er beginnt mit; gegner beginnt mit; sie beginnt mit; kommt mit; eröffnet mit",
        "what should I play": """was soll ich spielen; was spiele ich; was lege ich drauf; was lege ich darauf;
            womit antworten; was antworte ich; womit antworte ich; was spiele ich darauf""",
        "how often": "wie oft; wie häufig",
        "possible": "möglich",
        "can you": "kann man; kannst du; könnte man",
        "how likely": "wie wahrscheinlich",
        "probability": "wahrscheinlichkeit; chance; chancen; gewinnchance; gewinnchancen",
        "average": """durchschnitt; durchschnittlich; durchschnittliche; durchschnittlicher;
            durchschnittspunkte; im mittel; im schnitt""",
        "best": "beste; bester; bestes; besten; maximum; maximal; höchstens; am besten",
        "why": "warum; wieso; weshalb; erklär; erkläre; erklär mir",
        "get": "bringen; bringt; kommen; kommt; bekommen; kriegen; erreichen",
        "counted": "gezählt",
        "3 players": "zu dritt; wir sind drei; drei spieler; dreier runde",
        "4 players": "zu viert; wir sind vier; vier spieler",
        "most common": "häufigste; häufigster; häufigstes; häufigsten",
        "never": "nie; niemals; unmöglich; unmögliche",
        "or more": "oder mehr; oder besser",
        "at least": "mindestens",
        "how many points": "wie viele punkte; wieviele punkte; wie viel punkte; wieviel punkte",
        "how many": "wie viele; wie viel; wieviele; wieviel",
        "how": "wie",
        "what": "was; welche; welcher; welches",
        "what's the worth of": "was zählt; was zählen; was ist wert; was bringt; was bringen",
        "what should I discard": """was soll ich abwerfen; was soll ich ablegen; was werfe ich; was lege ich;
            was wirft man; was legt man ab; was abwerfen; was ablegen; was soll ich wegwerfen; was würdet ihr
            abwerfen; was würdest du abwerfen; welche soll ich abwerfen; was drücke ich; was raus; was weg;
            welche raus""",
        "should I": "soll ich",
        "can I": "kann ich; darf ich",
        "who": "wer",
        "worth": "wert",
        "starter": """startkarte; starterkarte; aufgedeckt; aufgedeckte; als startkarte; mit startkarte; als
            starter; schnitt; schnittkarte; aufdeckkarte; aufgedeckt ne; aufgedeckt eine; oben;
            oben liegt; liegt oben""",
        "crib": "krippe; krippen",
        "players": "spieler; spielern",
        "my crib": """crib gehört mir; der crib ist meiner; krippe gehört mir; meine krippe; mein crib;
            meiner krippe; meinem crib; meine crib""",
        "opponent's crib": """krippe des gegners; crib des gegners; gegnerische krippe; gegnerischer crib; fremde
            krippe; seine krippe; ihre krippe; krippe vom gegner; crib vom gegner; gegners krippe; gegners crib;
            sein crib; ihr crib; seinem crib; ihrem crib""",
        "hand": "blatt; hand; karten auf der hand",
    },
)
