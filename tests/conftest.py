"""Fixtures of all tests across services: one running copy of the product."""

from tests.product import product, traces

__all__ = ["product", "traces"]
