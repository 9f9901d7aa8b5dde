from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from notifications.domain.preferences import Preference
from notifications.storage import NotificationsUnit


@dataclass(frozen=True)
class MemberPreferences:
    """All switches of a member. `mail_disabled` is the reason no email is sent to them at all, if there is one."""

    preferences: Sequence[Preference]
    mail_disabled: str | None
    has_discreet_mails: bool


def list_preferences(uow: NotificationsUnit, member_id: UUID) -> MemberPreferences:
    """All kinds of notifications, each with its default until the member changes it."""
    with uow.reading() as uow:
        return preferences_of(uow, member_id)


def preferences_of(uow: NotificationsUnit, member_id: UUID) -> MemberPreferences:
    """Read them in the caller's transaction."""
    return MemberPreferences(
        uow.preferences.of(member_id), uow.suppressions.reason(member_id), uow.preferences.is_discreet(member_id)
    )
