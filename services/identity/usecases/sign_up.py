from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from uuid import UUID

from google.protobuf.timestamp_pb2 import Timestamp
from pairwise.identity.v1.events_pb2 import MemberSignedUp
from pydantic import TypeAdapter
from servicekit.web.rate_limit import RateLimiter
from sites import Site

from identity.domain.account import (
    Account,
    Greeting,
    Status,
    checked_birth_date,
    checked_greeting,
    normal_email,
)
from identity.domain.authentication import Proof, Way, check_account
from identity.domain.consent import Consent, Kind, version_of
from identity.domain.device import Visit
from identity.domain.mail_provider import check_provider
from identity.domain.member_name import checked_name
from identity.domain.origin import Origin, check_policy
from identity.domain.password import check_password
from identity.domain.session import Session, hash_secret
from identity.domain.sign_up_key import SignUpKey, UsedKey
from identity.errors import (
    AccountDeleted,
    EmailTaken,
    SignUpByInvitation,
    SignUpKeyReused,
    SignUpRefused,
    TermsNotAccepted,
)
from identity.ports import IdentityUnitOfWork, Passwords, Seal
from identity.security_events import about
from identity.usecases.answer_request import tell_owner
from identity.usecases.authenticate import Opened, authenticate
from identity.usecases.give_consent import record_consent
from identity.usecases.send_activation import send_activation
from identity.usecases.take_request import Request, take_request


@dataclass(frozen=True)
class SignUpForm:
    id: UUID  # of the new member, drawn by us
    email: str
    name: str
    birth_date: str
    gender: str
    seeks: Sequence[str]
    password: str
    town_id: int | None
    locale: str
    terms_accepted: bool
    country: str = ""  # where the visitor counts as being; a town says it better
    greeted_id: UUID | None = None
    greeting: str = ""
    origin: Origin = field(default_factory=Origin)
    source: Origin = field(default_factory=Origin)  # looked at to let someone in, and not kept
    invite: str = ""
    consents: Sequence[Kind] = ()
    device: str = ""  # the hash of the secret in the browser's device cookie, as hex; empty for a new browser

    @property
    def is_sent(self) -> bool:
        return self.origin.is_a_source or self.source.is_a_source


@dataclass(frozen=True)
class Checked:
    """A form that is fine. The password is left out of it; its hash stays."""

    form: SignUpForm
    email: str
    name: str
    birth_date: date
    greeting: Greeting | None
    password_hash: str


@dataclass(frozen=True)
class SignedUp:
    """A new member with the session just opened, or, after a retry, with the one the first try opened."""

    account: Account
    session: Session
    opened: Opened | None


def sign_up(
    uow: IdentityUnitOfWork,
    passwords: Passwords,
    seal: Seal,
    site_key: str,
    site: Site,
    key: SignUpKey,
    form: SignUpForm,
    visit: Visit,
) -> SignedUp:
    """Make an account, open its first session and send the activation mail, once for the key.

    A retry in the browser that holds the first try's session gets that session's answer again. Any other retry is
    answered as for a taken address; no password is compared, so there is none to guess.

    Raises EmailTaken, AccountDeleted, or SignUpKeyReused when the key came with another body before.
    """
    fine = _checked(uow, passwords, site, form)
    with uow:
        earlier = _claim(uow, site_key, key, form)
        repeated = _repeated(uow, site_key, earlier, visit) if earlier else None
        if repeated is not None:
            return repeated
        if earlier is not None or _made(uow, seal, site_key, site, fine) is None:
            owner = uow.accounts.look_up(site_key, fine.email)
            raise (AccountDeleted if owner and owner.status is Status.DELETED else EmailTaken)(field="email")
        opened = authenticate(uow, seal, site_key, Proof(Way.SIGN_UP, form.id), visit)
        uow.commit()
    return SignedUp(opened.account, opened.session, opened)


def ask_to_sign_up(
    uow: IdentityUnitOfWork,
    passwords: Passwords,
    seal: Seal,
    site_key: str,
    site: Site,
    key: SignUpKey,
    form: SignUpForm,
) -> bool:
    """Take a sign-up where nobody may learn who has an account: known and unknown addresses get the same answer.

    The account is made after it, and opens with the mailed link and the password. A retry changes nothing, and returns
    False. Raises SignUpKeyReused when the key came with another body before.
    """
    fine = _checked(uow, passwords, site, form)
    with uow:
        if _claim(uow, site_key, key, form) is not None:
            return False
        _check_policy(uow, site_key, site, form)
        take_request(uow, seal, Request("sign_up", site_key, fine.email, form=CHECKED.dump_json(fine).decode()))
        uow.commit()
    return True


def _claim(uow: IdentityUnitOfWork, site_key: str, key: SignUpKey, form: SignUpForm) -> UsedKey | None:
    """Take the key for this sign-up. Returns its earlier use by the same body, if there was one."""
    earlier = uow.sign_ups.claim(site_key, key, form.id)
    if earlier is not None and earlier.body_hash != key.body_hash:
        raise SignUpKeyReused(field="id")
    return earlier


def _repeated(uow: IdentityUnitOfWork, site_key: str, earlier: UsedKey, visit: Visit) -> SignedUp | None:
    """The first try's answer, if this browser holds a session of the account it made."""
    session = uow.sessions.find(hash_secret(visit.session_secret)) if visit.session_secret else None
    if session is None or session.member_id != earlier.member_id:
        return None
    about(session.member_id)
    account = check_account(uow.accounts.get(session.member_id), Way.RENEWAL, site_key, uow.now())
    return SignedUp(account, session, None)


def finish_sign_up(uow: IdentityUnitOfWork, seal: Seal, limiter: RateLimiter, site: Site, request: Request) -> None:
    """Make the account that was asked for, in the caller's transaction, or tell the owner of the one there is."""
    fine = CHECKED.validate_json(request.form)
    try:
        account = _made(uow, seal, request.site, site, fine)
    except (SignUpByInvitation, SignUpRefused):
        return  # the invite was used by someone else meanwhile, or the mailbox or browser is banned
    if account is None:
        owner = uow.accounts.look_up(request.site, fine.email)
        if owner is not None and owner.id != fine.form.id:
            tell_owner(uow, seal, limiter, owner)


def _checked(uow: IdentityUnitOfWork, passwords: Passwords, site: Site, form: SignUpForm) -> Checked:
    email = normal_email(form.email)
    check_provider(email, disposable=site.disposable_mail)
    name = checked_name(form.name, email, site.brands)
    check_password(form.password, site, email=email, name=name)
    if not form.terms_accepted:
        raise TermsNotAccepted(field="terms_accepted")
    greeting = checked_greeting(form.greeted_id, form.greeting, site.message_length)
    with uow:
        birth_date = checked_birth_date(form.birth_date, uow.now().date(), site.min_age)
    password_hash = passwords.hash(form.password)
    return Checked(replace(form, password=""), email, name, birth_date, greeting, password_hash)


def _made(uow: IdentityUnitOfWork, seal: Seal, site_key: str, site: Site, fine: Checked) -> Account | None:
    """The new account; None when its address or its id is taken."""
    now, form = uow.now(), fine.form
    _check_policy(uow, site_key, site, form)
    if uow.bans.stands(site.pool, fine.email, [bytes.fromhex(form.device)] if form.device else []):
        raise SignUpRefused(field="email", support_email=site.support_email)
    status = Status.NOT_CONFIRMED
    account = Account(form.id, site_key, fine.email, fine.name, fine.password_hash, status, form.locale, now)
    if not uow.accounts.add(account):
        return None
    if form.invite and not uow.invites.use(site_key, hash_secret(form.invite), form.id):
        check_policy(site.signups, is_sent=form.is_sent, is_invited=False)
    uow.origins.keep(form.id, form.origin)
    uow.announce(_signed_up(account, form, fine.birth_date.isoformat(), site))
    for kind in (Kind.TERMS, Kind.PRIVACY, *form.consents):
        record_consent(uow, account, Consent(kind, version_of(kind, site.terms_at), True, now))
    send_activation(uow, seal, account, now)
    if fine.greeting:
        uow.greetings.add(account.id, fine.greeting)
    return account


def _check_policy(uow: IdentityUnitOfWork, site_key: str, site: Site, form: SignUpForm) -> None:
    """Whether the site lets this person in, before anything is written."""
    is_invited = bool(form.invite) and uow.invites.is_good_for(site_key, hash_secret(form.invite), form.id)
    check_policy(site.signups, is_sent=form.is_sent, is_invited=is_invited)


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
        country=form.country or site.default_country,
        visit_id=str(form.origin.visit_id or ""),
        signed_up_at=at,
    )


CHECKED = TypeAdapter(Checked)
