"""Handlers of profiles' events."""

from uuid import UUID, uuid5

from pairwise.profiles.v1.events_pb2 import (
    ComplaintDecided,
    ComplaintReceived,
    DateCheckInCleared,
    DateCheckInDue,
    DateCheckInMissed,
    DeskMessageSent,
    MemberBlocked,
    MemberModerated,
    PhotoApproved,
    PhotoRejected,
    ProfileChanged,
)
from shared.kit.core import new_id
from shared.kit.events import Subscriptions

from notifications.domain.email import Email
from notifications.domain.email_templates import EmailTemplate
from notifications.domain.member_name import MemberName
from notifications.domain.push import PushRequest
from notifications.domain.push_kinds import PushKind
from notifications.sealing import MailSeal
from notifications.storage import NotificationsUnit
from notifications.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(ProfileChanged)
def keep_name(uow: NotificationsUnit, event: ProfileChanged, wiring: Wiring) -> None:
    uow.names.keep(UUID(event.member_id), MemberName(event.name, event.fictional))


@subscriptions.on(MemberBlocked)
def cancel_between(uow: NotificationsUnit, event: MemberBlocked, wiring: Wiring) -> None:
    """Cancel all notifications to one of the two about the other."""
    blocker, blocked = UUID(event.blocker_id), UUID(event.blocked_id)
    uow.emails.cancel_between(blocker, blocked)
    uow.pushes.cancel_between(blocker, blocked)
    uow.unreads.delete_between(blocker, blocked)
    uow.new_likes.delete_between(blocker, blocked)


@subscriptions.on(PhotoApproved)
def cancel_photo_reminder(uow: NotificationsUnit, event: PhotoApproved, wiring: Wiring) -> None:
    uow.emails.cancel(UUID(event.member_id), EmailTemplate.PROFILE_REMINDER, "done")


@subscriptions.on(PhotoRejected)
def queue_photo_rejection(uow: NotificationsUnit, event: PhotoRejected, wiring: Wiring) -> None:
    # An illegal photo is quarantined until a second moderator has confirmed its rejection.
    params = {
        "reason": event.reason,
        "state": "deleted" if event.final else "quarantined",
        "decision_id": event.decision_id,
    }
    member_id = UUID(event.member_id)
    uow.emails.queue(Email(id=new_id(), member_id=member_id, template=EmailTemplate.PHOTO_REJECTED, params=params))


@subscriptions.on(MemberModerated)
def queue_decision(uow: NotificationsUnit, event: MemberModerated, wiring: Wiring) -> None:
    """Queue the decision with its ground and the way to appeal; its facts stay on the site."""
    member_id = UUID(event.member_id)
    if event.measure == "lift":
        uow.emails.cancel_about(member_id, EmailTemplate.FRAUD_WARNING, "lifted")
        return
    params = {
        "decision_id": event.decision_id,
        "measure": event.measure,
        "reason": event.reason,
        "ground": event.ground,
        "until": event.until,
        "by": "rule" if event.automated else "person",
        "detection": event.detection,
    }
    if event.provisional:
        params["provisional"] = "yes"
    uow.emails.queue(Email(id=new_id(), member_id=member_id, template=EmailTemplate.MODERATION, params=params))


@subscriptions.on(DeskMessageSent)
def queue_desk_message(uow: NotificationsUnit, event: DeskMessageSent, wiring: Wiring) -> None:
    """Queue that the desk wrote; its words stay on the site."""
    template = EmailTemplate.DESK_QUESTION if event.question else EmailTemplate.DESK_MESSAGE
    uow.emails.queue(Email(id=new_id(), member_id=UUID(event.member_id), template=template, params={}))


@subscriptions.on(DateCheckInDue)
def ask_after_date(uow: NotificationsUnit, event: DateCheckInDue, wiring: Wiring) -> None:
    """Ask the member by email and push; they answer on the site."""
    member_id = UUID(event.member_id)
    uow.emails.queue(Email(id=new_id(), member_id=member_id, template=EmailTemplate.DATE_CHECK_IN))
    uow.pushes.queue(PushRequest(member_id, PushKind.DATE_CHECK_IN))


@subscriptions.on(DateCheckInMissed)
def tell_date_contact(uow: NotificationsUnit, event: DateCheckInMissed, wiring: Wiring) -> None:
    """Queue the email to the person that the member chose: one for a plan, because its id is that of the plan."""
    plan_id = UUID(event.plan_id)
    _queue_to_contact(uow, plan_id, plan_id, UUID(event.member_id), EmailTemplate.DATE_MISSED)


@subscriptions.on(DateCheckInCleared)
def tell_fine(uow: NotificationsUnit, event: DateCheckInCleared, wiring: Wiring) -> None:
    """Queue the email to this person that all is well: one for a plan, because its id follows from that of the plan."""
    plan_id = UUID(event.plan_id)
    template = EmailTemplate.DATE_FINE
    _queue_to_contact(uow, uuid5(plan_id, template), plan_id, UUID(event.member_id), template)


@subscriptions.on(ComplaintReceived)
def queue_receipt(uow: NotificationsUnit, event: ComplaintReceived, wiring: Wiring) -> None:
    if event.appealed_decision_id:
        _answer_appeal(uow, event, EmailTemplate.APPEAL_RECEIVED)
    else:
        _answer(uow, wiring.seal, event, EmailTemplate.COMPLAINT_RECEIVED)


@subscriptions.on(ComplaintDecided)
def queue_outcome(uow: NotificationsUnit, event: ComplaintDecided, wiring: Wiring) -> None:
    if event.appealed_decision_id:
        _answer_appeal(uow, event, EmailTemplate.APPEAL_DECIDED, outcome=event.outcome, answer=event.template)
    else:
        _answer(uow, wiring.seal, event, EmailTemplate.COMPLAINT_DECIDED, outcome=event.outcome)


def _queue_to_contact(
    uow: NotificationsUnit, email_id: UUID, plan_id: UUID, member_id: UUID, template: EmailTemplate
) -> None:
    # Erased with the member it is about. Of one recipient, the plan, workers keep the order.
    uow.emails.queue(Email(id=email_id, member_id=plan_id, template=template, about_id=member_id))


def _answer_appeal(
    uow: NotificationsUnit, event: ComplaintReceived | ComplaintDecided, template: EmailTemplate, **more: str
) -> None:
    """Queue an answer to a member who appealed; their own words and the moderator's stay on the site."""
    params = {"number": str(event.number), "decision_id": event.appealed_decision_id, **more}
    uow.emails.queue(Email(id=new_id(), member_id=UUID(event.reporter_id), template=template, params=params))


def _answer(
    uow: NotificationsUnit,
    seal: MailSeal,
    event: ComplaintReceived | ComplaintDecided,
    template: EmailTemplate,
    **more: str,
) -> None:
    """Queue an answer to the member who complained, or to the address a visitor left, if any."""
    params = {"number": str(event.number), **more}
    if event.reporter_id:
        uow.emails.queue(Email(id=new_id(), member_id=UUID(event.reporter_id), template=template, params=params))
    elif event.email:
        uow.emails.queue(
            Email(
                id=new_id(),
                # Without an account the complaint's id takes the place of the member's.
                member_id=UUID(event.complaint_id),
                template=template,
                params={**params, "visitor": "yes"},
                sealed=seal.close({"to": event.email, "name": ""}),
                site=event.site,
                locale=event.locale,
            )
        )
