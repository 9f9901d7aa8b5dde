from collections.abc import Callable

from pairwise.identity.v1.events_pb2 import RequestTaken
from servicekit.web.rate_limit import RateLimiter
from sites import SiteDirectory

from identity.ports import Seal
from identity.storage import IdentityUnit
from identity.usecases.answer_request import send_change_link, send_reset_link, send_way_back
from identity.usecases.sign_up import finish_sign_up
from identity.usecases.take_request import Request


def on_request_taken(
    seal: Seal, sites: SiteDirectory, limiter: RateLimiter
) -> Callable[[IdentityUnit, RequestTaken], None]:
    def hear(uow: IdentityUnit, event: RequestTaken) -> None:
        request = Request(**seal.open(event.sealed))  # type: ignore[arg-type]
        match request.kind:
            case "reset":
                send_reset_link(uow, seal, limiter, request)
            case "reactivation":
                send_way_back(uow, seal, limiter, request)
            case "mail_change":
                send_change_link(uow, seal, limiter, sites.pool_of(request.site), request)
            case "sign_up":
                finish_sign_up(uow, seal, limiter, sites.get(request.site), request)

    return hear
