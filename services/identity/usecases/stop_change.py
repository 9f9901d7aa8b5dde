from identity.domain.authentication import Way
from identity.domain.device import Visit
from identity.ports import IdentityUnitOfWork
from identity.usecases.revoke_credentials import own_session, revoke_credentials
from identity.usecases.use_link import use_link


def stop_change(uow: IdentityUnitOfWork, site_key: str, token: str, visit: Visit) -> None:
    """Stop a change of address that is under way, by the token mailed to the old address.

    Its owner did not ask for the change, so somebody else has the password: all sessions and pending links end, but the
    session of this browser. The page advises a new password, which only the owner of the mailbox can set by a reset.
    """
    with uow:
        account = use_link(uow, Way.STOP_LINK, site_key, token).account
        here = own_session(uow, account, visit.session_secret)
        revoke_credentials(uow, account, uow.now(), but_session=here)
        uow.commit()
