"""Settings for all tests: Hypothesis tries the same examples in every run, and no test fails for being slow.

``pytest --hypothesis-profile=explore`` tries new examples in every run.
"""

from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow]
settings.register_profile("same", deadline=None, suppress_health_check=SLOW, derandomize=True)
settings.register_profile("explore", deadline=None, suppress_health_check=SLOW)
settings.load_profile("same")
