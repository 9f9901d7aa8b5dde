from identity.ports import IdentityUnitOfWork, Seal
from identity.usecases.take_request import Request, take_request


def ask_for_reactivation(uow: IdentityUnitOfWork, seal: Seal, site_key: str, address: str) -> None:
    """Have the way back mailed once more. Every address is answered alike; mail goes to those of deleted accounts."""
    with uow:
        take_request(uow, seal, Request("reactivation", site_key, email=address))
        uow.commit()
