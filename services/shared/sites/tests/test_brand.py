"""Files of a site: what is refused, and what is served in the product's place."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from shared.kit.core import REPOSITORY
from shared.languages import LOCALES
from shared.sites import SiteDirectory
from shared.sites.checking import check_sites
from shared.sites.directory import DOCUMENTS
from shared.sites.files import site_file
from shared.sites.icons import DRAWN
from shared.sites.page_checking import PAGES, page_faults
from shared.sites.phrase_checking import phrase_faults

Files = dict[str, str | bytes]
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
RED = '<rect width="64" height="64" rx="18" fill="#b4442c"/>'
LOGO = f"{HEAD}\n{RED}\n</svg>"


def logo(inside: str, head: str = HEAD) -> Files:
    return {"logo.svg": f"{head}\n{RED}\n{inside}\n</svg>"}


def page(line: str, title: str = "# Pytania") -> Files:
    sound = {f"pages/{locale}/faq.md": "# FAQ\n\nNone.\n" for locale in ("en", "de")}
    return {"pages/pl/faq.md": f"{title}\n\n{line}\n", **sound}


def phrases(lines: str) -> Files:
    return {"mails/en.yaml": f"# Ours\n{lines}\n"}


def a_png(side: int) -> bytes:
    target = BytesIO()
    Image.new("RGB", (side, side), "#b4442c").save(target, "PNG")
    return target.getvalue()


# The files of `iskra`, the one with the fault, its line, and words that name it.
MISTAKES: dict[str, tuple[Files, str, int, str]] = {
    "a script": (logo("<script>alert(1)</script>"), "logo.svg", 3, "<script>"),
    "a handler": (logo('<path d="M0 0" onload="alert(1)"/>'), "logo.svg", 3, "onload is a script"),
    "a link outside": (logo('<use href="https://evil.example/#a"/>'), "logo.svg", 3, "outside the file"),
    "a linked paint": (logo('<path fill="url(https://evil.example/#a)"/>'), "logo.svg", 3, "outside the file"),
    "a linked style": (logo("<style>@import 'https://evil.example/';</style>"), "logo.svg", 3, "outside the file"),
    "foreign markup": (logo("<foreignObject/>"), "logo.svg", 3, "<foreignObject>"),
    "a picture": (logo('<image href="data:image/png;base64,AA"/>'), "logo.svg", 3, "<image>"),
    "an entity": ({"logo.svg": f'<!DOCTYPE svg [<!ENTITY a "b">]>\n{LOGO}'}, "logo.svg", 1, "document type"),
    "no XML": (logo("<path>"), "logo.svg", 4, "is no XML"),
    "not square": (logo("", HEAD.replace("64 64", "128 64")), "logo.svg", 1, "must be square"),
    "too heavy": (logo(f'<path d="{"M0 0" * 9_000}"/>'), "logo.svg", 1, "at most 32 KiB"),
    "black on dark": ({"logo.svg": f"{HEAD}<path d='M0 0h64v64H0z'/></svg>"}, "logo.svg", 1, "on the dark ground"),
    "unknown icon": ({"logo.svg": LOGO, "icons/icon-64.png": a_png(64)}, "icons/icon-64.png", 1, "is no icon"),
    "wrong size": ({"logo.svg": LOGO, "icons/icon-192.png": a_png(64)}, "icons/icon-192.png", 1, "192 x 192"),
    "no picture": ({"logo.svg": LOGO, "icons/icon-192.png": b"GIF89a"}, "icons/icon-192.png", 1, "is no PNG"),
    "no logo": ({"icons/icon-192.png": a_png(192)}, "icons/icon-192.png", 1, "needs logo.svg"),
    "HTML": (page("Hello <b>you</b>."), "pages/pl/faq.md", 3, "HTML"),
    "a table": (page("| a | b |"), "pages/pl/faq.md", 3, "tables"),
    "a numbered list": (page("1. Write"), "pages/pl/faq.md", 3, "a list"),
    "a deep heading": (page("### Deep"), "pages/pl/faq.md", 3, "headings"),
    "a link to elsewhere": (page("[us](https://evil.example/)"), "pages/pl/faq.md", 3, "page of the site"),
    "unknown fact": (page("{{phone}}"), "pages/pl/faq.md", 3, "{{phone}} is no fact"),
    "a fact with spaces": (page("{{ site }}"), "pages/pl/faq.md", 3, "is written"),
    "no title": (page("", title=""), "pages/pl/faq.md", 1, "begins with a title"),
    "a page in no other language": ({"pages/pl/faq.md": "# Pytania\n"}, "pages/pl/faq.md", 1, "missing in en, de"),
    "unknown page": ({"pages/pl/jobs.md": "# Praca\n"}, "pages/pl/jobs.md", 1, "is no page"),
    "a language not offered": ({"mails/fi.yaml": "match_subject: a"}, "mails/fi.yaml", 1, "in no language"),
    "unknown phrase": (phrases("mach_subject: A match"), "mails/en.yaml", 2, "did you mean match_subject"),
    "no name": (phrases('match_subject: "Somebody"'), "mails/en.yaml", 2, "has no {{partner}}"),
    "a name too many": (phrases('match_text: "{{partner}}, {{iban}}"'), "mails/en.yaml", 2, "{{iban}}"),
    "HTML in a mail": (phrases('match_button: "<b>See</b>"'), "mails/en.yaml", 2, "no HTML"),
    "two lines": (phrases('match_button: "See\\nit"'), "mails/en.yaml", 2, "in one line"),
    "the mark": (phrases("fictional: real"), "mails/en.yaml", 2, "marks fictional profiles"),
    "no text": (phrases("match_text: 3"), "mails/en.yaml", 1, "a text for each key"),
    "a phrase given twice": (phrases("match_text: a\nmatch_text: b"), "mails/en.yaml", 2, "given twice"),
    "no YAML": (phrases("match_text: [a"), "mails/en.yaml", 3, "is no YAML"),
    "no font": ({"fonts/text.woff2": b"OTTO"}, "fonts/text.woff2", 1, "is no WOFF2"),
    "unknown font": ({"fonts/body.woff2": b"wOF2"}, "fonts/body.woff2", 1, "is no font of a site"),
    "unknown file": ({"notes.txt": "x"}, "notes.txt", 1, "is no file of a site"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path in DOCUMENTS.glob("*.yaml"):
        (tmp_path / path.name).write_text(path.read_text())
    return tmp_path


def nested(name: str) -> str:
    return f"iskra/{name}"


def flat(name: str) -> str:
    return f"iskra__{name.replace('/', '__')}"


def put(folder: Path, files: Files, place: Callable[[str], str] = nested) -> None:
    for name, content in files.items():
        path = folder / place(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_a_file_is_named_and_stops_no_other_brand(name: str, folder: Path) -> None:
    files, at, line, words = MISTAKES[name]
    put(folder, files)

    checked = check_sites(folder)

    assert list(checked.sites) == ["pairwise"]
    [fault] = checked.faults["iskra"]
    assert (fault.file, fault.line) == (folder / "iskra" / at, line)
    assert words in fault.text


@pytest.mark.parametrize("place", [nested, flat], ids=["folders", "ConfigMap"])
def test_icons_come_from_the_logo_unless_they_are_given(folder: Path, place: Callable[[str], str]) -> None:
    put(folder, {"logo.svg": LOGO, "icons/icon-512.png": a_png(512)}, place)
    assert not check_sites(folder).faults
    sites = SiteDirectory(folder)
    brand = sites.get("iskra").brand

    assert site_file(brand, "icons/icon.svg") == (LOGO.encode(), "image/svg+xml")
    assert site_file(brand, "icons/icon-512.png") == (a_png(512), "image/png")
    for name, (side, _) in DRAWN.items():
        content, media_type = site_file(brand, f"icons/{name}") or (b"", "")
        assert media_type == "image/png"
        assert Image.open(BytesIO(content)).size == (side, side)
    assert brand.logo_version in sites.get("iskra").css
    assert site_file(sites.get("pairwise").brand, "icons/icon.svg") is None


def test_fonts_are_the_products_by_name_or_files_of_the_site(folder: Path) -> None:
    put(folder, {"fonts/headline.woff2": b"wOF2 and its tables"})
    text = (folder / "iskra.yaml").read_text()
    (folder / "iskra.yaml").write_text(f"{text}\nfonts: {{text: system}}\n")
    assert not check_sites(folder).faults
    sites = SiteDirectory(folder)
    site = sites.get("iskra")

    css = site.css
    assert "--font-text:Emoji,system-ui" in css
    assert "--font-headline:'Own headline'" in css
    assert site_file(site.brand, "fonts/headline.woff2") == (b"wOF2 and its tables", "font/woff2")
    assert "font" not in sites.get("pairwise").css


@pytest.mark.parametrize("path", ["icons/../site.yaml", "icons/site.yaml", "site.yaml", "icons/", "pages/logo.svg"])
def test_other_files_are_not_served(folder: Path, path: str) -> None:
    put(folder, {"logo.svg": LOGO})

    assert site_file(SiteDirectory(folder).get("iskra").brand, path) is None


PRODUCT = REPOSITORY / "webapp" / "public" / "pages"


@pytest.mark.parametrize("path", sorted(PRODUCT.glob("*/*.md")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_products_own_pages_are_sound(path: Path) -> None:
    assert path.stem in PAGES
    assert list(page_faults(path.read_text("utf-8"))) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_the_products_own_phrases_are_sound(locale: str) -> None:
    product = json.loads((REPOSITORY / f"webapp/src/locales/{locale}/mails.json").read_text("utf-8"))
    own = {key: text for key, text in product.items() if not key.startswith("fictional")}

    assert list(phrase_faults(locale, own)) == []
