from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.defer_request import DeferredRequest, defer_request


def request_reactivation(uow: IdentityUnit, sealer: MailSealer, site_key: str, address: str) -> None:
    """Request another reactivation mail. Every address gets the same response; only deleted accounts get a mail."""
    with uow:
        defer_request(uow, sealer, DeferredRequest("reactivation", site_key, email=address))
        uow.commit()
