"""The filler words that people put around their cards, by their treatment; none of them is a card."""

from __future__ import annotations

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


IDLE: Final = _words(
    """
    hey hi hello hiya howdy yo ok okay alright well um uh hmm oh ugh wow omg damn dang nice sweet cool great awesome
    yay lol lmao haha hahaha hehe sorry oops please pls plz pretty thanks thx ty tysm tia cheers thankyou
    anyone anybody someone somebody everyone everybody all folks guys gang team mate pal dude bro sir
    know knows think thinks thought believe reckon reckons guess figure wonder wondering wondered curious could should
    would will might may want wanted wanna gonna gotta able mind sure surely
    quick question just only really actually exactly maybe now then next about if suppose supposing given lets
    dealt deal deals dealing been myself kept keeping hold toss tossing throwing chuck
    wife husband friend buddy dad mom mum mother father grandpa grandma granddad uncle aunt cousin brother sister son
    daughter partner opponent opponents opp opps villain dealer nondealer pone bot app computer website game crew
    their yours hers his her explain explained explanation calculate calc evaluate compute add averages average avg mean
    expected expectation odds chances chance maximum minimum max min potential distribution
    become becomes first an on show why need struggling settle settled bet disagree perfect rare possible anything
    something else any more ev outs alone counting advice ideal optimal non again stuck confused unsure verify verified
    confirm confirmed doublecheck test testing try trying tally sum edit correction here yesterday today tonight
    altogether overall final another meant poll cribbage look by move
    gave give pick choose own wwyd where when who
    """
)
"""They change nothing wherever they stand, and cannot begin what is claimed."""

SAID_FOR: Final = {
    "its": "it is",
    "it's": "it is",
    "thats": "that is",
    "that's": "that is",
    "theres": "there is",
    "there's": "there is",
    "whats": "what is",
    "what's": "what is",
    "what've": "what have",
    "what'd": "what did",
    "wat": "what",
    "wut": "what",
    "wot": "what",
    "wuts": "what is",
    "hows": "how is",
    "how's": "how is",
    "heres": "here is",
    "here's": "here is",
    "im": "i am",
    "i'm": "i am",
    "ive": "i have",
    "i've": "i have",
    "i'd": "i",
    "i'll": "i",
    "he's": "he is",
    "hes": "he is",
    "he'd": "he",
    "she's": "she is",
    "shes": "she is",
    "they're": "they are",
    "they've": "they have",
    "we're": "we are",
    "we've": "we have",
    "you're": "you are",
    "you've": "you have",
    "youre": "you are",
    "let's": "lets",
    "who's": "who is",
    "whos": "who is",
    "u": "you",
    "ur": "my",
    "your": "my",
    "our": "my",
    "opp's": "opponent",
    "opponent's": "opponent",
    "villain's": "opponent",
    "dealer's": "dealer",
    "cut's": "cut is",
    "starter's": "starter is",
    "cuts": "cut",
    "cutting": "cut",
    "flips": "flip",
    "flipping": "flip",
    "turns": "turned",
    "turning": "turned",
    "upcard's": "upcard is",
    "pts": "points",
    "pt": "points",
    "isn't": "is",
    "isnt": "is",
    "aren't": "are",
    "wasn't": "is",
    "wasnt": "is",
    "doesn't": "does",
    "doesnt": "does",
    "don't": "do",
    "dont": "do",
    "didn't": "did",
    "didnt": "did",
    "shouldn't": "should",
    "shouldnt": "should",
    "wouldn't": "would",
    "wouldnt": "would",
    "couldn't": "could",
    "couldnt": "could",
    "w/": "with",
    "w": "with",
    "w/o": "without",
    "precut": "before the cut",
}
"""What stands for something plainer."""

QUESTION: Final = _words("how what which")

TAIL: Final = QUESTION | _words(
    """
    many much far point points i we you he she it that this these those they is are was were am be do does did have has
    had got get gets give gives make makes made count counts counted score scores scored value worth keep keeps hold
    throw throws discard discards lay laying away go goes missing miss missed find see right wrong correct hand hands
    card cards my me the to of in for from with best worst come comes came can there peg pegs hole holes
    holding throwing keeping tossing doing lay out thoughts opinions suggestions check choice case most help helps
    hoping good decent yet so or and equal equals total totals
    """
)
"""What a question may end with that asks no more than every question does."""

SAYING: Final = _words(
    """
    say says said claim claims claimed call calls called count counts counted get gets got have has had score scores
    scored make makes made take takes took peg pegs pegged pegging declare declares declared think thinks thought
    """
)
"""What somebody does with points."""

OPENING: Final = (
    TAIL
    | (SAYING - _words("pegging claim claims claimed declare declares declared"))
    | _words("please tell crib box kitty held holds")
) - {"peg", "pegs"}
"""What a question may begin with before its cards, or the points claimed, are named."""

PERSONS: Final = _words("i we you he she they")

TYING: Final = _words("is are for and make makes of equals total totals a the")
"""What ties the points of a count spoken aloud together."""

NOTHING_SAID: Final = ((TAIL | SAYING | PERSONS) - TYING) | _words(
    "please declare totalled totaled in play not wrong where why add adds up out sum be"
)
"""What is said around the points claimed, and changes nothing in them."""

BETWEEN: Final = SAYING | PERSONS | _words("or vs v versus not but")
"""What stands between two counts of which one may be right."""

BEGINNING: Final = (
    SAYING
    | PERSONS
    | _words(
        """
    it this that these those which what how where is are was were be am do does did can for please worth so
    makes total totals totalled totaled equal equals come comes adds gives check me
    """
    )
)
"""What the words about the points may begin with, behind the cards."""
