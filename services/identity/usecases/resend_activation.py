from datetime import datetime, timedelta
from uuid import UUID

from shared.kit.core import AuthenticationRequired, RateLimited
from shared.kit.http import RateLimiter

from identity.domain.account import Status
from identity.domain.token import Purpose
from identity.errors import AlreadyConfirmed
from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.send_activation import send_activation

COOL_DOWN = timedelta(seconds=60)


def resend_activation(uow: IdentityUnit, sealer: MailSealer, limiter: RateLimiter, member_id: UUID) -> datetime:
    """Send the activation mail again. Returns the time of the next possible one. Raises Conflict or RateLimited."""
    with uow:
        account = uow.accounts.lock(member_id)
        if account is None:
            raise AuthenticationRequired()
        if account.status is not Status.NOT_CONFIRMED:
            raise AlreadyConfirmed()
        now, last = uow.now(), uow.tokens.made_at(member_id, Purpose.ACTIVATION)
        if last is not None and (wait := last + COOL_DOWN - now) > timedelta():
            raise RateLimited(retry_after_seconds=max(1, int(wait.total_seconds())))
        limiter.take_within(uow.session, "activation_mail", {"recipient": f"{account.site} {account.email}"})
        send_activation(uow, sealer, account, now)
        uow.commit()
    return now + COOL_DOWN
