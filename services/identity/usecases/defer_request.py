from dataclasses import asdict, dataclass
from typing import Literal

from identity.domain.account import Account
from identity.events.published import request_taken
from identity.sealing import MailSealer
from identity.storage import IdentityUnit

RequestKind = Literal["reset", "reactivation", "mail_change", "sign_up"]


@dataclass(frozen=True)
class DeferredRequest:
    """A request that the worker handles. `form` is the JSON of a sign-up."""

    kind: RequestKind
    site: str
    email: str
    member_id: str = ""
    form: str = ""
    # That of the account at the time of the request. Empty if there was no account.
    credentials_version: str = ""

    @staticmethod
    def of(account: Account, kind: RequestKind, *, email: str) -> "DeferredRequest":
        return DeferredRequest(
            kind, account.site, email, str(account.id), credentials_version=str(account.credentials_version)
        )

    def is_void_for(self, account: Account) -> bool:
        """Whether the account's credentials were revoked after the request."""
        return self.credentials_version not in ("", str(account.credentials_version))


def defer_request(uow: IdentityUnit, sealer: MailSealer, request: DeferredRequest) -> None:
    """Leave the request to the worker, in the caller's transaction.

    The response is sent before the account is looked up, so neither it nor its time discloses whether there is one.
    """
    uow.announce(request_taken(sealer.seal(asdict(request))))
