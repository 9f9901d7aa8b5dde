"""What the report counts is what visitors did: random journeys at two brands, by networks, with programs, refusals,
reloads and sign-ups, split between two versions. COUNTED_JOURNEYS=200 makes the few of the suite many.
"""

import os
import random
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from lander.domain.suspect_sign_up import FASTEST
from lander.tests.makers import document

from tests.api.other_brand import HALVES, REPORT
from tests.api.visits import OBJECTING, PERSON, PROGRAM, Visitor, host_of, view_of
from tests.desk import become_marketer, log_in_marketer
from tests.member import Member, until
from tests.product import Product

JOURNEYS = int(os.environ.get("COUNTED_JOURNEYS", "24"))
BRANDS = ("pairwise", "iskra")
HEADERS = {"person": PERSON, "objector": OBJECTING, "program": PROGRAM, "forger": PERSON}
COUNTS = ("views", "suspects", "bounced", "sign_ups", "suspect_sign_ups", "confirmed", "first_purchases")
Key = tuple[str, str]


@dataclass
class Brand:
    """A brand with a page of its own that is split, and networks with names of their own."""

    name: str
    desk: Member
    slug: str = field(default_factory=lambda: f"counted-{secrets.token_hex(3)}")
    networks: list[str] = field(default_factory=lambda: [f"net{secrets.token_hex(3)}" for _ in range(3)])
    truth: dict[Key, Counter[str]] = field(default_factory=dict)

    def prepare(self) -> None:
        for base, title in enumerate(["One", "Two"]):
            self.desk.call(
                "POST", "marketing-page", slug=self.slug, base=base, document=document(f"{title} of {self.slug}")
            )
        self.desk.call("PUT", "marketing-page", slug=self.slug, action="publish", version=1)
        self.desk.call("POST", "marketing-experiments", slug=self.slug, goal="sign_up", arms=HALVES)
        for network in self.networks:
            self.desk.call("POST", "marketing-networks", name=network)

    def count(self, network: str, arm: int, *what: str) -> None:
        counted = network if network in ("", *self.networks) else "other"
        self.truth.setdefault((counted, str(arm)), Counter()).update(what)

    def reported(self) -> dict[Key, Counter[str]]:
        rows = self.desk.get("marketing-report", **REPORT, by="network,arm", page=self.slug)["rows"]
        return {(row["key"][0], row["key"][1]): Counter({each: row[each] for each in COUNTS}) for row in rows}

    def arms(self) -> dict[str, tuple[int, int]]:
        """Views and sign-ups of each arm, as the experiment shows them."""
        [found] = [e for e in self.desk.get("marketing-experiments")["experiments"] if e["slug"] == self.slug]
        return {str(arm["id"]): (arm["views"], arm["sign_ups"]) for arm in found["arms"]}


@dataclass
class Journey:
    brand: Brand
    who: str
    network: str
    arm: int
    arrival: dict[str, Any]
    seen_at: float
    chance: random.Random


@pytest.fixture
def brands(product: Product) -> Iterator[list[Brand]]:
    with Member(product.base_url) as here, Member(product.base_url, host=host_of(product, "iskra")) as there:
        log_in_marketer(here)
        become_marketer(product, there.sign_up("Zofia").confirm())
        made = [Brand(name, desk) for name, desk in zip(BRANDS, (here, there), strict=True)]
        for brand in made:
            brand.prepare()
        yield made


def visit(product: Product, brand: Brand, chance: random.Random) -> Journey:
    """A view with its reloads; all of it is in the truth afterwards."""
    who = chance.choices(list(HEADERS), [7, 1, 1, 1])[0]
    network = chance.choice([*brand.networks, "", f"click-{chance.random()}"])
    with Visitor(product, brand.name, HEADERS[who]) as visitor:
        view, proof = view_of(visitor.fetch(brand.slug, chance.choice(["en", "de", "pl"]), network=network))
        version, arm = view["version"], view["arm"]
        if who == "forger":
            # Without its token a view is of the page as a whole.
            visitor.report(view | {"rendering": "6937f5a0.forged.forged"})
            brand.count(network, 0, "suspects")
        elif who != "objector":
            visitor.report(view)
            brand.count(network, arm, "suspects" if who == "program" else "views")
        for _ in range(chance.choice([0, 0, 1, 2])):
            # The script has put the arm into the address, by which the page says that it was counted.
            page = visitor.fetch(brand.slug, chance.choice(["en", "de"]), network=network, v=f"{version}.{arm}")
            assert "data-counted" in page
            assert view_of(page)[0]["arm"] == arm
        if who == "person":
            if chance.random() < 0.6:
                visitor.report(view, "PUT")
            else:
                brand.count(network, arm, "bounced")
    arrival = {"page": brand.slug, "version": version, "arm": arm, "network": network, "opened": proof}
    return Journey(brand, who, network, arm, arrival, time.monotonic(), chance)


def sign_up(product: Product, journey: Journey) -> None:
    """With a yes or without one, confirmed or not, with a first purchase or without; programs say nothing of a page."""
    brand, chance = journey.brand, journey.chance
    time.sleep(max(0.0, journey.seen_at + FASTEST.total_seconds() + 1 - time.monotonic()))
    is_suspect = journey.who in ("program", "forger")
    arrival = {**journey.arrival}
    if journey.who == "forger":
        del arrival["opened"]
    says_yes = journey.who == "person" and chance.random() < 0.5
    consents = ["matching", "attribution"] if says_yes else ["matching"]
    tracking = {"network": journey.network, "sub1": f"click{chance.random()}"}
    with Member(product.base_url, host=host_of(product, brand.name)) as member:
        member.sign_up("Ann", arrival=arrival, tracking=tracking, consents=consents)
        brand.count(journey.network, journey.arm, "suspect_sign_ups" if is_suspect else "sign_ups")
        if chance.random() < 0.5:
            member.confirm()
            brand.count(journey.network, journey.arm, *([] if is_suspect else ["confirmed"]))
            # Iskra's members pay by other methods.
            if brand.name == "pairwise" and chance.random() < 0.3:
                member.become_premium()
                brand.count(journey.network, journey.arm, *([] if is_suspect else ["first_purchases"]))


def test_the_report_counts_what_visitors_did(product: Product, brands: list[Brand]) -> None:
    chance = random.Random(12)  # noqa: S311 - journeys that can be repeated
    journeys = [visit(product, chance.choice(brands), chance) for _ in range(JOURNEYS)]
    for journey in journeys:
        # Names that are no network's share one line with those of other tests, and their hours too.
        if journey.network in ("", *journey.brand.networks) and chance.random() < 0.4:
            sign_up(product, journey)

    for brand in brands:
        with suppress(AssertionError):
            until(lambda brand=brand: brand.reported() == brand.truth)  # type: ignore[misc]
        assert brand.reported() == brand.truth
        by_arm: dict[str, Counter[str]] = {}
        for (_, arm), counted in brand.truth.items():
            by_arm.setdefault(arm, Counter()).update(counted)
        figures = brand.arms()
        assert figures == {
            arm: (by_arm.get(arm, Counter())["views"], by_arm.get(arm, Counter())["sign_ups"]) for arm in figures
        }
    assert sum(each["sign_ups"] for brand in brands for each in brand.truth.values()) > 0
