from uuid import UUID

from identity.domain.session import hash_secret
from identity.storage import IdentityUnit
from identity.usecases.end_sessions import announce_revoked


def find_caller(uow: IdentityUnit, secret: str) -> UUID | None:
    """The account whose session has this secret."""
    with uow:
        session = uow.sessions.find(hash_secret(secret))
    return session.member_id if session else None


def log_out(uow: IdentityUnit, secret: str) -> None:
    """End the session of this secret; its tokens are refused in every service within seconds. Ignores unknown ones."""
    with uow:
        session = uow.sessions.find(hash_secret(secret))
        if session is None:
            return
        uow.sessions.end(session.id)
        announce_revoked(uow, [session.id], uow.now())
        uow.commit()
