"""Four more words of trait bits in the search tables, so that a profile can have thirty traits.

Expand only: the columns are null until a trait needs them, and the previous release neither reads nor writes them. The
indexes are built concurrently, so search goes on meanwhile; after an interruption the migration can run again.
"""

import time

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

NEW = [f"traits_{number}" for number in range(2, 6)]
FACTS = ["pool", "gender", "country", "region", "town_id", "birth_date", "has_image", "traits", "interests",
         "wants_from", "wants_to", *NEW]  # fmt: skip
PAGE_ORDER = "last_active DESC, id DESC, birth_date, seeks, has_image"
ROWS_INCLUDE = f"traits, {', '.join(NEW)}, interests, town_id, wants_from, wants_to"
FACTS_INCLUDE = f"id, has_image, traits, {', '.join(NEW)}, interests, wants_from, wants_to"
LEADING = {"anywhere": "", "country": "country, ", "region": "region, "}
INDEXES = {
    **{
        f"ix_search_rows_pool_{name}": f"search_rows (pool, gender, {column}{PAGE_ORDER}) INCLUDE ({ROWS_INCLUDE})"
        for name, column in LEADING.items()
    },
    **{
        f"ix_search_facts_{name}": f"search_facts (pool, gender, sought, {column}birth_date) INCLUDE ({FACTS_INCLUDE})"
        for name, column in LEADING.items()
    },
}
# Of two pods that migrate at once the second waits by polling: a backend that waits for a lock has a snapshot, and a
# concurrent build waits for old snapshots.
BUILD_LOCK = 74824


def upgrade() -> None:
    for table in ("search_rows", "search_facts"):
        added = ", ".join(f"ADD COLUMN IF NOT EXISTS {name} bigint" for name in NEW)
        op.execute(f"ALTER TABLE {table} {added}")
    _copy_to_facts()
    with op.get_context().autocommit_block():
        connection = op.get_bind()
        while not connection.scalar(sa.text("SELECT pg_try_advisory_lock(:lock)"), {"lock": BUILD_LOCK}):
            time.sleep(0.5)
        for name, definition in INDEXES.items():
            _widen(name, definition)
        connection.execute(sa.text("SELECT pg_advisory_unlock(:lock)"), {"lock": BUILD_LOCK})


def _copy_to_facts() -> None:
    columns, values = ", ".join(FACTS), ", ".join(f"NEW.{name}" for name in FACTS)
    op.execute(f"""
        CREATE OR REPLACE FUNCTION keep_search_facts() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM search_facts WHERE id = NEW.id;
            INSERT INTO search_facts (id, sought, {columns})
            SELECT NEW.id, side, {values} FROM unnest(ARRAY[1, 2]::smallint[]) AS side WHERE NEW.seeks & side <> 0;
            RETURN NULL;
        END $$
    """)  # noqa: S608
    before, after = (", ".join(f"{row}.{name}" for name in ["seeks", *FACTS]) for row in ("OLD", "NEW"))
    op.execute(f"""
        CREATE OR REPLACE TRIGGER keep_facts_changed AFTER UPDATE ON search_rows FOR EACH ROW
        WHEN (ROW({before}) IS DISTINCT FROM ROW({after})) EXECUTE FUNCTION keep_search_facts()
    """)


def _widen(name: str, definition: str) -> None:
    """Replace an index by one that includes the new columns, unless an interrupted run has done so."""
    current = op.get_bind().scalar(
        sa.text("SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() AND indexname = :name"),
        {"name": name},
    )
    if current is not None and NEW[-1] in current:
        return
    op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS wide_{name}")
    op.execute(f"CREATE INDEX CONCURRENTLY wide_{name} ON {definition}")
    op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
    op.execute(f"ALTER INDEX wide_{name} RENAME TO {name}")
