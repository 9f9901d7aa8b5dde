from datetime import UTC, datetime

from shared.kit.core import AuthenticationRequired, log_security_event

from identity.domain.account import Account
from identity.domain.authentication import AccessMethod, check_account
from identity.domain.session import Session, hash_secret
from identity.security_events import Action
from identity.storage import IdentityUnit


def renew(uow: IdentityUnit, site_key: str, secret: str, network_hash: bytes | None = None) -> tuple[Account, Session]:
    """The session of this secret and its account, for a new token. Keeps the desk open in a session that has it open.

    The first renewal of a day records the day and the network.

    Raises AuthenticationRequired if the session has ended or is another site's, or the account is deleted or suspended.
    """
    # The clock of the process: nothing here needs it to the second, and asking the database costs a round trip.
    now = datetime.now(UTC)
    with uow.reading() as reads:
        found = reads.find_session_with_account(hash_secret(secret))
    if found is None:
        raise AuthenticationRequired()
    session = found[0]
    account = check_account(found[1], AccessMethod.RENEWAL, site_key, now)
    if session.used_on != now.date():  # stored by the day alone
        with uow:
            uow.sessions.record_use(session.id)
            if network_hash is not None:
                uow.networks.remember(account.id, network_hash)
            uow.commit()
    if account.works_at_a_desk and session.is_desk_open(now):
        with uow:
            uow.sessions.record_desk_use(session.id, now)
            uow.commit()
        if session.is_first_at_desk:
            log_security_event(Action.DESK_OPEN, member_id=account.id, site=account.site)
    return account, session
