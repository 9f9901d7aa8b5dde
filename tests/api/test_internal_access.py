"""Behind the gateway of the running product: no port answers a process that proves nothing."""

import asyncio
from ipaddress import ip_address

import grpc
import httpx
import nats
import psutil
import pytest
from nats.errors import Error as NatsError
from redis import AuthenticationError, Redis
from runner.keys import Keys
from runner.stop import marked
from shared.kit.grpc.callers import METADATA_KEY, CallerTokens
from shared.registry import services

from tests.product import Product

METHODS = {
    "identity": "/pairwise.identity.v1.AccountService/GetContact",
    "profiles": "/pairwise.profiles.v1.ProfileService/GetCards",
    "chat": "/pairwise.chat.v1.EvidenceService/GetMessages",
    "billing": "/pairwise.billing.v1.WalletService/Charge",
}


def status(product: Product, service: str, token: str | None = None) -> grpc.StatusCode:
    metadata = ((METADATA_KEY, f"Bearer {token}"),) if token else ()
    with grpc.insecure_channel(product.instance.address(f"{service}-rpc")) as channel:
        try:
            channel.unary_unary(METHODS[service])(b"", metadata=metadata, timeout=60)
        except grpc.RpcError as error:
            code: grpc.StatusCode = error.code()
            return code
    return grpc.StatusCode.OK


def test_every_service_that_answers_others_is_tried() -> None:
    assert METHODS.keys() == {service.name for service in services() if "rpc" in service.processes}


@pytest.mark.parametrize("service", METHODS)
def test_grpc_answers_only_the_services_that_ask(product: Product, service: str) -> None:
    keys: Keys = product.instance.keys

    def token(caller: str, audience: str) -> str:
        return CallerTokens(caller, audience, keys.caller_private(caller))()

    assert status(product, service) is grpc.StatusCode.UNAUTHENTICATED
    assert status(product, service, token("lander", "likes")) is grpc.StatusCode.UNAUTHENTICATED
    assert status(product, service, token("lander", service)) is grpc.StatusCode.PERMISSION_DENIED


def test_a_service_that_asks_is_answered(product: Product) -> None:
    token = CallerTokens("chat", "profiles", product.instance.keys.caller_private("chat"))()

    found = status(product, "profiles", token)

    assert found not in (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED)


def test_nats_and_redis_answer_nobody_without_a_password(product: Product) -> None:
    address = product.instance.address("nats")
    with pytest.raises(NatsError, match=r"(?i)authorization"):
        asyncio.run(nats.connect(f"nats://{address}", allow_reconnect=False, error_cb=_ignore))
    with pytest.raises(AuthenticationError):
        Redis.from_url(f"redis://{product.instance.address('redis')}").ping()


def test_every_socket_listens_to_this_machine_alone(product: Product) -> None:
    """`scripts/up` without LISTEN: of every process, the gateway and the stand-ins among them."""
    listening = {
        (process.name(), connection.laddr.ip.removeprefix("::ffff:"), connection.laddr.port)
        for process in marked(product.instance.home)
        for connection in process.net_connections("inet")
        if connection.status == psutil.CONN_LISTEN
    }
    ports = {port for _, _, port in listening}
    assert {product.instance.public_port, product.instance.ports["mailbox"], product.instance.ports["nats"]} <= ports
    assert {each for each in listening if not ip_address(each[1]).is_loopback} == set()


def test_envoy_s_admin_port_neither_tells_nor_ends_anything(product: Product) -> None:
    admin = f"http://{product.instance.address('envoy-admin')}"
    assert httpx.get(f"{admin}/config_dump").status_code == 403
    assert httpx.post(f"{admin}/quitquitquit").status_code == 403


def test_no_call_of_the_services_among_each_other_is_refused(product: Product) -> None:
    refused = [
        file.name for file in product.logs.glob("*.log") if "rpc_caller_refused_by_peer" in file.read_text("utf-8")
    ]
    assert refused == []


async def _ignore(error: Exception) -> None:
    pass
