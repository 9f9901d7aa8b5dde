from uuid import UUID

from notifications.storage import NotificationsUnit


def note_hidden_page(uow: NotificationsUnit, member_id: UUID) -> None:
    """Stop withholding pushes because the member was active a moment ago: the page that showed the news is hidden.

    Another page of the member may still be open. A message read there needs no push all the same (`READ_DELAY`), and
    whatever the member does there counts as activity again.
    """
    with uow:
        uow.activities.forget(member_id)
        uow.commit()
