"""Metrics of the backlog of a worker, on which the chart's alerts are built."""

from sqlalchemy import text

from shared.kit.core.telemetry import events_parked, outbox_oldest_seconds
from shared.kit.db.database import Database

BACKLOG = text(
    """
    SELECT
        coalesce((SELECT extract(epoch FROM now() - created_at) FROM kit.outbox WHERE published_at IS NULL
            ORDER BY seq LIMIT 1), 0),
        (SELECT count(*) FROM kit.parked_events)
    """
)


def measure_backlog(database: Database) -> None:
    """Export the age of the oldest unpublished event, and the number of parked ones."""
    with database.reader.connect() as connection:
        oldest, parked = connection.execute(BACKLOG).one()
    outbox_oldest_seconds.set(float(oldest))
    events_parked.set(parked)
