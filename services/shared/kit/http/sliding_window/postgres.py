from collections.abc import Sequence

from sqlalchemy import Connection, text

from shared.kit.db.database import Database
from shared.kit.http.sliding_window.counter import SLICES, Count, Refusal

# `counts` holds the slices from `slice` backwards. A call that comes later moves them on by as many places; those past
# the end have left the window.
MOVED = f"(array_fill(0, ARRAY[least(greatest(excluded.slice - kept.slice, 0), {SLICES + 1})::int]) || kept.counts)"
# The race of concurrent calls: ON CONFLICT DO UPDATE takes the row lock, so each waits for the one before it and counts
# on top of that one's result. Check and increment are one statement.
TAKE = text(
    f"""
    INSERT INTO kit.rate_limits AS kept (key, slice, counts, expires_at)
    VALUES (
        :key, floor(extract(epoch FROM clock_timestamp()) / :width)::bigint, ARRAY[1],
        now() + make_interval(secs => :seconds * 2)
    )
    ON CONFLICT (key) DO UPDATE SET
        slice = greatest(excluded.slice, kept.slice),
        counts = ARRAY[{MOVED}[1] + 1] || {MOVED}[2:{SLICES + 1}],
        expires_at = excluded.expires_at
    WHERE (SELECT sum(count) FROM unnest({MOVED}[1:{SLICES + 1}]) AS count) < :most
    RETURNING true
    """  # noqa: S608 - only constants are put in
)
GIVE_BACK = text(
    """
    UPDATE kit.rate_limits SET counts = (
        SELECT array_agg(CASE WHEN place = newest THEN count - 1 ELSE count END ORDER BY place)
        FROM unnest(counts) WITH ORDINALITY AS slices (count, place),
            (SELECT min(n) AS newest FROM unnest(counts) WITH ORDINALITY AS taken (c, n) WHERE c > 0) AS found
    )
    WHERE key = :key AND 0 < ANY (counts)
    """
)
LOOK = text("SELECT slice, counts, extract(epoch FROM clock_timestamp())::float8 FROM kit.rate_limits WHERE key = :key")
LOG_ONCE = text(
    """
    UPDATE kit.rate_limits SET logged_until = now() + make_interval(secs => :seconds)
    WHERE key = :key AND (logged_until IS NULL OR logged_until <= now()) RETURNING true
    """
)


class PostgresCounter:
    """Counts in the service's own database. By default in transactions of their own, which stay when the caller's is
    undone."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def take(self, counts: Sequence[Count]) -> Refusal | None:
        """Count one call in every window, or in none and say which has no room."""
        with self._database.engine.connect() as connection:
            if _take(connection, counts):
                connection.commit()
                return None
            connection.rollback()
            refusal = _refusal(connection, counts)
            connection.commit()
            return refusal

    def take_within(self, connection: Connection, counts: Sequence[Count]) -> Refusal | None:
        """`take` in the caller's transaction: a rollback undoes the count."""
        savepoint = connection.begin_nested()
        if _take(connection, counts):
            savepoint.commit()
            return None
        savepoint.rollback()
        return _refusal(connection, counts)

    def give_back(self, counts: Sequence[Count]) -> None:
        """Undo one call: it turned out not to be of the kind that is limited."""
        with self._database.engine.connect() as connection:
            for count in sorted(counts, key=lambda each: each.key):
                connection.execute(GIVE_BACK, {"key": count.key})
            connection.commit()


def _take(connection: Connection, counts: Sequence[Count]) -> bool:
    # Row locks are taken in the order of keys, so that two calls cannot deadlock.
    ordered = sorted(counts, key=lambda each: each.key)
    return all(connection.execute(TAKE, _values(count)).first() is not None for count in ordered)


def _refusal(connection: Connection, counts: Sequence[Count]) -> Refusal:
    waits = [(_wait(connection, count), count) for count in counts]
    wait, fullest = max(waits, key=lambda each: each[0])
    values = {"key": fullest.key, "seconds": fullest.window.seconds}
    return Refusal(fullest, wait, connection.execute(LOG_ONCE, values).first() is not None)


def _values(count: Count) -> dict[str, object]:
    most, seconds = count.window.most, count.window.seconds
    return {"key": count.key, "most": most, "seconds": seconds, "width": seconds / SLICES}


def _wait(connection: Connection, count: Count) -> float:
    """Seconds until there is room; 0 when there is."""
    row = connection.execute(LOOK, _values(count)).one_or_none()
    if row is None:
        return 0.0
    newest, slices, now = row
    width, wait = count.window.seconds / SLICES, 0.0
    current = int(now / width)
    living = [(newest - place, taken) for place, taken in enumerate(slices) if newest - place >= current - SLICES]
    left = sum(taken for _, taken in living)
    for number, taken in reversed(living):
        if left < count.window.most:
            break
        left -= taken
        wait = (number + SLICES + 1) * width - now
    return wait
