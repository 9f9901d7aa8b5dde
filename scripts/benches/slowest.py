"""Spans of the slowest messages, and the own time of each kind of span compared with the median message."""

import asyncio
import os
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from unittest.mock import patch

from runner.throwaway import throwaway

from benches.chat import MEMBERS, Bench
from gateway.tests.otlp import Collector, Span, collector

SENT = "POST /api/chat.php"
EXPORT_MILLISECONDS = 500


def measure_slowest(number: int, seconds: int, rate: float) -> str:
    """Send at a fixed rate while every process records spans, which itself costs time."""
    with collector() as traces:
        settings = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": traces.endpoint,
            "OTEL_BSP_SCHEDULE_DELAY": str(EXPORT_MILLISECONDS),
        }
        with patch.dict(os.environ, settings), throwaway(MEMBERS) as product:
            asyncio.run(_send(Bench(product, rate), traces, seconds))
    return "\n".join(report(by_trace(traces.all()), number))


async def _send(bench: Bench, traces: Collector, seconds: int) -> None:
    await bench.warm_up()
    traces.forget()
    await bench.send_at_pace(seconds)
    time.sleep(EXPORT_MILLISECONDS / 1e3 * 4)  # the last spans
    bench.close()


def by_trace(spans: Sequence[Span]) -> list[list[Span]]:
    """The spans of each message until it was acknowledged, the slowest message first."""
    found: dict[str, list[Span]] = defaultdict(list)
    for span in spans:
        found[span.trace_id].append(span)
    messages = []
    for of_trace in found.values():
        root = next((span for span in of_trace if span.service == "gateway" and span.name == SENT), None)
        if root is not None:
            messages.append([root, *(span for span in of_trace if span is not root and span.start < root.end)])
    return sorted(messages, key=lambda message: message[0].end - message[0].start, reverse=True)


def report(messages: Sequence[Sequence[Span]], number: int) -> Iterator[str]:
    """A table of own times of spans, then the slowest messages with their spans as a timeline, in milliseconds."""
    usual = {name: statistics.median(times) for name, times in _own_times(messages).items()}
    slow = {name: statistics.mean(times) for name, times in _own_times(messages[:number]).items()}
    yield f"== own time of spans, ms, {len(messages)} messages{'':22} median   mean of the {number} slowest"
    for name in sorted(slow, key=lambda name: slow[name] - usual[name], reverse=True):
        yield f"{name:<64} {usual[name]:9.2f} {slow[name]:9.2f}"
    for message in messages[:number]:
        began = message[0].start
        yield f"== {(message[0].end - began) / 1e6:.1f} ms, trace {message[0].trace_id}"
        for span in sorted(message, key=lambda span: span.start):
            yield f"{(span.start - began) / 1e6:9.2f} {(span.end - span.start) / 1e6:9.2f}  {span.service} {span.name}"


def _own_times(messages: Sequence[Sequence[Span]]) -> Mapping[str, list[float]]:
    """Of each service's span by name: its time without that of the spans within it."""
    times: dict[str, list[float]] = defaultdict(list)
    for message in messages:
        inner: dict[str, int] = defaultdict(int)
        for span in message:
            inner[span.parent_id] += span.end - span.start
        for span in message:
            own = span.end - span.start - inner[span.span_id]
            times[f"{span.service} {span.name}"].append(own / 1e6)
    return times
