"""Erasures without the wait for the job of identity's worker, which comes once a minute and tests/api/test_erasure.py
waits for."""

import os
from unittest.mock import patch

from identity.usecases.erase_expired import erase_expired
from identity.wiring import read_settings, wire
from runner.within import variables

from tests.product import Product


def erase_expired_now(product: Product) -> None:
    """Run the job that erases accounts whose fourteen days have passed, as any number of workers may at once."""
    with patch.dict(os.environ, variables(product.instance, "identity")):
        wired = wire(read_settings())
    erase_expired(wired.unit_of_work, wired.store, wired.settings.erased_address_keys)
