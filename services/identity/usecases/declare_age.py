from uuid import UUID

from shared.sites import Site

from identity.domain.age_assurance import AgeOutcome, AgeState
from identity.errors import AgeAssuranceNotDue
from identity.storage import IdentityUnit
from identity.usecases.require_age import lock_check, save_check


def declare_age(uow: IdentityUnit, site: Site, member_id: UUID) -> AgeState:
    """Record the member's statement that they are old enough, with its date and version. Repeating it changes nothing.

    Raises AgeAssuranceNotDue where a statement is not asked for.
    """
    with uow:
        _, check = lock_check(uow, site, member_id)
        if site.age_assurance_in(check.signed_up_in, check.country) != "declaration":
            raise AgeAssuranceNotDue()
        state = check.state(site, uow.now())
        if state.is_withheld:
            check.decide(AgeOutcome.DECLARED, uow.now())
            state = save_check(uow, site, check)
        uow.commit()
    return state
