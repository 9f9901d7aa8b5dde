from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from google.protobuf.timestamp_pb2 import Timestamp
from pairwise.identity.v1.events_pb2 import MemberSignedUp
from sites import Site

from identity.domain.account import (
    Account,
    Status,
    check_password,
    checked_birth_date,
    checked_greeting,
    checked_name,
    normal_email,
)
from identity.domain.device import Visit
from identity.errors import EmailTaken, TermsNotAccepted
from identity.ports import IdentityUnitOfWork, Passwords, Seal
from identity.usecases.open_session import Opened, open_session
from identity.usecases.send_activation import send_activation


@dataclass(frozen=True)
class SignUpForm:
    id: UUID
    email: str
    name: str
    birth_date: str
    gender: str
    seeks: Sequence[str]
    password: str
    town_id: int | None
    locale: str
    terms_accepted: bool
    visit_id: str = ""
    greeted_id: UUID | None = None
    greeting: str = ""


def sign_up(
    uow: IdentityUnitOfWork, passwords: Passwords, seal: Seal, site_key: str, site: Site, form: SignUpForm, visit: Visit
) -> Opened:
    """Make an account, open its first session and send the activation mail.

    The same form sent again (a retry) opens another session on the account it made, if its password fits.
    """
    email = normal_email(form.email)
    name = checked_name(form.name, email)
    check_password(form.password, email)
    if not form.terms_accepted:
        raise TermsNotAccepted(field="terms_accepted")
    greeting = checked_greeting(form.greeted_id, form.greeting, site.message_length)
    password_hash = passwords.hash(form.password)
    with uow:
        now = uow.now()
        birth_date = checked_birth_date(form.birth_date, now.date(), site.min_age)
        account = Account(form.id, site_key, email, name, password_hash, Status.NOT_CONFIRMED, form.locale, now)
        if uow.accounts.add(account):
            uow.announce(_signed_up(account, form, birth_date.isoformat(), site))
            send_activation(uow, seal, account, now)
            if greeting:
                uow.greetings.add(account.id, greeting)
        else:
            earlier = uow.accounts.find(site_key, email)
            if earlier is None or earlier.id != form.id or not passwords.fits(form.password, earlier.password_hash):
                raise EmailTaken(field="email")
            account = earlier
        opened = open_session(uow, account, now, visit)
        uow.commit()
    return opened


def _signed_up(account: Account, form: SignUpForm, birth_date: str, site: Site) -> MemberSignedUp:
    at = Timestamp()
    at.FromDatetime(account.signed_up_at)
    return MemberSignedUp(
        member_id=str(account.id),
        site=account.site,
        locale=account.locale,
        name=account.name,
        birth_date=birth_date,
        gender=form.gender,
        seeks=form.seeks,
        town_id=form.town_id or 0,
        country=site.default_country,
        visit_id=form.visit_id,
        signed_up_at=at,
    )
