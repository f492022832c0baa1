"""Only the latest so many values are kept in memory."""

from bot.memory import Latest


def test_the_value_that_was_put_before_all_others_is_forgotten_first() -> None:
    kept: Latest[str, int] = Latest(2)
    kept["a"], kept["b"] = 1, 2
    kept["a"] = 3
    kept["c"] = 4
    assert dict(kept) == {"a": 3, "c": 4}
    kept.setdefault("d", 5)
    assert dict(kept) == {"c": 4, "d": 5}
