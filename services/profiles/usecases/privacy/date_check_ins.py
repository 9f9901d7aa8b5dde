"""Check-ins of dates: set, answered by the member, or missed, which tells the person they chose exactly once."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from shared.kit.core import NotFound, fault_point

from profiles.date_contacts import DateContacts, SealedContact
from profiles.domain.check_in import (
    MOST_CONTACTS,
    CheckIn,
    CheckInAnswer,
    CheckInState,
    check_question,
    check_words,
    checked_person,
    most_of_address,
)
from profiles.domain.date_plan import DatePlan, hash_secret, new_secret, new_short_secret
from profiles.errors import CheckInEnded, ContactRefused, TooManyContacts, TooManyTexts
from profiles.events.published import date_check_in_cleared, date_check_in_due, date_check_in_missed
from profiles.storage import ProfilesUnit

BATCH = 100


@dataclass(frozen=True)
class WantedCheckIn:
    plan_id: UUID
    name: str
    email: str | None
    phone: str | None
    ask_at: datetime
    grace_minutes: int
    time_zone: str


@dataclass(frozen=True)
class TextRules:
    """Who may be told by text message: numbers of these countries, and so many within a day. None where it is off."""

    countries: Collection[str]
    most: int


@dataclass(frozen=True)
class MissedDate:
    """What a message to the chosen person says. The plan is by its rows, as its member wrote it."""

    contact: SealedContact
    maker: str
    partner: str
    place: str
    meets_at: datetime
    note: str
    refusal: str
    # Since then the person may know that the member is fine.
    fine_at: datetime | None


def list_check_ins(
    reads: ProfilesUnit, contacts: DateContacts, member_id: UUID
) -> dict[UUID, tuple[CheckIn, SealedContact]]:
    with reads:
        return {plan_id: (each, contacts.open(each.sealed)) for plan_id, each in reads.check_ins.of(member_id).items()}


def set_check_in(
    uow: ProfilesUnit,
    contacts: DateContacts,
    member_id: UUID,
    wanted: WantedCheckIn,
    texts: TextRules,
    site: str,
    locale: str,
) -> None:
    """Set the check-in of a plan, in place of an earlier one.

    Raises NotFound without such a plan, ContactRefused, TooManyContacts, TooManyTexts, CheckInEnded once the person was
    told, NotOffered for a number where text messages are off, and errors of the fields.
    """
    person = checked_person(wanted.name, wanted.email, wanted.phone, wanted.time_zone, texts.countries)
    with uow:
        # Check-ins of one member that are set at once are counted one after the other.
        if not uow.profiles.lock(member_id):
            raise NotFound()
        plan = _plan(uow, member_id, wanted.plan_id)
        check_words(plan, person)
        check_question(plan, wanted.ask_at, uow.now())
        hashes = contacts.hashes(person.address)
        uow.check_ins.lock_address(hashes)
        if person.is_texted and uow.check_ins.texts_named(member_id, plan.id, hashes[0]) >= texts.most:
            raise TooManyTexts(limit=texts.most)
        if not uow.check_ins.name_contact(member_id, plan.id, hashes[0], MOST_CONTACTS, is_texted=person.is_texted):
            raise TooManyContacts(limit=MOST_CONTACTS)
        # One answer for both, which says neither what the person has done nor what other members have.
        others = uow.check_ins.count_of_address(hashes, plan.id)
        if uow.check_ins.is_refused(hashes) or others >= most_of_address(hashes[0]):
            # The attempt counts as named: a member may try five addresses a day.
            uow.commit()
            raise ContactRefused()
        secret = new_short_secret() if person.is_texted else new_secret()
        sealed = contacts.close(SealedContact(person, secret, site, locale))
        stored = uow.check_ins.set(
            member_id, plan.id, wanted.ask_at, wanted.grace_minutes, hash_secret(secret), hashes[0], sealed
        )
        if not stored:
            raise CheckInEnded()
        uow.commit()


def remove_check_in(uow: ProfilesUnit, member_id: UUID, plan_id: UUID) -> None:
    """Delete a check-in with its person; without one nothing is to do. Raises CheckInEnded once the person was told."""
    with uow:
        uow.check_ins.remove(member_id, plan_id)
        is_told = plan_id in uow.check_ins.of(member_id)
        uow.commit()
    if is_told:
        raise CheckInEnded()


def answer_check_in(uow: ProfilesUnit, member_id: UUID, plan_id: UUID, answer: CheckInAnswer) -> CheckIn:
    """Return the check-in after the answer; one that comes too late finds the person told, and changes nothing.

    After that the person gets to know once that the member is fine (TELL_FINE), unless no message reaches them: then
    `fine_at` stays None.

    Raises NotFound without a check-in, and CheckInEnded where the question cannot be put off.
    """
    with uow:
        match answer:
            case CheckInAnswer.FINE:
                uow.check_ins.answer(member_id, plan_id)
            case CheckInAnswer.LATER:
                uow.check_ins.put_off(member_id, plan_id)
            case CheckInAnswer.TELL:
                _tell(uow, *uow.check_ins.miss(member_id, plan_id))
            case CheckInAnswer.TELL_FINE:
                if uow.check_ins.clear(member_id, plan_id):
                    uow.announce(date_check_in_cleared(plan_id, member_id))
        now = uow.check_ins.of(member_id).get(plan_id)
        uow.commit()
    if now is None:
        raise NotFound()
    if answer is CheckInAnswer.LATER and now.state is CheckInState.ASKED:
        raise CheckInEnded()
    return now


def settle_check_ins(units: Callable[[], ProfilesUnit]) -> int:
    """Ask members whose time has come, and tell the people of those who did not answer. Returns how many were due."""
    with units() as uow:
        due = uow.check_ins.take_due(BATCH)
        for plan_id, member_id in due:
            uow.announce(date_check_in_due(plan_id, member_id))
        missed = uow.check_ins.take_missed(BATCH)
        _tell(uow, *missed)
        fault_point("profiles.check_ins.before_commit")
        uow.commit()
    return len(due) + len(missed)


def read_missed_date(reads: ProfilesUnit, contacts: DateContacts, plan_id: UUID) -> MissedDate:
    """Read the message to the chosen person. Raises NotFound once the check-in was answered or has ended, and for an
    address that has refused such messages, also before its hash was made by another key."""
    with reads:
        found = reads.check_ins.contact_of(plan_id)
        if found is None:
            raise NotFound()
        plan, maker, check_in = found
        contact = contacts.open(check_in.sealed)
        if reads.check_ins.is_refused([check_in.address_hash, *contacts.hashes(contact.person.address)]):
            raise NotFound()
    return MissedDate(
        contact=contact,
        maker=maker,
        partner=plan.partner_name,
        place=plan.place,
        meets_at=plan.meets_at,
        note=plan.note,
        refusal=contacts.refusal(check_in.address_hash),
        fine_at=check_in.fine_at,
    )


def refuse_plan_mails(uow: ProfilesUnit, contacts: DateContacts, token: str) -> None:
    """Send no message about a plan to the address or number of this link any more. Raises RefusalLinkInvalid."""
    address_hash = contacts.refused(token)
    with uow:
        uow.check_ins.refuse(address_hash)
        uow.commit()


def _plan(uow: ProfilesUnit, member_id: UUID, plan_id: UUID) -> DatePlan:
    for plan in uow.date_plans.of(member_id):
        if plan.id == plan_id:
            return plan
    raise NotFound()


def _tell(uow: ProfilesUnit, *missed: tuple[UUID, UUID]) -> None:
    for plan_id, member_id in missed:
        uow.announce(date_check_in_missed(plan_id, member_id))
