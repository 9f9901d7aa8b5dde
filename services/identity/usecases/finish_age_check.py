from uuid import UUID

from shared.sites import SiteDirectory

from identity.ports import AgeProvider
from identity.storage import IdentityUnit
from identity.usecases.require_age import save_check


def finish_reported(uow: IdentityUnit, provider: AgeProvider, sites: SiteDirectory, session_id: str) -> None:
    """Ask the provider about the session that its webhook names; an unknown or ended one changes nothing."""
    with uow:
        member_id = uow.age_checks.member_of(session_id)
    if member_id is not None:
        finish_age_check(uow, provider, sites, member_id)


def finish_age_check(uow: IdentityUnit, provider: AgeProvider, sites: SiteDirectory, member_id: UUID) -> None:
    """Ask the provider for the outcome of the member's session under way, and record it once.

    The provider's own answer decides, never what a browser or a webhook brings. Raises AgeProviderUnavailable.
    """
    with uow:
        seen = uow.age_checks.get(member_id)
    if seen is None or seen.session is None or seen.attempt_id is None:
        return
    outcome = provider.outcome(seen.session.id, seen.attempt_id)
    if outcome is None:
        return
    with uow:
        account = uow.accounts.lock(member_id)
        check = uow.age_checks.lock(member_id)
        if account is not None and check is not None and check.attempt_id == seen.attempt_id:
            check.decide(outcome, uow.now(), provider=provider.name)
            save_check(uow, sites.get(account.site), check)
            uow.commit()
