"""Phrases in which people ask about cards: some with a place for the cards, and whole questions with their meaning."""

ASKED = """
how many points does {} have?
{}, what's that?
what does {} count?
how many points is {}?
score of {}
score for {}
the score of {}
what's the score of {}?
whats {} worth
what is {} worth?
how much is {} worth?
how many points in {}
how many points do I have with {}
how many is {}
how many for {}
count {}
count this: {}
count this hand {}
count my hand: {}
can you count {}
can you count {} for me?
can you score {} for me please
could you score this: {}
could you tell me what {} is worth
please count {}
please score {} thanks
score this hand {}
score this hand please {}
score {} pls
hey, what's {}?
hi, how much is {}?
hello! what is {} worth
quick question: {}?
help me count {}
help with {}
help: {}
{}?
{} how many
{} how many points
{} how many points?
{} how much
{} how much is that?
{} what is it
{} what's it worth?
{} what do I have?
{} what have I got
{} whats that worth
{} what does that make
{} points?
{} score?
{} count?
{} total?
{} value
{} please
{} thanks
{} thx
{}!!
what's the count on {}
whats the count of {}
what's my count {}
what's my hand worth: {}
what's this worth? {}
whats this hand worth {}
what is this hand? {}
how would you count {}
how would you score {}?
how do you score {}?
how do i count {}
how do I score {} in cribbage
how is {} scored
how is {} counted?
how should {} be scored
anyone know what {} is?
anyone: {}?
what am I missing {}
what did i miss in {}
what's in {}
what's in this hand {}
points in {}
points for {}
total for {}
total points for {}
value of {}
worth of {}
calculate {}
calc {}
evaluate {}
show me {}
show {}
show: {}
explain {}
check {}
/score {}
!score {}
!{}
just got {}
look at this {}
ok {}
and {}?
what about {}?
how about {}
then {}
suppose {}
""".strip().splitlines()

STARTERS = """
5h 5d 5c js on a 5s
5h 5d 5c js w/ 5s
5h 5d 5c js & 5s
5h 5d 5c js (5s)
(5h 5d 5c js) 5s
5h-5d-5c-js-5s
5h, 5d, 5c, js and 5s
5h and 5d and 5c and js and 5s
5h 5d 5c Jack of spades 5s
so 5h 5d 5c js and then 5s?
5h 5d 5c js with a 5s cut
5h 5d 5c js, upcard 5s
5h 5d 5c js upcard 5s
5h 5d 5c js flip 5s
5h 5d 5c js flipped 5s
5h 5d 5c js turned up 5s
5h 5d 5c js, 5s turned
5h 5d 5c js 5s turned up
5h 5d 5c js, 5s is turned
5h 5d 5c js 5s flipped
I have 5h 5d 5c js and the cut is 5s
I had 5h 5d 5c js and the cut was 5s
i've got 5h 5d 5c js, starter 5s
hand: 5h 5d 5c js cut: 5s
hand 5h 5d 5c js starter 5s
hand = 5h 5d 5c js, starter = 5s
my hand: 5h, 5d, 5c, js. Cut: 5s.
my hand is 5h 5d 5c js and the starter is 5s
my cards are 5h 5d 5c js, cut card 5s
5h 5d 5c js on 5s cut
5h 5d 5c js, 5s cut
5h 5d 5c js, 5s up
5h 5d 5c js with 5s up
5h 5d 5c js with the 5s turned up
5h 5d 5c js with a 5s turned up
5h 5d 5c js with 5s as the starter
5h 5d 5c js with 5s as starter
5h 5d 5c js with a cut of 5s
5h 5d 5c js and a 5s cut
5h 5d 5c js and 5s is the cut
5h 5d 5c js and 5s as the cut card
5h 5d 5c js and 5s on the deck
5h 5d 5c js, the cut is 5s
5h 5d 5c js, the turn up is 5s
5h 5d 5c js, turn-up card 5s
5h 5d 5c js, turn card 5s
5h 5d 5c js, turn: 5s
5h 5d 5c js, turnup 5s
5h 5d 5c js, up card is 5s
5h 5d 5c js, up-card 5s
5h 5d 5c js, start card 5s
5h 5d 5c js, starter card is the 5s
5h 5d 5c js, cutcard 5s
5h 5d 5c js and we cut a 5s
5h 5d 5c js and cut 5s
5h 5d 5c js we cut the 5s
5h 5d 5c js they cut a 5s
5h 5d 5c js, dealer flipped the 5s
5h 5d 5c js, dealer turned up 5s
5h 5d 5c js -> 5s
5h 5d 5c js > 5s
5h 5d 5c js w/ 5s cut
just dealt myself 5h 5d 5c js, cut 5s!
if I have 5h 5d 5c js and 5s is cut
if I hold 5h 5d 5c js and the cut is 5s what do I have?
say I have 5h 5d 5c js and 5s is the starter
let's say 5h 5d 5c js cut 5s
holding 5h 5d 5c js, cut 5s
kept 5h 5d 5c js, cut 5s
I kept 5h 5d 5c js and the cut was a 5s
keeping 5h 5d 5c js with 5s cut
""".strip().splitlines()

SIX = """
I got dealt {}
I was dealt {}
dealt {}
I'm dealt {}, what do I throw?
dealt {} what should I throw?
what should I throw from {}
what do I toss {}
what to toss: {}
what would you throw {}?
which cards should I discard from {}?
best discard {}
best discard from {}?
best throw {} my crib
{} my crib
{} their crib
{} opponent's crib
{} his crib
{}, not my crib
{} my deal
{} what do I keep
{} which two go?
{} discard?
{} what to discard
{} what should i toss as dealer
{}, I'm dealing
{} as pone
what to keep from {}
keep what from {}
""".strip().splitlines()

FOUR = """
what would {} become
{} what could I get
odds for {}
average of {}
what can {} become
{} expected value
{} before the cut
{} no cut
{} no cut yet
{} without a starter
{} without the cut
{} + ?
{} best cut
{} best cut?
what's the best cut for {}
what cut do I want with {}
what's the max for {}
""".strip().splitlines()

CLAIMED = """
is {} 29
is {} a 29 hand?
is {} really 29?
isn't {} 29?
is it 29? {}
{} is 29 right?
{} = 29?
{} = 29
{} 29?
{} 29 points?
{} 29 pts
{} for 29
{} I count 29
{} I get 29
{} thats 29 right?
{} that's 29, right?
{} that makes 29
{} that would be 29
{} should be 29
do I have 29 with {}
does {} make 29?
does {} = 29
did I count right: {} 29
29 for {}?
29: {}
I counted 29: {}
I counted 29 for {}
check my count: {} = 29
my first 29! {}
is this a 29? {}
""".strip().splitlines()

PLAYED = """
pegging 7 8 9 how many?
peg 7 8 9
how many do I peg for 7 8 9
how many points for playing 7 8 9
I played 7 he played 8 I played 9
7, 8, 9 in the play
in pegging 7 8 9
play 7-8-9
what does 7 8 9 peg
what do you peg with 7 8 9
""".strip().splitlines()

ELSEWHERE = [
    ("2h 4h 6h 8h crib cut ks", "crib: 2♥ 4♥ 6♥ 8♥ │ K♠", None),
    ("2h 4h 6h 8h in the crib with 10h cut", "crib: 2♥ 4♥ 6♥ 8♥ │ 10♥", None),
    ("2h 4h 6h 8h ks kd - what would you toss?", "2♥ 4♥ 6♥ 8♥ K♠ K♦", None),
    ("2h 4h 6h 8h ks kd first crib", "2♥ 4♥ 6♥ 8♥ K♠ K♦", None),
    ("2h 4h 6h 8h ks kd her crib", "2♥ 4♥ 6♥ 8♥ K♠ K♦", None),
    ("2h 4h 6h 8h ks kd non dealer", "2♥ 4♥ 6♥ 8♥ K♠ K♦", None),
    ("2h 4h 6h 8h ks kd opponents crib", "2♥ 4♥ 6♥ 8♥ K♠ K♦", None),
    ("4 4 4 - how much does that peg", "play: 4 4 4", None),
    ("5h 5d 5c js 5s break it down", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("5h 5d 5c js 5s count please", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("5h 5d 5c js 5s how do you count this", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("5h 5d 5c js 5s how's that count", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("5h 5d 5c js 5s score please", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("5h 5d 5c js 5s with explanation", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("5h 5d 5c js and any cut", "5♥ 5♦ 5♣ J♠", None),
    ("6 7 8 8 and a 7 was cut", "6 7 8 8 │ 7", None),
    ("6 7 8 8 with 7 starter", "6 7 8 8 │ 7", None),
    ("6 of hearts, 7 of diamonds, 8 of clubs, 8 of spades, cut 7 of spades", "6♥ 7♦ 8♣ 8♠ │ 7♠", None),
    ("6h 7d 8c 8s 7s for the crib", "crib: 6♥ 7♦ 8♣ 8♠ │ 7♠", None),
    ("6h 7d 8c 8s and the flip is a 7s", "6♥ 7♦ 8♣ 8♠ │ 7♠", None),
    ("7 then 8 then 9 in pegging", "play: 7 8 9", None),
    ("I have 2h 4h 6h 8h ks kd what do i discard?", "2♥ 4♥ 6♥ 8♥ K♠ K♦", None),
    ("I scored 22 with 6h 7d 8c 8s 7s", "6♥ 7♦ 8♣ 8♠ │ 7♠", 22),
    ("I've 6 7 8 8 and the turn up is a 7", "6 7 8 8 │ 7", None),
    ("anyone know how many points 6 7 8 8 7 is", "6 7 8 8 │ 7", None),
    ("anything else in 5h 5d 5c js 5s", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("average hand for 5h 5d 5c js", "5♥ 5♦ 5♣ J♠", None),
    ("best cuts for 5h 5d 5c js", "5♥ 5♦ 5♣ J♠", None),
    ("best keep 2 4 6 8 k k", "2 4 6 8 K K", None),
    ("bot count 5h 5d 5c js 5s", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("chance of a 29 with 5h 5d 5c js", "5♥ 5♦ 5♣ J♠", 29),
    ("counted 22 for 6h 7d 8c 8s 7s", "6♥ 7♦ 8♣ 8♠ │ 7♠", 22),
    ("cut 7s hand 6h 7d 8c 8s", "6♥ 7♦ 8♣ 8♠ │ 7♠", None),
    ("dealer cut 7s, hand 6h 7d 8c 8s", "6♥ 7♦ 8♣ 8♠ │ 7♠", None),
    ("dealer plays 4, pone plays 4, dealer plays 4", "play: 4 4 4", None),
    ("did i miss anything 5h 5d 5c js 5s", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("discard advice 2 4 6 8 k k", "2 4 6 8 K K", None),
    ("do i get nobs with 5h 5d 5c js 5s", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("does 2h 4h 6h 8h ks count as a flush in crib?", "crib: 2♥ 4♥ 6♥ 8♥ │ K♠", None),
    ("does 5h 5d 5c js 5s have nobs", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("expected score of 5h 5d 5c js", "5♥ 5♦ 5♣ J♠", None),
    ("explain why 6h 7d 8c 8s 7s is 24", "6♥ 7♦ 8♣ 8♠ │ 7♠", 24),
    ("grandma got 5h 5d 5c js 5s", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("hand is 6 7 8 8, cut is 7", "6 7 8 8 │ 7", None),
    ("hand of 2h 4h 6h 8h ks kd, what to lay away", "2♥ 4♥ 6♥ 8♥ K♠ K♦", None),
    ("help me discard 2 4 6 8 k k", "2 4 6 8 K K", None),
    ("how do you get 24 from 6h 7d 8c 8s 7s", "6♥ 7♦ 8♣ 8♠ │ 7♠", 24),
    ("how rare is 5h 5d 5c js 5s?", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("i need help counting 5h 5d 5c js 5s", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("ideal discard for 2 4 6 8 k k", "2 4 6 8 K K", None),
    ("is 5h 5d 5c js 5s the perfect hand", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("is there a flush in 2h 4h 6h 8h ks", "2♥ 4♥ 6♥ 8♥ │ K♠", None),
    ("just got 6h 7d 8c 8s with 7s cut, how many?", "6♥ 7♦ 8♣ 8♠ │ 7♠", None),
    ("lead 4 then 4 then 4", "play: 4 4 4", None),
    ("my crib was 2h 4h 6h 8h, cut ks", "crib: 2♥ 4♥ 6♥ 8♥ │ K♠", None),
    ("my grandpa says 5h 5d 5c js 5s is 28", "5♥ 5♦ 5♣ J♠ │ 5♠", 28),
    ("need help with 5h 5d 5c js 5s", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("odds of getting 29 with 5h 5d 5c js", "5♥ 5♦ 5♣ J♠", 29),
    ("opponent led 4, I played 4", "play: 4 4", None),
    ("I led a 5 he played a 10", "play: 5 10", None),
    ("play 7/8/9", "play: 7 8 9", None),
    ("5h 5d 5c js 5s do I get nobs?", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("2h 4h 6h 8h ks in my crib is that a flush", "crib: 2♥ 4♥ 6♥ 8♥ │ K♠", None),
    ("does the flush count in the crib 2h 4h 6h 8h ks", "crib: 2♥ 4♥ 6♥ 8♥ │ K♠", None),
    ("6/7/8/9", "6 7 8 9", None),
    ("10/9/8/7/6", "10 9 8 7 │ 6", None),
    ("♥5 ♦5 ♣5 ♠J ♠5", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("optimal throw 2 4 6 8 k k", "2 4 6 8 K K", None),
    ("pegged 24 with 6h 7d 8c 8s 7s", "6♥ 7♦ 8♣ 8♠ │ 7♠", 24),
    ("play 7 8 9 6 how many", "play: 7 8 9 6", None),
    ("play 7 8 fifteen for 2", "play: 7 8", 2),
    ("six of hearts seven of diamonds eight of clubs eight of spades cut seven of spades", "6♥ 7♦ 8♣ 8♠ │ 7♠", None),
    ("so i have 6 7 8 8 and the cut is a 7, is that 24?", "6 7 8 8 │ 7", 24),
    ("starter 7s. hand 6h 7d 8c 8s", "6♥ 7♦ 8♣ 8♠ │ 7♠", None),
    ("struggling to count 5h 5d 5c js 5s", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("the cut was 7s and I held 6h 7d 8c 8s", "6♥ 7♦ 8♣ 8♠ │ 7♠", None),
    ("they played 4 i played 4 they played 4", "play: 4 4 4", None),
    ("what are my outs 5h 5d 5c js", "5♥ 5♦ 5♣ J♠", None),
    ("what are the odds of 5h 5d 5c js 5s", "5♥ 5♦ 5♣ J♠ │ 5♠", None),
    ("what do i need to cut with 5h 5d 5c js", "5♥ 5♦ 5♣ J♠", None),
    ("what is the max hand with 5 5 5 j", "5 5 5 J", None),
    ("why does 6h 7d 8c 8s 7s count 24", "6♥ 7♦ 8♣ 8♠ │ 7♠", 24),
    ("with a 7s cut I have 6h 7d 8c 8s", "6♥ 7♦ 8♣ 8♠ │ 7♠", None),
]

RANKS = [
    ("5 5 5 j with a 5 cut", "5 5 5 J │ 5"),
    ("5 5 5 j on a 5", "5 5 5 J │ 5"),
    ("5 5 5 j cut 5", "5 5 5 J │ 5"),
    ("5 5 5 j 5 with nobs", "5 5 5 N │ 5"),
    ("5 5 5 j 5 and his nobs", "5 5 5 N │ 5"),
    ("5 5 5 jack 5 with the right jack", "5 5 5 N │ 5"),
    ("what is A 2 3 4 5", "A 2 3 4 │ 5"),
    ("what does 5 5 6 j 8 count", "5 5 6 J │ 8"),
    ("hand xh 9c 8d 7s 6h", "10♥ 9♣ 8♦ 7♠ │ 6♥"),
]
CRIBS = ["my crib is {}", "{} in crib", "{} as a crib", "crib was {}", "the box had {}", "{} crib?"]

HOSTILE = [
    *(
        "5h ",
        "5",
        "a",
        "a ",
        "as ",
        "1",
        "15 ",
        "15 two ",
        "31 ",
        "of ",
        "|",
        "| ?",
        "(",
        "(1-",
        "(31-4)",
        "(31 - 4) ?",
        " ",
    ),
    *(
        "jack ",
        "turn ",
        "cut ",
        "is ",
        "= ",
        "5 = ",
        "for 12 ",
        "\u0316\u0301",
        "\ufdfa",
        "\u0130",
        "b",
        "15 2 ",
        "\U0001f0a1",
    ),
    *(
        "5h 5d 5c js ",
        "5h 5d 5c js|",
        "5h 5d 5c js ,",
        "which ",
        "twenty ",
        "twenty-",
        "declared 12 ",
        "starter is ",
        "run 3 ",
    ),
    *("turned up card was the ", "play ", "go ", "play 8 ", "n ", "N 5 ", "8 J 6 (31-", "12?", "points ", "28 points"),
    *(
        "hearts ",
        "hearts: ",
        "5 of hearts ",
        "two 5s ",
        "4-5-",
        "4-5 ",
        "4 to ",
        "\n1. ",
        "herz ",
        "heart5",
        "qeen ",
        ":spades:",
    ),
    *(
        "me 4 him 2 ",
        "pair is ",
        "8 or ",
        "my crib ",
        "the 5 ",
        "a 5 ",
        "7s ",
        "78 ",
        "5\ufe0f",
        "$5 ",
        "5h5d",
        "kkk ",
        "\u2665",
    ),
    *("take ", "take back ", "too ", "heels ,", "amend ", "5h for ", "5h fifteen two ", "20 for ", "\u2026"),
]
"""Pieces of which hostile texts are made, again and again."""
