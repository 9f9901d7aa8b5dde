from datetime import timedelta
from uuid import UUID

from shared.kit.http import RateLimiter, Subjects
from shared.sites import Site

from identity.domain.account import Account, new_email
from identity.domain.authentication import AccessMethod
from identity.domain.device import BrowserIdentity
from identity.domain.mail_provider import check_provider
from identity.domain.session import hash_secret, new_secret
from identity.domain.token import Purpose
from identity.errors import EmailInvalid, EmailOwned, LinkInvalid, NewEmailInvalid, TooManyChangeMails
from identity.passwords import Argon2Passwords
from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.confirm_address import confirm_address
from identity.usecases.defer_request import DeferredRequest, defer_request
from identity.usecases.own_account import check_own_password, lock_own_account
from identity.usecases.request_mail import request_mail
from identity.usecases.revoke_credentials import own_session, revoke_credentials
from identity.usecases.send_requested_mail import CHANGE_LASTS
from identity.usecases.use_link import use_link

# The worker creates the link to the new address a moment later; the link that stops the change must outlive it.
STOP_LASTS = CHANGE_LASTS + timedelta(days=1)


def request_address_change(
    uow: IdentityUnit,
    passwords: Argon2Passwords,
    sealer: MailSealer,
    site: Site,
    member_id: UUID,
    email: str,
    password: str,
    limiter: RateLimiter,
    visitor: Subjects,
    *,
    is_kept: bool = False,
) -> None:
    """Request a mail with a link to the new address, and one to the old address with a link that stops the change.

    The address changes when the first link is used. Raises TooManyChangeMails, and EmailOwned within the visitor's rate
    limit `disclosure`; beyond it a taken address is answered like any other, and a mail notifies its owner.
    """
    try:
        address = new_email(email, site)
    except EmailInvalid as error:
        raise NewEmailInvalid(field="email") from error
    check_provider(address, disposable=site.disposable_mail, is_kept=is_kept)
    proved = check_own_password(uow, passwords, member_id, password)
    if address == proved.email:
        raise EmailOwned(field="email")
    recipient = f"{proved.site} {address}"
    limiter.take("change_mail", {"member": member_id, "recipient": recipient}, refusal=TooManyChangeMails)
    may_disclose = site.account_disclosure == "spec" and limiter.allows("disclosure", visitor)
    with uow:
        account = lock_own_account(uow, proved)
        if may_disclose and uow.accounts.find(account.site, address):
            raise EmailOwned(field="email")
        begin_address_change(uow, sealer, account, address)
        uow.commit()


def begin_address_change(uow: IdentityUnit, sealer: MailSealer, account: Account, address: str) -> None:
    """Request both mails for a locked account, in the caller's transaction."""
    _notify_old_address(uow, sealer, account)
    defer_request(uow, sealer, DeferredRequest.of(account, "mail_change", email=address))


def _notify_old_address(uow: IdentityUnit, sealer: MailSealer, account: Account) -> None:
    """Mail the link that stops the change. An unconfirmed address may belong to a stranger and gets none."""
    if account.is_confirmed:
        secret = new_secret()
        uow.tokens.replace(account.id, Purpose.MAIL_CHANGE_STOP, hash_secret(secret), uow.now() + STOP_LASTS)
        request_mail(uow, sealer, account, "address_change_asked", token=secret)


def change_address(uow: IdentityUnit, sealer: MailSealer, site: Site, token: str, browser: BrowserIdentity) -> None:
    """Change the address, by the token mailed to the new one.

    All sessions except this browser's end, and all other links: the old mailbox may belong to somebody else now. A
    mailbox banned after the mail was sent is refused as an unknown link.
    """
    with uow:
        now, link = uow.now(), use_link(uow, AccessMethod.ADDRESS_LINK, site.key, token)
        account, old, new = link.account, link.account.email, link.detail
        if link.is_repeat:
            return
        if uow.bans.is_banned(site.pool, new, ()):
            raise LinkInvalid(field="token")
        if not uow.accounts.set_email(account.id, new):
            raise EmailOwned(field="token")
        if account.is_confirmed:
            request_mail(uow, sealer, account, "address_changed", to=old, former="yes")
        account.email = new
        confirm_address(uow, account)
        request_mail(uow, sealer, account, "address_changed")
        # The used token stays until it expires, so that a second press of the link is recognised.
        here = own_session(uow, account, browser.session_secret)
        revoke_credentials(uow, account, now, kept_session_id=here, keep={Purpose.MAIL_CHANGE})
        uow.commit()
