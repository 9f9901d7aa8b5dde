"""Handlers of MemberDataErased, which every service publishes in its own stream."""

from typing import Any
from uuid import UUID

from shared.kit.events import Subscriptions
from shared.privacy.receipts import receipt_of
from shared.registry import service_names

from identity.storage import IdentityUnit
from identity.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


def _collect_receipts_of(service: str) -> None:
    @subscriptions.on(receipt_of(service))
    def collect_receipt(uow: IdentityUnit, event: Any, wiring: Wiring) -> None:
        uow.tombstones.add_receipt(UUID(event.member_id), service, event.rows)


for each in service_names():
    _collect_receipts_of(each)
