"""Alembic's environment, one for every service. A database has two histories: the kit's and the service's own.

Each migration has a transaction of its own and waits at most LOCK_TIMEOUT for a table that the release in service uses,
because requests queue behind a waiting ALTER TABLE; `shared.ops.migrate` tries again. Indexes of tables that have rows
are built CONCURRENTLY, outside a transaction (`shared.kit.db.index_builds`).
"""

import time

from alembic import context
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

config = context.config
schema: str = config.attributes["schema"]

LOCK_TIMEOUT = "3s"
MIGRATION_LOCK = 74823
POLL_SECONDS = 0.5

engine = create_engine(config.attributes["url"], poolclass=NullPool)
with engine.connect() as connection:
    # Two Jobs must not migrate the same database at once. The lock belongs to the session, because an index built
    # concurrently has no transaction around it; it is polled, because that index would wait for a waiting statement.
    while not connection.scalar(text("SELECT pg_try_advisory_lock(:lock)"), {"lock": MIGRATION_LOCK}):
        connection.commit()
        time.sleep(POLL_SECONDS)
    connection.execute(text(f"SET lock_timeout = '{LOCK_TIMEOUT}'"))
    connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {schema}"))
    connection.commit()
    context.configure(
        connection=connection,
        target_metadata=config.attributes["metadata"],
        version_table="migrations",
        version_table_schema=None if schema == "public" else schema,
        include_schemas=schema != "public",
        # PostgreSQL writes the expression of this index in words of its own, which never equal ours.
        include_object=lambda _, name, kind, *__: (kind, name) != ("index", "ix_accounts_mailbox"),
        # The default schema has no name here.
        include_name=lambda name, kind, _: kind != "schema" or (name or "public") == schema,
        compare_server_default=False,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()
