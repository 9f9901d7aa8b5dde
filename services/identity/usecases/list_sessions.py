from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from identity.domain.session import Session
from identity.storage import IdentityUnit


@dataclass(frozen=True)
class SessionList:
    sessions: Sequence[Session]
    today: date


def list_sessions(uow: IdentityUnit, member_id: UUID) -> SessionList:
    """The member's living sessions, the newest first."""
    with uow.reading() as uow:
        return SessionList(uow.sessions.of(member_id), uow.now().date())
