"""Draws the picture that a link to a landing page is shown with: the scene alone, without words, so that one serves all
languages and brands. `scripts/pairwise growth landers pictures`, after a scene has changed."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from urllib.parse import urlsplit

from flask import Flask
from lander.domain.document import PageDocument
from lander.domain.page import Arm
from lander.domain.scene import OF_SITE, Scene
from lander.settings import LanderSettings
from lander.web import BLUEPRINTS
from lander.web.assets import HERE, Assets
from lander.web.rendering import Content, assets, render_page
from lander.web.search_engines import PICTURE_HEIGHT, PICTURE_WIDTH
from lander.wiring import wire
from playwright.sync_api import Page, Route, sync_playwright
from shared.kit.http.app import create_app
from shared.kit.testing.environment import environment_of

ORIGIN = "http://localhost:8080"
QUALITY = 82
# Everything but the scene, which takes the whole picture.
SCENE_ALONE = """
.skip, .bar, .words, .truths, .foot, dialog, .pause { display: none !important }
body > :not(.evening) { display: none !important }
.evening { block-size: 100vh; min-block-size: 0 !important; border-radius: 0 !important }
* { -webkit-text-fill-color: transparent !important }
.promise { display: grid !important; grid-template-columns: minmax(0, 1fr) !important; place-items: center !important;
  block-size: 100vh; padding: 24px !important; margin: 0 auto !important; max-inline-size: 1100px !important }
.device { justify-self: center !important; align-self: center !important; margin: 0 !important;
  max-block-size: 582px; inline-size: min(100%, 820px) }
"""


def main() -> int:
    target = HERE / "links"
    target.mkdir(exist_ok=True)
    app = _app()
    with app.app_context():
        pages = {scene: _page(app, scene) for scene in OF_SITE}
        files = assets()
    with _browser(pages, files) as page:
        for scene in OF_SITE:
            picture = _draw(page, scene)
            (target / f"{scene}.jpg").write_bytes(picture)
            print(f"{scene}  {len(picture):,} bytes")
    return 0


def _app() -> Flask:
    """The lander without a database: its own pages need none."""
    environment = environment_of("lander", DATABASE_URL="postgresql+psycopg://nobody@127.0.0.1:1/none")
    wiring = wire(LanderSettings.from_environment(**environment))
    return create_app(wiring.settings, wiring.database, BLUEPRINTS, wiring, {"pairwise": [ORIGIN]})


def _page(app: Flask, scene: Scene) -> str:
    document = PageDocument.model_validate({"scene": scene})
    content = Content(scene, document, Arm(0, 0, 1.0), is_counted=True, offered=["en"], is_preview=True)
    with app.test_request_context(f"/landers/{scene}?lang=en", headers={"Host": "localhost"}):
        return render_page(content).get_data(as_text=True)


@contextmanager
def _browser(pages: Mapping[Scene, str], files: Assets) -> Iterator[Page]:
    """A browser that gets the pages and their files from here, and nothing from anywhere else."""

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        asset = files.find(path.removeprefix("/landers/static/"))
        if asset:
            route.fulfill(body=asset.content, content_type=asset.media_type)
        elif (name := path.removeprefix("/landers/")) in OF_SITE:
            route.fulfill(body=pages[Scene(name)], content_type="text/html; charset=utf-8")
        else:
            route.fulfill(status=404, body="")

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(
            viewport={"width": PICTURE_WIDTH, "height": PICTURE_HEIGHT}, color_scheme="light", reduced_motion="reduce"
        )
        page.route("**/*", answer)
        yield page
        browser.close()


def _draw(page: Page, scene: Scene) -> bytes:
    page.goto(f"{ORIGIN}/landers/{scene}", wait_until="load")
    page.add_style_tag(content=SCENE_ALONE)
    page.evaluate("() => document.fonts.ready.then(() => undefined)")
    return page.screenshot(type="jpeg", quality=QUALITY)


if __name__ == "__main__":
    sys.exit(main())
