"""For all tests: the same examples at every run, and nothing fails for how long it takes, which benchmarks measure.

``pytest --hypothesis-profile=explore`` tries other examples each time, to look for what nobody has thought of.
"""

from hypothesis import settings

settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile("same")
