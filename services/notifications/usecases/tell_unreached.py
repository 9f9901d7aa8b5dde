from uuid import UUID, uuid5

from notifications.domain.email import Email
from notifications.domain.email_templates import EmailTemplate
from notifications.domain.push import PushRequest
from notifications.domain.push_kinds import PushKind
from notifications.events.published import date_contact_unreached
from notifications.storage import NotificationsUnit


def tell_unreached(uow: NotificationsUnit, plan_id: UUID, member_id: UUID, *, is_fine: bool) -> None:
    """Tell a member by email and push that the person they chose could not be told about their date.

    `is_fine`: the message that failed was the one that all is well. Profiles, which shows the plan, learns it by an
    event.

    Once for a plan, whatever reports repeat: the email's id follows from that of the plan. Runs in the caller's
    transaction.
    """
    params = {"of": "fine"} if is_fine else {}
    email = Email(unreached_id(plan_id), member_id, EmailTemplate.DATE_UNREACHED, params)
    if uow.emails.queue(email):
        uow.pushes.queue(PushRequest(member_id, PushKind.DATE_UNREACHED))
        uow.announce(date_contact_unreached(plan_id, member_id))


def unreached_id(plan_id: UUID) -> UUID:
    """The id of the email that says so."""
    return uuid5(plan_id, EmailTemplate.DATE_UNREACHED)
