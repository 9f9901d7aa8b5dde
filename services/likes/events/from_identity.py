"""Handlers of identity's events."""

from uuid import UUID

from pairwise.identity.v1.events_pb2 import (
    ContactVisibilityChanged,
    ExportRequested,
    MemberDeleted,
    MemberErased,
    MemberReactivated,
)
from shared.kit.events import Subscriptions
from shared.privacy import erase_and_report
from shared.privacy.deliver import deliver_export

from likes.storage import LikesUnit
from likes.storage.data_inventory import DATA_INVENTORY
from likes.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(ContactVisibilityChanged)
def hide_contact(uow: LikesUnit, event: ContactVisibilityChanged, wiring: Wiring) -> None:
    uow.visibility.hide_contact(UUID(event.member_id), UUID(event.contact_id), hidden=event.hidden)


@subscriptions.on(MemberDeleted)
def mark_deleted(uow: LikesUnit, event: MemberDeleted, wiring: Wiring) -> None:
    uow.visibility.mark_deleted(UUID(event.member_id))


@subscriptions.on(MemberReactivated)
def mark_reactivated(uow: LikesUnit, event: MemberReactivated, wiring: Wiring) -> None:
    uow.visibility.mark_reactivated(UUID(event.member_id))


@subscriptions.on(MemberErased, alone=True)
def erase_member(uow: LikesUnit, event: MemberErased, wiring: Wiring) -> None:
    erase_and_report("likes", DATA_INVENTORY, uow, event)
    # The id stays marked as deleted: a like redelivered late must not show the member again.
    uow.visibility.mark_deleted(UUID(event.member_id))


@subscriptions.on(ExportRequested, alone=True)
def export_member(uow: LikesUnit, event: ExportRequested, wiring: Wiring) -> None:
    deliver_export("likes", DATA_INVENTORY, uow, event, wiring.settings)
