"""Fixtures for all tests; the paths to import from are in pyproject.toml."""

pytest_plugins = ["servicekit.testing.plugin"]
