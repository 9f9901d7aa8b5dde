"""Outbox and inbox in partitions by the day of the event, so that retention drops tables instead of deleting rows.

An event id begins with the time it was made (UUID version 7), so the id itself is the key of the partitions: it stays
unique, and a redelivery on any later day finds the partition of its first delivery. Ids of no partition are stored in
the default one, so no insert fails for lack of one.

A table with rows is not copied: it becomes the partition of all ids before a day to come. A CHECK, validated while
the release before writes, proves it, so that the exchange itself reads no row. docs/decisions/0003-outbox.md.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "kit0011"
down_revision = "kit0010"
branch_labels = None
depends_on = None

# A table with rows takes the events of these days, too. Should the Job end between CHECK and exchange, it is repeated
# within them: afterwards the CHECK would refuse new events.
DAYS_TO_COME = 7
TABLES = ("outbox", "inbox")
HAS_ROWS = sa.text("SELECT EXISTS (SELECT FROM kit.outbox) OR EXISTS (SELECT FROM kit.inbox)")
LOCK = "LOCK TABLE kit.outbox, kit.inbox IN ACCESS EXCLUSIVE MODE"
# The release in service needs them at once; `shared.ops.migrate` grants at the end.
GRANTED = sa.text(
    "SELECT grantee, privilege_type FROM information_schema.table_privileges WHERE table_schema = 'kit' "
    "AND table_name = :table AND grantee NOT IN (current_user, 'PUBLIC')"
)
CHECKED = sa.text(
    """
    SELECT substring(conname FROM '[0-9]{8}$') FROM pg_constraint
    WHERE conrelid = to_regclass('kit.' || CAST(:name AS text)) AND contype = 'c' AND conname LIKE 'ck_%_before_%'
    """
)

FIRST_ID_OF = """
CREATE FUNCTION kit.first_id_of(moment timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT rpad(lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$
"""
END_OF = """
CREATE FUNCTION kit.end_of(part oid) RETURNS uuid LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT substring(pg_get_expr(relpartbound, oid) FROM 'TO \\(''([0-9a-f-]{36})''\\)')::uuid
    FROM pg_class WHERE oid = part
$$
"""
# ATTACH locks the parent less than CREATE ... PARTITION OF does: inserts and reads go on.
ADD_DAYS = """
CREATE FUNCTION kit.add_days(parent text, first date, many integer) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    -- Where the table of before the exchange ends, if there is one.
    ends uuid := (SELECT kit.end_of(oid) FROM pg_class WHERE oid = to_regclass(format('kit.%I', parent || '_before')));
    day date;
    part text;
BEGIN
    FOR day IN SELECT first + number FROM generate_series(0, many - 1) AS number LOOP
        CONTINUE WHEN kit.first_id_of(day::timestamp AT TIME ZONE 'UTC') < ends;
        part := format('%s_%s', parent, to_char(day, 'YYYYMMDD'));
        CONTINUE WHEN to_regclass(format('kit.%I', part)) IS NOT NULL;
        EXECUTE format('CREATE TABLE kit.%I (LIKE kit.%I INCLUDING ALL EXCLUDING IDENTITY)', part, parent);
        EXECUTE format('ALTER TABLE kit.%I ATTACH PARTITION kit.%I FOR VALUES FROM (%L) TO (%L)', parent, part,
            kit.first_id_of(day::timestamp AT TIME ZONE 'UTC'),
            kit.first_id_of((day + 1)::timestamp AT TIME ZONE 'UTC'));
    END LOOP;
END
$$
"""
# A partition goes when its last day is past the term and none of its rows is younger or still waits: an event may be
# published days after it was made. Rows in partitions of no day are deleted, in steps. The lock that dropping needs is
# waited for so briefly that requests behind it do not notice; the next run tries again.
FORGET_DAYS = """
CREATE FUNCTION kit.forget_days(parent text, dated text, kept interval, step integer) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET lock_timeout = '300ms' AS $$
DECLARE
    today date := (now() AT TIME ZONE 'UTC')::date;
    part record;
    is_over boolean;
    gone bigint;
    forgotten bigint := 0;
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtext('kit.forget_days'), hashtext(parent)) THEN
        RETURN 0;
    END IF;
    BEGIN
        PERFORM kit.add_days(parent, today + 1, {ahead});
    EXCEPTION WHEN lock_not_available OR check_violation THEN
        RAISE WARNING 'no partition of % was added: %', parent, SQLERRM;
    END;
    FOR part IN
        SELECT c.relname AS name, c.relname ~ '_[0-9]{{8}}$' AS is_day,
            kit.end_of(c.oid) AS ends
        FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
        WHERE inhparent = format('kit.%I', parent)::regclass ORDER BY ends
    LOOP
        IF NOT part.is_day THEN
            EXECUTE format(
                'WITH gone AS (DELETE FROM kit.%1$I WHERE ctid = ANY(ARRAY(SELECT ctid FROM kit.%1$I
                 WHERE %2$I < now() - $1 LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1) SELECT count(*) FROM gone',
                part.name, dated) INTO gone USING kept, step;
            forgotten := forgotten + gone;
        END IF;
        CONTINUE WHEN part.ends IS NULL OR part.ends > kit.first_id_of(now() - kept);
        EXECUTE format(
            'SELECT NOT EXISTS (SELECT FROM kit.%1$I WHERE %2$I IS NULL)
             AND NOT EXISTS (SELECT FROM kit.%1$I WHERE %2$I >= now() - $1)', part.name, dated) INTO is_over USING kept;
        IF is_over THEN
            BEGIN
                EXECUTE format('DROP TABLE kit.%I', part.name);
            EXCEPTION WHEN lock_not_available THEN
                RAISE WARNING 'partition % is dropped by a later run: %', part.name, SQLERRM;
            END;
            RETURN forgotten;
        END IF;
    END LOOP;
    RETURN forgotten;
END
$$
"""
# The service owns no table, so it calls these; the terms are those of shared/privacy/kit.py.
FORGET = """
CREATE FUNCTION kit.forget_{table}(step integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT kit.forget_days('{table}', '{dated}', '{kept}', step)
$$
"""
# The retention of the release before this one finds rows by their ctid, which is unique in one partition alone: it
# would delete strangers in the others.
KEEP_YOUNG = """
CREATE FUNCTION kit.keep_young() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF current_query() LIKE '%WHERE ctid = ANY(ARRAY(%' THEN
        RETURN NULL;
    END IF;
    RETURN OLD;
END
$$
"""
PARENTS = {
    "outbox": """
        CREATE TABLE kit.outbox (
            seq bigint GENERATED ALWAYS AS IDENTITY (START WITH {start}) NOT NULL,
            event_id uuid NOT NULL UNIQUE,
            subject varchar NOT NULL,
            payload bytea NOT NULL,
            traceparent varchar,
            created_at timestamptz NOT NULL DEFAULT now(),
            published_at timestamptz,
            stream_seq bigint,
            named_ids uuid[]
        ) PARTITION BY RANGE (event_id);
        CREATE INDEX ix_outbox_seq ON kit.outbox (seq);
        CREATE INDEX ix_outbox_unpublished ON kit.outbox (seq) WHERE published_at IS NULL;
        CREATE INDEX ix_outbox_without_ids ON kit.outbox (seq) WHERE named_ids IS NULL;
        CREATE INDEX ix_outbox_named_ids ON kit.outbox USING gin (named_ids)
            WHERE named_ids IS NOT NULL AND published_at IS NOT NULL;
        CREATE INDEX ix_outbox_published_at ON kit.outbox USING brin (published_at);
    """,
    "inbox": """
        CREATE TABLE kit.inbox (
            event_id uuid PRIMARY KEY,
            handled_at timestamptz NOT NULL DEFAULT now()
        ) PARTITION BY RANGE (event_id);
        CREATE INDEX ix_inbox_handled_at ON kit.inbox USING brin (handled_at);
    """,
}
# Triggers come last, so that partitions attached before them get them, too.
TRIGGERS = """
CREATE TRIGGER wake_relay AFTER INSERT ON kit.outbox FOR EACH STATEMENT EXECUTE FUNCTION kit.wake_relay();
CREATE TRIGGER name_ids BEFORE INSERT ON kit.outbox FOR EACH ROW WHEN (NEW.named_ids IS NULL)
    EXECUTE FUNCTION kit.name_ids();
CREATE TRIGGER keep_young BEFORE DELETE ON kit.outbox FOR EACH ROW
    WHEN (OLD.published_at IS NULL OR OLD.published_at >= now() - interval '30 days')
    EXECUTE FUNCTION kit.keep_young();
CREATE TRIGGER keep_young BEFORE DELETE ON kit.inbox FOR EACH ROW
    WHEN (OLD.handled_at >= now() - interval '45 days') EXECUTE FUNCTION kit.keep_young();
"""


def upgrade() -> None:
    connection = op.get_bind()
    functions = [FIRST_ID_OF, END_OF, ADD_DAYS, KEEP_YOUNG, FORGET_DAYS.format(ahead=DAYS_TO_COME)]
    for table, dated, kept in (("outbox", "published_at", "30 days"), ("inbox", "handled_at", "45 days")):
        functions.append(FORGET.format(table=table, dated=dated, kept=kept))
    for function in functions:
        # The proof commits what came before it, and a migration that lacks a lock afterwards begins anew.
        op.execute(function.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"))
    before = _prove(connection) if connection.scalar(HAS_ROWS) else None
    op.execute(LOCK)
    if before is None and connection.scalar(HAS_ROWS):
        before = _prove(connection)
        op.execute(LOCK)
    _exchange(connection, before)


def _prove(connection: Any) -> str:
    """Let both tables prove that their ids come before a day to come. Returns that day, as 20261231."""
    with op.get_context().autocommit_block():
        proven = {table: connection.scalar(CHECKED, {"name": table}) for table in TABLES}
        soon = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y%m%d")
        before = proven["outbox"]
        if before is None or before != proven["inbox"] or before <= soon:
            before = (datetime.now(UTC) + timedelta(days=DAYS_TO_COME)).strftime("%Y%m%d")
            for table in TABLES:
                for name in [proven[table]] if proven[table] else []:
                    op.execute(f"ALTER TABLE kit.{table} DROP CONSTRAINT ck_{table}_before_{name}")
                op.execute(
                    f"ALTER TABLE kit.{table} ADD CONSTRAINT ck_{table}_before_{before} "
                    f"CHECK (event_id < '{_first_id_of(before)}') NOT VALID"
                )
        for table in TABLES:
            op.execute(f"ALTER TABLE kit.{table} VALIDATE CONSTRAINT ck_{table}_before_{before}")
    return before


def _exchange(connection: Any, before: str | None) -> None:
    """Put partitioned tables in the place of the two, which are locked: no statement reads or writes a row."""
    start = connection.scalar(sa.text("SELECT last_value + 1 FROM kit.outbox_seq_seq"))
    for table in TABLES:
        granted = connection.execute(GRANTED, {"table": table}).all()
        if before is None:
            op.execute(f"DROP TABLE kit.{table}")
        else:
            _rename(connection, table)
        op.execute(PARENTS[table].format(start=start))
        for role, privilege in granted:
            op.execute(f'GRANT {privilege} ON kit.{table} TO "{role}"')
        if before is not None:
            op.execute(
                f"ALTER TABLE kit.{table} ATTACH PARTITION kit.{table}_before "
                f"FOR VALUES FROM (MINVALUE) TO ('{_first_id_of(before)}')"
            )
        first = f"date '{before}'" if before else "(now() AT TIME ZONE 'UTC')::date"
        op.execute(f"SELECT kit.add_days('{table}', {first}, {DAYS_TO_COME + 1})")
        op.execute(f"CREATE TABLE kit.{table}_default PARTITION OF kit.{table} DEFAULT")
    op.execute(TRIGGERS)


def _rename(connection: Any, table: str) -> None:
    """Make way for the partitioned table: names of a table's indexes are unique in the schema."""
    found = connection.scalars(
        sa.text("SELECT indexname FROM pg_indexes WHERE schemaname = 'kit' AND tablename = :table"), {"table": table}
    )
    for index in found.all():
        op.execute(f'ALTER INDEX kit."{index}" RENAME TO "{index}_before"')
    if table == "outbox":
        for trigger in ("wake_relay", "name_ids"):
            op.execute(f"DROP TRIGGER {trigger} ON kit.outbox")
        op.execute("ALTER TABLE kit.outbox ALTER COLUMN seq DROP IDENTITY")
    op.execute(f"ALTER TABLE kit.{table} RENAME TO {table}_before")


def _first_id_of(day: str) -> str:
    milliseconds = int(datetime.strptime(day, "%Y%m%d").replace(tzinfo=UTC).timestamp() * 1000)
    return f"{milliseconds:012x}".ljust(32, "0")
