from google.protobuf.timestamp_pb2 import Timestamp
from pairwise.identity.v1.events_pb2 import SessionRevoked

from identity.domain.session import TOKEN_LASTS, hash_secret
from identity.ports import IdentityUnitOfWork


def log_out(uow: IdentityUnitOfWork, secret: str) -> None:
    """End the session of this secret; its tokens are refused everywhere within seconds. An unknown one is no matter."""
    with uow:
        session = uow.sessions.find(hash_secret(secret))
        if session is None:
            return
        uow.sessions.end(session.id)
        refused_until = Timestamp()
        refused_until.FromDatetime(uow.now() + TOKEN_LASTS)
        uow.announce(SessionRevoked(session_id=str(session.id), expires_at=refused_until))
        uow.commit()
