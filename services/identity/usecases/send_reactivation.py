from datetime import datetime

from identity.domain.account import Account
from identity.domain.session import hash_secret, new_secret
from identity.domain.token import Purpose
from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.request_mail import request_mail


def send_reactivation(uow: IdentityUnit, sealer: MailSealer, account: Account, until: datetime) -> None:
    """Request the mail with the reactivation link, in the caller's transaction. Older links become invalid."""
    secret = new_secret()
    uow.tokens.replace(account.id, Purpose.REACTIVATION, hash_secret(secret), until)
    request_mail(uow, sealer, account, "reactivation", token=secret, until=until.date().isoformat())
