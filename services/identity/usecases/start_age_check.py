from uuid import UUID

from shared.kit.core import new_id
from shared.sites import Site

from identity.domain.age_assurance import AgeSession
from identity.errors import AgeAssuranceNotDue
from identity.ports import AgeProvider
from identity.storage import IdentityUnit
from identity.usecases.require_age import lock_check, save_check

PATH = "/age-check"


def start_age_check(uow: IdentityUnit, provider: AgeProvider, site: Site, member_id: UUID) -> AgeSession:
    """Begin a check at the provider, or continue the one under way.

    The attempt is stored before the call, which is made outside a transaction: of two calls at once, and after a crash,
    both name the same attempt, and the provider answers with one session. Raises AgeAssuranceNotDue where no proof is
    asked for or it was given, and AgeProviderUnavailable.
    """
    with uow:
        account, check = lock_check(uow, site, member_id)
        needed = site.age_assurance_in(check.signed_up_in, check.country)
        if needed != "provider" or not check.state(site, uow.now()).is_withheld:
            raise AgeAssuranceNotDue()
        check.begin(new_id(), uow.now())
        save_check(uow, site, check)
        uow.commit()
    if check.session is not None:
        return check.session
    assert check.attempt_id is not None  # noqa: S101 - `begin` has set it
    url = site.url(account.locale, PATH)
    session = provider.start(check.attempt_id, min_age=site.min_age, return_url=url, locale=account.locale)
    with uow:
        _, now = lock_check(uow, site, member_id)
        if now.attempt_id == check.attempt_id:
            now.session = session
            save_check(uow, site, now)
        uow.commit()
    return session
