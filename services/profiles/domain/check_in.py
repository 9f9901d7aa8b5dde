"""Check-ins of a date: the product asks the member, and without an answer it emails or texts a chosen person."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from shared.contact_details import contact_details_in
from shared.mail_address import normal_address
from shared.text_messages.numbers import country_of_number, mobile_number

from profiles.domain.date_plan import DatePlan
from profiles.domain.fields import Text
from profiles.errors import (
    ContactCountryNotServed,
    NotOffered,
    PhoneInvalid,
    PlanHoldsContactDetails,
    invalid_field,
)

CONTACT_NAME = Text(longest=50)
# A member is asked at the latest so long after the date began.
LATEST = timedelta(hours=12)
ONE_HOUR_MORE = timedelta(hours=1)
# Plans and addresses, each pair once, that a member may name within a day: as many strangers get a mail at most.
MOST_CONTACTS = 5
WITHIN = timedelta(days=1)
# What one address or number gets from all members of all brands together is limited over so long.
TOLD_WITHIN = timedelta(days=7)


class CheckInAnswer(StrEnum):
    FINE = "fine"
    LATER = "later"
    TELL = "tell"
    # After the person was told.
    TELL_FINE = "tell_fine"


class CheckInState(StrEnum):
    WAITING = "waiting"
    ASKED = "asked"
    ANSWERED = "answered"
    TOLD = "told"
    # The person has refused such mails since the member chose them: nobody was told.
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ChosenPerson:
    """The person to tell. `address` is that of a mailbox, or a telephone number in international form (+31612345678).

    `time_zone` is that of the member's device, for the times in the mail.
    """

    name: str
    address: str
    time_zone: str

    @property
    def is_texted(self) -> bool:
        """Whether they are told by text message."""
        return self.address.startswith("+")


@dataclass(frozen=True, slots=True)
class CheckIn:
    plan_id: UUID
    state: CheckInState
    ask_at: datetime
    grace_minutes: int
    tell_at: datetime | None
    settled_at: datetime | None
    # Since then it is known that the message about it did not arrive.
    unreached_at: datetime | None
    # When the member had the person know that they are fine, after these were told.
    fine_at: datetime | None
    sealed: bytes


def checked_person(
    name: str, email: str | None, phone: str | None, time_zone: str, countries: Collection[str]
) -> ChosenPerson:
    """The person with an email address or a mobile number of one of these countries (ISO 3166), and not with both.

    Raises errors of the fields, NotOffered for a number where no country has text messages, PhoneInvalid and
    ContactCountryNotServed.
    """
    words = CONTACT_NAME.checked("name", name)
    if words is None:
        raise invalid_field("name")
    if phone is not None and email is None:
        return ChosenPerson(words, _checked_number(phone, countries), time_zone)
    if email is None or phone is not None:
        raise invalid_field("email")
    try:
        return ChosenPerson(words, normal_address(email), time_zone)
    except ValueError as error:
        raise invalid_field("email") from error


def _checked_number(phone: str, countries: Collection[str]) -> str:
    if not countries:
        raise NotOffered()
    number = mobile_number(phone)
    if number is None:
        raise PhoneInvalid(field="phone")
    # Toll fraud has messages sent to expensive countries.
    if country_of_number(number) not in countries:
        raise ContactCountryNotServed(field="phone")
    return number


def check_words(plan: DatePlan, person: ChosenPerson) -> None:
    """Refuse contact details and links: they would turn the email to a stranger into advertising."""
    if any(contact_details_in(words) for words in (plan.place, plan.note, person.name)):
        raise PlanHoldsContactDetails()


def most_of_address(address_hash: bytes) -> int:
    """Return how many check-ins may name an address at a time, with messages to it within a week.

    Four to six, by the keyed hash: members who try cannot tell whether others have chosen the address.
    """
    return 4 + address_hash[0] % 3


def check_question(plan: DatePlan, ask_at: datetime, now: datetime) -> None:
    if not now < ask_at <= plan.meets_at + LATEST:
        raise invalid_field("ask_at")
