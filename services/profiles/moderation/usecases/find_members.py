from collections.abc import Sequence
from uuid import UUID

from profiles.moderation.domain.member_search import OF_ACCOUNTS, OF_PAYMENTS, SearchBy, checked_text
from profiles.moderation.domain.moderation import Desk
from profiles.moderation.domain.staff_access import StaffAction, StaffRecord, Why
from profiles.moderation.errors import invalid_field
from profiles.moderation.ports import Accounts, Payments
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.check_impartial import check_impartial
from profiles.moderation.usecases.staff_access import record_action

# Other services know no pools: so many of theirs are compared with the desk's.
ASKED_MOST = 100


def find_members(
    uow: ModerationUnit,
    accounts: Accounts,
    payments: Payments,
    desk: Desk,
    by: SearchBy,
    text: str,
    why: Why,
    limit: int,
    action: StaffAction = StaffAction.FIND_MEMBER,
) -> Sequence[UUID]:
    """Find members of the desk's pool, the newest first, without those in whose cases this person is involved.

    The search is recorded once, with its kind, its case or reason and the number found; one found alone is named.
    Raises Invalid for a text that its kind cannot have and for a case that is none of this desk's, OwnCase,
    and Unavailable when the service that has the data does not answer.
    """
    asked = checked_text(by, text)
    # Asked outside the transaction, so that a slow service keeps no connection of the pool.
    elsewhere: Sequence[UUID] = ()
    if by in OF_ACCOUNTS:
        elsewhere = accounts.find(by, asked, desk.sites, ASKED_MOST)
    elif by in OF_PAYMENTS:
        elsewhere = payments.find(by, asked, ASKED_MOST)
    with uow:
        if why.case_id is not None:
            _check_case(uow, desk, why.case_id)
        match by:
            case SearchBy.NAME:
                there = uow.member_search.by_name(desk, asked, limit)
            case SearchBy.ID:
                there = uow.member_search.by_id(desk, asked, limit)
            case _:
                there = uow.member_search.of_pool(desk, elsewhere, limit)
        involved = uow.complaints.opponents(desk.own_ids) | desk.own_ids
        found = [each for each in there if each not in involved]
        record_action(
            uow,
            StaffRecord(
                desk.actor_id,
                action,
                found[0] if len(found) == 1 else None,
                why.case_id,
                why.reason,
                searched_by=by.value,
                found=len(found),
            ),
        )
        uow.commit()
    return found


def _check_case(uow: ModerationUnit, desk: Desk, case_id: UUID) -> None:
    """Raise Invalid unless it is a complaint of the desk's sites, and OwnCase when this person is involved in it."""
    case = uow.complaints.get(case_id)
    if case is None or case.site not in desk.sites:
        raise invalid_field("case_id")
    check_impartial(uow, desk, case.reporter_id, case.about_id)
