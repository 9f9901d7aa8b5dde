from datetime import datetime, timedelta

from identity.domain.account import Account
from identity.domain.session import hash_secret, new_secret
from identity.domain.token import Purpose
from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.request_mail import request_mail

LASTS = timedelta(days=7)


def send_activation(uow: IdentityUnit, sealer: MailSealer, account: Account, at: datetime) -> None:
    """Ask for the mail that confirms the address, in the caller's transaction; older links stop working."""
    secret = new_secret()
    uow.tokens.replace(account.id, Purpose.ACTIVATION, hash_secret(secret), at + LASTS)
    request_mail(uow, sealer, account, "activation", token=secret)
