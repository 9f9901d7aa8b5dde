"""Exceptions in logs: class, code and location, without the message, which may quote a member.

Messages of exceptions quote their input: PostgreSQL's DETAIL quotes the row ("Failing row contains (...)"), SQLAlchemy
the parameters, `int()` the text, `KeyError` the key, an SMTP server the address. A class does not state which of its
messages do, so every message is left out unless the class is listed here as one that never quotes input.
"""

import os
import traceback
from collections.abc import Iterator

import psycopg
from sqlalchemy.exc import DBAPIError

from shared.kit.core.errors import Refusal

# Written by the interpreter or a client library about names, addresses and states. By name, so that a process does not
# import a library for its errors alone.
HARMLESS = {
    "builtins.AttributeError",
    "builtins.ImportError",
    "builtins.IndexError",
    "builtins.NameError",
    "builtins.RecursionError",
    "nats.errors.Error",
    "redis.exceptions.ConnectionError",
    "sqlalchemy.exc.TimeoutError",
}
# SQLSTATEs whose primary message quotes the input: data exceptions, and a statement the parser could not read.
QUOTES_INPUT = ("22", "42601")
DEEPEST_CHAIN = 8


def describe(error: BaseException) -> str:
    """One line for `problem=` in a log event, for example `UniqueViolation 23505 accounts uq_accounts_site_email`."""
    if isinstance(error, DBAPIError) and isinstance(error.orig, BaseException):
        error = error.orig
    return " ".join(" ".join([type(error).__name__, *_details(error)]).split())


def _details(error: BaseException) -> Iterator[str]:
    names = {f"{kind.__module__}.{kind.__qualname__}" for kind in type(error).__mro__}
    if isinstance(error, Refusal):
        yield error.code
    elif isinstance(error, psycopg.Error) and error.sqlstate:
        yield from (error.sqlstate, error.diag.table_name or "", error.diag.constraint_name or "")
        if not error.sqlstate.startswith(QUOTES_INPUT):
            yield f"({error.diag.message_primary})"
    elif isinstance(error, psycopg.OperationalError) or names & HARMLESS:
        # A lost connection has no SQLSTATE; libpq's message has hosts and ports.
        yield f"({error})"
    elif isinstance(error, OSError) and isinstance(error.errno, int):
        # Not `strerror`, in which smtplib keeps the words of the other server.
        yield os.strerror(error.errno)
    elif "grpc.RpcError" in names and callable(code := getattr(error, "code", None)):
        yield code().name


def trace_of(error: BaseException) -> str:
    """The traceback with all causes, like Python's own, each exception as `describe` has it."""
    return "".join(_lines(error, DEEPEST_CHAIN)).rstrip()


def _lines(error: BaseException, deepest: int) -> Iterator[str]:
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and deepest:
        yield from _lines(before, deepest - 1)
        yield "which led to:\n"
    # Frames name files, lines and functions; the values of variables are not in them.
    yield from traceback.format_tb(error.__traceback__)
    yield f"{describe(error)}\n"
    if isinstance(error, BaseExceptionGroup) and deepest:
        for inner in error.exceptions:
            yield "one of the group:\n"
            yield from _lines(inner, deepest - 1)
