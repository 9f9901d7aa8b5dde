from datetime import timedelta
from uuid import UUID

from servicekit.web.rate_limit import RateLimiter, Subjects
from sites import Site

from identity.domain.account import Account, normal_email
from identity.domain.authentication import Way
from identity.domain.device import Visit
from identity.domain.mail_provider import check_provider
from identity.domain.session import hash_secret, new_secret
from identity.domain.token import Purpose
from identity.errors import EmailInvalid, EmailOwned, NewEmailInvalid, TooManyChangeMails
from identity.ports import IdentityUnitOfWork, Passwords, Seal
from identity.usecases.answer_request import CHANGE_LASTS
from identity.usecases.ask_for_mail import ask_for_mail
from identity.usecases.check_own_password import check_own_password, lock_own_account
from identity.usecases.confirm_address import confirm_address
from identity.usecases.revoke_credentials import own_session, revoke_credentials
from identity.usecases.take_request import Request, take_request
from identity.usecases.use_link import use_link

# The worker makes the link to the new address a moment later; the link that stops the change must outlive that one.
STOP_LASTS = CHANGE_LASTS + timedelta(days=1)


def ask_for_change(
    uow: IdentityUnitOfWork,
    passwords: Passwords,
    seal: Seal,
    site: Site,
    member_id: UUID,
    email: str,
    password: str,
    limiter: RateLimiter,
    visitor: Subjects,
) -> None:
    """Have a link mailed to the new address, and one that stops the change to the old. Until the first is used, the old
    address stays.

    Raises TooManyChangeMails, or EmailOwned while the visitor's budget of `disclosure` lasts; beyond it an address with
    an owner is answered like any other, and its owner told by mail.
    """
    try:
        address = normal_email(email)
    except EmailInvalid as error:
        raise NewEmailInvalid(field="email") from error
    check_provider(address, disposable=site.disposable_mail)
    proved = check_own_password(uow, passwords, member_id, password)
    if address == proved.email:
        raise EmailOwned(field="email")
    recipient = f"{proved.site} {address}"
    limiter.take("change_mail", {"member": member_id, "recipient": recipient}, refusal=TooManyChangeMails)
    may_tell = site.account_disclosure == "spec" and limiter.allows("disclosure", visitor)
    with uow:
        account = lock_own_account(uow, proved)
        if may_tell and uow.accounts.look_up(account.site, address):
            raise EmailOwned(field="email")
        _tell_old_address(uow, seal, account)
        request = Request.of(account, "mail_change", email=address)
        take_request(uow, seal, request)
        uow.commit()


def _tell_old_address(uow: IdentityUnitOfWork, seal: Seal, account: Account) -> None:
    """Mail the link that stops the change. An address that was never confirmed may be a stranger's and gets nothing."""
    if account.is_confirmed:
        secret = new_secret()
        uow.tokens.replace(account.id, Purpose.MAIL_CHANGE_STOP, hash_secret(secret), uow.now() + STOP_LASTS)
        ask_for_mail(uow, seal, account, "address_change_asked", token=secret)


def change_address(uow: IdentityUnitOfWork, seal: Seal, site_key: str, token: str, visit: Visit) -> None:
    """Take the new address over, by the token mailed to it. All sessions end but that of this browser, and so do all
    other links: those in the old mailbox are for someone else's eyes now.
    """
    with uow:
        now, link = uow.now(), use_link(uow, Way.ADDRESS_LINK, site_key, token)
        account, old, new = link.account, link.account.email, link.detail
        if not uow.accounts.set_email(account.id, new):
            raise EmailOwned(field="token")
        if account.is_confirmed:
            ask_for_mail(uow, seal, account, "address_changed", to=old)
        account.email = new
        confirm_address(uow, account)
        ask_for_mail(uow, seal, account, "address_changed")
        revoke_credentials(uow, account, now, but_session=own_session(uow, account, visit.session_secret))
        uow.commit()
