"""Games between robots: the referee of the tests finds no fault in a record, and robots err as often as asked."""

from __future__ import annotations

import io
import json
from itertools import pairwise, product

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
from tests.support.depth import sampled, seeds, thorough


def games_text(games, **options):
    out = io.StringIO()
    write_games(out, games, **options)
    return out.getvalue()


def test_the_same_options_write_the_same_bytes():
    options = {"seed": 5, "miscount": 0.5, "irregular": 0.5, "levels": ("easy", "easy")}
    written = games_text(2, **options)
    assert games_text(2, **options) == written
    assert written.count("\n") == 2
    assert games_text(2, **options | {"irregular": 0.0}) == written, "these rules do not allow irregularities"
    for other in ({"seed": 6}, {"miscount": 0.0}, {"preset": "bicycle"}, {"levels": ("easy", "club")}):
        assert games_text(2, **options | other) != written


def test_a_game_depends_only_on_the_seed_and_its_number():
    alone, both = list(play_games(1, seed=9)), list(play_games(2, seed=9))
    assert both[0] == alone[0]
    assert both[1].seed != both[0].seed
    assert [record.game for record in both] == ["9:1", "9:2"]


@pytest.mark.parametrize(("options", "field"), [({"players": 5}, "players"), ({"preset": "whist"}, "preset")])
def test_impossible_rules_are_refused_before_anything_is_written(options, field):
    with pytest.raises(RulesError) as caught:
        play_games(1, **options)
    assert caught.value.field == field


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
    return [(name, players) for name, preset in PRESETS.items() for players in preset.players]


def records_of(games, **options):
    return list(map(json.loads, games_text(games, **options).splitlines()))


def kinds(document):
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
    for document in records_of(2, preset=preset, players=players, seed="tables", miscount=0.2, irregular=0.1):
        assert verdict.check(document) == []
        assert document["seats"] == list(ROBOT_NAMES[:players]) or players == 4
        assert len(document["seats"]) == document["rules"]["players"] == players
        record = Record.from_dict(document)
        assert record.to_dict() == document
        game = play_again(record.rules, record.events)
        assert isinstance(game.phase, Over)
        assert document["result"]["scores"] == list(game.scores)
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


@pytest.mark.parametrize(("miscount", "least", "most"), [(0.3, 0.25, 0.35), (1.0, 1.0, 1.0)])
def test_robots_miscount_as_often_as_asked(miscount, least, most):
    documents = records_of(12 if least < 1 else 3, preset="house", seed="miscount", miscount=miscount)
    shown = [event for document in documents for event in document["events"] if event["kind"] == "shown"]
    errors = [event["declared"] - event["true"] for event in shown if event["declared"] != event["true"]]
    assert least <= len(errors) / len(shown) <= most
    assert set(errors) <= {-4, -3, -2, -1, 1, 2, 3, 4}
    assert max(errors) == -min(errors) == 4
    assert all(0 <= event["declared"] <= 29 for event in shown)


def test_wrong_declarations_in_the_play_are_as_frequent_as_asked_and_mostly_challenged():
    documents = records_of(8, preset="acc", seed="wrong", miscount=0.3)
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
    assert late >= len(games) / 2
    assert won or len(games) < 20


def test_robots_call_muggins_by_points_and_renege_in_a_tournament():
    options = {"miscount": 0.3, "irregular": 0.3, "muggins": True}
    events = [event for record in records_of(8, preset="acc", seed="acc", **options) for event in record["events"]]
    called = [event for event in events if event.get("claim") == "too_few"]
    assert {event["upheld"] for event in called} == {True, False}
    assert len({event["points"] for event in called}) > 3
    reneged = [event["points"] for event in events if event.get("law") == "false_go"]
    assert {2, 4} <= set(reneged) <= {2, 4, 6, 8}
    won = [
        after for before, after in pairwise(events) if before.get("law") == "false_go" and after["kind"] == "game_won"
    ]
    assert len(reneged) - len(won) == sum(event["kind"] == "required" for event in events)


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
