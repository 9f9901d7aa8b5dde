"""Traffic of the last month on a demonstration, so that the report and its comparisons have figures.

It has no money: receipts are compared with billing's payments every night, and there are none behind made-up ones.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import psycopg
from psycopg.types.json import Jsonb

DAYS = 60
# Each with its weights.
COUNTRIES = (("NL", "DE", "GB"), (5, 3, 2))
DEVICES = (("phone", "desktop", "tablet"), (14, 5, 1))


@dataclass(frozen=True, slots=True)
class SeedSource:
    """A network's pace on one page: views a day, and the parts of them that go on and sign up."""

    page: str
    network: str
    views: int
    goes_on: float
    signs_up: float
    cost_minor: int = 0


SOURCES = (
    SeedSource("maplanding", "northwind", 240, 0.42, 0.050, 9_000),
    SeedSource("maplanding", "", 60, 0.55, 0.080),
    SeedSource("tinderswipe", "northwind", 160, 0.35, 0.035, 6_500),
    SeedSource("tinderswipe", "fjord", 110, 0.48, 0.060, 5_500),
    SeedSource("video", "fjord", 80, 0.30, 0.025, 3_000),
)
NETWORKS = (("northwind", "confirmed", 250), ("fjord", "lead", 120))
# The stand-in of networks answers for hosts below `.example`, and has this key for northwind's.
SIGNING_KEY = "northwind-demonstration-key"
POSTBACK_GOALS = ("lead", "confirmed", "sale", "rebill", "reversal")
POSTBACK_URL = (
    "https://northwind.example/postback?click={sub1}&goal={goal}&status={status}&txid={txid}&original={original}"
    "&payout={payout}&currency={currency}&revenue={revenue}&revenue_currency={revenue_currency}&click_time={click_time}"
)
CONFIRMS = 0.7
# One of so many views comes from a program.
SUSPECT_PART = 25


def seed(connection: psycopg.Connection, site: str, marketer_id: UUID, now: datetime) -> None:
    """Networks, views, sign-ups that name nobody, and costs until yesterday, in the connection's transaction."""
    random, today = Random(site), now.date()  # noqa: S311
    for name, goal, minor in NETWORKS:
        connection.execute(
            "INSERT INTO networks (site, name, payout_goal, payout_minor, payout_currency) "
            "VALUES (%s, %s, %s, %s, 'EUR') ON CONFLICT DO NOTHING",
            (site, name, goal, minor),
        )
    connection.execute(
        "UPDATE networks SET hosts = %s, templates = %s, posts_since = %s, signing_key = %s "
        "WHERE site = %s AND name = 'northwind' AND posts_since IS NULL",
        (["northwind.example"], Jsonb(dict.fromkeys(POSTBACK_GOALS, POSTBACK_URL)), now, SIGNING_KEY, site),
    )
    days = [today - timedelta(days=age) for age in range(DAYS, 0, -1)]
    paced = [(day, source, _pace(random, day, today) * source.views) for day in days for source in SOURCES]
    views = [(day, source, round(count * random.uniform(0.85, 1.15))) for day, source, count in paced]
    _copy(
        connection,
        "views (day, site, page, version, arm, network, locale, is_suspect, views, went_on)",
        (
            (day, site, source.page, 0, 0, source.network, "en", is_suspect, count // part, went_on // part)
            for day, source, count in views
            for is_suspect, part, went_on in ((False, 1, round(count * source.goes_on)), (True, SUSPECT_PART, 0))
        ),
    )
    _copy(
        connection,
        "leads (site, page, network, locale, signed_up_at, confirmed_at, country, device)",
        (
            (
                *(site, source.page, source.network, "en", at),
                at + timedelta(minutes=9) if is_confirmed else None,
                *_class_of(random),
            )
            for day, source, count in views
            for at, is_confirmed in _sign_ups(random, day, round(count * source.signs_up), now)
        ),
    )
    _copy(
        connection,
        "view_classes (day, site, page, version, arm, network, locale, is_suspect, hour, country, device, views, "
        "went_on)",
        (
            (day, site, source.page, 0, 0, source.network, "en", is_suspect, hour, *of_class, seen, went_on)
            for day, source, count in views
            for (is_suspect, hour, of_class), (seen, went_on) in _classes(random, source, count).items()
        ),
    )
    _copy(
        connection,
        "suspicions (day, site, page, network, reason, views)",
        ((day, site, source.page, source.network, "program", count // SUSPECT_PART) for day, source, count in views),
    )
    costs: dict[tuple[date, str], int] = {}
    for day, source, count in views:
        if source.cost_minor:
            key = (day, source.network)
            costs[key] = costs.get(key, 0) + source.cost_minor * count // source.views
    _copy(
        connection,
        "costs (site, network, day, currency, minor, entered_by)",
        ((site, network, day, "EUR", minor, marketer_id) for (day, network), minor in costs.items()),
    )


def _pace(random: Random, day: date, today: date) -> float:
    """More at weekends, and a third more in the second of both months than in the first."""
    weekend = 1.3 if day.weekday() >= 4 else 1.0
    return weekend * (1.0 if today - day <= timedelta(days=DAYS // 2) else 0.75) * random.uniform(0.9, 1.1)


def _class_of(random: Random) -> tuple[str, str]:
    """A country and a class of device."""
    return random.choices(*COUNTRIES)[0], random.choices(*DEVICES)[0]


def _classes(random: Random, source: SeedSource, count: int) -> dict[tuple[bool, int, tuple[str, str]], list[int]]:
    """Views and those that went on, by hour and class, with the sums of `views`."""
    found: dict[tuple[bool, int, tuple[str, str]], list[int]] = {}
    going_on = round(count * source.goes_on)
    for is_suspect, seen, went_on in ((False, count, going_on), (True, count // SUSPECT_PART, 0)):
        for number in range(seen):
            # Few at night, most in the evening.
            hour = round(random.triangular(0, 23, 20))
            counts = found.setdefault((is_suspect, hour, _class_of(random)), [0, 0])
            counts[0] += 1
            counts[1] += number < went_on
    return found


def _sign_ups(random: Random, day: date, count: int, now: datetime) -> Iterator[tuple[datetime, bool]]:
    midnight = datetime(day.year, day.month, day.day, tzinfo=now.tzinfo)
    for _ in range(count):
        yield midnight + timedelta(seconds=random.randrange(86_400)), random.random() < CONFIRMS


def _copy(connection: psycopg.Connection, table: str, rows: Iterator[tuple[Any, ...]]) -> None:
    with connection.cursor().copy(f"COPY {table} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)
