"""What all tests across services share: one running copy of the product."""

from tests.product import product

__all__ = ["product"]
