"""Whether a database has the tables that this release needs: the state of its two migration histories."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import ScalarSelect, column, select, table
from sqlalchemy.exc import DBAPIError

from shared.kit.db.database import UNREACHABLE, Database

SERVICES = Path(__file__).resolve().parents[3]
KIT_MIGRATIONS = SERVICES / "shared" / "ops" / "migrations" / "kit"
# A fail-over of PostgreSQL is over within it. All pods lose the database at once: out of the Service, none would answer
# what needs no database, and the rest would get the proxy's error instead of ours, with its code and Retry-After.
FAIL_OVER_SECONDS = 30
# Less than the probe's timeout in the chart.
LATE_SECONDS = 2


def schema_check(service: str, database: Database, clock: Callable[[], float] = time.monotonic) -> Callable[[], bool]:
    """A readiness check: the database answers, and no migration of this release is missing in it.

    One statement each time, because a database can be replaced by an empty one while this process runs. A revision that
    this release does not know is a later release's, which serves at the same time in an update: it is ready. A process
    that was ready stays so for `FAIL_OVER_SECONDS` without an answer of the database.
    """
    histories = {"kit": _revisions(KIT_MIGRATIONS, "kit"), "public": _revisions(SERVICES / service / "migrations")}
    expected = {schema: revisions for schema, revisions in histories.items() if revisions}
    # A history has one row, because it has no branches.
    statement = select(*map(_applied, expected))

    def asked() -> bool:
        with database.reader.connect() as connection:
            applied = connection.execute(statement).one()
        return all(_is_current(known, found) for known, found in zip(expected.values(), applied, strict=True))

    thread = ThreadPoolExecutor(1, thread_name_prefix="readiness")
    under_way: list[Future[bool]] = []
    ready_until = float("-inf")

    def is_ready() -> bool:
        nonlocal ready_until
        if not under_way or under_way[0].done():
            under_way[:] = [thread.submit(asked)]
        try:
            has_schema = under_way[0].result(LATE_SECONDS)
        except (Late, *UNREACHABLE):
            return clock() < ready_until
        except DBAPIError:
            has_schema = False  # without the tables, or without the right to read them
        ready_until = clock() + FAIL_OVER_SECONDS if has_schema else float("-inf")
        return has_schema

    return is_ready


def _is_current(known: tuple[str, ...], applied: str | None) -> bool:
    return applied is not None and (applied == known[-1] or applied not in known)


def _applied(schema: str) -> ScalarSelect[Any]:
    return select(column("version_num")).select_from(table("migrations", schema=schema)).scalar_subquery()


@cache
def _revisions(folder: Path, prefix: str = "") -> tuple[str, ...]:
    """Revisions in order, from file names such as `0001_accounts.py`; Alembic itself would import every migration."""
    return tuple(prefix + file.name.partition("_")[0] for file in sorted(folder.glob("[0-9]*.py")))
