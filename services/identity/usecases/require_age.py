"""Decide whether a member has to show their age, and announce it when that changes."""

from uuid import UUID

from shared.kit.core import AuthenticationRequired
from shared.sites import Site, SiteDirectory

from identity.domain.account import Account, Status
from identity.domain.age_assurance import AgeCheck, AgeState
from identity.events.published import age_assurance_changed
from identity.storage import IdentityUnit

AT_A_TURN = 200


def require_age(uow: IdentityUnit, site: Site, member_id: UUID, country: str) -> None:
    """Note the country of a member, in the caller's transaction. The first is that of their sign-up."""
    uow.age_checks.add(AgeCheck(member_id, signed_up_in=country, country=country))
    check = uow.age_checks.lock(member_id)
    if check is not None:
        check.country = country
        save_check(uow, site, check)


def save_check(uow: IdentityUnit, site: Site, check: AgeCheck) -> AgeState:
    """Store the check and announce whether the member is withheld, if that changed. Returns the state."""
    state = check.state(site, uow.now())
    is_changed, check.is_withheld = check.is_withheld is not state.is_withheld, state.is_withheld
    uow.age_checks.save(check)
    if is_changed:
        uow.announce(age_assurance_changed(check))
    return state


def lock_check(uow: IdentityUnit, site: Site, member_id: UUID) -> tuple[Account, AgeCheck]:
    """Lock a logged-in member's account and check, in the caller's transaction."""
    account = uow.accounts.lock(member_id)
    if account is None or account.is_suspended or account.status is Status.DELETED:
        raise AuthenticationRequired()
    check = uow.age_checks.lock(member_id)
    return account, check or AgeCheck(member_id, signed_up_in="", country="")


def view_age_state(uow: IdentityUnit, site: Site, member_id: UUID) -> tuple[AgeState, AgeCheck]:
    """A member's state; a member whose country is not known yet needs nothing."""
    with uow:
        check = uow.age_checks.get(member_id) or AgeCheck(member_id, signed_up_in="", country="")
        return check.state(site, uow.now()), check


def follow_documents(uow: IdentityUnit, sites: SiteDirectory) -> int:
    """Apply changed site documents to members, some at a time. Returns their number."""
    done = 0
    for key, site in sites.items():
        proof, statement = (
            [country for country, way in site.age_assurance.items() if way == wanted]
            for wanted in ("provider", "declaration")
        )
        with uow:
            for member_id in uow.age_checks.outdated(key, proof, statement, AT_A_TURN):
                check = uow.age_checks.lock(member_id)
                if check is not None:
                    save_check(uow, site, check)
                    done += 1
            uow.commit()
    return done
