from dataclasses import asdict, dataclass
from typing import Literal
from uuid import uuid4

from pairwise.identity.v1.events_pb2 import RequestTaken

from identity.domain.account import Account
from identity.ports import IdentityUnitOfWork, Seal

Kind = Literal["reset", "reactivation", "mail_change", "sign_up"]


@dataclass(frozen=True)
class Request:
    """Something asked for with an address. `form` is a whole sign-up, as JSON."""

    kind: Kind
    site: str
    email: str
    member_id: str = ""
    form: str = ""
    # Of the account as it was asked. Empty where there was none, and in requests of the previous release.
    credentials_version: str = ""

    @staticmethod
    def of(account: Account, kind: Kind, *, email: str) -> "Request":
        return Request(kind, account.site, email, str(account.id), credentials_version=str(account.credentials_version))

    def is_void_for(self, account: Account) -> bool:
        """Whether the account's credentials were revoked since: what was asked before does not count any more."""
        return self.credentials_version not in ("", str(account.credentials_version))


def take_request(uow: IdentityUnitOfWork, seal: Seal, request: Request) -> None:
    """Leave it to the worker, in the caller's transaction.

    What follows differs by whether there is an account; the answer was given before, so it tells nothing about that.
    """
    uow.announce(RequestTaken(request_id=str(uuid4()), sealed=seal.close(asdict(request))))
