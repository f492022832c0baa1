"""`/rules` on the screen: every game that can be agreed, its presets, and what they do otherwise than their books."""

import re
from dataclasses import fields, replace
from itertools import product

import pytest

from bot.models.agreement import Clock
from bot.tables import matches
from bot.ui.lawbook import rules_page
from bot.ui.lawbook.law_page import TEXTS, WHO_COUNTS, page_for
from bot.ui.lawbook.rules_page import Terms, explain_preset, explain_rules, explain_table, list_presets
from engine.actions import Challenge
from engine.books.table import Verdict, points_of
from engine.events import DealerChosen, Dealt
from engine.game import legal
from engine.laws import Law
from engine.presets import PRESETS, find
from engine.rules import Counting, NextDealer, Rules
from engine.state import Over
from tests.bot.ui.lawbook.test_law_pages import text_of
from tests.support.data_files import data_beside
from tests.support.random_tables import opened
from tests.support.strategies import act, dealt_out, plays

DATA = data_beside(__file__)

ONE_SCREEN = 2_000
"""The most characters of a page: half of what Discord takes in one message of components."""

CLOCKS = (None, Clock(turn=180), Clock(turn=60, game=3_600, when_over="forfeit"))


def _games(name, preset):
    """Yield the rules of every game of a preset, each with the games of its match."""
    for players, (target, kinds), best_of in product(preset.players, preset.doubles.items(), (1, 5)):
        agreed = product(
            *(kinds, ("cut", "chosen") if players == 4 else ("cut",)),
            *((False, True), (False, True) if name != "club" else (False,)),
        )
        for doubles, partners, ceremony, muggins in agreed:
            table = {"players": players, "target": target, "doubles": doubles, "partners": partners}
            yield find(name, rubber=best_of > 1, ceremony=ceremony, muggins=muggins, **table), best_of


GAMES = {name: [*_games(name, preset)] for name, preset in PRESETS.items()}

BY_CHALLENGE = {name for name, preset in PRESETS.items() if preset.rules.counting is Counting.CHALLENGE}


def page(name, rules=None, **terms):
    return text_of(explain_rules(Terms(preset=PRESETS[name], rules=rules or find(name), **terms)))


def table_page(name, rules, **agreed):
    return text_of(explain_table(opened(rules, preset=name, **agreed)))


def section(text, heading):
    return re.search(rf"^- \*\*{heading}:\*\* (.*)$", text, re.MULTILINE)[1]


class TestEveryGame:
    @pytest.mark.parametrize("name", PRESETS)
    def test_fits_one_screen_and_speaks_of_its_own_players(self, name):
        for (rules, best_of), clock in product(GAMES[name], CLOCKS):
            text = table_page(name, rules, best_of=best_of, clock=clock)
            assert text.startswith(f"**{PRESETS[name].title}** (`{name}`)"), rules
            assert len(text) < ONE_SCREEN, rules
            assert "  " not in text
            assert f"First to {rules.target} points wins" in text, rules
            assert f"{rules.players} players" in text, rules
            assert not re.search(r"3 or 4 players|With [24] players", text), rules
            assert ("partner" in text.casefold()) == (rules.players == 4), rules
            assert ("It's a match: first to 3 games." in text) == (best_of == 5), rules
            assert ("Clock: " in text) == (clock is not None)

    @pytest.mark.parametrize("name", PRESETS)
    def test_says_of_the_next_game_what_the_tables_do(self, name):
        """Seat 1 dealt first and won; the last dealer was seat 0, and the other losers are level."""
        expected = {
            "Every game begins with a cut for deal.": {None},
            "the loser deals first": {0},
            "the player with the lowest score deals first": {0, 2},
            "the first loser to the left of the last dealer deals first": {2},
            "the other player deals first": {0},
            "the player on the first dealer's left deals first": {2},
        }
        for rules, best_of in GAMES[name]:
            table = opened(rules, preset=name, best_of=best_of)
            scores = tuple(rules.target if side == 1 else 7 for side in range(len(rules.sides)))
            table = replace(table, game=replace(table.game, scores=scores, phase=Over(1, 1, "play")))
            after = matches.first_dealer(table, [DealerChosen(1), Dealt(0, ((),) * rules.players, (), ())])
            said = section(text_of(explain_table(table)), "First deal")
            (seats,) = [seats for sentence, seats in expected.items() if sentence in said]
            assert after in seats, (said, rules)

    @pytest.mark.parametrize(("name", "best_of", "said"), DATA["fixtures"])
    def test_in_a_fixture_the_league_decides_the_first_deal(self, name, best_of, said):
        text = table_page(name, find(name), league=1, fixture=4, best_of=best_of)
        assert section(text, "First deal") == f"Your league decides who deals first.{said}"

    @pytest.mark.parametrize(("name", "doubles", "said"), DATA["skunks"])
    def test_a_match_counts_the_skunks_that_were_agreed(self, name, doubles, said):
        text = table_page(name, find(name, doubles=doubles), best_of=3)
        assert text.endswith(f"**Also:** It's a match: first to 2 games.{said}")

    def test_a_game_of_the_first_edition_keeps_its_rules(self):
        rules = replace(find("crib-derby", players=3), edition=1)
        text = table_page("crib-derby", rules)
        assert "keeps the rules of that time" in text
        assert "You can change your count to a higher one until somebody answers, but not to one that wins." in text
        assert "A count can be challenged until somebody answers it or makes the next move." in text
        assert "If you resign, the game is over, and the higher of the other 2 wins." in text
        assert "last hole" not in table_page("acc", replace(find("acc"), edition=1))
        assert "keeps the rules" not in table_page("crib-derby", find("crib-derby", players=3))


RIGHT_ENDS = DATA["right_ends"]


class TestTheRightToChallenge:
    @staticmethod
    def challengeable(game, seat):
        """Return the cards whose count this seat can challenge."""
        against = {move.against for move in legal(game, seat) if isinstance(move, Challenge)}
        return {window.cards[-1] for window in game.windows if window.seat in against}

    @pytest.mark.parametrize(("name", "agreed", "hands", "opening", "seat", "act_", "words"), RIGHT_ENDS)
    def test_it_ends_by_the_acts_that_the_page_names(self, name, agreed, hands, opening, seat, act_, words):
        rules = find(name, **agreed)
        game, _ = dealt_out(hands, starter="9D", dealer=rules.players - 1, rules=rules)
        game, _ = act(game, *plays(opening))
        before = self.challengeable(game, seat)
        assert before
        after, _ = act(game, *plays(act_))
        assert before.isdisjoint(self.challengeable(after, seat))
        assert words in section(page(name, rules), "Show")

    @pytest.mark.parametrize("name", PRESETS)
    def test_no_page_names_an_act_that_its_game_does_not_know(self, name):
        for rules, _ in GAMES[name]:
            said, challenged = section(page(name, rules), "Show"), rules.counting is Counting.CHALLENGE
            assert ("Otherwise it stands." in said) == challenged
            assert ("stop," in said) == (challenged and rules.play_on == "may")
            assert ("your side" in said) == (challenged and rules.players == 4)


class TestEachPreset:
    @pytest.mark.parametrize(
        ("other", "base"),
        [
            *(({"players": 3, "dealt": 5}, "house"), ({"players": 4, "dealt": 5}, "house"), ({"dealt": 5}, "house")),
            *(({"target": 61, "doubles": ()}, "house"), ({"doubles": ((61, 2),)}, "house")),
            *(({"counting": "challenge"}, "house"), ({"counting": "automatic"}, "house")),
            *(({"pegging": "declared"}, "house"), ({"muggins": True}, "house"), ({"ceremony": True}, "house")),
            *(({"overscore": "correct_only"}, "house"), ({"irregular": "penalise"}, "house")),
            *(({"three_for_last": False}, "britannica-five"), ({"single_series": False}, "britannica-five")),
            *(({"play_on": "must"}, "britannica-five"), ({"heels_forfeit": False}, "acc"), ({"amend": True}, "acc")),
            *(({"false_game_penalty": 0}, "acc"), ({"renege": "require_or_two"}, "acc"), ({"edition": 1}, "acc")),
        ],
        ids=str,
    )
    def test_every_change_of_a_rule_changes_its_text(self, other, base):
        assert page(base, replace(find(base), **other)) != page(base)

    def test_the_cut_before_the_deal_is_shown_if_there_is_one(self):
        told = {
            cut: page("acc", replace(find("acc"), ceremony=True, predeal_cut=cut))
            for cut in ("none", "free", "must", "two")
        }
        assert len(set(told.values())) == 4
        assert "gives the dealer 2 points" in told["two"]
        assert "must cut before every deal" in told["must"]

    def test_the_first_line_says_who_counts_in_this_game(self):
        assert page("house").startswith("**House rules** (`house`): you count, the bot checks\n")
        assert page("house", find("house", counting="automatic")).startswith(
            "**House rules** (`house`): the bot counts\n"
        )
        assert "players check each other\n" in page("house", find("house", counting="challenge"))
        assert "(the laws of 1877)\n" in page("britannica")

    def test_too_few_is_said_with_muggins_alone_and_costs_what_the_book_says(self):
        told = {on: page("acc", find("acc", muggins=on)) for on in (False, True)}
        assert "Your opponent presses **Accept** or **Challenge**." in told[False]
        assert "Your opponent presses **Accept**, **Too many** or **Too few**." in told[True]
        assert "Too few**" not in told[False].replace("**Too few:**", "")
        assert "press **Too few** and say how many" in told[True]
        gets = "gets as many points as you said were missed. If you press **Too many** and it isn't, they get 2. (`acc`"
        assert gets in told[True]
        derby = page("crib-derby", find("crib-derby", muggins=True))
        assert "If you press **Too many** or **Too few** and it isn't, the player who counted gets 2 points." in derby
        partners = page("crib-derby", find("crib-derby", players=4))
        assert "One of your opponents presses **Accept** or **Challenge**." in partners

    def test_no_field_of_the_rules_is_left_without_words(self):
        assert {*TEXTS, "doubles"} >= {field.name for field in fields(Rules)}

    @pytest.mark.parametrize("name", PRESETS)
    def test_a_wrong_challenge_is_borrowed_by_the_books_that_have_none(self, name):
        text = page(name)
        assert ("the player who counted gets 2 points, even if it's too low." in text) == (name in BY_CHALLENGE)
        assert (f"`{name}` borrows the 2 points" in text) == (name in {"crib-derby", "acc"})

    def test_nobody_gets_points_by_a_correction_that_only_takes_them_off(self):
        for players in (3, 4):
            assert "gets the points" not in page("crib-derby", find("crib-derby", players=players))
            assert "gets the points" in page("crib-derby", find("crib-derby", players=players, muggins=True))
            assert "gets the points" in page("britannica", find("britannica", players=players))

    def test_the_presets_differ_as_their_books_do(self):
        told = {name: page(name) for name in PRESETS}

        def say(sentence):
            return {name for name, text in told.items() if sentence in text}

        assert say("but must claim them") == BY_CHALLENGE
        assert say("The extra points go to your opponent.") == {"house", "britannica", "britannica-five", "acc"}
        assert say("You can take a discard back, but") == {"britannica", "britannica-five", "acc"}
        assert say("your opponent takes 2 points or makes you play") == {"britannica"}
        assert say("2 points for each playable card") == {"acc"}
        assert say("another 15 points come off") == {"acc"}
        assert say("You can change your count to a higher one until you play your next card, unless") == {"crib-derby"}
        assert say("starts with 3 points") == {"britannica-five"}
        assert say("The bot counts every hand") == {"club"}
        assert say("and skunks count.") == {"house", "bicycle", "crib-derby", "acc"}

    def test_what_may_be_agreed_can_be_found(self):
        """Every option that a preset's screen offers is taken by ``find``."""
        for name, preset in PRESETS.items():
            offered = explain_preset(name)[-1]
            for players in map(int, re.findall(r"\d", (re.findall("([^;:*]*) players", offered) or ["2"])[0])):
                assert find(name, players=players).players == players
            lengths = map(int, re.findall(r"\d+", (re.findall("([^;:*]*) points", offered) or [""])[0]))
            assert all(find(name, target=target).target == target for target in lengths)
            assert ("skunks" in offered) == any(len(ways) > 1 for ways in preset.doubles.values())
            assert ("muggins" in offered) == (name != "club")

    @pytest.mark.parametrize("usual", PRESETS)
    def test_fits_one_screen_with_its_options_and_stands_first_in_its_list(self, usual):
        for players in PRESETS[usual].players:
            text = text_of(explain_preset(usual, players))
            assert len(text) < ONE_SCREEN
            assert f"{players} players. You get" in text
        lines = list_presets(usual)[0].splitlines()
        assert lines[0].startswith(f"- `{usual}` ")
        assert lines[0].endswith("*(default)*")
        assert sorted(re.findall(r"`([a-z-]+)`", "\n".join(lines))) == sorted(PRESETS)
        assert len(text_of(list_presets(usual))) < ONE_SCREEN


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("is_fixture", [False, True])
def test_the_page_of_law_1_says_of_a_game_what_the_page_of_its_rules_says(name, is_fixture):
    league = {"league": 1, "fixture": 4} if is_fixture else {}
    for rules, best_of in {(rules.players, best_of): (rules, best_of) for rules, best_of in GAMES[name]}.values():
        table = opened(rules, preset=name, best_of=best_of, **league)
        first_deal = section(text_of(explain_table(table)), "First deal")
        assert page_for(Law.FRESH_CUT, table)[-1] == f"**In your game:** {first_deal}"
        assert ("Your league decides" in first_deal) == is_fixture


class TestTheBook:
    @pytest.mark.parametrize("name", PRESETS)
    def test_every_departure_is_on_a_page_once_and_skunks_only_where_there_are_some(self, name):
        pages = [text_of(page) for page in rules_page.pages_of(name)]
        everything = "\n".join(pages)
        for point in points_of(name, Verdict.DIFFERS, Verdict.SILENT):
            assert everything.count(f"{point.book} **Here:** {point.here}") == 1, point
        for point in points_of(name, Verdict.FOLLOWS):
            assert f"{point.book} **Here:**" not in everything
        assert max(map(len, pages)) < ONE_SCREEN
        rest = "is in one of the books" if name == "house" else "follows the book"
        assert pages[-1].endswith(f"-# Everything else {rest}.")
        has_skunks = any(ways for named in PRESETS[name].doubles.values() for ways in named.values())
        (resigning,) = [point for point in points_of(name) if point.about == "resigning"]
        assert ("skunk" in resigning.here) == has_skunks

    @pytest.mark.parametrize("name", sorted(PRESETS))
    @pytest.mark.parametrize("counting", list(Counting))
    def test_they_know_who_counts_in_the_game(self, name, counting):
        own = PRESETS[name].rules.counting
        button = rules_page.book_button(name, counting)
        pressed = rules_page.ShowBook.read(button.custom_id)
        assert pressed == rules_page.ShowBook(name, None, None if counting is own else counting)
        assert rules_page.ShowBook.read(f"book1:{name}..{counting}") == rules_page.ShowBook(name, None, counting)
        told = "".join(text_of(page) for page in rules_page.pages_of(name, pressed.counting))
        assert (f"**In your game:** {WHO_COUNTS[counting]}" in told) == (counting is not own)
        assert ("**Who checks a count**" in told) <= (counting is own)
        assert ("-# Everything else" in told) == (counting is own)


@pytest.mark.parametrize("way", NextDealer)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_two_ways_to_the_next_deal_read_alike(way, players):
    rules = replace(find("house", players=players), next_dealer=way)
    others = [replace(rules, next_dealer=other) for other in NextDealer if other is not way]
    for best_of in (1, 3):
        told = page("house", rules, best_of=best_of)
        alike = [other.next_dealer for other in others if page("house", other, best_of=best_of) == told]
        in_match_of_four = {NextDealer.CUT, NextDealer.ALTERNATE} if (players, best_of) == (4, 3) else set()
        assert set(alike) <= in_match_of_four
