from notifications.ports import NotificationsUnitOfWork
from notifications.unsubscribe_links import UnsubscribeLinks


def unsubscribe(uow: NotificationsUnitOfWork, links: UnsubscribeLinks, token: str) -> None:
    """Turn the mails off that this link came with. Raises UnsubscribeLinkInvalid when it is none of ours."""
    member_id, kind = links.read(token)
    with uow:
        uow.preferences.change(member_id, kind, email=False, push=None)
        uow.commit()
