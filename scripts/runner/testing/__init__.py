"""Runs the tests, group by group: `scripts/test`."""
