"""From an advert to a member, in a browser: a campaign is kept after a yes alone, and views and bounces are counted.

CAMPAIGN_JOURNEYS=10 and BOUNCE_VISITS=30 make the few of the suite many.
"""

import os
import secrets
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from playwright.sync_api import Page, expect
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier
from shared.registry import service_names

from tests.journeys.layout import looks_at, observe, top_of
from tests.journeys.test_first_sight import MOST_SHIFT, PRICE
from tests.journeys.test_journey import fill_in
from tests.member import until
from tests.product import Product

Visit = Callable[..., Page]
JOURNEYS = int(os.environ.get("CAMPAIGN_JOURNEYS", "1"))
VISITS = int(os.environ.get("BOUNCE_VISITS", "4"))
SAID_YES = "localStorage.setItem('consent-attribution', 'yes')"
# Its own name says Headless, and the views of such a browser are suspect.
PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36"
GPC = "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', {get: () => true})"
HAS_ROWS_WITH = SQL("SELECT count(*) FROM {}.{} AS t WHERE strpos(t::text, %s) > 0 OR strpos(to_json(t)::text, %s) > 0")


def ask(product: Product, query: str, *values: object) -> list[tuple[Any, ...]]:
    with psycopg.connect(make_conninfo(product.instance.superuser_url, dbname="lander")) as connection:
        return connection.execute(query.encode(), values).fetchall()


def counted(product: Product, page: str) -> tuple[int, int]:
    """Views of this page, and those after which the visitor went on; suspects apart."""
    query = "SELECT sum(views)::int, sum(went_on)::int FROM views WHERE page = %s AND NOT is_suspect"
    views, went_on = ask(product, query, page)[0]
    return views or 0, went_on or 0


def arrive(page: Page, scene: str, sub1: str = "", *, is_counted: bool = True) -> None:
    campaign = f"network=growthnet&ref=growthA&sub1={sub1}&sub2=b&sub3=c" if sub1 else ""
    if not is_counted:
        page.goto(f"/landers/{scene}?{campaign}")
        return
    with page.expect_response("**/api/track.php") as counting:
        page.goto(f"/landers/{scene}?{campaign}")
    assert counting.value.status == 202


def enter(page: Page) -> None:
    """Answer the entry warning of the landing page, which the sign-up then does not ask again, and go on."""
    page.get_by_role("button", name="I’m 18 or over").click()
    page.get_by_role("link", name="Create your profile").click()


def sign_up(page: Page, said: str = "") -> None:
    enter(page)
    fill_in(page, f"{secrets.token_hex(6)}@example.org", said)
    expect(page.get_by_role("heading", name="Welcome, Ann")).to_be_visible()


def traces(product: Product, planted: str) -> list[str]:
    """Every table of every service, log and file of a stream that holds this text."""
    found = []
    for service in service_names():
        with psycopg.connect(make_conninfo(product.instance.superuser_url, dbname=service)) as connection:
            tables = connection.execute(
                "SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('public', 'kit')"
            ).fetchall()
            for schema, table in tables:
                query = HAS_ROWS_WITH.format(Identifier(schema), Identifier(table))
                hex_of_bytes = planted.encode().hex()
                if connection.execute(query, [planted, hex_of_bytes]).fetchone() != (0,):
                    found.append(f"{service}.{table}")
    for folder in ("logs", "data/nats", "data/redis"):
        for file in (product.home / folder).rglob("*"):
            if file.is_file() and planted.encode() in file.read_bytes():
                found.append(str(file.relative_to(product.home)))
    return found


@pytest.mark.parametrize("number", range(JOURNEYS))
def test_after_a_yes_the_campaign_is_with_the_lead(visit: Visit, product: Product, number: int) -> None:
    page, sub1 = visit(phone=True, user_agent=PERSON), f"click{secrets.token_hex(6)}"

    arrive(page, "maplanding", sub1)
    sign_up(page, "yes")

    lead = until(lambda: ask(product, "SELECT page, network, ref, sub2, sub3 FROM leads WHERE sub1 = %s", sub1))
    assert lead == [("maplanding", "growthnet", "growthA", "b", "c")]


@pytest.mark.parametrize("said", ["no", "", "by the browser"])
def test_without_a_yes_no_trace_of_the_click_is_left(visit: Visit, product: Product, said: str) -> None:
    objects = said == "by the browser"
    options: dict[str, Any] = {"extra_http_headers": {"Sec-GPC": "1"}} if objects else {}
    page, sub1 = visit(user_agent=PERSON, **options), f"click{secrets.token_hex(6)}"
    if objects:
        page.add_init_script(GPC)
    views, _ = counted(product, "gallery")
    [(leads,)] = ask(product, "SELECT count(*) FROM leads WHERE page = 'gallery'")

    arrive(page, "gallery", sub1, is_counted=not objects)
    sign_up(page, "" if objects else said)

    query = "SELECT sub1, ref, network FROM leads WHERE page = 'gallery' ORDER BY id DESC"
    lead = until(lambda: (found := ask(product, query)) and len(found) > leads and found[0])
    assert lead == ("", "", "other")
    assert counted(product, "gallery")[0] == views + (not objects)
    assert traces(product, sub1) == []


def test_a_bounce_is_a_view_after_which_nobody_went_on(visit: Visit, product: Product) -> None:
    """With an earlier yes and without one; a reload is neither a view nor a step."""
    views, steps = counted(product, "video")

    for number in range(VISITS):
        page = visit(user_agent=PERSON)
        if number % 2:
            page.add_init_script(SAID_YES)
        arrive(page, "video")
        views += 1
        if number % 3 == 1:
            page.reload()
        if number % 4 != 2:
            enter(page)
            expect(page.get_by_text("Step 1 of 5")).to_be_visible()
            steps += 1
        until(lambda: counted(product, "video") == (views, steps))  # noqa: B023 - called at once
        page.context.close()

    assert counted(product, "video") == (views, steps)


def test_a_headless_browser_is_counted_apart(visit: Visit, product: Product) -> None:
    before = counted(product, "socialnetwork")

    arrive(visit(), "socialnetwork")

    suspects = "SELECT sum(views)::int FROM views WHERE page = 'socialnetwork' AND is_suspect"
    assert until(lambda: ask(product, suspects)[0][0])
    assert counted(product, "socialnetwork") == before


def test_the_discount_code_of_a_link_is_applied_at_the_prices(visit: Visit, product: Product) -> None:
    code = f"J{secrets.token_hex(4)}".upper()
    with psycopg.connect(make_conninfo(product.instance.superuser_url, dbname="billing")) as connection:
        connection.execute("INSERT INTO discount_codes (code, percentage, site) VALUES (%s, 30, 'pairwise')", [code])
    page = visit(phone=True, user_agent=PERSON)
    page.goto(f"/landers/maplanding?code={code}")
    sign_up(page)
    page.wait_for_url("**/complete-signup**")

    observe(page.context)
    look = looks_at({page: "/credits"})[page]

    expect(page.get_by_text(f"{code}: 30% off")).to_be_visible()
    notice, price = top_of(page, "main [role=status]:has(button)"), top_of(page, PRICE)
    assert notice is not None
    assert price is not None
    assert notice < price
    assert look.shift < MOST_SHIFT, look.largest
    page.get_by_role("button", name="Remove code").click()
    expect(page.get_by_text(f"{code}: 30% off")).to_have_count(0)
