"""For all tests: the same examples at every run, and nothing fails for how long it takes, which benchmarks measure.

``pytest --hypothesis-profile=explore`` tries other examples each time, to look for what nobody has thought of.
"""

from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow]
settings.register_profile("same", deadline=None, suppress_health_check=SLOW, derandomize=True)
settings.register_profile("explore", deadline=None, suppress_health_check=SLOW)
settings.load_profile("same")
