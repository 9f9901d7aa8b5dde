"""Sales by discount code: the purchases of each, with what became of their money."""

from datetime import timedelta

from google.protobuf.message import Message
from lander.domain.report import Dimension, Payout, Report, ReportQuery
from lander.domain.report_table import header, lines
from lander.tests.consuming import consume
from lander.tests.purchases import NOW, Buyer, comes_again, goes_back
from lander.usecases.make_report import make_report
from lander.wiring import Wiring
from pairwise.billing.v1.events_pb2 import PaymentCompleted
from shared.kit.db import Database


def by_code(wired: Wiring, *more: Dimension) -> Report:
    first, after = NOW.date() - timedelta(days=400), NOW.date() + timedelta(days=2)
    return make_report(wired.unit_of_work(), ReportQuery("pairwise", first, after, (Dimension.CODE, *more)))


def paid_with(buyer: Buyer, code: str, minor: int = 1210, vat: int = 210) -> PaymentCompleted:
    event = buyer.pays(minor, vat)
    event.discount_code = code
    return event


def test_each_code_has_its_purchases_discounts_and_net(wired: Wiring, database: Database) -> None:
    ann, bo = Buyer(network="northwind"), Buyer()
    spring, back, autumn = paid_with(ann, "SPRING"), paid_with(bo, "SPRING"), paid_with(bo, "AUTUMN", 605, 105)
    reversal = goes_back(back, 1210, 210, "chargeback")
    events: list[Message] = [ann.signs_up(), bo.signs_up(), spring, back, autumn, reversal, bo.pays(2420, 420)]
    consume(wired, *events, *events)

    report = by_code(wired)

    found = {row.key[0]: row.money("EUR") for row in report.rows}
    assert {code: (money.purchases, money.gross, money.net) for code, money in found.items()} == {
        "SPRING": (2, 2420, 1000),
        "AUTUMN": (1, 605, 500),
        "": (1, 2420, 2000),
    }
    assert found["SPRING"].discount == 200
    assert (report.total.money("EUR").net, report.total.sign_ups, report.total.views) == (3500, 0, 0)
    assert not report.query.has_sign_ups
    consume(wired, comes_again(reversal))
    assert {row.key[0]: row.money("EUR").net for row in by_code(wired).rows}["SPRING"] == 2000


def test_the_codes_of_a_network_owe_what_its_purchases_owe(wired: Wiring, database: Database) -> None:
    with wired.unit_of_work() as uow:
        uow.networks.add("pairwise", "northwind")
        uow.networks.pay("pairwise", "northwind", Payout("share", share=5000))
        uow.commit()
    ann = Buyer(network="northwind")
    consume(wired, ann.signs_up(), paid_with(ann, "SPRING"), paid_with(Buyer(), "SPRING"))

    rows = {row.key: row.money("EUR").payout for row in by_code(wired, Dimension.NETWORK).rows}
    assert rows == {("SPRING", "northwind"): 500, ("SPRING", ""): 0}


def test_the_file_has_the_codes(wired: Wiring, database: Database) -> None:
    consume(wired, paid_with(Buyer(), "SPRING"))

    report = by_code(wired)
    [line] = [dict(zip(header(report), each, strict=True)) for each in lines(report)]
    assert (line["code"], line["purchases"], line["net"]) == ("SPRING", "1", "10.00")
