"""One trace from a browser's request through the gateway, gRPC and NATS, and its id in the logs of all."""

import importlib
import json
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import opentelemetry.semconv._incubating.attributes as _incubating_attributes
from opentelemetry.semconv import attributes as semantic_attributes
from runner.processes import name_of

from gateway.tests.otlp import Collector, Span
from tests.member import Member, until
from tests.product import Product

NewMember = Callable[..., Member]
# Fields of every line of ours (shared/kit/core/logs.py, gateway/listener.py).
FIELDS = {"timestamp", "level", "event", "service"}
# Of parts that are not ours, and of commands that run once.
NOT_OURS = ("nats", "postgres", "redis", "supervisord", "watchdog", "seed", "webapp")


def logs(product: Product) -> list[Path]:
    return [file for file in sorted(product.logs.glob("*.log")) if not file.stem.startswith(NOT_OURS)]


def lines(product: Product, said_before: Mapping[Path, int] | None = None) -> list[dict[str, Any]]:
    """The lines of our processes' logs, after these bytes of each; one without its end is still being written."""
    found = []
    for file in logs(product):
        with file.open("rb") as log:
            log.seek((said_before or {}).get(file, 0))
            found += [json.loads(line) for line in log if line.endswith(b"\n")]
    return found


def chain(spans: list[Span], last: Span) -> list[str]:
    """The services and names from the first span to this one."""
    by_id, names = {span.span_id: span for span in spans}, []
    while last:
        names.append(f"{last.service} {last.name}")
        last = by_id.get(last.parent_id)  # type: ignore[assignment]
    return names[::-1]


def test_a_message_is_one_trace_from_the_gateway_to_the_push(
    product: Product, traces: Collector, new_member: NewMember
) -> None:
    traces.forget()
    ann, bo = new_member("Ann").confirm(), new_member("Bo", gender="male", seeks="female").confirm()
    ann.write(bo.id, "hello")

    def sent() -> Span | None:
        """The send that was accepted: `write` repeats it until chat knows both."""
        asked = [span for span in traces.all() if span.service == "gateway" and span.name == "POST /api/chat.php"]
        return next((span for span in asked if span.tags["http.response.status_code"] == "201"), None)

    trace = until(sent).trace_id

    worker, chat = name_of(product.instance, "notifications-worker"), name_of(product.instance, "chat-live")

    def in_notifications() -> Span | None:
        of_worker = [span for span in traces.of(trace) if span.service == worker]
        return next((span for span in of_worker if "MessageSent" in span.name), None)

    def charged() -> Span | None:
        return next(
            (span for span in traces.of(trace) if span.service == "billing-rpc" and span.kind == "server"), None
        )

    received, paid = until(in_notifications), until(charged)
    until(lambda: any(span.service == "chat-live" for span in traces.of(trace)))
    began = ["gateway POST /api/chat.php", "chat-live POST /api/chat.php"]
    charge = "pairwise.billing.v1.WalletService/ChargeMany"
    assert chain(traces.of(trace), paid) == [*began, f"{chat} {charge}", f"billing-rpc {charge}"]
    assert chain(traces.of(trace), received) == [
        *began,
        f"{name_of(product.instance, 'chat-worker')} publish chat.MessageSent",
        f"{worker} process chat.MessageSent",
    ]
    statements = {span.name for span in traces.of(trace) if "db.query.text" in span.tags}
    assert {"INSERT chat", "INSERT notifications"} <= statements


# Names that Envoy gives the gateway's spans.
ENVOYS = re.compile(r"component|guid:x-(request|client-trace)-id|node_id|zone|http\.(method|protocol|status_code|url)")
OF_PEERS = re.compile(
    r"(downstream|upstream)_cluster(\.name)?|peer\.address|(request|response)_(size|flags)|user_agent"
)


def test_spans_have_kinds_and_the_attributes_of_the_semantic_conventions(traces: Collector) -> None:
    known = set(conventions())
    spans = traces.all()
    kinds = {span.kind for span in spans}

    assert {"server", "client", "producer", "consumer"} <= kinds
    attributes = {(span.service, name) for span in spans for name in span.tags}
    strange = {(service, name) for service, name in attributes if name not in known}
    assert {name for service, name in strange if not (ENVOYS.fullmatch(name) or OF_PEERS.fullmatch(name))} == set()
    assert {service for service, _ in strange} <= {"gateway"}
    for span in spans:
        wanted = {
            "server": ("http.response.status_code", "rpc.response.status_code"),
            "client": ("http.request.method", "rpc.response.status_code", "db.query.text"),
            "producer": ("messaging.destination.name",),
            "consumer": ("messaging.destination.name",),
        }[span.kind]
        assert any(name in span.tags for name in wanted), span


def conventions() -> Iterator[str]:
    """The names of attributes in OpenTelemetry's semantic conventions; a header's name ends its attribute's."""
    yield "http.request.header.x-request-id"
    for package in (semantic_attributes, _incubating_attributes):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            yield from (name for name in vars(importlib.import_module(module.name)).values() if isinstance(name, str))


def test_traces_begin_at_the_gateway_and_polls_are_in_none(traces: Collector) -> None:
    assert {span.service for span in traces.all() if not span.parent_id} == {"gateway"}
    asked = {span.tags["rpc.method"] for span in traces.all() if "rpc.method" in span.tags}
    assert not [method for method in asked if "Revo" in method or "Health" in method]


def test_a_line_of_a_service_has_the_trace_of_the_gateways_line(product: Product) -> None:
    said_before = {file: file.stat().st_size for file in logs(product)}
    with Member(product.base_url) as visitor:
        visitor.http.post("/api/user.php", json={"email": f"{uuid4().hex}@example.org", "password": "not this one"})

    def refusal() -> dict[str, Any] | None:
        events = [line for line in lines(product, said_before) if line.get("action") == "session.refuse"]
        return events[-1] if events else None

    trace = until(refusal)["trace_id"]

    def asked() -> dict[str, Any] | None:
        said = lines(product, said_before)
        of_trace = [line for line in said if line.get("trace_id") == trace and line["service"] == "gateway"]
        return of_trace[0] if of_trace else None

    assert (until(asked)["path"], until(asked)["event"]) == ("/api/user.php", "request")


def test_every_line_of_every_process_is_json_with_the_same_fields(product: Product) -> None:
    assert [line for line in lines(product) if not line.keys() >= FIELDS] == []
