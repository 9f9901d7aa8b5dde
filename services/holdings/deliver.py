"""How a service's part of a member's copy gets to identity, which puts the copy together."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any
from uuid import UUID

from pairwise.identity.v1.exports_pb2 import DeliverRequest, DeliverResponse, ExportFile
from pairwise.identity.v1.exports_pb2_grpc import ExportServiceStub
from servicekit.rpc import Client, peer
from servicekit.settings import Settings

from holdings.declare import Holdings
from holdings.export import File, files_of


class Deliveries:
    """Hands files to identity, each in a call of its own."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def _client(self) -> Client:
        # Made in the process that delivers.
        return Client(peer(self._settings, "identity"), ExportServiceStub, deadline_seconds=10)

    def deliver(self, export_id: str, service: str, files: Iterable[File]) -> None:
        """Raises Unavailable when identity is down; the event is then heard again."""
        for file in files:
            part = ExportFile(name=file.name, content=file.content)
            request = DeliverRequest(export_id=export_id, service=service, files=[part])
            if not self._client.ask("Deliver", request, DeliverResponse).wanted:
                return
        done = DeliverRequest(export_id=export_id, service=service, last=True)
        self._client.ask("Deliver", done, DeliverResponse)


def delivering(
    service: str,
    holdings: Holdings,
    deliveries: Deliveries,
    more: Callable[[Any, UUID], Iterable[File]] = lambda uow, member_id: (),
) -> Callable[[Any, Any], None]:
    """What a service does when it hears ExportRequested: deliver its part, with files that lie outside its tables."""

    def on_export_requested(uow: Any, event: Any) -> None:
        member_id = UUID(event.member_id)
        files = [*files_of(service, uow.session, holdings, member_id), *more(uow, member_id)]
        deliveries.deliver(event.export_id, service, files)

    return on_export_requested
