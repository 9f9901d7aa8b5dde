"""Bring databases to the newest migration: `python -m shared.ops.migrate all`, or the names of services.

Each address comes from DATABASE_OWNER_URL_<SERVICE>: the role `<name>_owner`, which owns the tables. The kit's own
tables come first, in their schema `kit`. At the end the role `<name>`, under which the service runs, is granted what
the tables declare (`shared.kit.db.privileges`), and no more.
"""

import importlib
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import psycopg
from alembic import command
from alembic.config import Config
from psycopg.errors import DeadlockDetected, LockNotAvailable
from sqlalchemy import MetaData, create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from shared.kit.core import variable
from shared.kit.core.logs import logger, set_up_logs
from shared.kit.db.database import Database
from shared.kit.db.privileges import ORDINARY, privileges_of
from shared.kit.db.tables import KitBase
from shared.ops.database_roles import runtime_role
from shared.registry.services import service_names

HERE = Path(__file__).parent
SERVICES = HERE.parents[1]
GRANT_LOCK = 74823
# A migration without its table within the lock timeout (migrations/env.py) lets requests pass and tries again. A
# database that does not answer yet is waited for as long: in a new cluster it starts beside the Job.
TRIES, PAUSE_SECONDS = 60, 2.0


def migrate(service: str, url: str) -> None:
    """Migrate one service's database as its owner, kit first, then grant. Running it again changes nothing."""
    wait_for(url)
    configs = kit_config(url), service_config(service, url)
    for config in configs:
        patiently(lambda config=config: command.upgrade(config, "head"))  # type: ignore[misc]
    patiently(lambda: grant(url, [config.attributes["metadata"] for config in configs]))


def patiently(step: Callable[[], None]) -> None:
    """Run a step again as long as a table it needs is locked. Raises its last error after `TRIES`."""
    for left in reversed(range(TRIES)):
        try:
            step()
            return
        except DBAPIError as error:
            if not (left and isinstance(error.orig, LockNotAvailable | DeadlockDetected)):
                raise
            logger().warning("migration_waits_for_lock", tries_left=left)
            time.sleep(PAUSE_SECONDS)


def wait_for(url: str) -> None:
    """Wait until the database takes a connection of its owner. Raises psycopg.OperationalError after `TRIES`."""
    for left in reversed(range(TRIES)):
        try:
            psycopg.connect(url, connect_timeout=5).close()
            return
        except psycopg.OperationalError as error:
            if not left:
                raise
            # The driver's reason names host, port and role, never the password.
            logger().warning("migration_waits_for_database", tries_left=left, reason=str(error).strip())
            time.sleep(PAUSE_SECONDS)


def grant(url: str, tables: Iterable[MetaData]) -> None:
    """Give the role that runs what `url`'s role owns the privileges its tables declare, in one transaction.

    Tables that only an earlier release knows keep their privileges: it serves until the new one does.
    """
    engine = create_engine(Database(url).url, poolclass=NullPool)
    quoted = engine.dialect.identifier_preparer.quote
    role = quoted(runtime_role(engine.url.username or ""))
    with engine.begin() as connection:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": GRANT_LOCK})

        def run(statement: str) -> None:
            connection.execute(text(statement))

        # A table of a later migration is an ordinary one until that migration's own grants.
        run(f"ALTER DEFAULT PRIVILEGES GRANT {', '.join(ORDINARY)} ON TABLES TO {role}")
        for metadata in tables:
            schema = quoted(metadata.schema or "public")
            run(f"GRANT USAGE ON SCHEMA {schema} TO {role}")
            run(f"REVOKE ALL ON {schema}.migrations FROM {role}")
            # For readiness (shared/kit/db/schema.py).
            run(f"GRANT SELECT ON {schema}.migrations TO {role}")
            for table in metadata.sorted_tables:
                name = f"{schema}.{quoted(table.name)}"
                run(f"REVOKE ALL ON {name} FROM {role}")
                run(f"GRANT {', '.join(privileges_of(table))} ON {name} TO {role}")


def kit_config(url: str) -> Config:
    """Alembic's configuration for the kit's tables, in the schema `kit` of this database."""
    return _config(url, HERE / "migrations" / "kit", "kit", KitBase.metadata)


def service_config(service: str, url: str) -> Config:
    """Alembic's configuration for this service's own tables, in the schema `public` of this database."""
    metadata = importlib.import_module(f"{service}.storage.tables").Base.metadata
    return _config(url, SERVICES / service / "migrations", "public", metadata)


def _config(url: str, versions: Path, schema: str, metadata: MetaData) -> Config:
    config = Config()
    config.set_main_option("script_location", str(HERE / "migrations"))
    config.set_main_option("version_locations", str(versions))
    config.set_main_option("path_separator", "os")
    config.attributes.update(url=Database(url).url, schema=schema, metadata=metadata)
    return config


def main(names: list[str]) -> None:
    """Migrate the databases of these services; `["all"]` stands for every one.

    Raises SystemExit for a missing address, and the error of the first migration that fails.
    """
    # An index that cannot be made quotes the rows that stand in its way.
    set_up_logs("migrate", "operator")
    for service in service_names() if names == ["all"] else names:
        migrate(service, variable(f"DATABASE_OWNER_URL_{service.upper()}"))
        logger().info("database_migrated", database=service)


if __name__ == "__main__":
    main(sys.argv[1:])
