from identity.domain.authentication import AccessMethod
from identity.domain.device import BrowserIdentity
from identity.storage import IdentityUnit
from identity.usecases.revoke_credentials import own_session, revoke_credentials
from identity.usecases.use_link import use_link


def stop_change(uow: IdentityUnit, site_key: str, token: str, browser: BrowserIdentity) -> None:
    """Stop a pending change of address, by the token mailed to the old address.

    The owner did not request the change, so somebody else has the password: all pending links and all sessions except
    this browser's end. The page advises a new password, which only the owner of the mailbox can set by a reset.
    """
    with uow:
        account = use_link(uow, AccessMethod.STOP_LINK, site_key, token).account
        here = own_session(uow, account, browser.session_secret)
        revoke_credentials(uow, account, uow.now(), kept_session_id=here)
        uow.commit()
