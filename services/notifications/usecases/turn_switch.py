from uuid import UUID

from notifications.domain.preferences import MARKETING, NotificationKind
from notifications.events.published import marketing_switched
from notifications.storage import NotificationsUnit


def turn_switch(
    uow: NotificationsUnit, member_id: UUID, kind: NotificationKind, *, email: bool | None, push: bool | None
) -> None:
    """Turn one kind on or off in the caller's transaction, and announce a switch of marketing by email.

    Identity records that as the answer to the consent `marketing`: a yes while any of its kinds is on. The rows are
    locked, so that of two devices of a member that turn off two kinds at once the second announces that none is on.
    """
    if kind not in MARKETING or email is None:
        uow.preferences.change(member_id, kind, email=email, push=push)
        return
    at = uow.preferences.lock_marketing(member_id)
    uow.preferences.change(member_id, kind, email=email, push=push)
    if not email:
        uow.campaign_messages.record_unsubscribed(member_id, kind)
    wanted = any(each.email for each in uow.preferences.of(member_id) if each.kind in MARKETING)
    uow.announce(marketing_switched(member_id, at, wanted=wanted))
