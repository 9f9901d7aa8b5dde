"""The report of a site with a million views, and the CPU of a counted view and of rendered pages, in this process.

Where a figure has a target, the target stands beside it; the last row counts the figures that miss theirs. The p99 of a
page with experiments is compared with the same pages before the experiments began. A busy machine falsifies all of it.
"""

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from html import unescape
from itertools import cycle
from json import loads
from statistics import mean, median
from uuid import UUID

import psycopg
from flask import Flask
from flask.testing import FlaskClient
from lander.domain.document import PageDocument
from lander.domain.experiment import Goal
from lander.domain.marketing_action import Marketer
from lander.domain.page import Arm
from lander.domain.report import Dimension, ReportQuery
from lander.settings import LanderSettings
from lander.storage import LanderUnit
from lander.usecases.change_page import publish_version, save_version
from lander.usecases.make_report import make_report
from lander.usecases.run_experiment import start_experiment
from lander.web import BLUEPRINTS
from lander.wiring import Wiring, wire
from runner.backing_services import postgres
from shared.kit.db import Database
from shared.kit.http.app import create_app
from shared.kit.testing.database import migrated, superuser_of
from shared.kit.testing.environment import environment_of
from shared.languages import LOCALES

from benches.report import Row, percentile

SITE, DAYS, VIEWS, LEADS, PURCHASES = "pairwise", 365, 1_000_000, 80_000, 24_000
REPORTS: dict[str, tuple[Dimension, ...]] = {
    "page": (Dimension.PAGE,),
    "week and network": (Dimension.WEEK, Dimension.NETWORK),
    "sub id": (Dimension.SUB1,),
    "page, network and day": (Dimension.PAGE, Dimension.NETWORK, Dimension.DAY),
}
REPEATED, CALLS, RENDERINGS, EXPERIMENTS = 5, 400, 1000, 20
BUDGET_REPORT_MS, BUDGET_VIEW_MS, BUDGET_TIMES = 1000, 2, 1.5
WORDS = {"title": "Spring is here", "accent": "come outside.", "text": "Meet people near you."}
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
        wiring = wire(LanderSettings.from_environment(**environment_of("lander", DATABASE_URL=url)))
        client = _app(wiring).test_client()
        rows += [*_requests(client), *_split(client, wiring)]
        database.engine.dispose()
    missed = sum(row.beside is not None and row.value > row.beside for row in rows)
    return [*rows, Row("figures that miss their target", missed, "figures")]


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
    what = f"report of {VIEWS:,} views by {name}, median of {REPEATED}, target beside"
    return Row(what, median(taken) * 1e3, "ms", BUDGET_REPORT_MS)


def _app(wiring: Wiring) -> Flask:
    return create_app(
        wiring.settings, wiring.database, BLUEPRINTS, wiring, wiring.sites.origins(wiring.settings.public_url)
    )


def _requests(client: FlaskClient) -> list[Row]:
    client.get("/landers/video?lang=en", headers=BROWSER)
    pages = [client.get("/landers/video?lang=en", headers=BROWSER).get_data(as_text=True) for _ in range(CALLS)]
    views = [loads(unescape(re.findall(r'data-view="([^"]*)"', page)[0])) for page in pages]
    left = iter(views)

    def count() -> None:
        answer = client.post("/api/track.php", json=next(left), headers=BROWSER)
        if answer.status_code != 202:
            raise RuntimeError(answer.get_data(as_text=True))

    counting = _timed(count, CALLS, time.process_time)
    rendering = _timed(lambda: client.get("/landers/video?lang=en", headers=BROWSER), CALLS, time.process_time)
    waiting = _timed(lambda: client.get("/landers/video?lang=en", headers=BROWSER), CALLS, time.perf_counter)
    return [
        Row("a counted view (track.php), mean CPU, target beside", mean(counting) * 1e3, "ms", BUDGET_VIEW_MS),
        Row("a built-in page, mean CPU", mean(rendering) * 1e3, "ms"),
        Row("a built-in page, p99", percentile(waiting, 0.99) * 1e3, "ms"),
    ]


def _split(client: FlaskClient, wiring: Wiring) -> list[Row]:
    """The pages of a marketer while nothing is split, and again with an experiment on each."""
    marketer, site = Marketer(UUID(int=1), SITE), wiring.sites.get(SITE)
    slugs = [f"spring-{number}" for number in range(EXPERIMENTS)]
    for slug in slugs:
        for base in range(2):
            words = dict.fromkeys(LOCALES, WORDS | {"title": f"Spring {base}"})
            document = PageDocument.model_validate({"scene": "video", "words": words})
            save_version(wiring.unit_of_work(), marketer, slug, base, document)
        publish_version(wiring.unit_of_work(), marketer, site, slug, 1, None)
    wiring.catalogue.forget()
    alone = _renderings(client, slugs)
    for slug in slugs:
        start_experiment(wiring.unit_of_work(), marketer, site, slug, Goal.SIGN_UP, [Arm(0, 1, 0.5), Arm(0, 2, 0.5)])
    wiring.catalogue.forget()
    split = _renderings(client, slugs)
    return [
        row
        for name, clock, calculate in (
            ("mean CPU", time.process_time, mean),
            ("p99 of the CPU", time.process_time, _p99),
            ("p99", time.perf_counter, _p99),
        )
        for row in _compared(name, calculate(alone[clock]), calculate(split[clock]))
    ]


def _compared(name: str, alone: float, split: float) -> list[Row]:
    return [
        Row(f"a marketer's page without experiments, {name}", alone * 1e3, "ms"),
        Row(f"a marketer's page with {EXPERIMENTS} experiments, {name}", split * 1e3, "ms"),
        Row(f"the second by the first, {name}, target beside", split / alone, "times", BUDGET_TIMES),
    ]


def _renderings(client: FlaskClient, slugs: list[str]) -> dict[Callable[[], float], list[float]]:
    """Seconds of each rendering by the clock that measured it, the pages by turns."""
    paths = cycle([f"/en/landers/{slug}" for slug in slugs])

    def render() -> None:
        answer = client.get(next(paths), headers=BROWSER)
        if answer.status_code != 200:
            raise RuntimeError(answer.get_data(as_text=True))

    _timed(render, len(slugs), time.perf_counter)  # the first one of each compiles its template
    return {clock: _timed(render, RENDERINGS, clock) for clock in (time.process_time, time.perf_counter)}


def _p99(values: list[float]) -> float:
    return percentile(values, 0.99)


def _timed(do: Callable[[], object], times: int, clock: Callable[[], float]) -> list[float]:
    taken = []
    for _ in range(times):
        started = clock()
        do()
        taken.append(clock() - started)
    return taken
