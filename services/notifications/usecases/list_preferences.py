from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from notifications.domain.preferences import Preference
from notifications.ports import NotificationsUnitOfWork


@dataclass(frozen=True)
class Told:
    """What a member is told, and why no mail goes to them at all, where none does."""

    preferences: Sequence[Preference]
    mail_disabled: str | None


def list_preferences(uow: NotificationsUnitOfWork, member_id: UUID) -> Told:
    """All eight kinds, whether the member ever chose or not."""
    with uow.reading() as uow:
        return told_to(uow, member_id)


def told_to(uow: NotificationsUnitOfWork, member_id: UUID) -> Told:
    return Told(uow.preferences.of(member_id), uow.suppressions.reason(member_id))
