"""Traces and metrics. A trace goes on through HTTP, gRPC, the outbox and NATS by the W3C `traceparent`.

The gateway begins it (gateway/tracing.py). Spans are recorded only with OTEL_EXPORTER_OTLP_ENDPOINT and as parts of a
trace that the gateway records, so polls of queues, revocations and health leave none; the context is always
propagated. Attributes follow OpenTelemetry's semantic conventions. Its instrumentation libraries would also record
paths, addresses and exception messages, which may quote a member.
"""

import os
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import Protocol

from opentelemetry import context, propagate, trace
from opentelemetry.trace import SpanKind
from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics, generate_latest

from shared.kit.core.errors_in_logs import describe
from shared.kit.core.logs import logger

# The series `_created` would be a third of what is scraped, and nothing reads it.
disable_created_metrics()  # type: ignore[no-untyped-call]

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
LAG_BUCKETS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800)

requests_seconds = Histogram(
    "http_request_seconds", "Requests answered", ["route", "method", "status"], buckets=BUCKETS
)
refusals = Counter("refusals_total", "Requests refused or failed, by the code of their answer", ["route", "code"])
calls_seconds = Histogram("rpc_seconds", "gRPC calls", ["side", "method", "status"], buckets=BUCKETS)
calls_refused = Counter("rpc_callers_refused_total", "gRPC calls of a caller without proof or permission", ["reason"])
events_published = Counter("events_published_total", "Events that left the outbox", ["subject"])
events_handled = Counter("events_handled_total", "Events handled, repeated or parked", ["subject", "outcome"])
outbox_oldest_seconds = Gauge("outbox_oldest_seconds", "For how long the oldest event waits to leave the outbox")
events_parked = Gauge("events_parked", "Events that failed too often and wait for someone to look at them")
# Not `job`: Prometheus gives every series that label, for the scrape.
jobs_failed = Counter("jobs_failed_total", "Turns of a worker's job that failed", ["name"])
event_lag_seconds = Histogram(
    "event_lag_seconds", "From the publishing of an event to its effect", ["stream"], buckets=LAG_BUCKETS
)
consumer_pending_events = Gauge(
    "consumer_pending_events", "Events of a stream that a service has not handled yet", ["stream", "consumer"]
)
provisioner_problems = Gauge("provisioner_problems", "Streams and consumers that NATS lacks or refuses")
nats_connected = Gauge("nats_connected", "1 while the process is connected to NATS")
pool_in_use = Gauge("database_pool_in_use", "Connections that are checked out of the pool", ["pool"])
pool_size = Gauge("database_pool_size", "The most connections that the pool opens", ["pool"])
rate_limited = Counter("rate_limited_total", "Calls refused by a rate limit", ["limit"])
rate_limit_degraded = Counter("rate_limit_redis_failures_total", "Times that counting went on without Redis")
calls_shed = Counter("rpc_calls_shed_total", "gRPC calls not made, to spare a slow peer", ["peer", "reason"])
egress_seconds = Histogram("egress_request_seconds", "Requests to outside parties", ["host", "status"], buckets=BUCKETS)
security_events = Counter("security_events_total", "Security events that were logged", ["action", "outcome"])
# The image sets both variables (services/Dockerfile).
VERSION, REVISION = os.environ.get("PAIRWISE_VERSION", "unknown"), os.environ.get("PAIRWISE_REVISION", "unknown")
build_info = Gauge("pairwise_build_info", "1, with the release and commit of the process", ["version", "revision"])
build_info.labels(VERSION, REVISION).set(1)

_tracer = trace.get_tracer("pairwise")
# https://www.w3.org/TR/trace-context/#traceparent-header, version 00.
TRACEPARENT = re.compile(r"00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})")


# The result of a measurement may be so old when it is scraped.
MEASURED_EVERY_SECONDS = 10.0
_measurements: dict[str, Callable[[], object]] = {}
_measured_at: dict[str, float] = {}
_measuring = threading.Lock()


def before_scrape(name: str, measure: Callable[[], object]) -> None:
    """Have the gauges that this sets measured when they are scraped, and not while nobody asks for them."""
    _measurements[name] = measure


def scraped() -> bytes:
    """The metrics of the process, in the text form of Prometheus. A measurement that fails is logged and counted."""
    with _measuring:
        for name, measure in _measurements.items():
            now = time.monotonic()
            if now - _measured_at.get(name, float("-inf")) < MEASURED_EVERY_SECONDS:
                continue
            _measured_at[name] = now
            try:
                measure()
            except Exception as error:
                jobs_failed.labels(name).inc()
                logger().warning("job_failed", job=name, problem=describe(error))
    return generate_latest()


def set_up_traces(service: str, process: str) -> None:
    """Export spans of this process to OTEL_EXPORTER_OTLP_ENDPOINT; without that variable, record none."""
    if not _records_spans():
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.sdk.trace.sampling import ALWAYS_OFF, ParentBased

    named = {"service.name": f"{service}-{process}", "service.namespace": "pairwise", "service.version": VERSION}
    # The gateway decides which traces are recorded. A span without a parent is of a job or of a poll.
    provider = TracerProvider(resource=Resource.create(named), sampler=ParentBased(ALWAYS_OFF))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)


def outgoing_context() -> dict[str, str]:
    """The headers that carry the current trace on."""
    current = trace.get_current_span().get_span_context()
    if not current.is_valid:
        return {}
    if current.trace_state:
        headers: dict[str, str] = {}
        propagate.inject(headers)
        return headers
    # A fifth of the time of OpenTelemetry's chain of propagators; each message passes here several times.
    return {"traceparent": f"00-{current.trace_id:032x}-{current.span_id:016x}-{current.trace_flags:02x}"}


class Incoming(Protocol):
    """Headers of a request or a call."""

    def __contains__(self, name: str, /) -> bool: ...

    def __getitem__(self, name: str, /) -> str: ...


Attributes = Mapping[str, str | int | Sequence[str]]


@contextmanager
def span(
    name: str,
    incoming: Incoming | None = None,
    *,
    kind: SpanKind = SpanKind.INTERNAL,
    attributes: Attributes | None = None,
    others: Sequence[Incoming | None] = (),
) -> Iterator[trace.Span]:
    """A span, as a child of the trace that `incoming` headers name, when they name one; linked to those of `others`.

    An exception marks it as failed, except for a server's, which answers exceptions with a status of its own.
    """
    token = context.attach(_context_of(incoming)) if incoming and "traceparent" in incoming else None
    try:
        with _recorded(name, kind, attributes, others) if _records_spans() else nullcontext(trace.INVALID_SPAN) as made:
            yield made
    finally:
        if token is not None:
            context.detach(token)


def _context_of(incoming: Incoming) -> context.Context:
    found = TRACEPARENT.fullmatch(incoming["traceparent"])
    if found is None or "tracestate" in incoming:
        return propagate.extract(incoming)
    trace_id, span_id, flags = (int(digits, 16) for digits in found.groups())
    remote = trace.SpanContext(trace_id, span_id, is_remote=True, trace_flags=trace.TraceFlags(flags))
    return trace.set_span_in_context(trace.NonRecordingSpan(remote))


@contextmanager
def _recorded(
    name: str, kind: SpanKind, attributes: Attributes | None, others: Sequence[Incoming | None]
) -> Iterator[trace.Span]:
    contexts = [_context_of(each) for each in others if each and "traceparent" in each]
    links = [trace.Link(trace.get_current_span(each).get_span_context()) for each in contexts]
    # OpenTelemetry would record the message of an exception, which may quote a member.
    with _tracer.start_as_current_span(
        name, kind=kind, attributes=attributes, links=links, record_exception=False, set_status_on_exception=False
    ) as recorded:
        try:
            yield recorded
        except BaseException as error:
            if kind is not SpanKind.SERVER:
                mark_failed(recorded, type(error).__name__, describe(error))
            raise


def mark_failed(recorded: trace.Span, error_type: str, description: str | None = None) -> None:
    """Mark the span as failed: a status or the class of an exception, and a text without its values."""
    recorded.set_attribute("error.type", error_type)
    recorded.set_status(trace.StatusCode.ERROR, description)


def _records_spans() -> bool:
    return bool(os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT"))
