"""The law book on the screen: every law and the walk fit, and say what is true of the engine."""

import re
from collections import Counter
from pathlib import Path

import pytest

from bot.i18n.translation import using_language
from bot.render.scene import DEFAULT_STYLE
from bot.ui.lawbook import law_page, tutorial
from bot.ui.lawbook.law_page import BOOKS, LAW_TEXTS, page_of
from engine.actions import Declare
from engine.cards import Card, Rank
from engine.errors import NotationError
from engine.events import Pegged, Played, PutBack, SaidGo
from engine.laws import OPTIONS, UNBREAKABLE, Law
from engine.presets import PRESETS, find
from engine.rules import Counting, Overscore
from engine.scoring import show, show_total
from engine.text.question_reader import read_question
from engine.view import view
from tests.support.data_files import data_beside
from tests.support.po_files import language
from tests.support.strategies import act, at_the_show, dealt_out, plays

DATA = data_beside(__file__)

ONE_SCREEN = 1_600
"""The most characters of a page: less than half of what Discord takes in one message of components."""


def text_of(paragraphs):
    return "\n".join(paragraphs)


class TestLaws:
    @pytest.mark.parametrize("law", Law, ids=str)
    def test_every_law_has_its_page_which_explains_the_terms_of_the_board_and_the_deal(self, law):
        text = text_of(page_of(law, find("britannica")))
        assert text.startswith(f"**{law_page.name_of(law)}**\n{law.sentence}")
        assert len(text) < ONE_SCREEN
        assert "  " not in text
        assert not [line for line in text.splitlines() if line != line.strip() or not line]
        text = text_of(page_of(law, find("britannica", players=3)))
        assert "last hole of the board" in text or "game hole" not in text
        assert "dealer's left" in text or not re.search(r"\bpone\b", text)
        assert "Cutting to the dealer means" in text or "cutting to the dealer" not in text

    @pytest.mark.parametrize("law", Law, ids=str)
    def test_it_says_whether_the_law_can_be_broken_here_and_why_or_what_happens(self, law):
        text, commands = text_of(page_of(law)), {Law.FRESH_CUT, Law.CRIB_UNTOUCHED}
        assert ("**Here:** That can't happen." in text) == (law in set(UNBREAKABLE) - commands)
        assert LAW_TEXTS[law].here or law in UNBREAKABLE
        assert UNBREAKABLE.get(law, LAW_TEXTS[law].here) in text
        is_of_1877 = law.number is not None
        assert bool(LAW_TEXTS[law].quote) == is_of_1877
        assert (f'\n> "{LAW_TEXTS[law].quote}"\n**Source:**' in text) == is_of_1877

    def test_another_language_has_the_sources_words_and_below_them_their_plain_translation(self):
        quote, own = LAW_TEXTS[Law.MISCOUNTED].quote, "Wer sich beim Ausspielen verzählt, verliert nichts."
        with using_language(language("de", {quote: own, '> "{quote}"': "> „{quote}“"})):
            text = text_of(page_of(Law.MISCOUNTED))
            other = text_of(page_of(Law.CRIB_UNTOUCHED))
        assert f'\n> "{quote}"\n> „{own}“\n' in text
        assert f'\n> "{LAW_TEXTS[Law.CRIB_UNTOUCHED].quote}"\n**Source:**' in other

    @pytest.mark.parametrize("law", OPTIONS, ids=str)
    def test_an_option_names_every_preset_once_or_all_together(self, law):
        text = text_of(page_of(law))
        named = Counter(re.findall(r"`([a-z-]+)`", "\n".join(re.findall(r"^- (.*?): ", text, re.MULTILINE))))
        assert named == Counter([*PRESETS]) or "- All rules: " in text

    def test_an_option_tells_the_presets_apart_and_the_table_of_the_reader(self):
        text = text_of(page_of(Law.OVERSCORE, find("bicycle")))
        kept = "The extra points come off, and nobody gets them."
        across = "The extra points go to your opponent."
        assert f"- `house`, `britannica`, `britannica-five`, `acc`: {across}" in text
        assert f"- `bicycle`, `crib-derby`: {kept}" in text
        assert text.splitlines()[-2] == f"**In your game:** {kept}"
        text = text_of(page_of(Law.PREDEAL_CUT, find("crib-derby")))
        cut = "Anyone but the dealer can cut before the deal, but it gives the dealer 2 points."
        assert f"- `crib-derby`: {cut}" in text
        assert "**In your game:** You can only cut before the deal if you chose **Cut the deck yourselves**" in text
        text = text_of(page_of(Law.FRESH_CUT, find("crib-derby", players=4)))
        assert text.endswith("**In your game:** Every game begins with a cut for deal.")
        assert "- `crib-derby`: Every game begins with a cut for deal. In a match with 4 players: The first" in text
        assert "- `club`: Every game begins with a cut for deal.\n" in text

    def test_the_source_is_named_as_people_know_it(self):
        assert "**Source:** the Encyclopaedia of 1877, law 19." in text_of(page_of(Law.OVERSCORE))
        assert "**Source:** the Crib-Derby board's rules." in text_of(page_of(Law.AMENDED))
        assert "Congress, rule 10." in text_of(page_of(Law.MUGGINS))
        assert "**Source:** common practice, but not in any of the bot's four rule books." in text_of(
            page_of(Law.ON_TIME)
        )
        assert set(BOOKS) == {law.source[:3] for law in Law} - {"cus"}

    def test_a_book_that_a_text_names_is_the_one_that_says_so(self):
        cut, skunks = text_of(page_of(Law.CUT)), text_of(page_of(Law.LURCH))
        assert "the two who cut the lowest cards are partners, as the Crib-Derby board's rules say." in cut  # 003:19
        assert "US rules, to 121: 2 games under 61, or" in skunks  # 000:103
        assert "Crib-Derby: 2 games under 61, 4 under 31." in skunks  # 003:101
        assert find("crib-derby").doubles == ((61, 2), (31, 4))
        assert (find("bicycle").doubles, find("acc").doubles) == (((61, 2),), ((91, 2),))
        assert "not in any of the bot's four rule books" in text_of(page_of(Law.RESIGNED))

    def test_a_challenge_of_a_count_that_is_too_low_is_wrong_too(self):
        """Also true of the engine."""
        rules = find("britannica")
        text = text_of(page_of(Law.FALSE_CHALLENGE, rules))
        assert text.endswith("the player who counted gets 2 points, even if it's too low.")
        game = at_the_show(["5C 5D 5H JS", "AC 3C 9D QS"], starter="5S", rules=rules)
        game, _ = act(game, *plays("0:show=2 1:many"))
        assert game.scores == (4, 0)

    def test_what_shares_a_number_is_named_too(self):
        assert text_of(page_of(Law.OVERSCORE)).endswith("-# See also Law 19: Wrong claim to win.")
        assert text_of(page_of(Law.FALSE_GAME)).endswith("-# See also Law 19: Too many points.")
        assert {law for law in Law if "See also" in text_of(page_of(law))} == {Law.OVERSCORE, Law.FALSE_GAME}

    def test_laws_that_share_an_option_have_texts_of_their_own(self):
        assert "go with" not in text_of(page_of(Law.TAKEN_BACK))
        assert "discard" not in text_of(page_of(Law.FALSE_GO))
        assert "You count your hand" in text_of(page_of(Law.DECLARED))
        assert "You count the play too" in text_of(page_of(Law.DECLARED))
        assert "You can't challenge counts" in text_of(page_of(Law.FALSE_CHALLENGE))

    def test_muggins_is_never_said_of_scoring_too_much(self):
        """Muggins is the under-count and law 19 the over-count."""
        for law in {*Law} - {Law.MUGGINS}:
            for sentence in re.split(r"(?<=[.;]) ", text_of(page_of(law))):
                assert not ("uggins" in sentence and re.search("too many|too much|overscore", sentence)) or (
                    law is Law.HIS_HEELS
                ), sentence
        assert "Muggins is only about counting too few points, never too many." in text_of(page_of(Law.MUGGINS))


class TestIndex:
    @pytest.mark.parametrize("law", Law, ids=str)
    def test_a_law_is_found_by_its_names(self, law):
        plain = law.value.replace("_", " ")
        for name in (law.value, law.title, law.title.upper(), f"  {law_page.name_of(law)} ", plain):
            assert law_page.find(name) is law, name

    def test_a_law_is_found_by_words_in_it(self):
        words = {"heels": Law.HIS_HEELS, "lurch": Law.LURCH, "displaced peg": Law.DISPLACED_PEG}
        words |= {"taking back": Law.TAKEN_BACK, "overscored": Law.OVERSCORE}
        assert {typed: law_page.find(typed) for typed in words} == words

    @pytest.mark.parametrize("number", range(1, 22))
    def test_a_law_is_found_by_its_number(self, number):
        for name in (f"{number}", f"law {number}", f"Law {number}.", f"#{number}"):
            assert law_page.find(name).number == number, name
        assert law_page.find("19") is Law.OVERSCORE

    @pytest.mark.parametrize(
        ("typed", "said"), [*DATA["no_laws"], ("x" * 300, "Type a number from 1 to 21, or a name like his heels.")]
    )
    def test_what_is_no_law_is_answered_in_a_sentence(self, typed, said):
        with pytest.raises(NotationError) as refused:
            law_page.find(typed)
        assert said in str(refused.value)
        assert len(str(refused.value)) < 200


ANN, BEN = 1, 0
SEATS = {"Ann": ANN, "Ben": BEN, "You": BEN}
LETTERS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}


def card(written):
    return Card.parse(written[:-1].replace("10", "T") + LETTERS[written[-1]])


def card_names(line):
    """The cards of a line such as ``6♥ 7♣`` as tests write them."""
    return " ".join(str(card(written)) for written in line.split())


def page_text(title):
    return "\n".join(next(page for page in tutorial.PAGES if page.title == title).paragraphs)


STEPS = "\n".join(paragraph for step in tutorial.STEPS for paragraph in step.paragraphs)
"""What is told in the first deal."""

CRIB = "The crib and the next deal"


class TestWalk:
    """The first deal against Ann: every number comes from the engine. Ben stands for the reader on other pages."""

    starter = re.search(r"the \*\*starter\*\*, (\S+)\.", STEPS)[1]

    def dealt(self, rules=None):
        pictures = tutorial
        hand = [one for one in pictures.DEALT if one not in pictures.DISCARDED]
        kept = [" ".join(map(str, cards)) for cards in (hand, pictures.ANNS_HAND)]
        away = [" ".join(map(str, cards)) for cards in (pictures.CRIB[:2], pictures.CRIB[2:])]
        starter = str(card(self.starter))
        return dealt_out(kept, starter=starter, away=away, dealer=ANN, rules=rules or find("house"))[0]

    def played(self, rules=None):
        lines = re.findall(r"^(Ann|You): (\S+), count", STEPS, re.MULTILINE)
        return act(self.dealt(rules), *plays(" ".join(f"{SEATS[name]}:{card(one)}" for name, one in lines)))

    def test_the_lower_card_deals_six_and_two_are_discarded(self):
        ann, ben = re.search(r"Ann cuts the (\S+) and Ben the (\S+),", page_text("Who goes first?")).groups()
        assert card(ann).rank < card(ben).rank
        assert (len(tutorial.DEALT), len(tutorial.DISCARDED)) == (6, 2)
        assert set(tutorial.DISCARDED) < set(tutorial.DEALT)
        assert tutorial.CRIB[:2] == tutorial.DISCARDED
        assert card(self.starter).rank is not Rank.JACK

    def test_the_play(self):
        told = []
        for line in STEPS.splitlines():
            if match := re.match(r"(Ann|You): (\S+), count (\d+)\.(?: .* (\d+) points?\.)?", line):
                told.append((SEATS[match[1]], str(card(match[2])), int(match[3])))
                told += [(SEATS[match[1]], int(match[4]))] if match[4] else []
            elif match := re.match(r"Ann can't play (\S+) and says \*\*go\*\*: (\d) point for you", line):
                told += [("go", ANN), (BEN, int(match[2]))]
        _, events = self.played()
        true = []
        for event in events:
            match event:
                case Played():
                    true.append((event.seat, str(event.card), event.count))
                case SaidGo():
                    true.append(("go", event.seat))
                case Pegged():
                    true.append((event.seat, event.points))
        assert told == true

    def test_what_pegs_in_it_and_the_scores_afterwards(self):
        game, events = self.played()
        pegged = [event.law for event in events if isinstance(event, Pegged)]
        assert pegged == [Law.FIFTEEN, Law.RUN, Law.THIRTY_ONE, Law.PAIR, Law.GO, Law.LAST_CARD]
        for word in ("Fifteen", "Run", "Thirty-one", "Pair", "last card"):
            assert word in STEPS
        ben, ann = re.search(r"Ben scored (\d+) points and Ann (\d+)", page_text("Saying go")).groups()
        assert game.scores == (int(ben), int(ann))

    def test_the_pictures_show_the_same_cards_scores_and_counts(self):
        deal, *play, hand, shows = (tutorial.step_scene(place, DEFAULT_STYLE) for place in range(1, 8))
        assert (deal.hand, deal.dealer) == (tutorial.DEALT, "Ann")
        lines = re.findall(r"^(Ann|You): (\S+), count (\d+)", STEPS, re.MULTILINE)
        for place, begins, played in ((0, 0, 0), (1, 0, 2), (2, 0, 4), (3, 4, 6)):
            seen = [(name, str(card(one))) for name, one, _ in lines]
            assert [(name, str(one)) for name, one in play[place].pile] == seen[begins:played]
            assert play[place].count == (int(lines[played - 1][2]) if played else 0)
            assert str(play[place].starter) == str(card(self.starter))
            moves = plays(" ".join(f"{SEATS[name]}:{one}" for name, one in seen[:played]))
            game = act(self.dealt(), *moves)[0]
            assert [(side.name, side.front) for side in play[place].sides] == list(
                zip(("You", "Ann"), game.scores, strict=True)
            )
            assert set(play[place].hand) == set(view(game, BEN).hand)
        assert (hand.cards, str(hand.starter)) == (shows.hands[0].cards, str(card(self.starter)))
        declared = [int(points) for points in re.findall(r"\*\*(\d+) points\*\*", page_text(CRIB))]
        assert [one.points for one in shows.hands] == declared
        for place, one in enumerate(shows.hands):
            assert one.combinations[-1].total == one.points == show(one.cards, one.starter, crib=place == 2).total

    def test_one_choice_of_each_step_goes_on_and_the_true_count_is_among_them(self):
        for step in tutorial.STEPS[:-1]:
            assert [choice.wrong for choice in step.choices].count("") == 1
        (count,) = (one.label for one in tutorial.STEPS[-2].choices if not one.wrong)
        assert f"Your hand has **{count} points**" in page_text(CRIB)

    def test_the_scores_after_the_deal(self):
        declared = map(int, re.findall(r"\*\*(\d+) points\*\*", page_text(CRIB)))
        shows = [Declare(seat, points) for seat, points in zip((BEN, ANN, ANN), declared, strict=True)]
        game, _ = act(self.played()[0], *shows)
        ben, ann = re.search(r"It's (\d+) to (\d+) for you", page_text(CRIB)).groups()
        assert game.scores == (int(ben), int(ann))
        assert game.deal == 1

    def test_declaring_too_few_and_too_many(self):
        before, text = self.played()[0], page_text("Counting too many or too few")
        few, many = map(int, re.findall(r"If Ben counts (?:only )?(\d+)", text))
        true, over = map(int, re.search(r"gets (\d+), and the (\d) extra", text).groups())
        assert self.pegged(before, Declare(BEN, few)) == [(BEN, few)]
        assert f"gets {few}. The missed point" in text
        assert true - few == 1
        assert self.pegged(before, Declare(BEN, many)) == [(BEN, true), (ANN, over)]

    def test_a_challenge(self):
        rules, text = find("house", counting="challenge"), page_text("Checking each other's counts")
        before, _ = act(self.played(rules)[0], Declare(BEN, 13), *plays("1:ok"))
        said, true = map(int, re.search(r"counts (\d+) for a hand worth (\d+)", text).groups())
        assert "the 2 extra points come off, and in most rules Ben gets them" in text
        assert self.pegged(before, Declare(ANN, said), *plays("0:many")) == [(ANN, said), (ANN, -2), (BEN, 2)]
        assert "Ben is wrong and Ann gets 2" in text
        assert self.pegged(before, Declare(ANN, true), *plays("0:many")) == [(ANN, true), (ANN, 2)]

    @staticmethod
    def pegged(game, *actions):
        _, events = act(game, *actions)
        return [
            (event.seat, -event.points if isinstance(event, PutBack) else event.points)
            for event in events
            if isinstance(event, Pegged | PutBack)
        ]

    def test_skunks_are_those_of_the_house(self):
        text = page_text("Winning and skunks")
        marks = re.search(
            r"under (\d+) points is \*\*skunked\*\*, which counts as 2 games\. Under (\d+) .* 4 games", text
        ).groups()
        assert find("house").doubles == ((int(marks[0]), 2), (int(marks[1]), 4))

    def test_the_hand_that_the_walk_has_scored(self):
        question = read_question(re.search(r"`/score (.*?)`", page_text("Scoring a hand"))[1])
        assert show_total(question.hand, question.starter) == 13

    def test_pages_are_short_and_each_step_has_a_picture(self):
        for number, about in enumerate(tutorial.PAGES):
            words = " ".join(about.paragraphs).split()
            assert len(words) <= (70 if number < 5 else 150), about.title
            assert len(about.title) <= 80


def test_the_readme_tells_of_every_preset_what_the_presets_are():
    readme = (Path(__file__).resolve().parents[4] / "README.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| `([a-z-]+)` \|(.*)\|$", readme, re.MULTILINE)
    rows = {name: [cell.strip() for cell in row.split("|")] for name, row in table}
    for name, preset in PRESETS.items():
        _, players, targets, doubles, counts, over, heels = rows[name]
        assert players == ("2 to 4" if preset.players == (2, 3, 4) else "2")
        assert targets == ", ".join(map(str, preset.doubles))
        for below, games in find(name).doubles:
            assert f"{below}: {games}" in doubles
        assert counts == _COUNTS[preset.rules.counting]
        assert over == ("" if name == "club" else _OVER[preset.rules.overscore])
        assert heels == ("to be claimed" if preset.rules.heels_forfeit else "at once")


_COUNTS = {
    Counting.AUTOMATIC: "the bot",
    Counting.REFEREE: "you, the bot checks",
    Counting.CHALLENGE: "you, your opponent checks",
}
_OVER = {Overscore.TO_ADVERSARY: "to the opponent", Overscore.CORRECT_ONLY: "taken back"}
