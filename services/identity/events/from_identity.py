"""Handlers of identity's own events."""

from uuid import UUID

from pairwise.identity.v1.events_pb2 import ExportRequested, MemberErased, RequestTaken
from shared.kit.events import Subscriptions
from shared.privacy import erase_and_report
from shared.privacy.export import files_of

from identity.storage import IdentityUnit
from identity.storage.data_inventory import DATA_INVENTORY
from identity.usecases.defer_request import DeferredRequest
from identity.usecases.erase_expired import delete_exports
from identity.usecases.send_requested_mail import send_change_link, send_reactivation_link, send_reset_link
from identity.usecases.sign_up import finish_sign_up
from identity.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(MemberErased, alone=True)
def erase_member(uow: IdentityUnit, event: MemberErased, wiring: Wiring) -> None:
    delete_exports(uow, wiring.store, UUID(event.member_id))
    erase_and_report("identity", DATA_INVENTORY, uow, event)


@subscriptions.on(ExportRequested, alone=True)
def export_member(uow: IdentityUnit, event: ExportRequested, wiring: Wiring) -> None:
    """Store identity's own part of an export beside the parts that other services deliver by gRPC."""
    files = files_of("identity", uow.session, DATA_INVENTORY, UUID(event.member_id))
    parts = [(file.name, wiring.store.seal(file.content)) for file in files]
    uow.exports.deliver(UUID(event.export_id), "identity", parts, is_last=True)


@subscriptions.on(RequestTaken, alone=True)
def handle_deferred_request(uow: IdentityUnit, event: RequestTaken, wiring: Wiring) -> None:
    request = DeferredRequest(**wiring.mail_sealer.unseal(event.sealed))  # type: ignore[arg-type]
    sealer, limiter = wiring.mail_sealer, wiring.rate_limiter
    match request.kind:
        case "reset":
            send_reset_link(uow, sealer, limiter, request)
        case "reactivation":
            send_reactivation_link(uow, sealer, limiter, request)
        case "mail_change":
            send_change_link(uow, sealer, limiter, wiring.sites.pool_of(request.site), request)
        case "sign_up":
            finish_sign_up(uow, sealer, limiter, wiring.sites.get(request.site), request)
