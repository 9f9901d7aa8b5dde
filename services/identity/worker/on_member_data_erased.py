from collections.abc import Callable
from typing import Any
from uuid import UUID

from identity.storage import IdentityUnit


def on_member_data_erased(service: str) -> Callable[[IdentityUnit, Any], None]:
    """Write a service's receipt to the log of erasures."""

    def handle(uow: IdentityUnit, event: Any) -> None:
        uow.tombstones.receive(UUID(event.member_id), service, event.rows)

    return handle
