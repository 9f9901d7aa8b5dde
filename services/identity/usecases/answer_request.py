from datetime import timedelta
from uuid import UUID

from servicekit.errors import RateLimited
from servicekit.web.rate_limit import RateLimiter

from identity.domain.account import REACTIVATABLE, Account, Status
from identity.domain.session import hash_secret, new_secret
from identity.domain.token import Purpose
from identity.ports import IdentityUnitOfWork, Seal
from identity.usecases.ask_for_mail import ask_for_mail
from identity.usecases.send_reactivation import send_reactivation
from identity.usecases.take_request import Request

RESET_LASTS, CHANGE_LASTS = timedelta(hours=1), timedelta(days=1)


def send_reset_link(uow: IdentityUnitOfWork, seal: Seal, limiter: RateLimiter, request: Request) -> None:
    """Mail the link to the account's owner; who has deleted it gets the way back. Without an account nothing goes."""
    account = uow.accounts.find(request.site, request.email)
    if account is None or account.status is Status.DELETED:
        send_way_back(uow, seal, limiter, request)
        return
    if request.is_void_for(account) or not _may_mail(uow, limiter, "reset_mail_in_all", account.id, Purpose.RESET):
        return
    secret = new_secret()
    uow.tokens.replace(account.id, Purpose.RESET, hash_secret(secret), uow.now() + RESET_LASTS)
    ask_for_mail(uow, seal, account, "password_reset", token=secret)


def send_way_back(uow: IdentityUnitOfWork, seal: Seal, limiter: RateLimiter, request: Request) -> None:
    """Mail the way back to the owner of a deleted account, while there is one; the time left stays what it was."""
    account = uow.accounts.find(request.site, request.email)
    if account is None or not account.deleted_at or not account.can_come_back(uow.now()):
        return
    if _may_mail(uow, limiter, "reactivation_mail_in_all", account.id, Purpose.REACTIVATION):
        send_reactivation(uow, seal, account, account.deleted_at + REACTIVATABLE)


def send_change_link(uow: IdentityUnitOfWork, seal: Seal, limiter: RateLimiter, pool: int, request: Request) -> None:
    """Mail the link to the new address; when that has an account of its own, tell its owner instead.

    A banned mailbox gets none, so no member can take one over into their account.
    """
    if uow.bans.stands(pool, request.email, ()):
        return
    owner = uow.accounts.look_up(request.site, request.email)
    if owner is not None:
        tell_owner(uow, seal, limiter, owner)
        return
    # Locked, so that a new password set at this moment comes first, or finds the token and drops it.
    account = uow.accounts.lock(UUID(request.member_id))
    if account is None or account.status is Status.DELETED or account.is_suspended or request.is_void_for(account):
        return
    secret = new_secret()
    until = uow.now() + CHANGE_LASTS
    uow.tokens.replace(account.id, Purpose.MAIL_CHANGE, hash_secret(secret), until, request.email)
    ask_for_mail(uow, seal, account, "mail_change", to=request.email, token=secret)


def tell_owner(uow: IdentityUnitOfWork, seal: Seal, limiter: RateLimiter, owner: Account) -> None:
    """Someone wanted an account with this address. Told once a day, so that nobody can fill a mailbox with it."""
    try:
        limiter.take_within(uow.session, "sign_up_tried_mail", {"recipient": owner.id})
    except RateLimited:
        return
    if owner.status is Status.DELETED:
        send_way_back(uow, seal, limiter, Request("reactivation", owner.site, owner.email))
    else:
        ask_for_mail(uow, seal, owner, "sign_up_tried")


def _may_mail(uow: IdentityUnitOfWork, limiter: RateLimiter, name: str, member_id: UUID, purpose: Purpose) -> bool:
    """Whether another mail with a link goes to this member.

    Beyond the limit it does when the mailbox holds no link that still works: requests of strangers, from however many
    networks, never leave the owner without one.
    """
    try:
        limiter.take_within(uow.session, name, {"recipient": member_id})
    except RateLimited:
        return not uow.tokens.has_good(member_id, purpose)
    return True
