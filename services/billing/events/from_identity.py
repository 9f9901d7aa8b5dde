"""Handlers of identity's events."""

from datetime import UTC
from uuid import UUID

from pairwise.identity.v1.events_pb2 import ExportRequested, MemberErased, MemberSignedUp, SessionRevoked
from shared.kit.worker import Subscriptions
from shared.kit.worker.revocations import revoke_session
from shared.privacy import erase_and_report
from shared.privacy.deliver import deliver_export

from billing.storage import BillingUnit
from billing.storage.data_inventory import DATA_INVENTORY
from billing.usecases.open_wallet import open_wallet
from billing.wiring import Wiring

subscriptions = Subscriptions[Wiring]()
subscriptions.on(SessionRevoked)(revoke_session)


@subscriptions.on(MemberSignedUp)
def open_new_wallet(uow: BillingUnit, event: MemberSignedUp, wiring: Wiring) -> None:
    member_id = UUID(event.member_id)
    open_wallet(uow, member_id, wiring.sites.get(event.site))
    # A charge that arrived before this event opened the wallet without the member's site and time of sign-up.
    signed_up_at = event.signed_up_at.ToDatetime(UTC) if event.HasField("signed_up_at") else None
    uow.wallets.record_member(member_id, event.site, signed_up_at, event.country or None)


@subscriptions.on(MemberErased, alone=True)
def erase_member(uow: BillingUnit, event: MemberErased, wiring: Wiring) -> None:
    erase_and_report("billing", DATA_INVENTORY, uow, event)


@subscriptions.on(ExportRequested, alone=True)
def export_member(uow: BillingUnit, event: ExportRequested, wiring: Wiring) -> None:
    deliver_export("billing", DATA_INVENTORY, uow, event, wiring.settings)
