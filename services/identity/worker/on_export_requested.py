from collections.abc import Callable
from uuid import UUID

from holdings.export import files_of
from pairwise.identity.v1.events_pb2 import ExportRequested

from identity.ports import Erasers
from identity.storage import IdentityUnit
from identity.storage.holdings import HOLDINGS


def on_export_requested(erasers: Erasers) -> Callable[[IdentityUnit, ExportRequested], None]:
    """Identity's own part needs no call: it goes straight to where the others deliver theirs."""

    def handle(uow: IdentityUnit, event: ExportRequested) -> None:
        files = files_of("identity", uow.session, HOLDINGS, UUID(event.member_id))
        parts = [(file.name, erasers.store.seal(file.content)) for file in files]
        uow.exports.deliver(UUID(event.export_id), "identity", parts, is_last=True)

    return handle
