"""`scripts/simulate` assumes for chat's part of a message about what a real one writes."""

import psycopg
from capacity.compare import FACTOR, is_near
from capacity.costs import costs
from chat.tests.world import World
from shared.kit.storage import Database

MEMBERS, MESSAGES = 20, 400
TEXT = "Hello there, how was your day? I went to the lake."
# A partitioned table has no rows of its own.
SIZE = """
SELECT sum(pg_total_relation_size(relid)) FROM (
    SELECT name::regclass AS relid FROM unnest(%(tables)s::text[]) AS name
    UNION SELECT relid FROM unnest(%(tables)s::text[]) AS name, pg_partition_tree(name::regclass)
) AS sized
"""
KINDS = {"kept": ("messages", "feed"), "events": ("kit.outbox",)}


def written(database: Database) -> dict[str, float]:
    """Bytes of WAL and of tables with their indexes."""
    with psycopg.connect(database.dsn) as connection:
        found = {kind: connection.execute(SIZE, {"tables": list(tables)}).fetchone() for kind, tables in KINDS.items()}
        found["wal"] = connection.execute("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn").fetchone()
    return {kind: float(row[0]) for kind, row in found.items() if row}


def test_a_message_writes_what_the_simulation_assumes(world: World, database: Database) -> None:
    members = [world.a_member(credits=10 * MESSAGES) for _ in range(MEMBERS)]

    def send_all() -> None:
        for number in range(MESSAGES):
            world.send(members[number % MEMBERS], members[(number + 1 + number // MEMBERS % 5) % MEMBERS], TEXT)

    send_all()  # conversations begin, and tables get their first pages
    before = written(database)

    send_all()

    after, assumed = written(database), costs().of_chat
    for kind, expected in assumed.items():
        measured = (after[kind] - before[kind]) / MESSAGES
        assert is_near(expected, measured), f"{kind}: {measured:,.0f} is not within a factor of {FACTOR:g}"
