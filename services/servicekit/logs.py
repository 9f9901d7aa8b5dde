"""Structured logs: one JSON object a line, ids only, with the trace they belong to."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog
from opentelemetry import trace

# People's words, places, addresses and secrets stay out of logs, also when someone passes them by mistake.
FORBIDDEN_KEYS = frozenset(
    "password token email text body name latitude longitude cookie iban phone".split()  # noqa: SIM905
)


def set_up_logs(service: str, process: str) -> None:
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _name_trace,
            _drop_forbidden,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    structlog.contextvars.bind_contextvars(service=service, process=process)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(name)s %(levelname)s %(message)s")


def logger() -> structlog.typing.FilteringBoundLogger:
    found: structlog.typing.FilteringBoundLogger = structlog.get_logger()
    return found


def _name_trace(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    context = trace.get_current_span().get_span_context()
    if context.is_valid:
        event["trace_id"] = f"{context.trace_id:032x}"
    return event


def _drop_forbidden(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    return {key: value for key, value in event.items() if key not in FORBIDDEN_KEYS}
