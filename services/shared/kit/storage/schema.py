"""Whether a database has the tables that this release needs: the state of its two migration histories."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import ScalarSelect, column, select, table
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from shared.kit.storage.database import Database

SERVICES = Path(__file__).resolve().parents[3]
KIT_MIGRATIONS = SERVICES / "shared" / "kit" / "migrations" / "kit"


def schema_check(service: str, database: Database) -> Callable[[], bool]:
    """A readiness check: the database answers, and no migration of this release is missing in it.

    One statement each time, because a database can be replaced by an empty one while this process runs. A revision that
    this release does not know is a later release's, which serves beside this one in an update: it is ready.
    """
    histories = {"kit": _revisions(KIT_MIGRATIONS, "kit"), "public": _revisions(SERVICES / service / "migrations")}
    expected = {schema: revisions for schema, revisions in histories.items() if revisions}
    # A history has one row, because it has no branches.
    statement = select(*map(_applied, expected))

    def is_ready() -> bool:
        try:
            with database.reader.connect() as connection:
                applied = connection.execute(statement).one()
        except (DBAPIError, PoolTimeout):
            return False  # unreachable, or without the tables, or without the right to read them
        return all(_is_current(known, found) for known, found in zip(expected.values(), applied, strict=True))

    return is_ready


def _is_current(known: tuple[str, ...], applied: str | None) -> bool:
    return applied is not None and (applied == known[-1] or applied not in known)


def _applied(schema: str) -> ScalarSelect[Any]:
    return select(column("version_num")).select_from(table("migrations", schema=schema)).scalar_subquery()


@cache
def _revisions(folder: Path, prefix: str = "") -> tuple[str, ...]:
    """Revisions in order, from file names such as `0001_accounts.py`; Alembic itself would import every migration."""
    return tuple(prefix + file.name.partition("_")[0] for file in sorted(folder.glob("[0-9]*.py")))
