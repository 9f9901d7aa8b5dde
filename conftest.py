"""Fixtures for all tests; the paths to import from are in pyproject.toml."""

from hypothesis import HealthCheck, settings

pytest_plugins = ["servicekit.testing.plugin"]

# A busy machine is slow, and what is tried is not how fast it is. The same examples each time: what fails, fails for
# everybody and until it is mended.
settings.register_profile("any machine", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")
