"""k8s/production/nats.yaml on three real servers, with the users of production: the calls k8s/README.md asks for."""

import asyncio
import os
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import yaml
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from runner import paths, streams
from runner.cluster_users import objects as users
from runner.permissions import PROVISIONER
from runner.ports import free_ports
from shared.kit.provisioner.plan import plan_of
from shared.kit.provisioner.reconcile import reconcile
from shared.kit.registry import service_names, services
from shared.kit.worker.connection import connect

from tests.chart.rendering import ROOT

PASSWORD = "secret"
SERVERS = 3


@pytest.fixture
def addresses(tmp_path: Path) -> Iterator[list[str]]:
    """Three servers of one cluster, each with the configuration of production on ports of its own."""
    documents = yaml.safe_load_all((ROOT / "k8s/production/nats.yaml").read_text())
    text = next(each for each in documents if each["kind"] == "ConfigMap")["data"]["nats.conf"]
    made = {each["metadata"]["name"]: each["stringData"] for each in users(lambda *_: PASSWORD, "nats:4222", "redis:1")}
    found = free_ports()
    clients, routes, monitors = ([next(found) for _ in range(SERVERS)] for _ in range(3))
    with ExitStack() as stack:
        for number in range(SERVERS):
            folder = tmp_path / f"nats-{number}"
            (folder / "users").mkdir(parents=True)
            (folder / "users/users.conf").write_text(made["nats-users"]["users.conf"])
            own = text.replace("/data", str(folder)).replace("http_port: 8222", f"http_port: {monitors[number]}")
            own = own.replace("port: 6222", f"port: {routes[number]}")
            for other in range(SERVERS):
                own = own.replace(f"nats-{other}.nats-headless:6222", f"127.0.0.1:{routes[other]}")
            (folder / "nats.conf").write_text(f"port: {clients[number]}\n{own}")
            stack.callback(_stop, _start(folder, f"nats-{number}"))
        deadline = time.monotonic() + 120
        while not all(streams.is_well(port) for port in monitors):
            assert time.monotonic() < deadline, (tmp_path / "nats-0/log").read_text()[-2000:]
            time.sleep(0.2)
        yield [streams.address(PROVISIONER, PASSWORD, port) for port in clients]


def _start(folder: Path, name: str) -> subprocess.Popen[bytes]:
    command = [str(paths.nats_server()), "--config", str(folder / "nats.conf")]
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(command, env=os.environ | {"POD_NAME": name}, stdout=log, stderr=log)


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


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
