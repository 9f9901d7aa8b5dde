"""Niche 1 to 7 of a page chooses the line above the headline and the colours, in every language."""

import re
from html import unescape
from uuid import UUID

from lander.domain.scene import NICHES, OF_SITE
from lander.domain.view import slug_of
from lander.tests.makers import document
from lander.web.assets import HERE
from shared.kit.testing.web import Browser
from shared.languages import LOCALES

CANONICAL = re.compile(r'<link rel="canonical" href="([^"]+)">')


def test_each_niche_has_its_own_words_in_every_language(browser: Browser) -> None:
    desk = browser.as_member(UUID(int=1), marketer=True)
    for niche in NICHES.values():
        slug = f"niche-{niche}"
        desk.post("/api/marketing-page.php", {"slug": slug, "base": 0, "document": document(niche=niche)})
        desk.put("/api/marketing-page.php", {"slug": slug, "action": "publish", "version": 1})

    for locale in LOCALES:
        pages = [
            unescape(browser.get(f"/{locale}/landers/niche-{niche}").get_data(as_text=True))
            for niche in NICHES.values()
        ]
        words = [re.findall(r'<p class="kicker">(.+?)</p>', page) for page in pages]
        assert [len(each) for each in words] == [1] * len(NICHES)
        assert len({each for [each] in words}) == len(NICHES), locale
        for niche, page in zip(NICHES.values(), pages, strict=True):
            assert re.search(rf'<body class="[^"]*\bniche-{niche}\b', page)


def test_the_path_names_the_niche(browser: Browser) -> None:
    """Its views are those of the page, and search engines get the address without it."""
    for scene in OF_SITE:
        plain = browser.get(f"/en/landers/{scene}").get_data(as_text=True)
        for name, number in NICHES.items():
            path = f"/en/landers/{scene}/{name}"
            page = browser.get(path).get_data(as_text=True)
            assert re.search(rf'<body class="[^"]*\bniche-{number}\b', page), path
            assert CANONICAL.findall(page) == CANONICAL.findall(plain), path
            assert slug_of(path) == scene
    assert browser.get("/en/landers/nothing/she").status_code == 404


def test_each_niche_but_the_first_has_its_own_colours() -> None:
    styles = (HERE / "lander.css").read_text("utf-8")

    rules = {niche: re.findall(rf"\.niche-{niche} \.evening \{{([^}}]*)\}}", styles) for niche in NICHES.values()}

    assert rules.pop(1) == []
    assert len({rule for [rule] in rules.values()}) == len(rules)
