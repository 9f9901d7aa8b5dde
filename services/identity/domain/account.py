"""An account and the rules of signing up."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from uuid import UUID

from shared.kit.core import age_on, has_visible_text, read_date
from shared.mail_address import has_long_local_part, needs_smtputf8, normal_address
from shared.sites import Site

from identity.domain.staff_account import StaffMembership, StaffRole
from identity.errors import (
    BirthDateInvalid,
    BirthDateRequired,
    EmailInvalid,
    EmailNotAscii,
    GreetingEmpty,
    GreetingTooLong,
    NameChangedLately,
)

EMAIL_LONGEST = 254
# No mail can reach a name below .invalid (RFC 2606) and sign-ups with one are refused, so nobody owns such an address.
FICTIONAL_DOMAIN = "@fictional.invalid"
OLDEST_YEARS = 120
REACTIVATABLE = timedelta(days=14)
# A member corrects their name at most so often.
RENAMED_AFTER = timedelta(days=30)


class Status(StrEnum):
    NOT_CONFIRMED = "not_confirmed"
    ACTIVE = "active"
    DELETED = "deleted"


@dataclass(frozen=True)
class Greeting:
    """A first message to another member, written during the sign-up."""

    recipient_id: UUID
    text: str


@dataclass
class Account:
    id: UUID
    site: str
    email: str
    name: str
    password_hash: str
    status: Status
    locale: str
    signed_up_at: datetime
    credits: int = 0
    credits_version: int = 0
    is_premium: bool = False
    deleted_at: datetime | None = None
    is_staff: bool = False
    is_marketer: bool = False
    is_support: bool = False
    is_lead: bool = False  # of the moderation desk; opens no desk by itself
    is_writer: bool = False  # writes for fictional profiles
    is_suspended: bool = False  # copied from profiles, which moderates
    deleted_from: Status | None = None
    renamed_at: datetime | None = None
    terms_accepted_at: datetime | None = None
    matching_due: bool = True  # the member has not been asked for the consent `matching` yet
    credentials_version: int = 0
    mail_suppressed: str | None = None  # copied from notifications: bounced, complained or unsubscribed
    staff: StaffMembership | None = None  # of a person of the company, who is no member
    roles: frozenset[StaffRole] = frozenset()  # of staff at the brand `site`; see `at`

    @property
    def is_confirmed(self) -> bool:
        return self.status is Status.ACTIVE

    @property
    def was_confirmed(self) -> bool:
        """Whether the address is confirmed, or was before the account was deleted."""
        return Status.ACTIVE in (self.status, self.deleted_from)

    @property
    def works_at_a_desk(self) -> bool:
        """Whether the account has a role that opens only with a proved second factor, and for as long as it is used."""
        held = self.is_staff or self.is_marketer or self.is_support or self.is_lead or self.is_writer
        return held or self.staff is not None

    @property
    def mails_from(self) -> str:
        """The site in whose name the account gets mail."""
        return self.staff.home if self.staff else self.site

    def is_of(self, site: str) -> bool:
        """Whether the account can be used at this site: a member's at its own, that of staff where it has a role."""
        return bool(self.staff.roles_at(site)) if self.staff else self.site == site

    def at(self, site: str) -> "Account":
        """The account as this site sees it: an account of staff with its roles there."""
        if self.staff is None:
            return self
        roles = self.staff.roles_at(site)
        return replace(
            self,
            site=site,
            roles=roles,
            is_staff=bool(roles & {StaffRole.MODERATOR, StaffRole.LEAD}),
            is_lead=StaffRole.LEAD in roles,
            is_support=StaffRole.SUPPORT in roles,
            is_marketer=StaffRole.MARKETER in roles,
            is_writer=StaffRole.WRITER in roles,
        )

    @property
    def is_fictional(self) -> bool:
        """Whether this is the account of a fictional profile: nobody logs in to it, and no mail is sent to it."""
        return self.email.endswith(FICTIONAL_DOMAIN)

    def confirm(self) -> bool:
        """Confirm the address. Returns whether it was the first time."""
        first = self.status is Status.NOT_CONFIRMED
        if first:
            self.status = Status.ACTIVE
        return first

    def rename(self, name: str, at: datetime) -> bool:
        """Set a corrected name. Returns whether it differs. Raises NameChangedLately."""
        if name == self.name:
            return False
        if self.renamed_at is not None and at < self.renamed_at + RENAMED_AFTER:
            raise NameChangedLately(field="name", again_on=(self.renamed_at + RENAMED_AFTER).date().isoformat())
        self.name, self.renamed_at = name, at
        return True

    def delete(self, at: datetime) -> datetime:
        """Mark the account as deleted. Returns the time until which it can be reactivated."""
        self.deleted_from, self.status, self.deleted_at = self.status, Status.DELETED, at
        return at + REACTIVATABLE

    def can_be_reactivated(self, at: datetime) -> bool:
        return self.deleted_at is not None and at < self.deleted_at + REACTIVATABLE

    def reactivate(self) -> bool:
        """Reactivate the account by the mailed link, which confirms the address, too. Returns whether it was
        unconfirmed.
        """
        was_unconfirmed = self.deleted_from is not Status.ACTIVE
        self.status, self.deleted_from, self.deleted_at = Status.ACTIVE, None, None
        return was_unconfirmed

    def owes_consent(self, terms_at: datetime) -> bool:
        """Whether the terms have changed since the member accepted them. Signing up accepts the terms of that day."""
        return (self.terms_accepted_at or self.signed_up_at) < terms_at


def normal_email(text: str) -> str:
    """The address of an account in its normal form, so that two spellings are one account. Raises EmailInvalid."""
    try:
        return normal_address(text)
    except ValueError as error:
        raise EmailInvalid(field="email") from error


def new_email(text: str, site: Site) -> str:
    """The normal form of an address that is new to the site, to which mail can be sent.

    Accounts that have another one keep it. Raises EmailInvalid and EmailNotAscii.
    """
    email = normal_email(text)
    if has_long_local_part(email):
        raise EmailInvalid(field="email")
    if needs_smtputf8(email) and site.email_local_parts == "ascii":
        raise EmailNotAscii(field="email")
    return email


def checked_greeting(recipient_id: UUID | None, text: str, longest: int) -> Greeting | None:
    """The greeting; None without a recipient or a text. Raises GreetingEmpty or GreetingTooLong."""
    stripped = text.strip()
    if recipient_id is None or not stripped:
        return None
    if not has_visible_text(stripped):
        raise GreetingEmpty(field="signup_message")
    if len(stripped) > longest:
        raise GreetingTooLong(field="signup_message", limit=longest)
    return Greeting(recipient_id, stripped)


def checked_birth_date(text: str, today: date, min_age: int) -> date:
    if not text.strip():
        raise BirthDateRequired(field="date_of_birth", min_age=min_age)
    try:
        born = read_date(text)
    except ValueError as error:
        raise BirthDateInvalid(field="date_of_birth") from error
    if born > today or age_on(today, born) > OLDEST_YEARS:
        raise BirthDateInvalid(field="date_of_birth")
    if age_on(today, born) < min_age:
        raise BirthDateRequired(field="date_of_birth", min_age=min_age)
    return born
