from notifications.domain.preferences import Preference
from notifications.ports import NotificationsUnitOfWork
from notifications.unsubscribe_links import UnsubscribeLinks


def see_mail_switch(uow: NotificationsUnitOfWork, links: UnsubscribeLinks, token: str) -> Preference:
    """The one kind of mail that a mailed link is about. Raises UnsubscribeLinkInvalid when it is none of ours."""
    member_id, kind = links.read(token)
    with uow:
        return next(one for one in uow.preferences.of(member_id) if one.kind is kind)


def turn_mail_switch(uow: NotificationsUnitOfWork, links: UnsubscribeLinks, token: str, on: bool) -> Preference:
    """Turn that one kind off or on, by e-mail only. Raises UnsubscribeLinkInvalid when the link is none of ours."""
    member_id, kind = links.read(token)
    with uow:
        uow.preferences.change(member_id, kind, email=on, push=None)
        changed = next(one for one in uow.preferences.of(member_id) if one.kind is kind)
        uow.commit()
    return changed
