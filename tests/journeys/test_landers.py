"""Landing pages in the browser: each a composition of its own, within every window, in every language; films that begin
where motion and data are welcome."""

from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import combinations
from typing import Literal

import pytest
from lander.domain.scene import OF_MEMBER, OF_SITE, Scene
from PIL import Image, ImageChops, ImageOps, ImageStat
from playwright.sync_api import Page, ViewportSize, expect
from shared.languages import LOCALES

from tests.journeys.conftest import DESKTOP, ENTERED, PHONE
from tests.member import Member, until
from tests.product import Product

Visit = Callable[..., Page]
WIDTHS = (320, 390, 768, 992, 1280, 1920)
# The first screen in grey, 32 by 32: what differs is the composition, not the hue.
SMALL = (32, 32)
LEAST_DISTANCE = 0.1
OVERFLOW = """() => [...document.querySelectorAll('h1, .lead, .button, .quiet, .small, .who, .kicker')]
  .map((each) => [each.className || each.tagName, each.getBoundingClientRect()])
  .filter(([, { left, right }]) => left < 0 || right > innerWidth + 1)
  .map(([name]) => name).concat(document.documentElement.scrollWidth > innerWidth ? ['page'] : [])"""
SAVE_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
# The visitor's setting of motion, a script for that of data, and whether a film begins by itself.
WELCOMES: tuple[tuple[Literal["no-preference", "reduce"], str, bool], ...] = (
    ("no-preference", "", True),
    ("reduce", "", False),
    ("no-preference", SAVE_DATA, False),
)
FILMS = tuple(scene for scene in OF_SITE if "video" in scene)


@pytest.fixture
def paths(product: Product) -> Iterator[list[str]]:
    """Paths of all landing pages, those of a member among them."""
    with Member(product.base_url) as ann:
        ann.sign_up("Annelore").confirm()
        of_member = [f"members/{ann.id}/{part}" for part in OF_MEMBER.values()]
        until(lambda: ann.http.get(f"/{of_member[0]}").status_code == 200)
        yield [*(f"landers/{scene}" for scene in OF_SITE), *of_member]


def test_no_window_is_too_small_for_any_language(visit: Visit, paths: list[str]) -> None:
    page = visit()
    page.add_init_script(ENTERED)
    for path in paths:
        for locale in LOCALES:
            page.goto(f"/{locale}/{path}")
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate(OVERFLOW) == [], (locale, path, width)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_each_first_screen_is_composed_in_its_own_way(visit: Visit, paths: list[str], size: ViewportSize) -> None:
    page = visit()
    page.add_init_script(ENTERED)
    page.set_viewport_size(size)
    pictures = {path: first_screen(page, f"/en/{path}") for path in paths}

    near = {(a, b): distance(pictures[a], pictures[b]) for a, b in combinations(paths, 2)}

    assert {pair: each for pair, each in near.items() if each < LEAST_DISTANCE} == {}


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
@pytest.mark.parametrize("scene", FILMS)
def test_a_film_begins_only_where_motion_and_data_are_welcome(visit: Visit, scene: Scene, phone: bool) -> None:
    for motion, script, begins in WELCOMES:
        page = visit(phone=phone)
        page.emulate_media(reduced_motion=motion)
        page.add_init_script(f"{ENTERED};{script}")
        page.goto(f"/en/landers/{scene}", wait_until="load")
        before, after = ("Pause", "Play") if begins else ("Play", "Pause")
        expect(page.get_by_role("button", name=before)).to_be_visible()
        assert page.locator("video").evaluate("film => film.paused") is not begins
        page.get_by_role("button", name=before).click()
        expect(page.get_by_role("button", name=after)).to_be_visible()


def first_screen(page: Page, address: str) -> Image.Image:
    page.goto(address)
    page.evaluate("() => document.fonts.ready.then(() => undefined)")
    with Image.open(BytesIO(page.screenshot())) as picture:
        return ImageOps.autocontrast(picture.convert("L").resize(SMALL, Image.Resampling.BOX))


def distance(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two grey pictures, from 0 to 1."""
    [mean] = ImageStat.Stat(ImageChops.difference(one, other)).mean
    return mean / 255
