"""The report against sums made another way, from the same events."""

import csv
from collections import defaultdict
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from google.protobuf.message import Message
from lander.domain.report import LIFETIMES, Dimension, Payout, ReportQuery, ReportRow
from lander.domain.suspicion import Suspicion
from lander.domain.view import View
from lander.networks import main as networks
from lander.report import main as report_command
from lander.tests.consuming import consume
from lander.tests.purchases import NOW, Buyer, comes_again, goes_back
from lander.usecases.make_report import make_report
from lander.wiring import Wiring
from shared.kit.db import Database

FIRST, AFTER = NOW.date() - timedelta(days=500), NOW.date() + timedelta(days=1)
CURRENCIES = ("EUR", "PLN", "SEK")


def rows(wired: Wiring, *by: Dimension, site: str = "pairwise") -> dict[tuple[str, ...], ReportRow]:
    report = make_report(wired.unit_of_work(), ReportQuery(site, FIRST, AFTER, by or (Dimension.PAGE,)))
    return {row.key: row for row in report.rows}


def count_views(wired: Wiring, *views: View) -> None:
    with wired.unit_of_work() as uow:
        for view in views:
            uow.views.count(view)
        uow.commit()


def lives(random: Random, buyer: Buyer, truth: dict[str, Any]) -> list[Message]:
    """The events of a member's life, with the sums they should make."""
    events: list[Message] = [buyer.signs_up()]
    truth["sign_ups"] += 1
    if random.random() < 0.6:
        events.append(buyer.confirms())
        truth["confirmed"] += 1
    purchases = random.choice([0, 0, 1, 2, 3])
    truth["first_purchases"] += bool(purchases)
    for _ in range(purchases):
        minor, day, currency = random.randint(100, 9000), random.uniform(0, buyer.age_days), random.choice(CURRENCIES)
        vat = minor * 21 // 121
        paid = buyer.pays(minor, vat, after_days=day, currency=currency)
        flows, reasons = [(day, minor - vat)], []
        events.append(paid)
        if random.random() < 0.5:
            part = random.randint(1, minor)
            part_vat, reason = part * 21 // 121, random.choice(["withdrawal", "refund", "chargeback", "discount_used"])
            later = random.uniform(0, 10)
            back = goes_back(paid, part, part_vat, reason, after_days=later)
            events.append(back)
            flows.append((day + later, part_vat - part))
            reasons.append((reason, part))
            if reason == "chargeback" and random.random() < 0.5:
                events.append(comes_again(back))
                flows.append((day + later + 1 / 24, part - part_vat))
                reasons.append(("restored", -part))
        add_up(truth["money"][currency], minor, vat, flows, reasons, buyer.age_days)
    return events


def add_up(
    money: dict[str, int],
    minor: int,
    vat: int,
    flows: list[tuple[float, int]],
    reasons: list[tuple[str, int]],
    age_days: float,
) -> None:
    money["gross"] += minor
    money["vat"] += vat
    money["purchases"] += 1
    money["net"] += sum(flow for _, flow in flows)
    money["charged_back"] += sum(part for reason, part in reasons if reason in ("chargeback", "restored")) > 0
    for reason, part in reasons:
        money[reason] += part
    for days in LIFETIMES:
        if age_days >= days:
            money[f"ltv_{days}"] += sum(flow for at, flow in flows if at < days)


@pytest.mark.parametrize("seed", range(4))
def test_the_report_is_the_sum_of_the_events(wired: Wiring, database: Database, seed: int) -> None:
    random = Random(seed)  # noqa: S311 - a history that can be repeated
    with wired.unit_of_work() as uow:
        uow.networks.add("pairwise", "northwind")
        uow.commit()
    truth: dict[tuple[str, str], Any] = defaultdict(
        lambda: {"sign_ups": 0, "confirmed": 0, "first_purchases": 0, "money": defaultdict(lambda: defaultdict(int))}
    )
    events: list[Message] = []
    for _ in range(60):
        buyer = Buyer(
            random.choice(["video", "gallery"]), random.choice(["", "northwind"]), age_days=random.uniform(1, 400)
        )
        events += lives(random, buyer, truth[buyer.page, buyer.network])
    random.shuffle(events)

    consume(wired, *events)

    found = rows(wired, Dimension.PAGE, Dimension.NETWORK)
    assert found.keys() == truth.keys()
    for key, expected in truth.items():
        row = found[key]
        assert (row.sign_ups, row.confirmed, row.first_purchases) == (
            expected["sign_ups"],
            expected["confirmed"],
            expected["first_purchases"],
        )
        assert row.revenue.keys() == expected["money"].keys()
        for currency, money in expected["money"].items():
            got = row.revenue[currency]
            reported = {"gross": got.gross, "vat": got.vat, "purchases": got.purchases, "net": got.net}
            reported |= {"charged_back": got.charged_back} | got.reversed
            reported |= {f"ltv_{days}": got.lifetime[days] for days in LIFETIMES}
            assert {name: value for name, value in reported.items() if value} == {
                name: value for name, value in money.items() if value
            }


@pytest.mark.parametrize("dimension", [each for each in Dimension if each is not Dimension.CODE])
def test_rows_of_every_dimension_add_up_to_the_same_total(
    wired: Wiring, database: Database, dimension: Dimension
) -> None:
    buyers = [Buyer(age_days=days) for days in (1, 8, 40)]
    consume(wired, *(buyer.signs_up(ref="r", sub1=f"s{n}") for n, buyer in enumerate(buyers)))
    consume(wired, *(buyer.pays(1000, 100) for buyer in buyers))

    found = rows(wired, dimension)

    assert sum(row.sign_ups for row in found.values()) == 3
    assert sum(row.revenue["EUR"].net for row in found.values()) == 2700
    assert len(found) == (3 if dimension in ("sub1", "day", "week") else 1)


def test_views_stand_beside_the_sign_ups_and_suspects_apart(wired: Wiring, database: Database) -> None:
    genuine = View("pairwise", "video", 0, 0, "", "en")
    suspect = View("pairwise", "video", 0, 0, "", "en", Suspicion.PROGRAM)
    count_views(wired, genuine, genuine, suspect, View("iskra", "video", 0, 0, "", "en"))
    consume(wired, Buyer(age_days=0).signs_up())

    [row] = rows(wired).values()
    assert (row.key, row.views, row.suspects, row.bounced, row.sign_ups) == (("video",), 2, 1, 2, 1)
    [by_ref] = rows(wired, Dimension.REF).values()
    assert (by_ref.views, by_ref.sign_ups) == (0, 1)


def test_rare_sub_ids_share_a_line(wired: Wiring, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lander.storage.report.MOST_VALUES", 2)
    buyers = [Buyer() for _ in range(5)]
    for buyer, sub1 in zip(buyers, ["b", "a", "a", "c", "d"], strict=True):
        consume(wired, buyer.signs_up(sub1=sub1), buyer.pays(1000))

    found = rows(wired, Dimension.SUB1)

    assert {key: (row.sign_ups, row.revenue["EUR"].gross) for key, row in found.items()} == {
        ("a",): (2, 2000),
        ("b",): (1, 1000),
        ("(others)",): (2, 2000),
    }


def test_a_brand_sees_nothing_of_another(wired: Wiring, database: Database) -> None:
    bo = Buyer(site="iskra")
    consume(wired, bo.signs_up(), bo.pays(1000))

    assert rows(wired) == {}
    assert rows(wired, site="iskra")["video",].revenue["EUR"].gross == 1000


def test_a_lifetime_waits_until_a_sign_up_is_that_old(wired: Wiring, database: Database) -> None:
    old, new = Buyer(age_days=8), Buyer(age_days=0.5)
    consume(wired, old.signs_up(), new.signs_up(), old.pays(1000), new.pays(3000))

    [row] = rows(wired).values()
    assert [row.lifetime_value("EUR", days) for days in (1, 7, 30)] == [1000, 1000, None]


def test_what_a_network_is_owed_follows_from_its_goal(
    wired: Wiring, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", wired.settings.database_url)
    assert networks(["add", "pairwise", "northwind"]) == 0
    ann, bo = Buyer(network="northwind"), Buyer(network="northwind")
    lost = bo.pays(1000, 100)
    consume(wired, ann.signs_up(), bo.signs_up(), ann.confirms(), ann.pays(2000, 200), lost, goes_back(lost, 1000, 100))

    def owed(*payout: str) -> dict[str, int]:
        assert networks(["pay", "pairwise", "northwind", *payout]) == 0
        [row] = rows(wired).values()
        return {currency: money.payout for currency, money in row.revenue.items() if money.payout}

    assert owed("lead", "2.50", "EUR") == {"EUR": 500}
    assert owed("confirmed", "3", "USD") == {"USD": 300}
    assert owed("sale", "40", "EUR") == {"EUR": 4000}
    assert owed("share", "30") == {"EUR": 540}


def test_costs_are_entered_and_corrected(wired: Wiring, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", wired.settings.database_url)
    networks(["add", "pairwise", "northwind"])
    day = NOW.date().isoformat()

    for cost in ("100", "120.50"):
        assert networks(["cost", "pairwise", "northwind", day, cost, "EUR", "--by", "Ann"]) == 0

    assert rows(wired, Dimension.NETWORK)["northwind",].revenue["EUR"].cost == 12050


@pytest.mark.parametrize(
    "arguments",
    [
        ["add", "pairwise", "a name"],
        ["pay", "pairwise", "nobody", "lead", "1", "EUR"],
        ["pay", "pairwise", "northwind", "lead", "1.234", "EUR"],
        ["pay", "pairwise", "northwind", "lead", "-1", "EUR"],
        ["pay", "pairwise", "northwind", "lead", "many", "EUR"],
        ["pay", "pairwise", "northwind", "lead", "1"],
        ["pay", "pairwise", "northwind", "share", "101"],
        ["cost", "pairwise", "nobody", "2026-01-01", "1", "EUR", "--by", "Ann"],
    ],
)
def test_a_command_that_makes_no_sense_changes_nothing(
    wired: Wiring, database: Database, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", wired.settings.database_url)
    networks(["add", "pairwise", "northwind"])

    assert networks(arguments) == 1
    with wired.unit_of_work() as uow:
        assert uow.reports.payouts("pairwise") == {}


def test_the_command_prints_csv(
    wired: Wiring, database: Database, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", wired.settings.database_url)
    ann = Buyer(age_days=2)
    paid = ann.pays(999, 173)
    consume(wired, ann.signs_up(), paid, goes_back(paid, 100, 17, "chargeback"), ann.pays(500, currency="PLN"))

    assert report_command(["pairwise", "--by", "page,network"]) == 0
    names, euros, zlotys = csv.reader(capsys.readouterr().out.splitlines())
    assert dict(zip(names, euros, strict=True)).items() >= {
        "page": "video", "sign_ups": "1", "currency": "EUR", "gross": "9.99", "vat": "1.73", "net": "7.43",
        "reversed_chargeback": "1.00", "chargeback_share": "1.0000", "ltv_1": "7.43", "ltv_7": "",
    }.items()  # fmt: skip
    assert dict(zip(names, zlotys, strict=True)).items() >= {"sign_ups": "", "currency": "PLN", "net": "5.00"}.items()
    assert report_command(["pairwise", "--from", "2026-01-02", "--to", "2026-01-02"]) == 1


@pytest.mark.parametrize("by", ["", "page,page", "age", "page,network,day,week"])
def test_a_dimension_that_is_none_is_refused(by: str) -> None:
    with pytest.raises(SystemExit):
        report_command(["pairwise", "--by", by])


def test_a_share_of_a_loss_is_nothing() -> None:
    row = ReportRow()
    row.money("EUR").reversed = {"refund": 100}

    row.owe(Payout("share", share=3000))

    assert row.money("EUR").payout == 0
