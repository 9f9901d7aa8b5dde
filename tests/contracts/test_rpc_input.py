"""Every gRPC method answers bytes that are no message, and fields that hold no possible value, with INVALID_ARGUMENT.

INTERNAL and UNKNOWN are for our own faults: they are logged as errors, and a caller tries again.
"""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import pytest
from google.protobuf.descriptor import FieldDescriptor, MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from shared.kit.grpc.server import build_server
from shared.kit.testing.database import migrated
from shared.kit.testing.environment import environment_of, settings_class
from shared.kit.testing.tokens import KeyPair
from shared.registry import services

SERVICES = [service.name for service in services() if "rpc" in service.processes]
REFUSED = {"INVALID_ARGUMENT", "OUT_OF_RANGE", "PERMISSION_DENIED", "NOT_FOUND", "FAILED_PRECONDITION", "ABORTED"}
# A request without a fault gets as far as another service, which is not there.
REFUSED |= {"UNAVAILABLE"}
# Field 1 says that more bytes follow than do; a wire type that there is not; a text that is not UTF-8.
NO_MESSAGES = [b"\x0a\xff", b"\xff\xff\xff", b"\x0f"]
# Values that let a request reach the field under test, by the field's name; others follow from the type.
SENSIBLE: dict[str, Any] = {
    "purpose": "message",
    "by": "email",
    "first": "2026-01-01",
    "after": "2026-01-02",
    "site": "pairwise",
    "sites": ["pairwise"],
    "service": "chat",
    "limit": 10,
    "pool": 1,
}
NUMBERS = {
    FieldDescriptor.CPPTYPE_INT32: (-(2**31), -1, 0, 2**31 - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, 2**32 - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(2**63), -1, 0, 2**63 - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, 2**64 - 1),
}
TEXTS = ("", "\0", "no uuid", "x" * 20_000, "٣", "2026-13-40", "00000000-0000-0000-0000-000000000000", "\U000e0001")
BYTES = (b"", b"\0", b"\xff" * 15, b"\0" * 16, b"\xff" * 20_000)

# The conversation is asked for, and the partner is not looked at.
NOT_READ = {("GetMessages", "partner_id")}

_running: dict[str, tuple[grpc.Server, int]] = {}


@pytest.fixture
def channel(request: pytest.FixtureRequest, service: str, keys: KeyPair, tmp_path: Path) -> Iterator[grpc.Channel]:
    """A channel to all gRPC services of one service, over its real database, without proof of the caller."""
    if service not in _running:
        address = migrated(request.getfixturevalue("postgres_server"), service, apart="_input")
        folder = request.getfixturevalue("tmp_path_factory").mktemp(service)
        given = {"DATABASE_URL": address, "TOKEN_PUBLIC_KEY": str(keys.public), "TOKEN_PRIVATE_KEY": str(keys.private)}
        given |= {"MEDIA_URL": f"file://{folder}", "STORE_URL": f"file://{folder}"}
        settings = settings_class(service).from_environment(**environment_of(service, **given))
        wiring = importlib.import_module(f"{service}.wiring").wire(settings)
        server = build_server(importlib.import_module(f"{service}.rpc").servicers(wiring), callers=None)
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        _running[service] = server, port
    with grpc.insecure_channel(f"127.0.0.1:{_running[service][1]}") as channel:
        yield channel


@pytest.fixture(scope="module", autouse=True)
def stopped() -> Iterator[None]:
    yield
    for server, _ in _running.values():
        server.stop(None).wait()
    _running.clear()


def methods(service: str) -> list[MethodDescriptor]:
    folder = Path(__file__).resolve().parents[2] / "proto/pairwise" / service
    names = [f"pairwise.{service}.{file.parent.name}.{file.stem}_pb2" for file in sorted(folder.rglob("*.proto"))]
    files = [importlib.import_module(name).DESCRIPTOR for name in names]
    return [method for file in files for each in file.services_by_name.values() for method in each.methods]


def status(channel: grpc.Channel, method: MethodDescriptor, request: bytes) -> str:
    try:
        path = f"/{method.containing_service.full_name}/{method.name}"
        channel.unary_unary(path)(request, timeout=120)
    except grpc.RpcError as error:
        return str(error.code().name)
    return "OK"


def is_id(field: FieldDescriptor) -> bool:
    return field.type == FieldDescriptor.TYPE_STRING and field.name.removesuffix("s").endswith(("_id", "id"))


def sensible(field: FieldDescriptor) -> Any:
    if field.name in SENSIBLE and field.type != FieldDescriptor.TYPE_BYTES:
        return SENSIBLE[field.name]
    if is_id(field):
        return [str(uuid4())] if field.is_repeated else str(uuid4())
    return None


def built(kind: Any) -> Message:
    """A request with a sensible value in each field that has one."""
    made: Message = GetMessageClass(kind)()
    for field in kind.fields:
        put(made, field, sensible(field))
    return made


def put(message: Message, field: FieldDescriptor, value: Any) -> None:
    if value is None:
        return
    if field.is_repeated:
        getattr(message, field.name).extend(value if isinstance(value, list) else [value])
    else:
        setattr(message, field.name, value)


def garbage(kind: Any) -> Iterator[tuple[str, Any, Message]]:
    """Each field's name, its value and the request, also of the messages that fields hold."""
    for field in kind.fields:
        values: tuple[Any, ...] = NUMBERS.get(field.cpp_type, ())
        if field.type == FieldDescriptor.TYPE_STRING:
            values = TEXTS
        elif field.type == FieldDescriptor.TYPE_BYTES:
            values = BYTES
        elif field.cpp_type == FieldDescriptor.CPPTYPE_MESSAGE and field.is_repeated and field.message_type is not kind:
            for name, value, inner in garbage(field.message_type):
                request = built(kind)
                getattr(request, field.name).append(inner)
                yield f"{field.name}.{name}", value, request
        for value in values:
            request = built(kind)
            request.ClearField(field.name)
            put(request, field, value)
            yield field.name, value, request


@pytest.mark.parametrize("service", SERVICES)
def test_what_is_no_message_is_refused(service: str, channel: grpc.Channel) -> None:
    found = {
        (method.name, request): status(channel, method, request)
        for method in methods(service)
        for request in NO_MESSAGES
    }
    assert found
    assert set(found.values()) == {"INVALID_ARGUMENT"}, found


@pytest.mark.parametrize("service", SERVICES)
def test_no_value_of_a_field_is_a_fault_of_ours(service: str, channel: grpc.Channel) -> None:
    wrong = []
    for method in methods(service):
        empty = status(channel, method, b"")
        assert empty == "OK" or empty in REFUSED, f"{method.name} without fields: {empty}"
        for name, value, request in garbage(method.input_type):
            found = status(channel, method, request.SerializeToString())
            no_uuid = name.rpartition(".")[2].removesuffix("s").endswith("id") and value in TEXTS[1:6]
            no_uuid = no_uuid and (method.name, name) not in NOT_READ
            if (no_uuid and found != "INVALID_ARGUMENT") or found not in {"OK", *REFUSED}:
                wrong.append((method.name, name, str(value)[:40], found))
    assert not wrong, "\n".join(map(str, wrong))
