"""Plans of dates: made for a partner of a conversation, shown to people with the link, and ended."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from shared.kit.core import NotFound, new_id
from shared.kit.db import once

from profiles.date_contacts import DateContacts
from profiles.domain.card import Card
from profiles.domain.date_plan import (
    MOST,
    NOTE,
    DatePlan,
    check_time,
    checked_place,
    hash_secret,
    new_secret,
)
from profiles.errors import NotOffered, NotYetAnswered, TooManyPlans
from profiles.ports import Conversations, Pause
from profiles.storage import ProfilesUnit
from profiles.usecases.profile.find_viewer import find_viewer


@dataclass(frozen=True)
class PlannedDate:
    partner_id: UUID
    place: str
    meets_at: datetime
    note: str


@dataclass(frozen=True)
class SharedPlan:
    """A plan as its link shows it. `card` and `media`, the name of the files of the main photo, are missing while the
    member who made it may not see the other one. `refusal` is the token of the link that refuses further messages, for
    the person who was told."""

    plan: DatePlan
    maker: str
    card: Card | None
    media: str | None
    refusal: str | None = None


def list_plans(reads: ProfilesUnit, member_id: UUID) -> list[DatePlan]:
    with reads:
        return reads.date_plans.of(member_id)


def make_plan(
    uow: ProfilesUnit, conversations: Conversations, pause: Pause, member_id: UUID, planned: PlannedDate, key: UUID
) -> UUID:
    """Store a plan, once per key. Returns its id.

    Raises NotFound for a member without a conversation with this one or not visible to them, NotYetAnswered until both
    have written, NotOffered with a fictional profile, TooManyPlans, Unavailable while chat does not answer, and errors
    of the fields.
    """
    place, note = checked_place(planned.place), NOTE.checked("note", planned.note) or ""
    partner_id = planned.partner_id
    have_both_written = conversations.have_both_written(member_id, partner_id)

    def make() -> dict[str, str]:
        check_time(planned.meets_at, uow.now())
        # The row of the member is locked, so that plans made at once are counted one after the other; that of the
        # other one stays until the plan is committed, and their erasure finds it.
        if not uow.profiles.lock(member_id) or not uow.profiles.lock_shared(partner_id):
            raise NotFound()
        cards = uow.cards.shown(member_id, [partner_id])
        if not cards or not uow.date_plans.have_conversation(member_id, partner_id):
            raise NotFound()
        if cards[0].fictional:
            raise NotOffered()
        if not have_both_written:
            raise NotYetAnswered()
        if len(uow.date_plans.of(member_id)) >= MOST:
            raise TooManyPlans(limit=MOST)
        plan = DatePlan(
            id=new_id(),
            member_id=member_id,
            partner_id=partner_id,
            partner_name=cards[0].name,
            place=place,
            meets_at=planned.meets_at,
            note=note,
            is_shared=False,
        )
        uow.date_plans.add(plan)
        return {"id": str(plan.id)}

    with uow:
        find_viewer(uow, pause, member_id)
        body = {"partner": str(partner_id), "place": place, "note": note, "at": planned.meets_at.isoformat()}
        answer = once(uow.session, actor=str(member_id), operation="date_plan", key=key, body=body, do=make)
        uow.commit()
    return UUID(answer["id"])


def share_plan(uow: ProfilesUnit, member_id: UUID, plan_id: UUID) -> str:
    """Return the secret of a new link, which ends the earlier one. Raises NotFound."""
    secret = new_secret()
    with uow:
        if not uow.date_plans.share(member_id, plan_id, hash_secret(secret)):
            raise NotFound()
        uow.commit()
    return secret


def end_plan(uow: ProfilesUnit, member_id: UUID, plan_id: UUID) -> None:
    """Delete a plan, and its link with it; without such a plan nothing is to do."""
    with uow:
        uow.date_plans.remove(member_id, plan_id)
        uow.commit()


def read_shared_plan(reads: ProfilesUnit, contacts: DateContacts, pool: int, secret: str) -> SharedPlan:
    """Read the plan behind a link without a login. Raises NotFound for every link that shows none."""
    with reads:
        found = reads.date_plans.behind(hash_secret(secret), pool)
        if found is None:
            raise NotFound()
        plan, maker, address_hash = found
        card = next(iter(reads.cards.shown(plan.member_id, [plan.partner_id])), None)
        photo = card and card.main_photo
        shown = reads.photos.media(plan.member_id, photo.id) if photo else None
        refusal = contacts.refusal(address_hash) if address_hash else None
        return SharedPlan(plan, maker, card, shown[0] if shown else None, refusal)
