"""Structured logs: one JSON object a line, ids only, with the trace they belong to.

All of a process's stderr comes through here, including logs of libraries, warnings and uncaught exceptions:
exceptions as `shared.kit.core.errors_in_logs` has them, and of a library's line its template without the values.
"""

import json
import logging
import os
import sys
import threading
import warnings
from collections.abc import MutableMapping
from types import TracebackType
from typing import Any, TextIO

import structlog
from opentelemetry import trace

from shared.kit.core.errors_in_logs import describe, trace_of

# People's words, places, addresses and secrets stay out of logs, also when someone passes them by mistake.
FORBIDDEN_KEYS = frozenset(
    "password token email text body name latitude longitude cookie iban phone".split()  # noqa: SIM905
)
NOT_SHOWN = "..."


def set_up_logs(service: str, process: str) -> None:
    """Send all logs of this process to stderr as JSON lines with these names. Call it before other threads start.

    LOG_LEVEL is the least severe level of our own lines: debug, info (without it), warning or error.
    """
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            _named(service, process),
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _name_trace,
            _drop_forbidden,
            _show_exceptions,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(os.environ.get("LOG_LEVEL", "info")),
        # A line in one write: printing it in two mixes with lines of libraries.
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LibraryFormatter(service, process))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    warnings.showwarning = _warned
    sys.excepthook = _uncaught
    threading.excepthook = lambda raised: _uncaught(raised.exc_type, raised.exc_value, raised.exc_traceback)
    sys.unraisablehook = lambda raised: _uncaught(raised.exc_type, raised.exc_value, raised.exc_traceback)


def logger() -> structlog.typing.FilteringBoundLogger:
    """The logger: `logger().warning("event_name", key=value)`, with ids and figures as values."""
    found: structlog.typing.FilteringBoundLogger = structlog.get_logger()
    return found


class LibraryFormatter(logging.Formatter):
    """A library's log record as one JSON line. Its values may be anybody's: numbers are shown, other values are not."""

    def __init__(self, service: str, process: str) -> None:
        super().__init__()
        self._who = {"service": service, "process": process}

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of JSON: the template of its message, and its exception as `trace_of` shows it."""
        line = {
            "logger": record.name,
            "event": _template(record),
            "level": record.levelname.lower(),
            "timestamp": structlog.processors.TimeStamper(fmt="iso", utc=True)(None, "", {})["timestamp"],
            **self._who,
            **structlog.contextvars.get_contextvars(),
        }
        _name_trace(None, "", line)
        if record.exc_info and record.exc_info[1] is not None:
            line["exception"] = trace_of(record.exc_info[1])
        return json.dumps(line)


def _template(record: logging.LogRecord) -> str:
    given = record.args if isinstance(record.args, tuple) else ()
    values = tuple(value if isinstance(value, int | float) else NOT_SHOWN for value in given)
    try:
        # Without values the text may have been put together with some: asyncio's has the failed task behind its
        # first words, with the exception. Those words have neither brackets nor quotes.
        text = str(record.msg) % values if values else _first_words(str(record.msg))
    except (TypeError, ValueError):
        text = str(record.msg)
    return text.strip()


def _first_words(text: str) -> str:
    for end in "\n<([{\"'":
        text = text.split(end, 1)[0]
    return text


def _warned(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    logger().warning("python_warning", kind=category.__name__, place=f"{filename}:{lineno}")


def _uncaught(kind: type[BaseException], error: BaseException | None, trace_: TracebackType | None) -> None:
    if error is None or isinstance(error, KeyboardInterrupt | SystemExit):
        return
    logger().error("uncaught", exc_info=error)


def _named(service: str, process: str) -> structlog.typing.Processor:
    # Not by context variables: threads begin without them.
    def name(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        event.setdefault("service", service)
        event.setdefault("process", process)
        return event

    return name


def _name_trace(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    context = trace.get_current_span().get_span_context()
    if context.is_valid:
        event["trace_id"] = f"{context.trace_id:032x}"
    return event


def _drop_forbidden(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    return {key: value for key, value in event.items() if key not in FORBIDDEN_KEYS}


def _show_exceptions(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    raised = event.pop("exc_info", None)
    if raised is True:
        raised = sys.exc_info()[1]
    if isinstance(raised, tuple):
        raised = raised[1]
    for key, value in event.items():
        if isinstance(value, BaseException):
            event[key] = describe(value)
    if isinstance(raised, BaseException):
        event["exception"] = trace_of(raised)
    return event
