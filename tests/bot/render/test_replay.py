"""The page that replays a game: its steps tell the whole game, and nothing in it can break the page."""

import json
import re
from dataclasses import replace

from bot.render.replay import replay_page, steps
from bot.tables.robot_games import play_games
from engine.events import Pegged, Played, PutBack, Shown
from engine.presets import PRESETS
from tests.support.depth import sampled


def record_of(preset="house", players=2, **options):
    (record,) = play_games(1, preset=preset, players=players, seed="replay", **options)
    return record


def document_of(page):
    return json.loads(re.search(r'<script id="game" type="application/json">(.*?)</script>', page, re.DOTALL)[1])


GAMES = [(name, players) for name, preset in PRESETS.items() for players in preset.players]


@sampled(("preset", "players"), GAMES)
def test_the_steps_tell_every_card_point_and_score(preset, players):
    record = record_of(preset, players, miscount=0.2, irregular=0.1)
    told = list(steps(record))
    assert all(step["text"] for step in told)
    assert told[-1]["scores"] == record.to_dict()["result"]["scores"]
    moved = [event.points if isinstance(event, Pegged) else -event.points for event in _of(record, Pegged | PutBack)]
    assert [points for step in told for _, points, _ in step["points"]] == moved
    played = [event.card.name for event in _of(record, Played)]
    assert [step["series"][-1][1] for step in told if " plays " in step["text"]] == played
    shown = [[event.seat, event.what] for event in _of(record, Shown)]
    assert [step["shown"] for step in told if "shown" in step] == shown
    for event, step in zip(_of(record, Shown), (step for step in told if "shown" in step), strict=True):
        assert sum(points for _, _, points in step["parts"]) == event.true


def _of(record, kind):
    return [event for event in record.events if isinstance(event, kind)]


def test_the_first_step_shows_the_cards_of_the_cut():
    record = record_of()
    assert next(steps(record))["hands"] == [[[card.name, ""]] for card in record.events[0].cards]


def test_a_card_is_marked_once_it_is_played():
    told = list(steps(record_of()))
    first = next(step for step in told if " plays " in step["text"])
    assert [mark for hand in first["hands"] for _, mark in hand].count("played") == 1
    assert first["count"] == sum(
        10 if name[0] in "TJQK" else "0A23456789".index(name[0]) for _, name in first["series"]
    )


def test_a_name_cannot_end_the_data_or_become_part_of_the_page():
    record = replace(record_of(), seats=("</script><img src=x onerror=alert(1)>", "Ben & Söhne"))
    page = replay_page(record)
    assert "<img" not in page
    assert document_of(page)["seats"] == list(record.seats)


def test_the_page_needs_nothing_from_anywhere_else():
    page = replay_page(record_of())
    assert not re.search(r"https?://|//[a-z]+\.|@import|url\(|fetch\(|<link(?! rel=\"icon\" href=\"data:,\")", page)
    assert document_of(page)["target"] == 121
