"""One trace from a browser's request through the gateway, gRPC and NATS, and its id in the logs of all."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

from runner.processes import name_of

from gateway.tests.otlp import Collector, Span
from tests.member import Member, until
from tests.product import Product

NewMember = Callable[..., Member]
# Fields of every line of ours (shared/kit/logs.py, gateway/listener.py).
FIELDS = {"timestamp", "level", "event", "service"}
# Of parts that are not ours, and of commands that run once.
NOT_OURS = ("nats", "postgres", "redis", "supervisord", "watchdog", "migrate", "seed", "webapp")


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
        return next((span for span in asked if span.tags["http.status_code"] == "201"), None)

    trace = until(sent).trace_id

    worker = name_of(product.instance, "notifications-worker")

    def in_notifications() -> Span | None:
        of_worker = [span for span in traces.of(trace) if span.service == worker]
        return next((span for span in of_worker if "MessageSent" in span.name), None)

    def charged() -> Span | None:
        return next((span for span in traces.of(trace) if span.service == "billing-rpc"), None)

    received, paid = until(in_notifications), until(charged)
    until(lambda: any(span.service == "chat-web" for span in traces.of(trace)))
    began = ["gateway POST /api/chat.php", "chat-web POST /api/chat.php"]
    assert chain(traces.of(trace), paid) == [*began, "billing-rpc /pairwise.billing.v1.WalletService/ChargeMany"]
    assert chain(traces.of(trace), received)[:2] == began


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
