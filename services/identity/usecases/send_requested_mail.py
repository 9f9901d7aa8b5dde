from datetime import timedelta
from uuid import UUID

from shared.kit.core import RateLimited
from shared.kit.http import RateLimiter

from identity.domain.account import REACTIVATABLE, Account, Status
from identity.domain.session import hash_secret, new_secret
from identity.domain.token import Purpose
from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.defer_request import DeferredRequest
from identity.usecases.request_mail import request_mail
from identity.usecases.send_reactivation import send_reactivation

RESET_LASTS, CHANGE_LASTS = timedelta(hours=1), timedelta(days=1)


def send_reset_link(uow: IdentityUnit, sealer: MailSealer, limiter: RateLimiter, request: DeferredRequest) -> None:
    """Mail the reset link; to a deleted account the reactivation link; to an address without account nothing."""
    account = uow.accounts.lock_by_address(request.site, request.email)
    if account is None or account.status is Status.DELETED:
        send_reactivation_link(uow, sealer, limiter, request)
        return
    if not request.is_void_for(account):
        mail_reset_link(uow, sealer, limiter, account)


def mail_reset_link(uow: IdentityUnit, sealer: MailSealer, limiter: RateLimiter, account: Account) -> bool:
    """Mail the reset link to a locked account. False beyond the rate limit, while an earlier link is valid."""
    if not _may_mail(uow, limiter, "reset_mail_in_all", account.id, Purpose.RESET):
        return False
    secret = new_secret()
    uow.tokens.replace(account.id, Purpose.RESET, hash_secret(secret), uow.now() + RESET_LASTS)
    request_mail(uow, sealer, account, "password_reset", token=secret)
    return True


def send_reactivation_link(
    uow: IdentityUnit, sealer: MailSealer, limiter: RateLimiter, request: DeferredRequest
) -> None:
    """Mail the reactivation link of a deleted account. Its fourteen days are not extended."""
    account = uow.accounts.lock_by_address(request.site, request.email)
    if account is None or not account.deleted_at or not account.can_be_reactivated(uow.now()):
        return
    if _may_mail(uow, limiter, "reactivation_mail_in_all", account.id, Purpose.REACTIVATION):
        send_reactivation(uow, sealer, account, account.deleted_at + REACTIVATABLE)


def send_change_link(
    uow: IdentityUnit, sealer: MailSealer, limiter: RateLimiter, pool: int, request: DeferredRequest
) -> None:
    """Mail the link to the new address; if it has an account, notify its owner instead.

    A banned mailbox gets no link, so no member can move their account to it.
    """
    if uow.bans.is_banned(pool, request.email, ()):
        return
    owner = uow.accounts.find(request.site, request.email)
    if owner is not None:
        notify_address_owner(uow, sealer, limiter, owner)
        return
    # Locked: a concurrent new password either commits first and voids the request, or finds the token and deletes it.
    account = uow.accounts.lock(UUID(request.member_id))
    if account is None or account.status is Status.DELETED or account.is_suspended or request.is_void_for(account):
        return
    secret = new_secret()
    until = uow.now() + CHANGE_LASTS
    uow.tokens.replace(account.id, Purpose.MAIL_CHANGE, hash_secret(secret), until, request.email)
    request_mail(uow, sealer, account, "mail_change", to=request.email, token=secret)


def notify_address_owner(uow: IdentityUnit, sealer: MailSealer, limiter: RateLimiter, owner: Account) -> None:
    """Mail the owner that somebody tried to sign up with the address; at most once a day, so it cannot flood them."""
    try:
        limiter.take_within(uow.session, "sign_up_tried_mail", {"recipient": owner.id})
    except RateLimited:
        return
    if owner.status is Status.DELETED:
        send_reactivation_link(uow, sealer, limiter, DeferredRequest("reactivation", owner.site, owner.email))
    else:
        request_mail(uow, sealer, owner, "sign_up_tried")


def _may_mail(uow: IdentityUnit, limiter: RateLimiter, name: str, member_id: UUID, purpose: Purpose) -> bool:
    """Whether to send this member another mail with a link.

    Beyond the rate limit only if no earlier link is valid any more: requests of strangers, from any number of networks,
    never leave the owner without a valid link.
    """
    try:
        limiter.take_within(uow.session, name, {"recipient": member_id})
    except RateLimited:
        return not uow.tokens.has_valid(member_id, purpose)
    return True
