from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from shared.kit.core import Invalid

from identity.storage import IdentityUnit

MOST = 10_000


def list_revoked(uow: IdentityUnit, after: UUID | None, limit: int) -> Sequence[tuple[UUID, datetime]]:
    """A page of the revoked sessions whose tokens could still be valid. Raises Invalid for a limit out of range."""
    if not 0 < limit <= MOST:
        raise Invalid(field="limit")
    with uow.reading() as reads:
        return reads.sessions.revoked(after, limit)
