from datetime import datetime
from uuid import UUID

from identity.domain.attempts import subject
from identity.domain.second_factor import is_recovery_code, recovery_hash
from identity.domain.token import Purpose
from identity.errors import CodeWrong
from identity.ports import Codes, IdentityUnitOfWork, Seal
from identity.usecases.guesses import Guess, accept_guess, admit_guess, reject_guess
from identity.usecases.tell_of_security import tell_of_security


def check_code(
    uow: IdentityUnitOfWork, codes: Codes, seal: Seal, member_id: UUID, code: str, *, is_mailed_good: bool = False
) -> datetime:
    """Use up a one-time code, a recovery code or, where `is_mailed_good`, a mailed code of the member. Returns when.

    Raises CodeWrong or LoginBlocked.
    """
    guess = Guess(subject("second-factor", member_id))
    attempt = admit_guess(uow, guess)
    with uow:
        now = uow.now()
        is_mailed = is_mailed_good and _uses_up_mailed(uow, member_id, code)
        if not is_mailed and not uses_up(uow, codes, member_id, code, now):
            reject_guess(attempt, CodeWrong(field="code"))
        accept_guess(uow, guess)
        if not is_mailed and is_recovery_code(code):
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


def _uses_up_mailed(uow: IdentityUnitOfWork, member_id: UUID, code: str) -> bool:
    return uow.tokens.use(Purpose.SECOND_FACTOR, recovery_hash(member_id, code)) is not None
