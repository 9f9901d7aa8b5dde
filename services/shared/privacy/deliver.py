"""Delivering a service's part of a member's copy to identity, which puts the copy together."""

from collections.abc import Iterable
from uuid import UUID

from pairwise.identity.v1.events_pb2 import ExportRequested
from pairwise.identity.v1.exports_pb2 import DeliverRequest, DeliverResponse, ExportFile
from pairwise.identity.v1.exports_pb2_grpc import ExportServiceStub

from shared.kit.core import Settings
from shared.kit.db import UnitOfWork
from shared.kit.grpc import Client, peer
from shared.privacy.declare import DataInventory
from shared.privacy.export import File, files_of

DEADLINE_SECONDS = 10


def deliver_export(
    service: str,
    inventory: DataInventory,
    uow: UnitOfWork,
    event: ExportRequested,
    settings: Settings,
    more: Iterable[File] = (),
) -> None:
    """Handle ExportRequested: deliver the rows of the tables, then `more`, the files outside them.

    Each file is a call of its own. Stops when identity no longer wants them. Raises Unavailable when identity is down;
    the event is then delivered again.
    """
    files = [*files_of(service, uow.session, inventory, UUID(event.member_id)), *more]
    send_files(settings, event.export_id, service, files)


def send_files(settings: Settings, export_id: str, service: str, files: Iterable[File]) -> None:
    """Deliver the files of one service to identity, one call each; stops once the export is not wanted any more.

    Raises Unavailable or the refusal of identity; everything can be sent again.
    """
    # Exports are rare: a connection for each is cheaper than one kept open in every worker.
    client = Client(peer(settings, "identity"), ExportServiceStub, deadline_seconds=DEADLINE_SECONDS)
    try:
        for file in files:
            part = ExportFile(name=file.name, content=file.content)
            request = DeliverRequest(export_id=export_id, service=service, files=[part])
            if not client.ask("Deliver", request, DeliverResponse).wanted:
                return
        done = DeliverRequest(export_id=export_id, service=service, last=True)
        client.ask("Deliver", done, DeliverResponse)
    finally:
        client.close()
