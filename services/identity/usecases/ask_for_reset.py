from identity.domain.account import Status
from identity.errors import AccountDeleted, EmailUnknown
from identity.ports import IdentityUnitOfWork, Seal
from identity.security_events import about
from identity.usecases.take_request import Request, take_request


def ask_for_reset(uow: IdentityUnitOfWork, seal: Seal, site_key: str, address: str, *, may_tell: bool) -> None:
    """Have a link for a new password mailed. Unless it `may_tell`, known and unknown addresses are answered alike."""
    with uow:
        # Looked up on every site: the same work for every address.
        account = uow.accounts.look_up(site_key, address)
        about(account.id if account else None)
        if may_tell:
            if account is None:
                raise EmailUnknown(field="email")
            if account.status is Status.DELETED:
                raise AccountDeleted()
        request = Request.of(account, "reset", email=address) if account else Request("reset", site_key, address)
        take_request(uow, seal, request)
        uow.commit()
