"""Bursts of sign-ups become suspect, and settle when their evidence comes: in report, experiment and postbacks."""

from datetime import datetime, timedelta

import pytest
from lander.domain.burst import LEAST_ROOM, WARM_UP_ROOM
from lander.tests.consuming import consume
from lander.tests.integration.test_suspects import ann, network, signs, total
from lander.tests.postbacks import Network, drain, due_now
from lander.tests.purchases import NOW, Buyer
from lander.usecases.settle_bursts import settle_bursts
from lander.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.together import at_once
from sqlalchemy import text

__all__ = ["network"]
# In one whole hour: a sign-up a second before midnight is of another day and hour than the next one.
LATELY, DAYS_AGO = ((NOW - timedelta(hours=hours)).replace(minute=1, second=0) for hours in (2, 50))


def joined(wired: Wiring, at: datetime, count: int) -> list[Buyer]:
    buyers = [Buyer("video", "northwind", age_days=(NOW - at) / timedelta(days=1)) for _ in range(count)]
    for each in buyers:
        consume(wired, each.signs_up(sub1="click"))
    return buyers


def settled(wired: Wiring) -> int:
    return settle_bursts(wired.unit_of_work)


def test_a_burst_is_suspect_as_a_whole_and_settles_when_a_part_confirms(
    wired: Wiring, database: Database, network: Network
) -> None:
    launch = joined(wired, DAYS_AGO, 2 * LEAST_ROOM)
    assert set(signs(database)) == {"burst"}
    assert (total(wired).sign_ups, total(wired).suspect_sign_ups) == (0, 40)

    for each in launch[:9]:
        consume(wired, each.confirms())
    assert settled(wired) == 0
    assert (total(wired).sign_ups, total(wired).suspect_sign_ups) == (9, 31)
    consume(wired, launch[9].confirms())
    assert settled(wired) == 30

    assert (total(wired).sign_ups, total(wired).suspect_sign_ups, total(wired).confirmed) == (40, 0, 10)
    due_now(database)
    drain(wired, network)
    assert sorted(network.goals) == ["confirmed"] * 10 + ["lead"] * 40
    assert settled(wired) == 0


def test_an_hour_that_proved_itself_is_suspect_again_when_a_forgery_joins_it(
    wired: Wiring, database: Database, network: Network
) -> None:
    for each in joined(wired, DAYS_AGO, 30)[:8]:
        consume(wired, each.confirms())
    assert settled(wired) == 22

    joined(wired, DAYS_AGO, 3)

    assert signs(database) == [None] * 8 + ["burst"] * 25
    assert settled(wired) == 0


def test_a_purchase_is_evidence_for_its_buyer_and_for_three_others_each(
    wired: Wiring, database: Database, network: Network
) -> None:
    launch = joined(wired, DAYS_AGO, 21)
    consume(wired, launch[0].pays(1210, 210))
    assert signs(database) == [None] + ["burst"] * 20

    consume(wired, launch[1].pays(1210, 210))

    assert settled(wired) == 19


def test_a_new_network_warms_up_and_has_a_day_to_prove_itself(
    wired: Wiring, database: Database, network: Network
) -> None:
    joined(wired, LATELY, WARM_UP_ROOM)
    assert set(signs(database)) == {None}

    with database.engine.begin() as connection:
        connection.execute(text("UPDATE leads SET signed_up_at = signed_up_at - interval '1 day'"))
        connection.execute(text("UPDATE sign_up_hours SET hour = hour - interval '1 day'"))
    assert settled(wired) == 0

    assert set(signs(database)) == {"burst"}


def test_a_declaration_makes_room(wired: Wiring, database: Database, network: Network) -> None:
    with wired.unit_of_work() as uow:
        uow.networks.expect("pairwise", "northwind", 4 * (WARM_UP_ROOM + 10))
        uow.commit()

    joined(wired, LATELY, WARM_UP_ROOM + 10)
    assert set(signs(database)) == {None}
    joined(wired, LATELY, 1)
    assert set(signs(database)) == {"burst"}


def test_networks_the_site_does_not_know_share_one_hour(wired: Wiring, database: Database) -> None:
    for number in range(LEAST_ROOM + 1):
        consume(wired, Buyer("video", f"n{number}", age_days=2).signs_up(sub1="click"))

    assert set(signs(database)) == {"burst"}


@pytest.mark.parametrize("events", ["sign_ups", "confirmations"])
def test_events_of_an_hour_at_once_are_all_counted(
    wired: Wiring, database: Database, network: Network, events: str
) -> None:
    buyers = [ann() for _ in range(LEAST_ROOM + 4)]
    at_once(*[lambda each=each: consume(wired, each.signs_up()) for each in buyers])
    if events == "confirmations":
        at_once(*[lambda each=each: consume(wired, each.confirms()) for each in buyers], lambda: settled(wired))

    settled(wired)
    with database.engine.connect() as connection:
        [row] = connection.execute(text("SELECT sign_ups, confirmed FROM sign_up_hours")).all()
    assert row == ((24, 24) if events == "confirmations" else (24, 0))
    assert set(signs(database)) == ({None} if events == "confirmations" else {"burst"})
