"""What processes of 0.2.0 need while both releases run. The release after this one deletes, together with this module:

- ANSWERED and identity's SessionService (`identity.rpc.sessions`, `identity.usecases.list_revoked`, its proto): workers
  of 0.2.0 copy the revoked sessions by it;
- the messages on CHANNEL that `identity.revocation_stream` publishes for web processes of 0.2.0, and `PREVIOUS` in
  scripts/runner/permissions.py;
- by migration, `kit.revocation_checks` in every database and `kit.revoked_sessions` in all but identity's.
"""

import time
from uuid import UUID

from sqlalchemy import text

from shared.kit.core.errors_in_logs import describe
from shared.kit.core.logs import logger
from shared.kit.core.revocations import NEVER, KnownRevocations
from shared.kit.db.database import UNREACHABLE, Database

# Methods by service that nothing of this release calls, and every service of 0.2.0 may.
ANSWERED = {"identity": frozenset({"SessionService.ListRevoked"})}
CHANNEL = "kit.revoked"
COPY = text(
    """
    WITH copied AS (
        INSERT INTO kit.revoked_sessions (session_id, expires_at)
        SELECT session_id, to_timestamp(until)
        FROM unnest(CAST(:sessions AS uuid[]), CAST(:untils AS float8[])) AS revoked (session_id, until)
        ON CONFLICT DO NOTHING
    )
    INSERT INTO kit.revocation_checks (source, checked_at)
    VALUES ('identity', clock_timestamp() - make_interval(secs => :age))
    ON CONFLICT (source) DO UPDATE SET checked_at = greatest(revocation_checks.checked_at, excluded.checked_at)
    """
)


class RevocationCopy:
    """Copies the revoked sessions into the tables that web processes of 0.2.0 read: this release's workers do not."""

    def __init__(self, database: Database) -> None:
        self._database, self._copied, self._checked_at = database, frozenset[UUID](), NEVER

    def __call__(self, known: KnownRevocations) -> None:
        """Copy what is new, once for each heartbeat."""
        if known.checked_at == self._checked_at:
            return
        new = {each: until for each, until in known.sessions.items() if each not in self._copied}
        age = max(0.0, time.time() - known.checked_at)
        try:
            with self._database.reader.connect() as connection:
                connection.execute(COPY, {"sessions": list(new), "untils": list(new.values()), "age": age})
        except UNREACHABLE as error:
            logger().warning("revocations_not_copied", problem=describe(error))
            return
        self._copied, self._checked_at = frozenset(known.sessions), known.checked_at
