from notifications.storage import NotificationsUnit
from notifications.unsubscribe_links import UnsubscribeLinks
from notifications.usecases.turn_switch import turn_switch


def unsubscribe(uow: NotificationsUnit, links: UnsubscribeLinks, token: str) -> None:
    """Turn off the kind of email that this link came with. Raises UnsubscribeLinkInvalid."""
    member_id, kind = links.read(token)
    with uow:
        turn_switch(uow, member_id, kind, email=False, push=None)
        uow.commit()
