from uuid import UUID

from shared.kit.core import AuthenticationRequired

from identity.domain.session import Session
from identity.one_time_codes import OneTimeCodes
from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.own_account import lock_own_session
from identity.usecases.use_code import count_code_attempt, use_code


def prove_second_factor(
    uow: IdentityUnit, codes: OneTimeCodes, sealer: MailSealer, member_id: UUID, session_id: UUID, code: str
) -> Session:
    """Prove a second factor in a session, by a code of the app, a recovery code or a mailed code."""
    attempt = count_code_attempt(uow, member_id)
    with uow:
        account, _ = lock_own_session(uow, member_id, session_id)
        at = use_code(uow, codes, sealer, account, attempt, code, accepts_mailed=True)
        session = uow.sessions.prove_second_factor(member_id, session_id, at)
        if session is None:
            raise AuthenticationRequired()
        uow.commit()
    return session
