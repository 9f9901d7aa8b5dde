from uuid import UUID

from notifications.domain.preferences import NotificationKind
from notifications.errors import NothingToChange
from notifications.storage import NotificationsUnit
from notifications.usecases.list_preferences import MemberPreferences, preferences_of
from notifications.usecases.turn_switch import turn_switch


def change_preference(
    uow: NotificationsUnit,
    member_id: UUID,
    kind: NotificationKind,
    *,
    email: bool | None = None,
    push: bool | None = None,
) -> MemberPreferences:
    """Turn one kind on or off, by email, by push or both. Returns all switches. Raises NothingToChange."""
    if email is None and push is None:
        raise NothingToChange()
    with uow:
        turn_switch(uow, member_id, kind, email=email, push=push)
        changed = preferences_of(uow, member_id)
        uow.commit()
    return changed


def set_discreet_emails(uow: NotificationsUnit, member_id: UUID, is_discreet: bool) -> MemberPreferences:
    """Choose whether emails leave out the other member they are about. Returns all switches."""
    with uow:
        uow.preferences.set_discreet(member_id, is_discreet)
        changed = preferences_of(uow, member_id)
        uow.commit()
    return changed
