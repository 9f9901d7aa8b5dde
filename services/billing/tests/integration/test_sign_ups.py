"""Sign-ups that arrive together open the wallets that they would open one by one."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from billing.events.from_identity import open_new_wallets
from billing.tests.makers import a_charge, balance, nothing_is_off
from billing.wiring import Wiring
from billing.worker import consumers
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pairwise.billing.v1.events_pb2 import CreditsChanged
from pairwise.identity.v1.events_pb2 import MemberSignedUp
from shared.kit.core import subject_of
from shared.kit.db import Database
from shared.kit.events.consumers import handle_all
from shared.kit.testing.announced import announced
from shared.kit.testing.database import empty
from shared.kit.testing.nats_messages import nats_message

pytestmark = pytest.mark.usefixtures("database")
SITES = ("pairwise", "iskra")
AT = datetime(2026, 1, 1, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Member:
    """A member who signs up; `has_charge` opened the wallet before, at the default site."""

    id: UUID
    site: str
    has_charge: bool
    signed_up_at: datetime | None
    country: str

    @property
    def event(self) -> MemberSignedUp:
        event = MemberSignedUp(member_id=str(self.id), site=self.site, country=self.country)
        if self.signed_up_at:
            event.signed_up_at.FromDatetime(self.signed_up_at)
        return event


MEMBERS = st.lists(
    st.builds(
        Member,
        st.uuids(version=4),
        st.sampled_from(SITES),
        st.booleans(),
        st.sampled_from([None, AT, AT + timedelta(hours=1)]),
        st.sampled_from(["", "NL"]),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda member: member.id,
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(members=MEMBERS, data=st.data())
def test_however_they_are_fetched_each_member_has_one_wallet_with_one_gift(
    wired: Wiring, members: list[Member], data: st.DataObject
) -> None:
    empty(wired.database)
    for member in members:
        if member.has_charge:
            a_charge(wired, member.id)
    [consumer] = [each for each in consumers(wired) if each.subject == subject_of(MemberSignedUp)]
    messages = [nats_message(member.event) for member in members]
    again = data.draw(st.lists(st.sampled_from(messages), max_size=4))
    arrived = data.draw(st.permutations([*messages, *again]))

    while arrived:
        size = data.draw(st.integers(1, len(arrived)))
        handle_all(wired.unit_of_work, [(consumer, message) for message in arrived[:size]])
        arrived = arrived[size:]

    for member in members:
        gift = wired.sites.get(wired.default_site if member.has_charge else member.site)
        spent = 1 if member.has_charge else 0
        assert balance(wired, member.id) == (gift.signup_credits, gift.free_messages - spent)
        with wired.unit_of_work() as uow:
            wallet = uow.wallets.get(member.id)
        assert (wallet.site, wallet.country) == (member.site, member.country or None)
        assert member.signed_up_at in (None, wallet.signed_up_at)
    first = [event.member_id for event in announced(wired.database, CreditsChanged) if event.version == 1]
    assert sorted(first) == sorted(str(member.id) for member in members)
    assert nothing_is_off(wired)


def test_fields_that_a_sign_up_leaves_out_stay(wired: Wiring) -> None:
    ann = uuid4()
    reported = Member(ann, "pairwise", has_charge=False, signed_up_at=AT, country="NL")
    silent = Member(ann, "iskra", has_charge=False, signed_up_at=None, country="")

    with wired.unit_of_work() as uow:
        open_new_wallets(uow, [reported.event], wired)
        open_new_wallets(uow, [silent.event], wired)
        uow.commit()

    with wired.unit_of_work() as uow:
        wallet = uow.wallets.get(ann)
    assert (wallet.site, wallet.signed_up_at, wallet.country) == ("iskra", AT, "NL")


def test_a_member_named_twice_in_a_batch_has_one_wallet(wired: Wiring, database: Database) -> None:
    ann = uuid4()
    twice = [Member(ann, site, has_charge=False, signed_up_at=AT, country="NL") for site in SITES]

    with wired.unit_of_work() as uow:
        open_new_wallets(uow, [member.event for member in twice], wired)
        uow.commit()

    site = wired.sites.get("pairwise")
    assert balance(wired, ann) == (site.signup_credits, site.free_messages)
    with wired.unit_of_work() as uow:
        assert uow.wallets.get(ann).site == "iskra"
    assert len(announced(database, CreditsChanged)) == 1
    assert nothing_is_off(wired)
