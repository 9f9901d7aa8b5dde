from collections.abc import Callable
from uuid import UUID

from pairwise.profiles.v1.events_pb2 import ComplaintDecided, ComplaintReceived
from servicekit.identifiers import new_id

from notifications.domain.mail import Mail, Template
from notifications.ports import Seal
from notifications.storage import NotificationsUnit


def on_complaint_received(seal: Seal) -> Callable[[NotificationsUnit, ComplaintReceived], None]:
    def receipt(uow: NotificationsUnit, event: ComplaintReceived) -> None:
        _tell(uow, seal, event, Template.COMPLAINT_RECEIVED, {})

    return receipt


def on_complaint_decided(seal: Seal) -> Callable[[NotificationsUnit, ComplaintDecided], None]:
    def outcome(uow: NotificationsUnit, event: ComplaintDecided) -> None:
        _tell(uow, seal, event, Template.COMPLAINT_DECIDED, {"outcome": event.outcome})

    return outcome


def _tell(
    uow: NotificationsUnit,
    seal: Seal,
    event: ComplaintReceived | ComplaintDecided,
    template: Template,
    more: dict[str, str],
) -> None:
    """To the member who complained, or to the address someone without an account has left, if any."""
    params = {"number": str(event.number), **more}
    if event.reporter_id:
        uow.mails.queue(Mail(id=new_id(), member_id=UUID(event.reporter_id), template=template, params=params))
    elif event.email:
        uow.mails.queue(
            Mail(
                id=new_id(),
                # They have no account: the complaint stands for them.
                member_id=UUID(event.complaint_id),
                template=template,
                params={**params, "visitor": "yes"},
                sealed=seal.close({"to": event.email, "name": ""}),
                site=event.site,
                locale=event.locale,
            )
        )
