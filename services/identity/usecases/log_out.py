from identity.domain.session import hash_secret
from identity.ports import IdentityUnitOfWork
from identity.usecases.end_sessions import announce_revoked


def log_out(uow: IdentityUnitOfWork, secret: str) -> None:
    """End the session of this secret; its tokens are refused everywhere within seconds. An unknown one is no matter."""
    with uow:
        session = uow.sessions.find(hash_secret(secret))
        if session is None:
            return
        uow.sessions.end(session.id)
        announce_revoked(uow, [session.id], uow.now())
        uow.commit()
