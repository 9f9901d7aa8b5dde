"""Database, unit of work, outbox, inbox and idempotency: how every service keeps what it owns."""

from servicekit.storage.base import new_metadata
from servicekit.storage.database import Database
from servicekit.storage.unit_of_work import UnitOfWork

__all__ = ["Database", "UnitOfWork", "new_metadata"]
