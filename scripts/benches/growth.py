"""The report of a site with a million views, and the CPU of a counted view and a rendered page, in this process."""

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from html import unescape
from json import loads

import psycopg
from flask import Flask
from lander.domain.report import Dimension, ReportQuery
from lander.settings import LanderSettings
from lander.storage import LanderUnit
from lander.usecases.make_report import make_report
from lander.web import BLUEPRINTS
from lander.wiring import wire
from runner.backing_services import postgres
from shared.kit.storage import Database
from shared.kit.testing.database import migrated, superuser_of
from shared.kit.testing.environment import environment_of
from shared.kit.web import create_app

from benches.report import Row, percentile

SITE, DAYS, VIEWS, LEADS, PURCHASES = "pairwise", 365, 1_000_000, 80_000, 24_000
REPORTS: dict[str, tuple[Dimension, ...]] = {
    "page": (Dimension.PAGE,),
    "week and network": (Dimension.WEEK, Dimension.NETWORK),
    "sub id": (Dimension.SUB1,),
    "page, network and day": (Dimension.PAGE, Dimension.NETWORK, Dimension.DAY),
}
REPEATED, CALLS = 5, 400
BROWSER = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36",
    "Accept-Language": "en",
    "Origin": "http://localhost:8080",
    "Host": "localhost",
    "X-Request-Type": "app",
}
# One counter for each day, page, network and language, so that every one of the million views is in a row of few.
SEED = [
    """
    INSERT INTO views (day, site, page, version, arm, network, locale, is_suspect, views, went_on)
    SELECT current_date - day, %(site)s, 'page' || page, 0, 0, 'network' || network, 'l' || locale, suspect,
        CASE WHEN suspect THEN 1 ELSE ceil(%(views)s / (%(days)s * 9 * 6 * 11.0)) END, 1
    FROM generate_series(0, %(days)s - 1) day, generate_series(1, 9) page, generate_series(1, 6) network,
        generate_series(1, 11) locale, (VALUES (false), (true)) s (suspect)
    """,
    """
    INSERT INTO leads (member_id, site, page, network, locale, ref, sub1, signed_up_at, confirmed_at, first_paid_at)
    SELECT gen_random_uuid(), %(site)s, 'page' || n %% 9 + 1, 'network' || n %% 6 + 1, 'en', 'ref' || n %% 50,
        'click' || n, now() - n %% %(days)s * interval '1 day', now(), now()
    FROM generate_series(1, %(leads)s) n
    """,
    """
    INSERT INTO receipts (payment_id, lead_id, site, currency, minor, vat_minor, discount_minor, completed_at)
    SELECT gen_random_uuid(), id, %(site)s, (ARRAY['EUR', 'PLN', 'SEK'])[id %% 3 + 1], 999, 173, 100,
        signed_up_at + id %% 20 * interval '1 day'
    FROM leads ORDER BY random() LIMIT %(purchases)s
    """,
    """
    INSERT INTO reversals (id, payment_id, minor, vat_minor, reason, reversed_at)
    SELECT gen_random_uuid(), payment_id, 500, 87, 'chargeback', completed_at + interval '3 days'
    FROM receipts WHERE random() < 0.1
    """,
    "ANALYZE",
]


def measure() -> list[Row]:
    with postgres(durable=True) as server:
        url = migrated(server, "lander")
        database = Database(url)
        _seed(superuser_of(database))
        rows = [_report(database, name, by) for name, by in REPORTS.items()]
        rows += _requests(_app(url))
        database.engine.dispose()
    return rows


def _seed(url: str) -> None:
    values = {"site": SITE, "days": DAYS, "views": VIEWS, "leads": LEADS, "purchases": PURCHASES}
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in SEED:
            connection.execute(statement.encode(), values if "%(" in statement else None)


def _report(database: Database, name: str, by: tuple[Dimension, ...]) -> Row:
    today = datetime.now(UTC).date()
    query = ReportQuery(SITE, today - timedelta(days=DAYS), today + timedelta(days=1), by)
    make_report(LanderUnit(database), query)  # the first one reads the tables from disk
    taken = _timed(lambda: make_report(LanderUnit(database), query), REPEATED, time.perf_counter)
    return Row(f"report by {name}, fastest", min(taken) * 1e3, "ms")


def _app(url: str) -> Flask:
    wiring = wire(LanderSettings.from_environment(**environment_of("lander", DATABASE_URL=url)))
    return create_app(
        wiring.settings, wiring.database, BLUEPRINTS, wiring, wiring.sites.origins(wiring.settings.public_url)
    )


def _requests(app: Flask) -> list[Row]:
    client = app.test_client()
    client.get("/landers/video?lang=en", headers=BROWSER)
    pages = [client.get("/landers/video?lang=en", headers=BROWSER).get_data(as_text=True) for _ in range(CALLS)]
    views = [loads(unescape(re.findall(r'data-view="([^"]*)"', page)[0])) for page in pages]
    left = iter(views)
    counting = _timed(lambda: client.post("/api/track.php", json=next(left), headers=BROWSER), CALLS, time.process_time)
    rendering = _timed(lambda: client.get("/landers/video?lang=en", headers=BROWSER), CALLS, time.process_time)
    waiting = _timed(lambda: client.get("/landers/video?lang=en", headers=BROWSER), CALLS, time.perf_counter)
    return [
        Row("a counted view, mean CPU of the process", sum(counting) / CALLS * 1e3, "ms"),
        Row("a rendered page, mean CPU of the process", sum(rendering) / CALLS * 1e3, "ms"),
        Row("a rendered page, p99", percentile(waiting, 0.99) * 1e3, "ms"),
    ]


def _timed(do: Callable[[], object], times: int, clock: Callable[[], float]) -> list[float]:
    taken = []
    for _ in range(times):
        started = clock()
        do()
        taken.append(clock() - started)
    return taken
