"""k8s/production/nats.yaml on three real servers, with the users of production: the calls k8s/README.md asks for."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from runner import streams
from runner.permissions import PROVISIONER
from shared.kit.events.connection import connect
from shared.ops.provisioner.plan import plan_of
from shared.ops.provisioner.reconcile import reconcile
from shared.registry import service_names, services

from tests.chart.nats_cluster import PASSWORD, SERVERS, running


@pytest.fixture
def addresses(tmp_path: Path) -> Iterator[list[str]]:
    """The provisioner's address at each of three servers."""
    with running(tmp_path) as nodes:
        yield [streams.address(PROVISIONER, PASSWORD, node.client_port) for node in nodes]


def run(address: str, scenario: Callable[[JetStreamContext], Awaitable[None]]) -> None:
    async def connected() -> None:
        client = await connect(address)
        try:
            await scenario(client.jetstream(timeout=30))
        finally:
            await client.close()

    asyncio.run(connected())


async def _patiently(call: Callable[[], Awaitable[object]]) -> object:
    """A cluster that just started elects its leaders first, and answers 503 until then."""
    for _ in range(60):
        try:
            return await call()
        except (NatsError, TimeoutError):
            await asyncio.sleep(1)
    return await call()


def test_the_provisioner_may_give_every_stream_three_replicas(addresses: list[str]) -> None:
    plan = plan_of(services())

    async def provision(js: JetStreamContext) -> None:
        async def all_made() -> None:
            if refused := await reconcile(js, plan):
                raise NatsError(str(refused))

        await _patiently(all_made)

    async def replicate(js: JetStreamContext) -> None:
        """The two calls of `nats stream edit --replicas 3`."""
        for service in service_names():
            config = (await js.stream_info(service.upper())).config
            await _patiently(lambda config=config: js.update_stream(config.evolve(num_replicas=SERVERS)))  # type: ignore[misc]

    async def check(js: JetStreamContext) -> None:
        for service in service_names():
            assert (await js.stream_info(service.upper())).config.num_replicas == SERVERS

    run(addresses[0], provision)
    run(addresses[1], replicate)
    # The next release's provisioner, on any server, changes nothing of it.
    run(addresses[2], provision)
    run(addresses[2], check)
