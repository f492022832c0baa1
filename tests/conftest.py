"""For all tests: how long anything takes is measured in the benchmarks, and never fails a test."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
