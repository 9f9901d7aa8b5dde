from uuid import UUID

from servicekit.errors import AuthenticationRequired

from identity.domain.session import Session
from identity.ports import Codes, IdentityUnitOfWork, Seal
from identity.usecases.check_code import check_code


def prove_second_factor(
    uow: IdentityUnitOfWork, codes: Codes, seal: Seal, member_id: UUID, session_id: UUID, code: str
) -> Session:
    """Prove a second factor in a session, by a code of the app, a recovery code or a mailed code."""
    at = check_code(uow, codes, seal, member_id, code, is_mailed_good=True)
    with uow:
        session = uow.sessions.prove_second_factor(member_id, session_id, at)
        if session is None:
            raise AuthenticationRequired()
        uow.commit()
    return session
