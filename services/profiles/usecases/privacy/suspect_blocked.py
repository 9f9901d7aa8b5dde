"""Offers a member an account that may be the new one of a person they have blocked."""

from uuid import UUID

from shared.kit.core import Unavailable, logger

from profiles.domain.card import Card
from profiles.domain.same_person import PERSONAL, Sign, is_same_text, may_be_same
from profiles.ports import Accounts
from profiles.storage import ProfilesUnit


def suspect_blocked(uow: ProfilesUnit, accounts: Accounts, blocker_id: UUID, suspect_id: UUID) -> None:
    """Compare an account that has made contact with those the member blocked before it was made, in the caller's
    transaction. Identity is asked only beside a sign of the person; without its answer its signs are missing."""
    blocked_ids = uow.suspicions.blocked_before(blocker_id, suspect_id)
    if not blocked_ids:
        return
    with_photo = uow.suspicions.with_same_photo(suspect_id, blocked_ids)
    texts = uow.suspicions.texts([suspect_id, *blocked_ids])
    own = texts.pop(suspect_id, "")
    signs: dict[UUID, set[Sign]] = {each: set() for each in blocked_ids}
    for each in blocked_ids:
        signs[each] |= {Sign.PHOTO} if each in with_photo else set()
        signs[each] |= {Sign.TEXT} if is_same_text(own, texts.get(each, "")) else set()
    alike = [each for each in blocked_ids if signs[each] & PERSONAL]
    if not alike:
        return
    try:
        network, device = accounts.compare(suspect_id, alike)
    except Unavailable:
        logger().warning("accounts_not_compared")
        network, device = frozenset(), frozenset()
    for each in alike:
        found = signs[each] | ({Sign.NETWORK} if each in network else set())
        found |= {Sign.DEVICE} if each in device else set()
        if may_be_same(found):
            uow.suspicions.add(blocker_id, suspect_id, each)
            return


def list_suspected(reads: ProfilesUnit, member_id: UUID) -> list[tuple[Card, str]]:
    """The accounts offered to a member that they can see, each with the name of the blocked member."""
    with reads:
        found = {suspect: name for suspect, _, name in reads.suspicions.open(member_id)}
        return [(card, found[card.id]) for card in reads.cards.shown(member_id, list(found))]


def answer_suspicion(uow: ProfilesUnit, member_id: UUID, suspect_id: UUID) -> None:
    """Take the offer back: it is someone else. The same for an account that was never offered."""
    with uow:
        uow.suspicions.answer(member_id, suspect_id)
        uow.commit()
