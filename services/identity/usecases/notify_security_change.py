from typing import Literal
from uuid import UUID

from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.request_mail import request_mail

SecurityChange = Literal[
    "authenticator_added",
    "authenticator_removed",
    "recovery_codes_made",
    "recovery_code_used",
    "passkey_added",
    "passkey_removed",
    "factors_reset",
]


def notify_security_change(uow: IdentityUnit, sealer: MailSealer, member_id: UUID, change: SecurityChange) -> None:
    """Mail the owner about a change of the second factors, in the caller's transaction.

    An unconfirmed address may belong to somebody else and gets no mail.
    """
    account = uow.accounts.get(member_id)
    if account is not None and account.is_confirmed:
        at = uow.now().isoformat(timespec="minutes")
        request_mail(uow, sealer, account, "security_changed", change=change, at=at)
