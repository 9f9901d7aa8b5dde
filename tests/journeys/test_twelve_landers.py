"""The twelve landing pages are twelve: in their markup, and in a colourless picture of their first screen."""

from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import combinations
from statistics import correlation

import pytest
from PIL import Image
from playwright.sync_api import Page, ViewportSize, expect

from tests.journeys.conftest import ENTERED, PHONE
from tests.journeys.test_every_screen import LANDERS
from tests.member import Member, until
from tests.product import Product

Visit = Callable[..., Page]
WIDE: ViewportSize = {"width": 1440, "height": 900}
MEMBER_PARTS = ("landing", "landing2", "landing3")
SIDE = 32
# Of 1 - the correlation of two grey pictures: 0 for the same picture, also if one is darker or paler as a whole.
LEAST_DISTANCE = 0.15


def grey(screenshot: bytes) -> Sequence[float]:
    """The brightness of 32 x 32 squares of the picture."""
    picture = Image.open(BytesIO(screenshot)).convert("L").resize((SIDE, SIDE), Image.Resampling.BOX)
    return [float(value) for value in picture.tobytes()]


def distance(one: Sequence[float], other: Sequence[float]) -> float:
    return 1 - correlation(one, other)


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "desktop"])
def test_no_two_pages_have_the_same_device_or_the_same_first_screen(
    visit: Visit, product: Product, size: ViewportSize
) -> None:
    page = visit(phone=size is PHONE)
    page.set_viewport_size(size)
    page.add_init_script(ENTERED)
    with Member(product.base_url) as ann:
        ann.sign_up("Ann").confirm()
        paths = [*(f"/en/landers/{scene}" for scene in LANDERS), *(f"/members/{ann.id}/{p}" for p in MEMBER_PARTS)]
        until(lambda: ann.http.get(paths[-1]).status_code == 200)
        devices, pictures = {}, {}
        for path in paths:
            page.goto(path)
            expect(page.locator("h1")).to_be_visible()
            page.wait_for_function("() => document.fonts.status === 'loaded'")
            devices[path] = page.locator(".device").get_attribute("class")
            pictures[path] = grey(page.screenshot(animations="disabled"))

    assert len(set(devices.values())) == len(paths) == 12
    near = {
        (one, other): found
        for one, other in combinations(paths, 2)
        if (found := distance(pictures[one], pictures[other])) < LEAST_DISTANCE
    }
    assert near == {}
