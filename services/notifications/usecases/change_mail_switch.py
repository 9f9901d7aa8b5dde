from notifications.domain.preferences import Preference
from notifications.storage import NotificationsUnit
from notifications.unsubscribe_links import UnsubscribeLinks
from notifications.usecases.turn_switch import turn_switch


def read_mail_switch(uow: NotificationsUnit, links: UnsubscribeLinks, token: str) -> Preference:
    """The kind of email that a mailed link is about. Raises UnsubscribeLinkInvalid."""
    member_id, kind = links.read(token)
    with uow:
        return uow.preferences.get(member_id, kind)


def change_mail_switch(uow: NotificationsUnit, links: UnsubscribeLinks, token: str, on: bool) -> Preference:
    """Turn that kind off or on, by email only. Raises UnsubscribeLinkInvalid."""
    member_id, kind = links.read(token)
    with uow:
        turn_switch(uow, member_id, kind, email=on, push=None)
        changed = uow.preferences.get(member_id, kind)
        uow.commit()
    return changed
