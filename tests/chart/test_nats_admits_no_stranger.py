"""A server or client that is none of ours joins k8s/production/nats.yaml in no way, with real servers."""

import asyncio
import re
import ssl
from collections.abc import Iterator
from pathlib import Path

import nats
import pytest
from nats.errors import Error as NatsError
from runner import nats_routes, streams
from runner.permissions import PROVISIONER, nats_users
from runner.ports import free_ports
from shared.kit.events.connection import connect
from shared.ops.provisioner.plan import plan_of
from shared.ops.provisioner.reconcile import reconcile
from shared.registry import services

from tests.chart.nats_cluster import BETWEEN_SERVERS, CERTIFICATES, PASSWORD, Node, running, start, until

OURS = {"nats-0", "nats-1", "nats-2"}
MUTUAL = 'tls {{ cert_file: "{folder}/{pair}.crt", key_file: "{folder}/{pair}.key", ca_file: "{folder}/ours.crt" }}'
CLUSTER = 'cluster {{ name: pairwise, port: {own}, routes: ["nats://{login}localhost:{route}"], {tls} }}'
LEAF = 'leafnodes {{ remotes: [{{ url: "nats-leaf://{login}localhost:{port}", {tls} }}] }}'
GATEWAY = (
    "gateway {{ name: stranger, port: {own}, {tls}, "
    'gateways: [{{ name: pairwise, urls: ["nats://{login}localhost:{port}"], {tls} }}] }}'
)
# A stolen certificate or a stolen password alone lets no server in; a password of a service is none of a server.
OURS_TLS, OTHER_TLS = MUTUAL.replace("{pair}", "ours"), MUTUAL.replace("{pair}", "other")
GOOD, WRONG, OF_A_SERVICE = f"route:{BETWEEN_SERVERS}@", "route:guessed@", f"billing:{PASSWORD}@"
STRANGERS = {
    "a server without password and certificate": CLUSTER.replace("{login}", "").replace(", {tls}", ""),
    "a server with the password and no certificate": CLUSTER.replace("{login}", GOOD).replace(", {tls}", ""),
    "a server with the password and another certificate": CLUSTER.replace("{login}", GOOD).replace("{tls}", OTHER_TLS),
    "a server with the certificate and no password": CLUSTER.replace("{login}", "").replace("{tls}", OURS_TLS),
    "a server with the certificate and a wrong password": CLUSTER.replace("{login}", WRONG).replace("{tls}", OURS_TLS),
    "a server with the certificate and a service's password": (
        CLUSTER.replace("{login}", OF_A_SERVICE).replace("{tls}", OURS_TLS)
    ),
    "a leafnode at the port of servers": (
        LEAF.replace("{login}", GOOD).replace("{port}", "{route}").replace("{tls}", OURS_TLS)
    ),
    "a leafnode at the port of clients": (
        LEAF.replace("{login}", OF_A_SERVICE).replace("{port}", "{client}").replace(", {tls}", "")
    ),
    "a gateway at the port of servers": (
        GATEWAY.replace("{login}", GOOD).replace("{port}", "{route}").replace("{tls}", OURS_TLS)
    ),
    "a gateway at the port of clients": (
        GATEWAY.replace("{login}", OF_A_SERVICE).replace("{port}", "{client}").replace("{tls}", OURS_TLS)
    ),
}
MEMBER = CLUSTER.replace("{login}", GOOD).replace("{tls}", OURS_TLS)
REFUSED = re.compile(r"\[ERR\]|connection closed")
SUBJECT = "billing.BecamePremium"


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Node]]:
    with running(tmp_path_factory.mktemp("nats")) as nodes:
        asyncio.run(_provision(nodes[0]))
        yield nodes


async def _provision(node: Node) -> None:
    client = await connect(streams.address(PROVISIONER, PASSWORD, node.client_port))
    problems = ["not tried"]
    while problems:
        # A cluster that just started elects its leaders first, and answers nothing until then.
        try:
            problems = await reconcile(client.jetstream(timeout=5), plan_of(services()))
        except (NatsError, TimeoutError):
            await asyncio.sleep(0.5)
    await client.close()


@pytest.fixture
def stranger(tmp_path: Path, nodes: list[Node], request: pytest.FixtureRequest) -> Iterator[Node]:
    """A server of the attacker's, which asks nobody for a password, with the configuration of the parameter."""
    found = free_ports()
    node = Node("stranger", tmp_path, next(found), next(found), next(found))
    for name, pair in (("ours", CERTIFICATES), ("other", nats_routes.certificate(["localhost"]))):
        for end in ("crt", "key"):
            (tmp_path / f"{name}.{end}").write_text(pair[f"tls.{end}"])
    joining = request.param.format(
        own=node.route_port, route=nodes[0].route_port, client=nodes[0].client_port, folder=tmp_path
    )
    (tmp_path / "nats.conf").write_text(
        f"server_name: stranger\nport: {node.client_port}\nhttp: 127.0.0.1:{node.monitor_port}\n{joining}\n"
    )
    process = start(node)
    yield node
    process.kill()
    process.wait()


async def _stored(node: Node) -> int:
    client = await connect(streams.address("billing", PASSWORD, node.client_port))
    state = (await client.jetstream(timeout=30).stream_info("BILLING")).state
    await client.close()
    return state.messages


async def _publish(node: Node) -> None:
    client = await nats.connect(f"nats://127.0.0.1:{node.client_port}")
    await client.publish(SUBJECT, b"forged")
    await client.flush(60)
    await client.close()


@pytest.mark.parametrize("stranger", STRANGERS.values(), ids=STRANGERS.keys(), indirect=True)
def test_a_stranger_joins_nothing(nodes: list[Node], stranger: Node) -> None:
    before = asyncio.run(_stored(nodes[0]))

    until(lambda: bool(REFUSED.search(stranger.log())), stranger)
    until(lambda: stranger.peers() == set(), stranger)
    asyncio.run(_publish(stranger))

    assert stranger.peers() == set()
    for node in nodes:
        assert node.peers() == OURS - {node.name}
    assert asyncio.run(_stored(nodes[0])) == before


@pytest.mark.parametrize("stranger", [MEMBER], ids=["both"], indirect=True)
def test_a_server_with_both_joins_and_may_do_anything(nodes: list[Node], stranger: Node) -> None:
    """The reason for both, and the proof that the strangers above are refused for lack of them."""
    before = asyncio.run(_stored(nodes[0]))

    until(lambda: stranger.peers() == OURS, stranger)
    asyncio.run(_publish(stranger))

    until(lambda: asyncio.run(_stored(nodes[0])) == before + 1, nodes[0])


@pytest.mark.parametrize("what", ["a password", "no password"])
def test_a_client_at_the_port_of_servers_gets_nothing(nodes: list[Node], what: str) -> None:
    trusted = ssl.create_default_context(cadata=CERTIFICATES["ca.crt"])
    login = f"{PROVISIONER}:{PASSWORD}@" if what == "a password" else ""

    async def enter() -> None:
        await nats.connect(
            f"tls://{login}localhost:{nodes[0].route_port}", tls=trusted, allow_reconnect=False, connect_timeout=5
        )

    with pytest.raises((NatsError, OSError, TimeoutError)):
        asyncio.run(enter())


def test_services_connect_encrypted_where_the_operator_asks_for_it(tmp_path: Path) -> None:
    with running(tmp_path, lambda text: text.replace("# tls {", "tls {")) as nodes:

        async def enter(scheme: str, authority: str | None) -> None:
            for user in nats_users(services()):
                if user in ("responder", "tester"):
                    continue
                address = f"{scheme}://{user}:{PASSWORD}@localhost:{nodes[0].client_port}"
                client = await connect(address, authority=authority)
                assert client.is_connected
                await client.close()

        asyncio.run(enter("tls", CERTIFICATES["ca.crt"]))
