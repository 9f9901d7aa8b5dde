import signal
from collections.abc import Iterator

import pytest
from billing.tests.sandbox import KEY, Shop, open_shop
from billing.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.tokens import KeyPair
from standins.tests.running import StandIn


@pytest.fixture(scope="session")
def standin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandIn]:
    standin = StandIn("standins.payments", tmp_path_factory.mktemp("sandbox"), {"PAYMENTS_API_KEY": KEY})
    standin.start()
    yield standin
    standin.stop(signal.SIGKILL)


@pytest.fixture
def shop(wired: Wiring, database: Database, keys: KeyPair, standin: StandIn) -> Iterator[Shop]:
    """Webhooks come straight from the sandbox."""
    with open_shop(wired, keys, standin, post_office=False) as shop:
        yield shop
        shop.behave()


@pytest.fixture
def shop_by_post(wired: Wiring, database: Database, keys: KeyPair, standin: StandIn) -> Iterator[Shop]:
    """Webhooks wait at the post office until the test lets them go."""
    with open_shop(wired, keys, standin, post_office=True) as shop:
        yield shop
        shop.behave()
