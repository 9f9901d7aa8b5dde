from datetime import datetime
from uuid import UUID

from identity.domain.account import Account
from identity.domain.attempts import CountedAttempt, subject
from identity.domain.second_factor import is_recovery_code, recovery_hash
from identity.domain.token import Purpose
from identity.errors import CodeWrong
from identity.one_time_codes import OneTimeCodes
from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.attempt_limits import AttemptLimit, clear_attempts, count_attempt, fail_attempt
from identity.usecases.notify_security_change import notify_security_change


def count_code_attempt(uow: IdentityUnit, member_id: UUID) -> CountedAttempt:
    """Count an attempt at a code, in a transaction of its own, before `use_code`. Raises LoginBlocked."""
    return count_attempt(uow, _limit(member_id))


def use_code(
    uow: IdentityUnit,
    codes: OneTimeCodes,
    sealer: MailSealer,
    account: Account,
    attempt: CountedAttempt,
    code: str,
    *,
    accepts_mailed: bool = False,
) -> datetime:
    """Use up a code of the app, a recovery code or, if `accepts_mailed`, a mailed code. Returns the time of the proof.

    Runs in the caller's transaction, which has locked the account and records the proof in the same transaction.
    Between the two a role cannot change: granting it locks the account, too, and clears the proofs of its sessions.
    So a code that was mailed never opens the desk, also not in the instant in which somebody gets a role.

    Raises CodeWrong, or LoginBlocked when it was the last attempt for now.
    """
    now = uow.now()
    is_mailed = accepts_mailed and not account.works_at_a_desk and _use_mailed(uow, account.id, code)
    if not is_mailed and not _use_own(uow, codes, account.id, code, now):
        fail_attempt(attempt, CodeWrong(field="code"))
    clear_attempts(uow, _limit(account.id))
    if not is_mailed and is_recovery_code(code):
        notify_security_change(uow, sealer, account.id, "recovery_code_used")
    return now


def _limit(member_id: UUID) -> AttemptLimit:
    return AttemptLimit(subject("second-factor", member_id))


def _use_own(uow: IdentityUnit, codes: OneTimeCodes, member_id: UUID, code: str, at: datetime) -> bool:
    """Whether the app or the list of recovery codes has this code, unused until now."""
    if is_recovery_code(code):
        return uow.authenticators.use_recovery_code(member_id, recovery_hash(member_id, code))
    sealed = uow.authenticators.sealed_secret(member_id, confirmed=True)
    step = codes.matching_step(codes.unseal_secret(sealed), code, at) if sealed else None
    return step is not None and uow.authenticators.use_step(member_id, step)


def _use_mailed(uow: IdentityUnit, member_id: UUID, code: str) -> bool:
    return uow.tokens.use(Purpose.SECOND_FACTOR, recovery_hash(member_id, code)) is not None
