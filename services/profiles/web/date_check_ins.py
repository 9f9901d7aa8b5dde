"""Check-ins of dates over HTTP; docs/architecture/date-safety.md lists the messages."""

from datetime import datetime
from typing import Literal
from uuid import UUID
from zoneinfo import available_timezones

from flask import Blueprint
from pydantic import Field, field_validator
from shared.kit.core import CalendarTime
from shared.kit.http import Input, Nothing, Output, caller, endpoint, locale

from profiles.domain.check_in import CONTACT_NAME, CheckInAnswer, CheckInState
from profiles.errors import AddressUnconfirmed
from profiles.usecases.privacy.date_check_ins import (
    WantedCheckIn,
    answer_check_in,
    refuse_plan_mails,
    remove_check_in,
    set_check_in,
)
from profiles.web.context import current_site_key, wiring
from profiles.web.date_plans import FINE_AT, NamePlan, check_offered, text_rules

date_check_ins = Blueprint("date_check_ins", __name__, url_prefix="/api")

TIME_ZONES = frozenset(available_timezones())


class SetCheckIn(Input):
    plan_id: UUID
    name: str = Field(max_length=20 * CONTACT_NAME.longest, description="Of the person to tell")
    email: str | None = Field(None, max_length=254, description="Of the person; or a phone, and not both")
    phone: str | None = Field(None, max_length=30, description="A mobile number with the code of its country (+31...)")
    ask_at: CalendarTime = Field(description="When the member is asked")
    grace_minutes: Literal[15, 30, 60] = Field(description="Time to answer before the person is told")
    time_zone: str = Field(max_length=50, description="IANA name, for the times in the mail to the person")

    @field_validator("time_zone")
    @classmethod
    def _is_known(cls, name: str) -> str:
        if name not in TIME_ZONES:
            raise ValueError("must be an IANA time zone")
        return name


class AnswerCheckIn(Input):
    plan_id: UUID
    answer: CheckInAnswer


class CheckInAnswered(Output):
    state: CheckInState = Field(description="`told` if the person was told before the answer came")
    fine_at: datetime | None = Field(description=FINE_AT)


class RefusePlanMails(Input):
    token: str = Field(max_length=200)


@date_check_ins.put("/date-check-in.php")
@endpoint()
def put_date_check_in(body: SetCheckIn) -> Nothing:
    """Set the check-in of a plan, in place of an earlier one. A repeat sets the same."""
    check_offered()
    if not caller().is_confirmed:
        raise AddressUnconfirmed()
    dependencies = wiring()
    wanted = WantedCheckIn(
        body.plan_id, body.name, body.email, body.phone, body.ask_at, body.grace_minutes, body.time_zone
    )
    set_check_in(
        dependencies.unit_of_work(),
        dependencies.date_contacts,
        caller().member_id,
        wanted,
        text_rules(),
        site=current_site_key(),
        locale=locale(),
    )
    return Nothing()


@date_check_ins.post("/date-check-in.php")
@endpoint()
def post_check_in_answer(body: AnswerCheckIn) -> CheckInAnswered:
    """Say that all is well, put the question off by an hour, or have the person told now. A repeat changes nothing.

    `tell_fine`: the notified contact gets one more message, that the member is fine.
    """
    now = answer_check_in(wiring().unit_of_work(), caller().member_id, body.plan_id, body.answer)
    return CheckInAnswered(state=now.state, fine_at=now.fine_at)


@date_check_ins.delete("/date-check-in.php")
@endpoint()
def delete_date_check_in(body: NamePlan) -> Nothing:
    """Delete the check-in of a plan with its person."""
    remove_check_in(wiring().unit_of_work(), caller().member_id, body.plan_id)
    return Nothing()


@date_check_ins.post("/date-contact-refusal.php")
@endpoint()
def post_contact_refusal(body: RefusePlanMails) -> Nothing:
    """Send no message about a plan to the address or number of this link any more. Without a login."""
    refuse_plan_mails(wiring().unit_of_work(), wiring().date_contacts, body.token)
    return Nothing()
