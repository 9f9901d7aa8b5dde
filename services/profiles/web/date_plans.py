"""Plans of dates over HTTP; docs/architecture/date-safety.md says what a link shows and why."""

from base64 import b64encode
from datetime import datetime
from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.core import CalendarTime, ClientId, NotFound
from shared.kit.http import Input, Nothing, Output, caller, endpoint
from shared.text_messages.provider import SmsProvider

from profiles.date_contacts import SealedContact
from profiles.domain.check_in import CheckIn, CheckInState
from profiles.domain.date_plan import NOTE, PLACE, DatePlan
from profiles.errors import NotOffered
from profiles.usecases.privacy.date_check_ins import TextRules, list_check_ins
from profiles.usecases.privacy.date_plans import (
    PlannedDate,
    end_plan,
    list_plans,
    make_plan,
    read_shared_plan,
    share_plan,
)
from profiles.web.context import current_site, wiring

date_plans = Blueprint("date_plans", __name__, url_prefix="/api")


FINE_AT = "When the member asked to notify the contact that they are fine; null where no message reaches them"


class MakeDatePlan(Input):
    id: ClientId
    profile_id: UUID
    place: str = Field(max_length=20 * PLACE.longest)
    meets_at: CalendarTime
    note: str = Field("", max_length=20 * NOTE.longest)


class NamePlan(Input):
    plan_id: UUID


class OpenSharedPlan(Input):
    token: str = Field(max_length=100)


class CheckInOut(Output):
    """The person is shown to the member who chose them alone."""

    state: CheckInState
    name: str
    email: str | None = Field(description="null for a person with a telephone number")
    phone: str | None = Field(description="In international form; null for a person with an email address")
    ask_at: datetime
    grace_minutes: int
    tell_at: datetime | None = Field(description="Without an answer the person is told then; while it is asked")
    settled_at: datetime | None = Field(description="When it was answered, or the person told")
    unreached: bool = Field(description="An email or text message to the person did not arrive")
    fine_at: datetime | None = Field(description=FINE_AT)

    @staticmethod
    def of(check_in: CheckIn, contact: SealedContact) -> "CheckInOut":
        return CheckInOut(
            state=check_in.state,
            name=contact.person.name,
            email=None if contact.person.is_texted else contact.person.address,
            phone=contact.person.address if contact.person.is_texted else None,
            ask_at=check_in.ask_at,
            grace_minutes=check_in.grace_minutes,
            tell_at=check_in.tell_at,
            settled_at=check_in.settled_at,
            unreached=check_in.unreached_at is not None,
            fine_at=check_in.fine_at,
        )


class DatePlanOut(Output):
    id: UUID
    profile_id: UUID
    name: str
    place: str
    meets_at: datetime
    note: str
    ends_at: datetime = Field(description="The link shows nothing from then on")
    shared: bool = Field(description="Whether there is a link")
    check_in: CheckInOut | None

    @staticmethod
    def of(plan: DatePlan, check_in: CheckInOut | None) -> "DatePlanOut":
        return DatePlanOut(
            id=plan.id,
            profile_id=plan.partner_id,
            name=plan.partner_name,
            place=plan.place,
            meets_at=plan.meets_at,
            note=plan.note,
            ends_at=plan.ends_at,
            shared=plan.is_shared,
            check_in=check_in,
        )


class DatePlansAnswer(Output):
    plans: list[DatePlanOut]
    text_countries: list[str] = Field(
        description="ISO 3166: people with numbers of these can be told by text message; empty where none can"
    )


class DatePlanMade(Output):
    plan_id: UUID


class PlanLink(Output):
    token: str = Field(description="Secret of the link, in this answer alone; an earlier one has ended")


class SharedPlanAnswer(Output):
    """A plan as its link shows it. Without age and photo while they may not be shown to the member who made it."""

    maker: str
    name: str
    age: int | None
    photo: str | None = Field(description="A picture as a data address, so that there is no link to it")
    fictional: bool
    place: str
    meets_at: datetime
    note: str
    ends_at: datetime
    refusal_token: str | None = Field(description="Refuses further messages, for the person who was told by this link")


def text_rules() -> TextRules:
    """Who may be told by text message on this site; nobody without a provider."""
    site = current_site()
    is_off = not site.check_in_texts or wiring().settings.sms_provider is SmsProvider.NONE
    return TextRules([], 0) if is_off else TextRules(site.sms_countries, site.check_in_texts)


def check_offered() -> None:
    if not current_site().date_plans:
        raise NotOffered()


@date_plans.get("/date-plans.php")
@endpoint()
def get_date_plans() -> DatePlansAnswer:
    """List the caller's plans of dates that have not ended."""
    check_offered()
    dependencies, member_id = wiring(), caller().member_id
    plans = list_plans(dependencies.reads(), member_id)
    check_ins = list_check_ins(dependencies.reads(), dependencies.date_contacts, member_id) if plans else {}
    return DatePlansAnswer(
        plans=[
            DatePlanOut.of(plan, CheckInOut.of(*check_ins[plan.id]) if plan.id in check_ins else None) for plan in plans
        ],
        text_countries=list(text_rules().countries),
    )


@date_plans.post("/date-plans.php")
@endpoint(status=201)
def post_date_plan(body: MakeDatePlan) -> DatePlanMade:
    """Make a plan of a date with a partner of a conversation. It has no link yet."""
    check_offered()
    dependencies = wiring()
    planned = PlannedDate(body.profile_id, body.place, body.meets_at, body.note)
    made = make_plan(
        dependencies.unit_of_work(),
        dependencies.conversations,
        dependencies.pause,
        caller().member_id,
        planned,
        body.id,
    )
    return DatePlanMade(plan_id=made)


@date_plans.put("/date-plans.php")
@endpoint()
def put_plan_link(body: NamePlan) -> PlanLink:
    """Make the link of a plan, in place of an earlier one."""
    check_offered()
    return PlanLink(token=share_plan(wiring().unit_of_work(), caller().member_id, body.plan_id))


@date_plans.delete("/date-plans.php")
@endpoint()
def delete_date_plan(body: NamePlan) -> Nothing:
    """End a plan: it is deleted, and its link shows nothing at once."""
    end_plan(wiring().unit_of_work(), caller().member_id, body.plan_id)
    return Nothing()


@date_plans.post("/shared-plan.php")
@endpoint()
def post_shared_plan(body: OpenSharedPlan) -> SharedPlanAnswer:
    """Read a plan by its link, without a login."""
    site = current_site()
    if not site.date_plans:
        raise NotFound()
    dependencies = wiring()
    shared = read_shared_plan(dependencies.reads(), dependencies.date_contacts, site.pool, body.token)
    picture = dependencies.media.read(shared.media, "400") if shared.media else None
    plan, card = shared.plan, shared.card
    return SharedPlanAnswer(
        maker=shared.maker,
        name=plan.partner_name,
        age=card.age if card else None,
        photo=f"data:image/webp;base64,{b64encode(picture).decode()}" if picture else None,
        fictional=card.fictional if card else False,
        place=plan.place,
        meets_at=plan.meets_at,
        note=plan.note,
        ends_at=plan.ends_at,
        refusal_token=shared.refusal,
    )
