"""The cycle collector is off while large files are worked on, and on again afterwards."""

import gc

import pytest

from bot.leagues.bulk import collector_paused


def test_the_collector_is_off_until_the_last_block_ends():
    first, second = collector_paused(), collector_paused()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert not gc.isenabled()
    second.__exit__(None, None, None)
    assert gc.isenabled()


def test_the_collector_is_on_again_after_an_error():
    with pytest.raises(ValueError, match="no"), collector_paused():
        raise ValueError("no")
    assert gc.isenabled()
