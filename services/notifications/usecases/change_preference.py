from collections.abc import Sequence
from uuid import UUID

from notifications.domain.preferences import Kind, Preference
from notifications.errors import NothingToChange
from notifications.ports import NotificationsUnitOfWork


def change_preference(
    uow: NotificationsUnitOfWork, member_id: UUID, kind: Kind, *, email: bool | None = None, push: bool | None = None
) -> Sequence[Preference]:
    """Turn one kind on or off, by e-mail, by push or both. Returns all eight."""
    if email is None and push is None:
        raise NothingToChange()
    with uow:
        uow.preferences.change(member_id, kind, email=email, push=push)
        changed = uow.preferences.of(member_id)
        uow.commit()
    return changed
