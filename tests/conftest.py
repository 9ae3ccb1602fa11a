"""One Hypothesis profile for all tests: the same examples each time, and no clock, since machines are shared."""

from hypothesis import settings

settings.register_profile("lab", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("lab")
