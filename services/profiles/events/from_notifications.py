"""Handlers of notifications' events."""

from uuid import UUID

from pairwise.notifications.v1.events_pb2 import DateContactUnreached
from shared.kit.events import Subscriptions

from profiles.storage import ProfilesUnit
from profiles.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(DateContactUnreached)
def note_unreached(uow: ProfilesUnit, event: DateContactUnreached, wiring: Wiring) -> None:
    """The page of the plan says that nobody was told."""
    uow.check_ins.unreached(UUID(event.plan_id), UUID(event.member_id))
