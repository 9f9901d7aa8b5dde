import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from runner.ports import free_port
from standins.tests.paying import Merchant, Mollie, mollie
from standins.tests.running import StandIn


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., StandIn]]:
    started: list[StandIn] = []

    def start(module: str, **settings: str) -> StandIn:
        standin = StandIn(module, tmp_path / f"{module}-{len(started)}", settings)
        started.append(standin)
        standin.start()
        return standin

    yield start
    for standin in started:
        if standin.process and standin.process.is_alive():
            standin.stop(signal.SIGKILL)


@pytest.fixture
def mailbox(start: Callable[..., StandIn]) -> StandIn:
    return start("standins.mailbox", SMTP_LISTEN=f"127.0.0.1:{free_port()}")


@pytest.fixture
def payments(start: Callable[..., StandIn]) -> StandIn:
    return start("standins.payments")


@pytest.fixture
def push(start: Callable[..., StandIn]) -> StandIn:
    return start("standins.push")


@pytest.fixture
def networks(start: Callable[..., StandIn]) -> StandIn:
    return start("standins.networks")


@pytest.fixture
def age(start: Callable[..., StandIn]) -> StandIn:
    return start("standins.age", AGE_PROVIDER_KEYS="a-key-of-sixteen")


@pytest.fixture
def openid(start: Callable[..., StandIn]) -> StandIn:
    return start("standins.openid", OIDC_ISSUER="http://127.0.0.1", OIDC_CLIENT_SECRET="a-secret")


@pytest.fixture
def translator(start: Callable[..., StandIn]) -> StandIn:
    return start("standins.translator", TRANSLATOR_API_KEY="a-key-of-sixteen")


@pytest.fixture
def matcher(start: Callable[..., StandIn]) -> StandIn:
    return start("standins.matcher", PICTURE_MATCHER_API_KEY="a-key-of-sixteen")


@pytest.fixture
def client(payments: StandIn) -> Mollie:
    return mollie(payments)


@pytest.fixture
def merchant() -> Iterator[Merchant]:
    merchant = Merchant()
    yield merchant
    merchant.server.shutdown()
    merchant.server.server_close()
