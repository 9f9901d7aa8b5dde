"""Acts of the support desk on the account of a member.

The desk has checked who acts and recorded why. An account that works at a desk is refused: its password, address and
factors open that desk, so a mistaken or stolen support account must not reach them.
"""

from dataclasses import dataclass
from uuid import UUID

from shared.kit.core import Forbidden, NotFound
from shared.kit.http import RateLimiter
from shared.sites import Site

from identity.domain.account import Account, Status, new_email
from identity.domain.consent import Consent
from identity.domain.mail_provider import check_provider
from identity.domain.session import Session
from identity.domain.token import Purpose
from identity.errors import AlreadyConfirmed, EmailOwned, MailedLately
from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.change_address import begin_address_change
from identity.usecases.delete_account import delete_locked_account
from identity.usecases.notify_security_change import notify_security_change
from identity.usecases.resend_activation import COOL_DOWN
from identity.usecases.revoke_credentials import revoke_credentials
from identity.usecases.send_activation import send_activation
from identity.usecases.send_requested_mail import mail_reset_link


@dataclass(frozen=True)
class SupportedAccount:
    """An account as the support desk sees it: no password, no address of a network."""

    account: Account
    consents: tuple[Consent, ...]
    devices: tuple[Session, ...]
    has_authenticator: bool
    passkeys: int


def get_supported_account(uow: IdentityUnit, member_id: UUID) -> SupportedAccount:
    """The account of a member, deleted ones included. Raises NotFound once it is erased."""
    with uow.reading() as uow:
        account = uow.accounts.get(member_id)
        if account is None:
            raise NotFound()
        return SupportedAccount(
            account,
            tuple(uow.consents.newest(member_id).values()),
            tuple(uow.sessions.of(member_id)),
            uow.authenticators.sealed_secret(member_id, confirmed=True) is not None,
            len(uow.passkeys.of(member_id)),
        )


def send_confirmation(uow: IdentityUnit, sealer: MailSealer, member_id: UUID) -> None:
    """Mail the activation link again. Raises AlreadyConfirmed, and MailedLately within a minute of the one before."""
    with uow:
        account = _lock(uow, member_id)
        if account.is_confirmed:
            raise AlreadyConfirmed()
        now, last = uow.now(), uow.tokens.made_at(member_id, Purpose.ACTIVATION)
        if last is not None and now < last + COOL_DOWN:
            raise MailedLately()
        send_activation(uow, sealer, account, now)
        uow.commit()


def send_password_link(uow: IdentityUnit, sealer: MailSealer, limiter: RateLimiter, member_id: UUID) -> None:
    """Mail a link for a new password. Raises MailedLately beyond the limit of such mails while a link is valid."""
    with uow:
        if not mail_reset_link(uow, sealer, limiter, _lock(uow, member_id)):
            raise MailedLately()
        uow.commit()


def correct_address(uow: IdentityUnit, sealer: MailSealer, site: Site, member_id: UUID, email: str) -> None:
    """Mail a link to the right address, and tell the confirmed one before. The link changes the address.

    Raises EmailInvalid, EmailNotAscii and EmailOwned for an address that has an account already.
    """
    address = new_email(email, site)
    check_provider(address, disposable=site.disposable_mail, is_kept=True)
    with uow:
        account = _lock(uow, member_id)
        if uow.accounts.find(account.site, address):
            raise EmailOwned(field="email")
        begin_address_change(uow, sealer, account, address)
        uow.commit()


def close_account(uow: IdentityUnit, sealer: MailSealer, member_id: UUID) -> None:
    """Delete the account and mail the link that reactivates it; a second call changes nothing."""
    with uow:
        account = _lock(uow, member_id, is_deleted_too=True)
        if account.status is Status.DELETED:
            return
        delete_locked_account(uow, sealer, account)
        uow.commit()


def reset_factors(uow: IdentityUnit, sealer: MailSealer, member_id: UUID) -> None:
    """Remove all second factors, end all sessions and tell the member; nothing without a factor."""
    with uow:
        account = _lock(uow, member_id)
        passkeys = uow.passkeys.of(member_id)
        had_app = uow.authenticators.remove(member_id)
        if not had_app and not passkeys:
            return
        for passkey in passkeys:
            uow.passkeys.remove(member_id, passkey.id)
        revoke_credentials(uow, account, uow.now())
        notify_security_change(uow, sealer, member_id, "factors_reset")
        uow.commit()


def _lock(uow: IdentityUnit, member_id: UUID, *, is_deleted_too: bool = False) -> Account:
    account = uow.accounts.lock(member_id)
    if account is None or (account.status is Status.DELETED and not is_deleted_too):
        raise NotFound()
    if account.works_at_a_desk:
        raise Forbidden()
    return account
