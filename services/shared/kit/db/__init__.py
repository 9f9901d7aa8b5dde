"""Storage of a service: connection pool, unit of work, outbox, inbox and idempotency keys."""

from shared.kit.db.base import new_metadata
from shared.kit.db.commit_notifier import notify_after_commit, wake_job
from shared.kit.db.copying import copy_rows, without_timeouts
from shared.kit.db.database import GENERIC_PLANS, PING_AFTER_IDLE_SECONDS, Database
from shared.kit.db.idempotency import body_hash_of, once
from shared.kit.db.index_builds import build_index
from shared.kit.db.listening import notifications
from shared.kit.db.previous_release import CHANNEL
from shared.kit.db.privileges import APPEND_ONLY, NEVER_DELETED, READ_ONLY
from shared.kit.db.schema import schema_check
from shared.kit.db.statement import LOCK_TIMEOUT, Call, Statement, in_one_trip, rows_of
from shared.kit.db.tables import (
    AppliedState,
    AwareTime,
    ErasedRow,
    IdempotencyKeyRow,
    InboxRow,
    OutboxRow,
    ParkedEvent,
    RateLimitRow,
    RevocationCheck,
    RevokedSession,
    StreamRow,
)
from shared.kit.db.unit_of_work import UnitOfWork

__all__ = [
    "APPEND_ONLY",
    "CHANNEL",
    "GENERIC_PLANS",
    "LOCK_TIMEOUT",
    "NEVER_DELETED",
    "PING_AFTER_IDLE_SECONDS",
    "READ_ONLY",
    "AppliedState",
    "AwareTime",
    "Call",
    "Database",
    "ErasedRow",
    "IdempotencyKeyRow",
    "InboxRow",
    "OutboxRow",
    "ParkedEvent",
    "RateLimitRow",
    "RevocationCheck",
    "RevokedSession",
    "Statement",
    "StreamRow",
    "UnitOfWork",
    "body_hash_of",
    "build_index",
    "copy_rows",
    "in_one_trip",
    "new_metadata",
    "notifications",
    "notify_after_commit",
    "once",
    "rows_of",
    "schema_check",
    "wake_job",
    "without_timeouts",
]
