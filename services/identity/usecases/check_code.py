from datetime import datetime
from uuid import UUID

from identity.domain.attempts import subject
from identity.domain.second_factor import is_recovery_code, recovery_hash
from identity.errors import CodeWrong, LoginBlocked
from identity.ports import Codes, IdentityUnitOfWork, Seal
from identity.usecases.tell_of_security import tell_of_security

ATTEMPTS, MINUTES = 5, 15


def check_code(uow: IdentityUnitOfWork, codes: Codes, seal: Seal, member_id: UUID, code: str) -> datetime:
    """Use up a one-time code or a recovery code of the member. Returns when. Raises CodeWrong or LoginBlocked."""
    counted = subject("second-factor", member_id)
    with uow:
        attempt = uow.attempts.take(counted, ATTEMPTS, MINUTES)
        uow.commit()
    if not attempt.is_allowed:
        raise LoginBlocked(retry_after_seconds=attempt.minutes_left * 60, minutes=attempt.minutes_left)
    with uow:
        now = uow.now()
        if not uses_up(uow, codes, member_id, code, now):
            if attempt.minutes_left:
                raise LoginBlocked(retry_after_seconds=attempt.minutes_left * 60, minutes=attempt.minutes_left)
            raise CodeWrong(field="code")
        uow.attempts.clear(counted)
        if is_recovery_code(code):
            tell_of_security(uow, seal, member_id, "recovery_code_used")
        uow.commit()
    return now


def uses_up(uow: IdentityUnitOfWork, codes: Codes, member_id: UUID, code: str, at: datetime) -> bool:
    """Whether the code is right and was not used before; in the caller's transaction."""
    if is_recovery_code(code):
        return uow.authenticators.use_recovery_code(member_id, recovery_hash(member_id, code))
    sealed = uow.authenticators.sealed_secret(member_id, confirmed=True)
    step = codes.step_of(codes.open(sealed), code, at) if sealed else None
    return step is not None and uow.authenticators.use_step(member_id, step)
