from datetime import timedelta
from uuid import UUID

from shared.kit.core import Forbidden
from shared.kit.http import RateLimiter

from identity.domain.second_factor import new_recovery_codes, recovery_hash
from identity.domain.token import Purpose
from identity.errors import SecondFactorRequired
from identity.passwords import Argon2Passwords
from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.authenticate import is_second_factor_due
from identity.usecases.own_account import check_own_password, lock_own_account
from identity.usecases.request_mail import request_mail

MAILED_CODE_LASTS = timedelta(minutes=15)


def mail_code(
    uow: IdentityUnit,
    passwords: Argon2Passwords,
    sealer: MailSealer,
    limiter: RateLimiter,
    member_id: UUID,
    password: str,
) -> None:
    """Mail a code that proves a second factor once, to a member whose only second factor is a passkey.

    Without it a lost passkey could never be removed: recovery codes come with an authenticator app. The thief of a
    session has neither the password nor the mailbox. Raises Forbidden for staff and marketers, because a desk asks for
    more than a mailbox, and SecondFactorRequired for members with an authenticator app.
    """
    proved = check_own_password(uow, passwords, member_id, password)
    code = new_recovery_codes()[0]
    with uow:
        account = lock_own_account(uow, proved)
        if account.works_at_a_desk:
            raise Forbidden()
        if is_second_factor_due(uow, account):
            raise SecondFactorRequired(field="code")
        limiter.take_within(uow.session, "code_mail", {"member": member_id})
        until = uow.now() + MAILED_CODE_LASTS
        uow.tokens.replace(member_id, Purpose.SECOND_FACTOR, recovery_hash(member_id, code), until)
        request_mail(uow, sealer, account, "factor_code", code=code)
        uow.commit()
