from uuid import UUID

from notifications.domain.preferences import Kind
from notifications.errors import NothingToChange
from notifications.ports import NotificationsUnitOfWork
from notifications.usecases.list_preferences import Told, told_to


def change_preference(
    uow: NotificationsUnitOfWork, member_id: UUID, kind: Kind, *, email: bool | None = None, push: bool | None = None
) -> Told:
    """Turn one kind on or off, by e-mail, by push or both. Returns all of it."""
    if email is None and push is None:
        raise NothingToChange()
    with uow:
        uow.preferences.change(member_id, kind, email=email, push=push)
        changed = told_to(uow, member_id)
        uow.commit()
    return changed
