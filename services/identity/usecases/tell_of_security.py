from typing import Literal
from uuid import UUID

from identity.ports import IdentityUnitOfWork, Seal
from identity.usecases.ask_for_mail import ask_for_mail

SecurityChange = Literal[
    "authenticator_added",
    "authenticator_removed",
    "recovery_codes_made",
    "recovery_code_used",
    "passkey_added",
    "passkey_removed",
]


def tell_of_security(uow: IdentityUnitOfWork, seal: Seal, member_id: UUID, change: SecurityChange) -> None:
    """Tell the owner by mail what has changed in how their account is opened, in the caller's transaction.

    Until an address is confirmed it may be someone else's, who is told nothing of the account.
    """
    account = uow.accounts.get(member_id)
    if account is not None and account.is_confirmed:
        at = uow.now().isoformat(timespec="minutes")
        ask_for_mail(uow, seal, account, "security_changed", change=change, at=at)
