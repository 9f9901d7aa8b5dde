"""Storage of a service: connection pool, unit of work, outbox, inbox and idempotency keys."""

from shared.kit.storage.base import new_metadata
from shared.kit.storage.database import Database
from shared.kit.storage.unit_of_work import UnitOfWork

__all__ = ["Database", "UnitOfWork", "new_metadata"]
