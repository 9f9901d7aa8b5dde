from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from identity.domain.session import Session
from identity.ports import IdentityUnitOfWork


@dataclass(frozen=True)
class Listed:
    sessions: Sequence[Session]
    today: date


def list_sessions(uow: IdentityUnitOfWork, member_id: UUID) -> Listed:
    """The member's living sessions, the newest first."""
    with uow.reading() as uow:
        return Listed(uow.sessions.of(member_id), uow.now().date())
