from dataclasses import asdict, dataclass
from typing import Literal
from uuid import uuid4

from pairwise.identity.v1.events_pb2 import RequestTaken

from identity.ports import IdentityUnitOfWork, Seal


@dataclass(frozen=True)
class Request:
    """Something asked for with an address. `form` is a whole sign-up, as JSON."""

    kind: Literal["reset", "reactivation", "mail_change", "sign_up"]
    site: str
    email: str
    member_id: str = ""
    form: str = ""


def take_request(uow: IdentityUnitOfWork, seal: Seal, request: Request) -> None:
    """Leave it to the worker, in the caller's transaction.

    What follows differs with who has an account; by then whoever asked has their answer, and so learns nothing from it.
    """
    uow.announce(RequestTaken(request_id=str(uuid4()), sealed=seal.close(asdict(request))))
