"""Fixtures for all tests; the paths to import from are in pyproject.toml."""

from hypothesis import HealthCheck, settings

pytest_plugins = ["servicekit.testing.plugin"]

# A busy machine is slow, and what is tried is not how fast it is.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")
