from collections.abc import Sequence
from uuid import UUID

from notifications.domain.preferences import Preference
from notifications.ports import NotificationsUnitOfWork


def list_preferences(uow: NotificationsUnitOfWork, member_id: UUID) -> Sequence[Preference]:
    """What the member is told: all eight kinds, whether they ever chose or not."""
    with uow:
        return uow.preferences.of(member_id)
