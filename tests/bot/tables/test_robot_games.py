"""Games between robots: every record replays, every pack matches its seed, and every show is counted again here."""

from __future__ import annotations

import io
import json
from itertools import combinations, pairwise, product

import pytest

from bot.tables.robot_games import ROBOT_NAMES, in_seat_order, play_game, play_games, write_games
from bot.tables.shuffle import check
from engine.ai.levels import CLUB
from engine.ai.robots import choose
from engine.audit import play_again
from engine.errors import RulesError
from engine.events import ForDealCut
from engine.presets import PRESETS, find
from engine.record import Record
from engine.state import Over
from tests.referee import verdict
from tests.referee.arithmetic import scores_in_play, total
from tests.referee.shuffling import pack_of
from tests.support.depth import sampled, sampled_fixture, seeds, thorough
from tests.support.strategies import REFEREE

GAMES = 24
COUNTED = ("house", "club", "bicycle")


@sampled_fixture(COUNTED, scope="module")
def documents(request):
    """Records of one preset, with 3 wrong counts in 10."""
    out = io.StringIO()
    write_games(out, GAMES, preset=request.param, seed="test", miscount=0.3)
    return [json.loads(line) for line in out.getvalue().splitlines()]


# The show, counted without the engine.


def rank(card):
    return "A23456789TJQK".index(card[0]) + 1


def count_by_the_book(hand, starter, *, crib):
    """Count a hand, given as text, as the rule books describe it."""
    cards = [*hand, starter]
    sets = [chosen for size in range(2, 6) for chosen in combinations(cards, size)]
    points = sum(2 for chosen in sets if sum(min(rank(card), 10) for card in chosen) == 15)
    points += sum(2 for one, other in combinations(cards, 2) if one[0] == other[0])
    for size in (5, 4, 3):
        made = sum(
            max(map(rank, chosen)) - min(map(rank, chosen)) == size - 1 and len({card[0] for card in chosen}) == size
            for chosen in combinations(cards, size)
        )
        if made:
            points += made * size
            break
    suits = {card[1] for card in hand}
    if len(suits) == 1:
        points += 5 if starter[1] in suits else 0 if crib else 4
    return points + ("J" + starter[1] in hand)


def due(preset, shown, room):
    """The pegs for a declaration, as (seat, law, points): law 19 in house, only the correction in bicycle.

    ``room`` are the holes up to the game hole: points beyond it could not have been pegged, and pay nobody.
    """
    true, declared, seat = shown["true"], shown["declared"], shown["seat"]
    brought = [(seat, "declared", min(true, declared))]
    if preset == "house":
        brought.append((1 - seat, "overscore", min(declared, room) - min(true, room)))
    return [(who, law, points) for who, law, points in brought if points > 0]


def shows(document):
    """Every hand and crib that was shown: its starter, its event, the holes up to the game, and the pegs after it."""
    starter, scores = None, [0, 0]
    events = document["events"]
    for place, event in enumerate(events):
        if event["kind"] == "starter_turned":
            starter = event["card"]
        if event["kind"] == "shown":
            after = next((at for at in range(place + 1, len(events)) if events[at]["kind"] != "pegged"), len(events))
            yield starter, event, document["rules"]["target"] - scores[event["seat"]], events[place + 1 : after]
        if event["kind"] == "pegged":
            scores[event["side"]] = event["score"]


def test_every_game_replays_under_the_laws(documents):
    assert len(documents) == GAMES
    for document in documents:
        record = Record.from_dict(document)
        game = play_again(record.rules, record.events)
        assert isinstance(game.phase, Over)
        assert record.to_dict() == document
        assert document["result"]["scores"] == list(game.scores)
        assert document["seats"] == ["Ann", "Ben"]


def test_every_pack_follows_from_the_published_seed(documents):
    for document in documents:
        record = Record.from_dict(document)
        findings = check(record.commitment, record.seed or "", record.events, record.contributions)
        assert findings[0].what == "cut"
        assert len(findings) > 4
        assert all(finding.agrees for finding in findings)


def test_every_show_is_counted_and_corrected_as_the_rule_books_say(documents):
    for document in documents:
        last = document["events"][-2]
        for starter, shown, room, pegs in shows(document):
            assert shown["true"] == count_by_the_book(shown["cards"], starter, crib=shown["what"] == "crib")
            brought = [(peg["seat"], peg["law"], peg["points"]) for peg in pegs]
            ended = bool(pegs) and pegs[-1] is last
            if document["preset"] == "club":
                assert shown["declared"] is None
                assert {seat for seat, _, _ in brought} <= {shown["seat"]}
                total = sum(points for _, _, points in brought)
                assert total == shown["true"] or (ended and total < shown["true"])
            else:
                expected = due(document["preset"], shown, room)
                assert brought == (expected[: len(brought)] if ended else expected)


def test_every_peg_moves_by_its_points_and_stops_at_the_game_hole(documents):
    for document in documents:
        scores, target = [0, 0], document["rules"]["target"]
        for event in document["events"]:
            if event["kind"] == "pegged":
                assert max(scores) < target
                scores[event["side"]] = min(scores[event["side"]] + event["points"], target)
                assert event["score"] == scores[event["side"]]
        assert document["result"]["scores"] == scores
        assert scores[document["result"]["side"]] == target


def test_robots_miscount_as_often_as_asked(documents):
    wrong = [
        shown["declared"] - shown["true"]
        for document in documents
        for _, shown, _, _ in shows(document)
        if shown["declared"] not in (None, shown["true"])
    ]
    declared = [shown for document in documents for _, shown, _, _ in shows(document) if shown["declared"] is not None]
    if documents[0]["preset"] == "club":
        assert declared == []
    else:
        assert 0.25 < len(wrong) / len(declared) < 0.35
        assert set(wrong) == {-4, -3, -2, -1, 1, 2, 3, 4}
        assert all(0 <= shown["declared"] <= 29 for shown in declared)


def test_the_cut_decides_who_deals_first(documents):
    first = [
        event["seat"] for document in documents for event in document["events"] if event["kind"] == "dealer_chosen"
    ]
    assert len(first) == GAMES
    assert GAMES / 4 < sum(first) < 3 * GAMES / 4


def test_robots_declare_true_counts_by_default():
    for record in play_games(3, levels=("easy", "club")):
        assert all(shown["declared"] == shown["true"] for _, shown, _, _ in shows(record.to_dict()))


def test_robots_that_always_miscount_never_declare_a_true_count():
    for record in play_games(3, miscount=1.0):
        assert all(1 <= abs(shown["declared"] - shown["true"]) <= 4 for _, shown, _, _ in shows(record.to_dict()))


def games_text(**options):
    out = io.StringIO()
    write_games(out, 2, **options)
    return out.getvalue()


def test_the_same_options_write_the_same_bytes():
    options = {"seed": 5, "miscount": 0.5, "levels": ("easy", "easy")}
    assert games_text(**options) == games_text(**options)
    assert games_text(**options).count("\n") == 2
    for other in ({"seed": 6}, {"miscount": 0.0}, {"preset": "bicycle"}, {"levels": ("easy", "club")}):
        assert games_text(**options | other) != games_text(**options)


def test_a_game_depends_only_on_the_seed_and_its_number():
    alone, both = list(play_games(1, seed=9)), list(play_games(2, seed=9))
    assert both[0] == alone[0]
    assert both[1].seed != both[0].seed
    assert [record.game for record in both] == ["9:1", "9:2"]


def test_irregularities_need_rules_that_allow_them():
    assert games_text(seed=3, irregular=0.5) == games_text(seed=3)


@pytest.mark.parametrize(("options", "field"), [({"players": 5}, "players"), ({"preset": "whist"}, "preset")])
def test_impossible_rules_are_refused_before_anything_is_written(options, field):
    with pytest.raises(RulesError) as caught:
        play_games(1, **options)
    assert caught.value.field == field


def test_the_seed_and_the_robots_determine_the_game():
    seed = bytes(32)
    assert play_game(REFEREE, seed, levels=("club", "club")) == play_game(REFEREE, seed, levels=("club", "club"))
    assert len(set(ROBOT_NAMES)) == 4


# Every table.

KINDS = {
    *("cut_for_deal", "dealer_chosen", "cut_to_dealer", "dealt", "laid_away", "taken_back", "fresh_deal"),
    *("starter_turned", "played", "said_go", "required", "stopped", "count_reset", "shown", "pegged"),
    *("put_back", "satisfied", "amended", "challenged", "conceded", "game_won"),
}
"""Every kind of event in a record."""

LAWS = {
    *("his_heels", "fifteen", "thirty_one", "go", "last_card", "pair", "pair_royal", "double_pair_royal"),
    *("run", "flush", "his_nobs", "three_for_last", "declared", "overscore", "muggins", "false_challenge"),
    *("false_go", "taken_back", "false_game", "predeal_cut"),
}
"""Every law by which a record says that a peg moves."""


def all_tables():
    """Every preset with every number of hands."""
    return [(name, players) for name, preset in PRESETS.items() for players in preset.players]


def records_of(games, **options):
    """The records of robot games as JSON documents."""
    out = io.StringIO()
    write_games(out, games, **options)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def kinds(document):
    """The kinds of events in a document."""
    return {event["kind"] for event in document["events"]}


def wrong_plays(document):
    """The error of each declaration in the play, by the referee's count."""
    series = []
    for event in document["events"]:
        if event["kind"] in ("starter_turned", "count_reset"):
            series = []
        if event["kind"] == "played":
            series.append(event["card"])
            yield event["declared"] - total(scores_in_play(series))


@sampled(("preset", "players"), all_tables())
def test_robots_finish_games_of_every_preset_and_number_of_players(preset, players):
    for document in records_of(3, preset=preset, players=players, seed="tables", miscount=0.2, irregular=0.1):
        assert verdict.check(document) == []
        assert len(document["seats"]) == document["rules"]["players"] == players
        record = Record.from_dict(document)
        assert isinstance(play_again(record.rules, record.events).phase, Over)
        assert all(
            finding.agrees
            for finding in check(record.commitment, record.seed or "", record.events, record.contributions)
        )


@sampled(("preset", "players"), all_tables())
def test_robots_break_no_law_by_default(preset, players):
    for document in records_of(2, preset=preset, players=players, seed="honest"):
        laws = {event["law"] for event in document["events"] if event["kind"] == "pegged"}
        amiss = {"taken_back", "fresh_deal", "required", "challenged", "put_back", "amended", "conceded", "stopped"}
        assert not kinds(document) & amiss
        assert not laws & {"false_go", "overscore", "muggins", "false_challenge", "taken_back"}
        assert all(event["declared"] in (None, event["true"]) for event in document["events"] if "true" in event)
        if document["rules"]["pegging"] == "declared":
            assert set(wrong_plays(document)) == {0}


def test_robot_games_contain_every_event_and_every_law():
    """Games are played until everything has come up, at every table and for 24 rounds at most.

    The rounds 5 and 1 come first: they have what is rarest, such as a false claim of game, and all that there is.
    """
    seen, laws = set(), set()
    for number, (preset, players) in product((5, 1, *range(24)), all_tables()):
        muggins = None if preset == "club" else True
        options = {"miscount": 0.3, "irregular": 0.2, "ceremony": True, "muggins": muggins, "resign": 0.002}
        (document,) = records_of(1, preset=preset, players=players, seed=f"all {number}", **options)
        seen |= kinds(document)
        laws |= {event["law"] for event in document["events"] if "law" in event}
        assert seen <= KINDS
        assert laws <= LAWS
        if number != 5 and (seen, laws) == (KINDS, LAWS):
            return
    pytest.fail(f"{KINDS - seen} and {LAWS - laws} never came up")


def test_wrong_declarations_in_the_play_are_as_frequent_as_asked_and_mostly_challenged():
    documents = records_of(12, preset="acc", seed="wrong", miscount=0.3)
    errors = [error for document in documents for error in wrong_plays(document)]
    wrong = [error for error in errors if error]
    assert 0.25 < len(wrong) / len(errors) < 0.35
    assert {abs(error) for error in wrong} == {1, 2, 3, 4}
    called = [event for document in documents for event in document["events"] if event["kind"] == "challenged"]
    assert all(event["claim"] == "too_many" for event in called)
    right = sum(event["upheld"] for event in called)
    over = sum(error > 0 for error in errors) + sum(
        event["declared"] > event["true"] for document in documents for event in document["events"] if "true" in event
    )
    # Nine in ten are noticed, and now and then somebody challenges what is true.
    assert 0.8 < right / over < 0.97
    assert 0 < len(called) - right < right / 5


def test_both_answers_to_an_irregularity_occur():
    documents = records_of(10, preset="britannica", players=3, seed="broken", irregular=0.3)
    events = [event for document in documents for event in document["events"]]
    laws = [event["law"] for event in events if event["kind"] == "pegged"]
    required = sum(event["kind"] == "required" for event in events)
    assert min(required, laws.count("false_go")) > 10
    fresh = sum(event["kind"] == "fresh_deal" for event in events)
    assert min(fresh, laws.count("taken_back") - fresh) > 10


@thorough
def test_robots_raise_counts_in_the_next_deal_and_into_the_game_hole():
    late = won = 0
    games = seeds(20)
    for seed in games:
        (document,) = records_of(1, preset="crib-derby", players=3, seed=f"raised {seed}", miscount=0.3)
        assert verdict.check(document) == []
        events = document["events"]
        for place, event in enumerate(events):
            if event["kind"] == "amended":
                declared = next(e["kind"] for e in events[place::-1] if e["kind"] in ("played", "shown", "dealt"))
                late += event["what"] != "play" and declared != "shown"
                after = next(e for e in events[place + 1 :] if e["kind"] not in ("satisfied", "challenged"))
                won += after is events[-2]
    assert late > len(games) / 2
    assert won or len(games) < 20


def test_robots_call_muggins_by_points_and_renege_in_a_tournament():
    options = {"miscount": 0.3, "irregular": 0.3, "muggins": True}
    events = [event for record in records_of(12, preset="acc", seed="acc", **options) for event in record["events"]]
    called = [event for event in events if event.get("claim") == "too_few"]
    assert {event["upheld"] for event in called} == {True, False}
    assert len({event["points"] for event in called}) > 3
    reneged = [event["points"] for event in events if event.get("law") == "false_go"]
    assert {2, 4} <= set(reneged) <= {2, 4, 6, 8}
    won = [
        after for before, after in pairwise(events) if before.get("law") == "false_go" and after["kind"] == "game_won"
    ]
    assert len(reneged) - len(won) == sum(event["kind"] == "required" for event in events)


def test_a_robot_that_left_never_acts_again():
    played_out = 0
    for document in records_of(12, preset="house", players=3, seed="left", resign=0.004):
        assert verdict.check(document) == []
        left = set()
        for event in document["events"]:
            assert event["kind"] == "game_won" or event.get("seat") not in left
            if event["kind"] == "conceded":
                left.add(event["seat"])
        played_out += len(left) == 1 and document["result"]["ended_by"] != "resigned"
    assert played_out > 2


@thorough
def test_robots_that_resign_answer_claims_of_game_first():
    for seed in seeds(60):
        (document,) = records_of(1, preset="britannica", players=3, seed=seed, miscount=0.5, resign=0.02)
        assert verdict.check(document) == []


def test_the_cut_seats_four_robots():
    seatings = set()
    for document in records_of(6, preset="bicycle", players=4, seed="seats"):
        last = [event for event in document["events"] if event["kind"] == "cut_for_deal"][-1]
        number = sum(event["kind"] == "cut_for_deal" for event in document["events"])
        drawn = pack_of(bytes.fromhex(document["shuffle"]["seed"]), f"cut:{number}")[:4]
        for seat, name in enumerate(document["seats"]):
            assert name == ROBOT_NAMES[drawn.index(last["cards"][str(seat)])]
        seatings.add(tuple(document["seats"]))
    assert len(seatings) > 1


def test_people_in_seat_order():
    cut = ForDealCut((), None, (2, 0, 3, 1))
    assert in_seat_order("ABCD", [cut]) == ("C", "A", "D", "B")
    assert in_seat_order("ABCD", [ForDealCut(()), cut, cut]) == ("D", "C", "B", "A")
    assert in_seat_order("AB", []) == ("A", "B")


def test_the_levels_of_four_robots_follow_them_to_their_seats(monkeypatch):
    seats_and_levels = set()

    def choose_and_record(seen, level, chance):
        seats_and_levels.add((seen.seat, level))
        return choose(seen, CLUB, chance)

    monkeypatch.setattr("bot.tables.robot_games.choose", choose_and_record)
    levels = ("first", "second", "third", "fourth")
    events = play_game(find("bicycle", players=4, target=61), bytes(32), levels=levels)
    assert in_seat_order(levels, events) != levels
    assert seats_and_levels == set(enumerate(in_seat_order(levels, events)))
