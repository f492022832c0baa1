"""`cribbage-bot score`: every kind of question in words and as JSON, declared counts, and whole files of hands."""

import io
import json
import sys
from random import Random

import pytest

from bot.__main__ import main
from engine.cards import PACK
from engine.scoring import show_total
from tests.support.data_files import data_beside

CASES = data_beside(__file__)


def run_score(capsys, *arguments, code=0):
    assert main(["score", *arguments]) == code
    return capsys.readouterr()


def document(capsys, *arguments):
    return json.loads(run_score(capsys, *arguments, "--json").out)


class TestInWords:
    @pytest.mark.parametrize(("text", "first"), CASES["questions"])
    def test_every_kind_of_question(self, text, first, capsys):
        out = run_score(capsys, text).out
        assert out.startswith(first)
        assert len(out.splitlines()) <= 6
        explained = run_score(capsys, text, "--explain").out
        assert explained.startswith(out.rstrip())
        assert len(explained) > len(out)

    def test_a_declared_count(self, capsys):
        for arguments in (("7c 8d 8h ks 9c = 14",), ("7c 8d 8h ks 9c", "--declared", "14"), ("7c 8d 8h ks", "9c = 14")):
            assert "Not 14: it's 12." in run_score(capsys, *arguments).out

    @pytest.mark.parametrize(("words", "first"), CASES["unquoted"])
    def test_without_quotation_marks(self, words, first, capsys):
        assert run_score(capsys, *words.split()).out.startswith(first)

    def test_x_for_ten(self, capsys):
        assert run_score(capsys, "xh 9c 8d 7s 6h").out.splitlines()[-1] == "I read X as a ten."

    def test_after_two_dashes_everything_is_the_question(self, capsys):
        assert "play: 8 J 6 5 A A" in run_score(capsys, "--", "play 8 j 6 5 a a").out
        assert "crib: " in run_score(capsys, "--crib", "--", "5h 5d 5c js 5s").out
        assert "Not 12" in run_score(capsys, "--declared", "12", "--", "- 5h", "5d", "5c", "js", "5s").out


class TestAsJson:
    @pytest.mark.parametrize("text", ["xh 9c 8d 7s 6h", "x 9 8 7 6", "x 9 8 7", "2 3 4 5 6 x", "play 5 x 9"])
    def test_notes_on_the_reading(self, text, capsys):
        assert document(capsys, text)["notes"] == ["I read X as a ten."]
        assert "notes" not in document(capsys, text.replace("x", "t"))

    def test_a_hand_with_a_declared_count_and_its_rarity(self, capsys):
        found = document(capsys, "7c 8d 8h ks 9c = 14", "--explain")
        assert (found["total"], found["declared"], found["verdict"], found["surplus"]) == (12, 14, "over", 2)
        assert found["rarity"] == {"exactly": 317_340, "more": 206_200, "less": 12_471_260, "of": 12_994_800}

    def test_the_whole_answer_to_a_hand(self, capsys):
        found = document(capsys, "7c 8d 8h ks | 9c")
        points = [[item["law"], "".join(sorted(item["cards"])), item["points"]] for item in found.pop("items")]
        assert sorted(points) == CASES["items"]
        assert found == CASES["hand"]

    def test_ranks_alone(self, capsys):
        found = document(capsys, "5 5 5 J | 5")
        assert (found["hand"], found["starter"], found["total"]) == (["5", "5", "5", "J"], "5", 28)
        assert found["cases"] == [{"total": 28, "flush": 0, "nobs": False}, {"total": 29, "flush": 0, "nobs": True}]
        assert found["items"][0] == {"law": "fifteen", "cards": ["J", "5"], "points": 2}
        assert "rarities" not in found
        rarities = document(capsys, "5 5 5 J | 5", "--explain")["rarities"]
        assert {total: rarity["exactly"] for total, rarity in rarities.items()} == {"28": 76, "29": 4}

    def test_four_cards(self, capsys):
        found = document(capsys, "5h 5d 5c js")
        assert (found["starter"], found["total"]) == (None, 14)
        assert found["starters"]["29"] == ["5S"]
        assert sum(map(len, found["starters"].values())) == 48
        assert found["mean"] == pytest.approx(16.5417, abs=1e-4)

    def test_six_cards(self, capsys):
        found = document(capsys, "4h 5d 5c 6s jd kd")
        assert found["dealer"][0]["away"] == ["JD", "KD"]
        assert len(found["dealer"]) == len(found["pone"]) == 15
        for choice in found["pone"]:
            assert choice["total"] == pytest.approx(choice["hand"] - choice["crib"] + choice["pegging"], abs=1e-3)
            assert "chance" not in choice

    def test_six_cards_with_scores(self, capsys):
        found = document(capsys, "qh 4d qc jd 2s qs at 120-118 dealer")
        assert found["scores"] == {"mine": 120, "theirs": 118, "target": 121}
        chances = [choice["chance"] for choice in found["dealer"][:4]]
        assert chances[0] > 0.95
        assert chances[3] < 0.85
        assert all("chance" not in choice for choice in (*found["dealer"][4:], *found["pone"]))
        assert document(capsys, "2s qs jd qc 4d qh 120-118 my crib")["dealer"][0]["chance"] == chances[0]

    def test_the_play(self, capsys):
        found = document(capsys, "play 8h J 6 5 A A for 4")
        assert [step["count"] for step in found["play"]] == [8, 18, 24, 29, 30, 31]
        assert found["play"][0]["card"] == "8H"
        assert found["play"][-1]["points"] == found["declared"] == 4
        assert found["verdict"] == "right"
        assert all("written" not in step for step in found["play"])

    def test_written_scores_of_a_play(self, capsys):
        found = document(capsys, "8, 7 (15-2), 6 (21-2)")
        assert [(step.get("written"), step.get("verdict")) for step in found["play"]] == [
            (None, None),
            ({"count": 15, "points": 2}, "right"),
            ({"count": 21, "points": 2}, "wrong"),
        ]
        assert found["play"][2]["points"] == 3


TWO = "mine 5h 5d 5c js 5s yours 6h 6d 6c 9s 9h"
"""A text with two hands, which may ask about either."""


class TestOutcomes:
    """A text is surely read, or may mean several things, or nothing."""

    def test_a_sure_text(self, capsys):
        found = document(capsys, "so I held 5h 5d 5c js, and the 5s was cut!")
        assert found["sure"] is True
        assert found["total"] == 29
        assert "readings" not in found

    def test_the_readings_of_a_doubtful_text(self, capsys):
        found = document(capsys, TWO)
        assert set(found) == {"sure", "readings"}
        assert found["sure"] is False
        assert [reading["read"] for reading in found["readings"]] == ["5♥ 5♦ 5♣ J♠ │ 5♠", "6♥ 6♦ 6♣ 9♠ │ 9♥"]
        for reading, text in zip(found["readings"], ("5h 5d 5c js | 5s", "6h 6d 6c 9s | 9h"), strict=True):
            alone = document(capsys, text)
            assert {"sure": True} | reading == {"read": reading["read"]} | alone

    def test_the_readings_in_words(self, capsys):
        first, *lines = run_score(capsys, TWO).out.splitlines()
        assert first == "This may mean several things:"
        numbered = [line for line in lines if line[0] != " "]
        assert numbered == ["1. 29 points: 5♥ 5♦ 5♣ J♠ │ 5♠", "2. 20 points: 6♥ 6♦ 6♣ 9♠ │ 9♥"]

    @pytest.mark.parametrize(
        ("words", "said"),
        [*CASES["no_question"], (("🂡" * 5000,), "")],
    )
    def test_a_text_without_a_question(self, words, said, capsys):
        for arguments in (words, (*words, "--json")):
            told = run_score(capsys, *arguments, code=2)
            assert (told.out, told.err.count("\n")) == ("", 1)
            assert said in told.err

    @pytest.mark.parametrize("words", CASES["like_options"])
    def test_words_that_look_like_options(self, words, capsys):
        assert document(capsys, *words)["total"] == 29
        with pytest.raises(SystemExit, match="2"):
            main(["score", *words, "--jsn"])


@pytest.fixture
def hands(tmp_path):
    def write(*lines):
        path = tmp_path / "hands.txt"
        path.write_bytes(b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines))
        return str(path)

    return write


class TestAFile:
    def test_every_line_is_counted(self, hands, capsys):
        file = hands("5h 5d 5c js 5s", "7C 8D 8H KS | 9C", "2h 2d 4s / 3c", "crib: 2h 4h 6h 8h kc", "")
        assert run_score(capsys, "--file", file, "--json").out.splitlines() == [
            '{"line": 1, "hand": ["5H", "5D", "5C", "JS"], "starter": "5S", "total": 29}',
            '{"line": 2, "hand": ["7C", "8D", "8H", "KS"], "starter": "9C", "total": 12}',
            '{"line": 3, "hand": ["2H", "2D", "4S"], "starter": "3C", "total": 8}',
            '{"line": 4, "hand": ["2H", "4H", "6H", "8H"], "starter": "KC", "crib": true, "total": 0}',
        ]

    def test_thousands_of_hands_agree_with_the_count(self, hands, capsys):
        rng = Random(19)
        dealt = [rng.sample(PACK, 5) for _ in range(2_500)]
        out = run_score(capsys, "--file", hands(*(" ".join(map(str, five)) for five in dealt)), "--json").out
        verdicts = [json.loads(line) for line in out.splitlines()]
        assert [verdict["line"] for verdict in verdicts] == list(range(1, 2_501))
        for verdict, five in zip(verdicts, dealt, strict=True):
            assert verdict["hand"] == [str(card) for card in five[:4]]
            assert verdict["total"] == show_total(five[:4], five[4])

    def test_bad_lines_are_reported_by_number_and_the_rest_is_counted(self, hands, capsys):
        file = hands(
            b"\xef\xbb\xbf5h 5d 5c js 5s\r",
            "",
            "hello",
            "   \t",
            "5h 5d 5c js",
            "5 5 5 j 5",
            TWO,
            "4h 5d 5c 6s jd td",
            b"\xff",
            "I held 6h 7h 8h 9h, cut th",
        )
        told = run_score(capsys, "--file", file, "--json", code=2)
        assert [json.loads(line)["line"] for line in told.out.splitlines()] == [1, 10]
        assert [line.partition(":")[0] for line in told.err.splitlines()] == [f"line {n}" for n in (3, 5, 6, 7, 8, 9)]
        _, no_starter, ranks, doubtful, six, _ = (line.partition(": ")[2] for line in told.err.splitlines())
        assert no_starter.startswith("the starter is missing")
        assert ranks == "type every card with its suit"
        assert doubtful == "this may mean 5♥ 5♦ 5♣ J♠ │ 5♠ or 6♥ 6♦ 6♣ 9♠ │ 9♥"
        assert six == "type 4 cards and the starter"

    def test_items_are_included_only_with_explain(self, hands, capsys):
        file = hands("7C 8D 8H KS | 9C", "2h 4h 6h 8h kc")
        for line in run_score(capsys, "--file", file, "--json", "--explain").out.splitlines():
            verdict = json.loads(line)
            items = verdict.pop("items")
            assert sum(item["points"] for item in items) == verdict["total"]
            assert set(verdict) == {"line", "hand", "starter", "total"}
            assert {tuple(item) for item in items} == {("law", "cards", "points")}

    def test_hands_can_be_counted_as_cribs(self, hands, capsys):
        told = run_score(capsys, "--file", hands("2h 4h 6h 8h kc", "2h 4h 6h | kc"), "--crib", "--json", code=2)
        assert json.loads(told.out) == CASES["crib"]
        assert told.err.startswith("line 2: a crib needs 4 cards")

    def test_counts_in_words(self, hands, capsys):
        file = hands("7C 8D 8H KS | 9C", "")
        assert run_score(capsys, "--file", file).out == "line 1: 12 for 7♣ 8♦ 8♥ K♠ │ 9♣\n"
        words = "Fifteen two, fifteen four, and eight for double run is twelve."
        assert run_score(capsys, "--file", file, "--explain").out == f"line 1: 12 for 7♣ 8♦ 8♥ K♠ │ 9♣: {words}\n"

    def test_standard_input(self, capsys, monkeypatch):
        for stdin in (
            io.StringIO("5h 5d 5c js 5s\n"),
            io.TextIOWrapper(io.BytesIO("5♥ 5♦ 5♣ J♠ 5♠\n".encode()), encoding="ascii"),
        ):
            monkeypatch.setattr(sys, "stdin", stdin)
            assert json.loads(run_score(capsys, "--file", "-", "--json").out)["total"] == 29

    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            (("5h 5d 5c js 5s", "--file", "hands.txt"), "not both"),
            (("--file", "no-such-file.txt"), "No such file"),
            (("--file", "hands.txt", "--declared", "12"), "--declared"),
            ((), "--help"),
        ],
    )
    def test_wrong_arguments_are_refused_in_one_line(self, arguments, complaint, capsys):
        told = run_score(capsys, *arguments, code=2)
        assert (told.out, told.err.count("\n")) == ("", 1)
        assert complaint in told.err
