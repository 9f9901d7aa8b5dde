from identity.domain.account import Status
from identity.errors import AccountDeleted, EmailUnknown
from identity.sealing import MailSealer
from identity.security_events import about
from identity.storage import IdentityUnit
from identity.usecases.defer_request import DeferredRequest, defer_request


def request_password_reset(
    uow: IdentityUnit, sealer: MailSealer, site_key: str, address: str, *, may_disclose: bool
) -> None:
    """Request a mail with a link for a new password.

    Unless `may_disclose`, known and unknown addresses get the same response. Otherwise raises EmailUnknown or
    AccountDeleted.
    """
    with uow:
        # Looked up on every site, so that each does the same work for every address.
        account = uow.accounts.find(site_key, address)
        about(account.id if account else None)
        if may_disclose:
            if account is None:
                raise EmailUnknown(field="email")
            if account.status is Status.DELETED:
                raise AccountDeleted()
        request = (
            DeferredRequest.of(account, "reset", email=address)
            if account
            else DeferredRequest("reset", site_key, address)
        )
        defer_request(uow, sealer, request)
        uow.commit()
