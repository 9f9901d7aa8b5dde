"""Check-ins of a date: the product asks the member, and emails a chosen person without an answer."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from shared.contact_details import contact_details_in
from shared.mail_address import normal_address

from profiles.domain.date_plan import DatePlan
from profiles.domain.fields import Text
from profiles.errors import PlanHoldsContactDetails, invalid_field

CONTACT_NAME = Text(longest=50)
# A member is asked at the latest so long after the date began.
LATEST = timedelta(hours=12)
ONE_HOUR_MORE = timedelta(hours=1)
# Plans and addresses, each pair once, that a member may name within a day: as many strangers get a mail at most.
MOST_CONTACTS = 5
WITHIN = timedelta(days=1)


class CheckInAnswer(StrEnum):
    FINE = "fine"
    LATER = "later"
    TELL = "tell"


class CheckInState(StrEnum):
    WAITING = "waiting"
    ASKED = "asked"
    ANSWERED = "answered"
    TOLD = "told"
    # The person has refused such mails since the member chose them: nobody was told.
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ChosenPerson:
    """The person to tell. `time_zone` is that of the member's device, for the times in the mail."""

    name: str
    email: str
    time_zone: str


@dataclass(frozen=True, slots=True)
class CheckIn:
    plan_id: UUID
    state: CheckInState
    ask_at: datetime
    grace_minutes: int
    tell_at: datetime | None
    settled_at: datetime | None
    sealed: bytes


def checked_person(name: str, email: str, time_zone: str) -> ChosenPerson:
    words = CONTACT_NAME.checked("name", name)
    if words is None:
        raise invalid_field("name")
    try:
        return ChosenPerson(words, normal_address(email), time_zone)
    except ValueError as error:
        raise invalid_field("email") from error


def check_words(plan: DatePlan, person: ChosenPerson) -> None:
    """Refuse contact details and links: they would turn the email to a stranger into advertising."""
    if any(contact_details_in(words) for words in (plan.place, plan.note, person.name)):
        raise PlanHoldsContactDetails()


def check_question(plan: DatePlan, ask_at: datetime, now: datetime) -> None:
    if not now < ask_at <= plan.meets_at + LATEST:
        raise invalid_field("ask_at")
