"""Settings of all tests: property tests draw the same examples in every run, and are not timed."""

from hypothesis import settings

settings.register_profile("bocage", derandomize=True, deadline=None, database=None)
settings.load_profile("bocage")
