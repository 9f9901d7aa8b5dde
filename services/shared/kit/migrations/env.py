"""Alembic's environment, one for every service. A database has two histories: the kit's and the service's own."""

from alembic import context
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

config = context.config
schema: str = config.attributes["schema"]

engine = create_engine(config.attributes["url"], poolclass=NullPool)
with engine.connect() as connection:
    connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {schema}"))
    connection.commit()
    context.configure(
        connection=connection,
        target_metadata=config.attributes["metadata"],
        version_table="migrations",
        version_table_schema=None if schema == "public" else schema,
        include_schemas=schema != "public",
        # The default schema has no name here.
        include_name=lambda name, kind, _: kind != "schema" or (name or "public") == schema,
        compare_server_default=False,
    )
    with context.begin_transaction():
        # Two starting pods must not migrate the same database at once.
        connection.execute(text("SELECT pg_advisory_xact_lock(74823)"))
        context.run_migrations()
