"""Messages are data: equal messages are equal, they nest, ``str()`` is English, and the engine translates nothing."""

import ast

import pytest

from engine.errors import CribbageError, NotationError, RulesError
from engine.messages import N_, Message, capitalized, counted, joined, listed, message, verbatim
from engine.rules import Rules
from engine.text.spoken_counts import NumberInWords, parse_count
from tests.support.paths import ROOT

MODULES = sorted((ROOT / "engine").rglob("*.py"))
MAKERS = {"message", "counted", "listed", "joined", "capitalized"}


class TestEnglish:
    def test_values_stand_in_their_places(self):
        assert str(message("{who} plays {card}.", who="Ann", card="5♥")) == "Ann plays 5♥."
        assert str(message("{text!r} is {share:.1f}%.", text="x", share=2)) == "'x' is 2.0%."

    def test_braces_stay_where_there_are_no_values(self):
        assert str(message("Braces {so} stay.")) == "Braces {so} stay."

    def test_one_and_many(self):
        texts = [str(counted("{number} card of {who}", "{number} cards of {who}", n, who="Ann")) for n in (0, 1, 2)]
        assert texts == ["0 cards of Ann", "1 card of Ann", "2 cards of Ann"]

    def test_a_message_may_be_a_value_of_another(self):
        inner = message("write {card}", card="5H")
        assert str(message("No card: {hint}.", hint=inner)) == "No card: write 5H."

    @pytest.mark.parametrize(
        ("items", "both", "either"),
        [
            (["a"], "a", "a"),
            (["a", "b"], "a and b", "a or b"),
            (["a", "b", "c"], "a, b and c", "a, b or c"),
            ([message("{n} points", n=2), 3], "2 points and 3", "2 points or 3"),
        ],
    )
    def test_lists(self, items, both, either):
        assert str(message("{all}", all=listed(items))) == both
        assert str(listed(items, "or")) == either

    def test_parts_are_joined_in_their_order(self):
        assert str(joined([message("One."), message("{n}.", n=2)])) == "One. 2."
        assert str(joined(["a", "b", "c"], message(", or "))) == "a, or b, or c"
        assert str(joined([message("alone")], ", ")) == "alone"

    @pytest.mark.parametrize("make", [listed, joined])
    def test_nothing_cannot_be_listed(self, make):
        with pytest.raises(ValueError, match=r"empty|no parts"):
            make([])

    def test_a_capital_begins_a_sentence(self):
        assert str(capitalized(message("{n}", n=NumberInWords(21)))) == "Twenty-one"
        assert str(capitalized(message(""))) == ""

    def test_a_verbatim_text_keeps_its_braces(self):
        assert str(verbatim("{as} it is")) == "{as} it is"

    def test_marked_data_is_unchanged(self):
        assert N_("Fifteen") == "Fifteen"


class TestData:
    def test_equal_messages_are_equal_and_hash_alike(self):
        one, same = message("{a} {b}", a=1, b="x"), message("{a} {b}", b="x", a=1)
        assert one == same
        assert hash(one) == hash(same)
        assert len({one, same, capitalized(one), message("{a} {b}", a=2, b="x"), message("{a}", a=1)}) == 4

    def test_a_message_with_a_list_as_value_has_a_hash(self):
        assert hash(message("{pairs!r}", pairs=[[91, 2]])) == hash(message("{pairs!r}", pairs=[[91, 2]]))

    def test_a_message_cannot_be_changed(self):
        values = {"n": 1}
        made = Message("{n}", values)
        values["n"] = 2
        assert str(made) == "1"
        with pytest.raises(TypeError):
            made.values["n"] = 3
        with pytest.raises(AttributeError):
            made.template = "other"


class TestErrors:
    def test_an_error_carries_its_message_and_says_it_in_english(self):
        error = NotationError(message("{text} is no card.", text="'zz'"))
        assert error.message == message("{text} is no card.", text="'zz'")
        assert str(error) == "'zz' is no card."

    def test_a_text_is_carried_verbatim(self):
        error = CribbageError("{name} is gone.")
        assert (error.message, str(error)) == (verbatim("{name} is gone."), "{name} is gone.")

    def test_wrong_rules_name_their_field(self):
        with pytest.raises(RulesError) as refusal:
            Rules(target=100)
        assert refusal.value.field == "target"
        assert refusal.value.message.values["complaint"] == message(
            "a game is played to 61 or 121 points, not {target!r}.", target=100
        )
        assert str(refusal.value) == "target: a game is played to 61 or 121 points, not 100."

    def test_a_remark_is_a_message_and_none_where_there_is_none(self):
        assert parse_count("12") == (12, None)
        assert parse_count("15-2, pair is 6").remark == message(
            "You ended on {total}, but the points you listed add up to {sum}.", total=6, sum=4
        )


def calls_in(nodes, names):
    return [
        node
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
    ]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_engine_translates_nothing(path):
    """Translators' tools collect literal strings only; a message made of the text of another is never translated."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = [*ast.walk(tree)]
    imported = {one.name for node in nodes if isinstance(node, ast.Import) for one in node.names}
    imported |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    assert not {name.split(".")[0] for name in imported} & {"contextvars", "gettext", "babel", "locale", "bot"}
    for call in calls_in(nodes, MAKERS):
        for part in [*call.args, *(keyword.value for keyword in call.keywords)]:
            inside = [*ast.walk(part)]
            wrong = [
                *calls_in(inside, {"str", "format"}),
                *(node for node in inside if isinstance(node, ast.JoinedStr)),
            ]
            assert not wrong, f"line {call.lineno}: {[ast.unparse(node) for node in wrong]}"
        for template in call.args[: {"message": 1, "counted": 2}.get(call.func.id, 0)]:
            # Anything but a literal must be data marked with N_.
            assert isinstance(template, ast.Constant | ast.Subscript | ast.Attribute), ast.unparse(call)
