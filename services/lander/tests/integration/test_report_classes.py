"""Rows by sub id, country, device, language and hour have the sums of all other reports."""

from datetime import UTC, date, timedelta

import psycopg
import pytest
from lander.domain.report import Dimension, ReportQuery, ReportRow
from lander.domain.suspicion import Suspicion
from lander.domain.view import View
from lander.tests.consuming import consume
from lander.tests.integration.test_views import PERSON, count
from lander.tests.purchases import NOW, Buyer
from lander.usecases.forget_sub_ids import forget_sub_ids
from lander.usecases.make_report import make_report
from lander.wiring import Wiring
from pairwise.identity.v1.events_pb2 import ConsentChanged, MemberErased
from shared.kit.db import Database
from shared.kit.http import device_class_of
from shared.kit.testing.web import Browser

PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1"
AN_AGENT = {
    PHONE: "phone",
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36": "phone",
    "Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 Chrome/130.0 Safari/537.36": "tablet",
    "Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) Version/12.1 Mobile/15E148 Safari/604.1": "tablet",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko/20100101 Firefox/132.0": "desktop",
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/130.0 Safari/537.36": "desktop",
    "curl/8.0": "",
    "": "",
}


@pytest.mark.parametrize(("agent", "device"), AN_AGENT.items())
def test_a_device_has_one_of_three_classes(agent: str, device: str) -> None:
    assert device_class_of(agent) == device


def rows(wired: Wiring, *by: Dimension) -> dict[tuple[str, ...], ReportRow]:
    query = ReportQuery("pairwise", NOW.date() - timedelta(days=60), NOW.date() + timedelta(days=1), by)
    report = make_report(wired.unit_of_work(), query)
    assert report.total.views == sum(row.views for row in report.rows)
    assert report.total.sign_ups == sum(row.sign_ups for row in report.rows)
    return {row.key: row for row in report.rows}


def test_views_and_sign_ups_meet_in_the_rows_of_each_class(wired: Wiring, database: Database) -> None:
    seen = View("pairwise", "video", 0, 0, "", "nl", country="NL", device="phone")
    program = View("pairwise", "video", 0, 0, "", "nl", Suspicion.PROGRAM, country="NL", device="phone")
    with wired.unit_of_work() as uow:
        for view in (seen, seen, program, View("pairwise", "video", 0, 0, "", "en")):
            uow.views.count(view)
        uow.views.count_continuation(seen)
        uow.commit()
    buyer = Buyer(age_days=2)
    event = buyer.signs_up()
    event.country, event.locale, event.arrival.device = "NL", "nl", "phone"
    consume(wired, event, buyer.pays(1000))

    with wired.unit_of_work() as uow:
        hour = f"{uow.now():%H}"
    by_class = rows(wired, Dimension.COUNTRY, Dimension.DEVICE, Dimension.LANGUAGE)
    mine = by_class["NL", "phone", "nl"]
    assert (mine.views, mine.suspects, mine.went_on, mine.sign_ups, mine.revenue["EUR"].gross) == (2, 1, 1, 1, 1000)
    assert by_class["", "", "en"].views == 1
    assert rows(wired, Dimension.HOUR)[hour,].views == 3
    assert rows(wired, Dimension.HOUR)[f"{buyer.signed_up_at:%H}",].sign_ups == 1
    assert rows(wired, Dimension.LANGUAGE)["nl",].views == 2


def test_a_page_counts_the_class_of_its_visitor(browser: Browser, wired: Wiring) -> None:
    # Of a registry's block for the Netherlands.
    for agent, address in ((PHONE, "193.0.6.139"), (PERSON["User-Agent"], "not an address")):
        assert count(browser, headers=PERSON | {"User-Agent": agent, "X-Forwarded-For": address}) == 202

    found = {key: row.views for key, row in rows(wired, Dimension.COUNTRY, Dimension.DEVICE).items()}
    assert found["NL", "phone"] == 1
    assert sum(found.values()) == 2
    assert {device for _, device in found} == {"phone", "desktop"}


def test_five_sub_ids_are_reported_after_a_yes_and_go_with_it(wired: Wiring, database: Database) -> None:
    named = {f"sub{number}": f"value-{number}" for number in range(1, 6)}
    withdraws, erased, stays = Buyer(age_days=1), Buyer(age_days=1), Buyer(age_days=1)
    for buyer in (withdraws, erased, stays):
        consume(wired, buyer.signs_up(**named))
    for name, value in named.items():
        assert rows(wired, Dimension(name))[value,].sign_ups == 3

    consume(wired, ConsentChanged(member_id=withdraws.member_id, kind="attribution", given=False))
    consume(wired, MemberErased(member_id=erased.member_id))
    for name, value in named.items():
        assert rows(wired, Dimension(name))[value,].sign_ups == 1

    with psycopg.connect(database.dsn) as connection:
        connection.execute("UPDATE leads SET sub5 = 'left by the release before' WHERE withdrawn_at IS NOT NULL")
    assert forget_sub_ids(wired.unit_of_work, timedelta(days=120)) == 1
    assert ("left by the release before",) not in rows(wired, Dimension.SUB5)
    assert forget_sub_ids(wired.unit_of_work, timedelta(0)) == 1
    assert set(rows(wired, Dimension.SUB4)) == {("",)}


def test_an_erased_member_has_no_hour(wired: Wiring, database: Database) -> None:
    buyer = Buyer(age_days=1)
    consume(wired, buyer.signs_up(), MemberErased(member_id=buyer.member_id))
    assert set(rows(wired, Dimension.HOUR)) == {("",)}
    assert date.fromisoformat(next(iter(rows(wired, Dimension.DAY)))[0]) == buyer.signed_up_at.astimezone(UTC).date()
