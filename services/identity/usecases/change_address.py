from uuid import UUID

from sites import Site

from identity.domain.account import normal_email
from identity.domain.attempts import subject
from identity.domain.authentication import Way
from identity.domain.device import Visit
from identity.domain.mail_provider import check_provider
from identity.domain.session import hash_secret
from identity.domain.token import Purpose
from identity.errors import EmailInvalid, EmailOwned, NewEmailInvalid, TooManyChangeMails
from identity.ports import IdentityUnitOfWork, Passwords, Seal
from identity.usecases.ask_for_mail import ask_for_mail
from identity.usecases.ask_for_reset import seconds_to_midnight
from identity.usecases.check_own_password import check_own_password
from identity.usecases.confirm_address import confirm_address
from identity.usecases.end_sessions import announce_revoked
from identity.usecases.take_request import Request, take_request
from identity.usecases.use_link import use_link

MAILS_A_DAY = 5


def ask_for_change(
    uow: IdentityUnitOfWork, passwords: Passwords, seal: Seal, site: Site, member_id: UUID, email: str, password: str
) -> None:
    """Have a link mailed to the new address; until it is opened the old one stays."""
    try:
        address = normal_email(email)
    except EmailInvalid as error:
        raise NewEmailInvalid(field="email") from error
    check_provider(address, disposable=site.disposable_mail)
    account = check_own_password(uow, passwords, member_id, password)
    if address == account.email:
        raise EmailOwned(field="email")
    with uow:
        if not uow.attempts.take_today(subject("change-mail", member_id), MAILS_A_DAY):
            raise TooManyChangeMails(retry_after_seconds=seconds_to_midnight(uow.now()))
        if site.account_disclosure == "spec" and uow.accounts.look_up(account.site, address):
            raise EmailOwned(field="email")
        take_request(uow, seal, Request("mail_change", account.site, email=address, member_id=str(member_id)))
        uow.commit()


def change_address(uow: IdentityUnitOfWork, seal: Seal, site_key: str, token: str, visit: Visit) -> None:
    """Take the new address over, by the token mailed to it. All sessions end but that of this browser."""
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
        for purpose in (Purpose.ACTIVATION, Purpose.RESET):
            uow.tokens.drop(account.id, purpose)
        here = uow.sessions.find(hash_secret(visit.session_secret or ""))
        announce_revoked(uow, uow.sessions.end_all(account.id, but=here.id if here else None), now)
        uow.commit()
