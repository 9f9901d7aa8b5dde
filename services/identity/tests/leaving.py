"""Time, rows and requests at once in the tests of leaving."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import psycopg
from shared.kit.core import Refusal
from shared.kit.db import Database

PASSWORD = "three blue herons"


def let_days_pass(database: Database, days: int) -> None:
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE accounts SET deleted_at = deleted_at - make_interval(days => %s)", [days])
        connection.execute("UPDATE tokens SET expires_at = expires_at - make_interval(days => %s)", [days])


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """The result or error of each call, all begun at the same moment."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return call()
        except Refusal as refusal:
            return refusal

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))
