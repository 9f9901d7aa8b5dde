from datetime import datetime, timedelta

from identity.domain.account import Account
from identity.domain.session import hash_secret, new_secret
from identity.domain.token import Purpose
from identity.ports import IdentityUnitOfWork, Seal
from identity.usecases.ask_for_mail import ask_for_mail

LASTS = timedelta(days=7)


def send_activation(uow: IdentityUnitOfWork, seal: Seal, account: Account, at: datetime) -> None:
    """Ask for the mail that confirms the address, in the caller's transaction; older links stop working."""
    secret = new_secret()
    uow.tokens.replace(account.id, Purpose.ACTIVATION, hash_secret(secret), at + LASTS)
    ask_for_mail(uow, seal, account, "activation", token=secret)
