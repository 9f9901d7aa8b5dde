"""The support desk: a member is found and opened for a stated reason, seen as other services know them, and helped."""

from collections.abc import Callable
from typing import TypeVar
from uuid import UUID

from flask import Blueprint
from shared.kit.core import NotFound, Unavailable
from shared.kit.http import Nothing, endpoint, limiter

from profiles.moderation.domain.staff_access import StaffAction, Why
from profiles.moderation.usecases.find_members import find_members
from profiles.moderation.usecases.staff_access import open_member, record_view
from profiles.moderation.usecases.support_member import act_on_member
from profiles.moderation.web.context import context_of, current_desk, current_site_key, wiring
from profiles.moderation.web.desk_models import ContextOut
from profiles.moderation.web.member_facts import PaymentFactsAnswer
from profiles.moderation.web.member_search import FOUND_MOST, FoundMembersAnswer
from profiles.moderation.web.moderation_models import FoundMemberOut
from profiles.moderation.web.person import person_of
from profiles.moderation.web.support_models import (
    AskedResetOut,
    AskedResetsAnswer,
    SupportAccountOut,
    SupportAct,
    SupportLedgerOut,
    SupportMemberAnswer,
    SupportOpen,
    SupportQuery,
    SupportSearch,
    SupportStoryOut,
)

support = Blueprint("support", __name__, url_prefix="/api")
Found = TypeVar("Found")


# A POST, so that names, addresses and reasons stay out of access logs.
@support.post("/support-find.php")
@endpoint()
def post_support_search(body: SupportSearch) -> FoundMembersAnswer:
    """Find members by a part of what is known of them, for a stated reason."""
    dependencies = wiring()
    member_ids = find_members(
        dependencies.unit_of_work(),
        dependencies.desk_accounts,
        dependencies.payments,
        current_desk(),
        body.by,
        body.text,
        Why(reason=body.reason),
        FOUND_MOST,
        StaffAction.SUPPORT_FIND,
    )
    with dependencies.reads() as reads:
        profiles = [reads.profiles.find(member_id, member_id) for member_id in member_ids]
    return FoundMembersAnswer(found=[FoundMemberOut.of(each.card) for each in profiles if each is not None])


@support.post("/support-member.php")
@endpoint(status=201)
def post_support_opening(body: SupportOpen) -> Nothing:
    """Open a member for an hour, for a stated reason."""
    why = Why(reason=body.reason)
    open_member(wiring().unit_of_work(), current_desk(), body.id, body.member_id, why, StaffAction.SUPPORT_OPEN)
    return Nothing()


@support.get("/support-member.php")
@endpoint()
def get_support_member(query: SupportQuery) -> SupportMemberAnswer:
    """Return the story of a member that the caller has opened: account, payments, ledger, reports and decisions."""
    dependencies, desk = wiring(), current_desk()
    with dependencies.reads() as reads:
        if reads.profiles.pool(query.id) != desk.pool:
            raise NotFound()
        why = reads.staff_actions.why_open(desk.actor_id, query.id, StaffAction.SUPPORT_OPEN)
    if why is None:
        return SupportMemberAnswer(member=None)
    record_view(dependencies.unit_of_work(), desk, query.id, StaffAction.SUPPORT_VIEW, StaffAction.SUPPORT_OPEN)
    with dependencies.reads() as reads:
        person = person_of(reads, query.id)
        if person is None:
            raise NotFound()
        context = context_of(reads, query.id, current_site_key())
        resets = [each for each in reads.staff_actions.waiting_resets(desk.pool) if each.member_id == query.id]
    # Asked outside the transaction, so that a slow service keeps no connection of the pool.
    account = _if_there(lambda: dependencies.support.get(query.id))
    payments = _if_there(lambda: dependencies.payments.facts(query.id))
    ledger = _if_there(lambda: dependencies.payments.ledger(query.id))
    return SupportMemberAnswer(
        member=SupportStoryOut(
            id=person.id,
            name=person.name,
            age=person.age,
            town=person.town,
            country=person.country,
            fictional=person.fictional,
            account=SupportAccountOut.of(account) if account else None,
            payments=PaymentFactsAnswer.of(payments) if payments else None,
            ledger=SupportLedgerOut.of(ledger) if ledger else None,
            context=ContextOut.of(context) if context else None,
            decisions=person.decisions,
            resets=[AskedResetOut.of(each, desk.actor_id) for each in resets],
            reason=why.reason,
        )
    )


@support.post("/support-act.php")
@endpoint(status=201)
def post_support_act(body: SupportAct) -> Nothing:
    """Help an opened member; the act is recorded with its reason before it is carried out."""
    act_on_member(
        wiring().unit_of_work(),
        current_desk(),
        body.id,
        body.member_id,
        body.action,
        body.reason,
        body.details,
        _carried_out(body),
        limiter(),
        current_site_key(),
    )
    return Nothing()


@support.get("/support-resets.php")
@endpoint()
def get_support_resets() -> AskedResetsAnswer:
    """Resets of second factors that wait for a second person, the oldest first."""
    desk = current_desk()
    with wiring().reads() as reads:
        waiting = reads.staff_actions.waiting_resets(desk.pool)
    return AskedResetsAnswer(resets=[AskedResetOut.of(each, desk.actor_id) for each in waiting])


def _carried_out(body: SupportAct) -> Callable[[UUID], None]:
    accounts, payments, member_id = wiring().support, wiring().payments, body.member_id
    payment_id, minor, credits = body.payment_id, body.minor, body.credits
    match body.act:
        case "send_confirmation":
            return lambda _: accounts.send_link(member_id, "confirmation")
        case "send_password_link":
            return lambda _: accounts.send_link(member_id, "password")
        case "correct_address":
            return lambda _: accounts.correct_address(member_id, body.email or "")
        case "close_account":
            return lambda _: accounts.close(member_id)
        case "refund" if payment_id and minor:
            return lambda act_id: payments.refund(act_id, member_id, payment_id, minor)
        case "give_credits" if credits:
            return lambda act_id: payments.give_credits(act_id, member_id, credits)
        case "confirm_factor_reset":
            return lambda _: accounts.reset_factors(member_id)
    return lambda _: None  # a reset that was asked for waits for another person


def _if_there(ask: Callable[[], Found]) -> Found | None:
    try:
        return ask()
    except (NotFound, Unavailable):
        return None
