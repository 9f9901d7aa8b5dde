"""Which service may call which gRPC method: every pair and every method, with real connections."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from shared.kit.core import Settings
from shared.kit.core.stopping import Stopping
from shared.kit.db.previous_release import ANSWERED
from shared.kit.grpc.authentication import CallerInterceptor
from shared.kit.grpc.callers import METADATA_KEY, CallerKeys, CallerPolicy
from shared.kit.grpc.server import build_server, serve
from shared.kit.testing.callers import CallerKeyPairs
from shared.registry import services

ROOT = Path(__file__).resolve().parents[2]
SERVICE = re.compile(r"^service (\w+) \{(.*?)^\}", re.MULTILINE | re.DOTALL)
RPC = re.compile(r"^\s*rpc (\w+)\(", re.MULTILINE)
STUB = re.compile(r"\b(\w+)Stub\b")
ASKED = re.compile(r"from pairwise\.(\w+)\.v\d+\.\w+_pb2_grpc import")
ASK = re.compile(r"\.ask\(\s*\"(\w+)\"")
NAMES = [service.name for service in services()]
# Methods that the previous release asks and this one does not: answered until the next, then removed.
ASKED_BEFORE = {"chat": {("profiles", "ProfileService.RecordEvidenceView")}}


def methods(service: str) -> list[str]:
    """Every method this service's contract declares: `WalletService.Charge`."""
    text = "\n".join(file.read_text() for file in sorted((ROOT / "proto/pairwise" / service).rglob("*.proto")))
    return [f"{name}.{rpc}" for name, body in SERVICE.findall(text) for rpc in RPC.findall(body)]


EVERY_METHOD = [(name, method) for name in NAMES for method in methods(name)]


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> CallerKeyPairs:
    return CallerKeyPairs.make(tmp_path_factory.mktemp("callers"))


class AnswersAnything(grpc.GenericRpcHandler):  # type: ignore[misc]
    """Behind the edge under test: a call that gets here was admitted."""

    def service(self, details: Any) -> Any:
        return grpc.unary_unary_rpc_method_handler(lambda request, context: b"answered")


@contextmanager
def answering(service: str, pairs: CallerKeyPairs, **options: Any) -> Iterator[grpc.Channel]:
    policy = CallerPolicy(service, CallerKeys(pairs.public))
    server = build_server([], callers=CallerInterceptor(policy, **options))
    server.add_generic_rpc_handlers((AnswersAnything(),))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield channel
    server.stop(None).wait()


def outcome(channel: grpc.Channel, path: str, token: str | None = None) -> str:
    metadata = ((METADATA_KEY, f"Bearer {token}"),) if token else ()
    try:
        answer: bytes = channel.unary_unary(path)(b"", metadata=metadata, timeout=60)
    except grpc.RpcError as error:
        return str(error.code().name)
    return answer.decode()


def path_of(service: str, method: str) -> str:
    return f"/pairwise.{service}.v1.{method.replace('.', '/')}"


@pytest.mark.parametrize("service", [name for name in NAMES if methods(name)])
def test_a_method_answers_the_services_that_ask_for_it_and_nobody_else(service: str, pairs: CallerKeyPairs) -> None:
    asks = {
        each.name: {*each.asks.get(service, ()), *(ANSWERED.get(service, ()) if service in each.asks else ())}
        for each in services()
    }
    with answering(service, pairs) as channel:
        for asked, method in [*EVERY_METHOD, (service, "WalletService.Steal"), (service, "Reflection.List")]:
            path = path_of(asked, method)
            found = {name: outcome(channel, path, pairs.token(name, service)) for name in NAMES}
            assert found == {
                name: "answered" if asked == service and method in asks[name] else "PERMISSION_DENIED" for name in NAMES
            }, path
            assert outcome(channel, path) == "UNAUTHENTICATED", path


@pytest.mark.parametrize("service", [name for name in NAMES if methods(name)])
def test_a_token_for_one_service_opens_no_other(service: str, pairs: CallerKeyPairs) -> None:
    with answering(service, pairs) as channel:
        for caller in services():
            for method in caller.asks.get(service, ()):
                for other in set(NAMES) - {service}:
                    assert outcome(channel, path_of(service, method), pairs.token(caller.name, other)) == (
                        "UNAUTHENTICATED"
                    )


def test_a_key_of_nobodys_opens_nothing(pairs: CallerKeyPairs, tmp_path: Path) -> None:
    strangers = CallerKeyPairs.make(tmp_path)
    with answering("billing", pairs) as channel:
        token = strangers.token("chat", "billing")
        assert outcome(channel, path_of("billing", "WalletService.Charge"), token) == "UNAUTHENTICATED"


def test_health_is_open_and_reflection_is_not_served(pairs: CallerKeyPairs) -> None:
    server = build_server([], callers=CallerInterceptor(CallerPolicy("chat", CallerKeys(pairs.public))))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=60)
        reflected = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"
        assert outcome(channel, reflected) == "UNIMPLEMENTED"
    server.stop(None).wait()


def test_an_rpc_process_without_the_public_keys_does_not_start() -> None:
    settings = Settings.from_environment(PAIRWISE_SERVICE="chat", DATABASE_URL="postgresql://127.0.0.1:1/x")
    with pytest.raises(ValueError, match="CALLER_PUBLIC_KEYS"):
        serve(settings, None, [], Stopping())  # type: ignore[arg-type]


def called(folder: Path) -> set[tuple[str, str]]:
    """(service asked, method) of every call in the code below this folder."""
    found = set()
    for file in folder.rglob("*.py"):
        text = file.read_text()
        if "tests" in file.parts or "testing" in file.parts or not (asked := ASKED.search(text)):
            continue
        if methods_asked := ASK.findall(text):
            [stub] = set(STUB.findall(text))
            found |= {(asked[1], f"{stub}.{method}") for method in methods_asked}
    return found


def test_the_registry_names_the_methods_that_clients_call_and_no_others() -> None:
    folders = [path for path in (ROOT / "services").iterdir() if path.is_dir()]
    # A library calls on behalf of every service, except the one that answers.
    shared = set[tuple[str, str]]().union(*(called(folder) for folder in folders if folder.name not in NAMES))
    for service in services():
        own = called(ROOT / "services" / service.name)
        declared = {(asked, method) for asked, names in service.asks.items() for method in names}
        own |= ASKED_BEFORE.get(service.name, set())
        assert declared == own | {(asked, method) for asked, method in shared if asked != service.name}, service.name


def test_the_registry_names_methods_that_exist() -> None:
    asked = {(name, method) for service in services() for name, names in service.asks.items() for method in names}
    assert asked <= set(EVERY_METHOD)


def test_callers_are_checked_in_parallel(pairs: CallerKeyPairs) -> None:
    charge, token = path_of("billing", "WalletService.Charge"), pairs.token("chat", "billing")
    with answering("billing", pairs) as channel, ThreadPoolExecutor(8) as threads:
        tokens = [token if number % 2 else None for number in range(200)]
        found = list(threads.map(lambda each: outcome(channel, charge, each), tokens))
    assert found == ["answered" if each else "UNAUTHENTICATED" for each in tokens]
