"""Files of a site: what is refused, and what is served in the product's place."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from shared.sites import SiteDirectory
from shared.sites.checking import check_sites
from shared.sites.directory import DOCUMENTS
from shared.sites.files import site_file
from shared.sites.icons import DRAWN

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
RED = '<rect width="64" height="64" rx="18" fill="#b4442c"/>'
LOGO = f"{HEAD}\n{RED}\n</svg>"


def logo(inside: str, head: str = HEAD) -> dict[str, str]:
    return {"logo.svg": f"{head}\n{RED}\n{inside}\n</svg>"}


def a_png(side: int) -> bytes:
    target = BytesIO()
    Image.new("RGB", (side, side), "#b4442c").save(target, "PNG")
    return target.getvalue()


# The files of `iskra`, the one with the fault, its line, and words that name it.
MISTAKES: dict[str, tuple[dict[str, str | bytes], str, int, str]] = {
    "a script": ({**logo("<script>alert(1)</script>")}, "logo.svg", 3, "<script>"),
    "a handler": ({**logo('<path d="M0 0" onload="alert(1)"/>')}, "logo.svg", 3, "onload is a script"),
    "a link outside": ({**logo('<use href="https://evil.example/#a"/>')}, "logo.svg", 3, "outside the file"),
    "a linked paint": ({**logo('<path fill="url(https://evil.example/#a)"/>')}, "logo.svg", 3, "outside the file"),
    "a linked style": ({**logo("<style>@import 'https://evil.example/';</style>")}, "logo.svg", 3, "outside the file"),
    "foreign markup": ({**logo("<foreignObject/>")}, "logo.svg", 3, "<foreignObject>"),
    "a picture": ({**logo('<image href="data:image/png;base64,AA"/>')}, "logo.svg", 3, "<image>"),
    "an entity": ({"logo.svg": f'<!DOCTYPE svg [<!ENTITY a "b">]>\n{LOGO}'}, "logo.svg", 1, "document type"),
    "no XML": ({**logo("<path>")}, "logo.svg", 4, "is no XML"),
    "not square": ({**logo("", HEAD.replace("64 64", "128 64"))}, "logo.svg", 1, "must be square"),
    "too heavy": ({**logo(f'<path d="{"M0 0" * 9_000}"/>')}, "logo.svg", 1, "at most 32 KiB"),
    "black on dark": ({"logo.svg": f"{HEAD}<path d='M0 0h64v64H0z'/></svg>"}, "logo.svg", 1, "on the dark ground"),
    "unknown icon": ({"logo.svg": LOGO, "icons/icon-64.png": a_png(64)}, "icons/icon-64.png", 1, "is no icon"),
    "wrong size": ({"logo.svg": LOGO, "icons/icon-192.png": a_png(64)}, "icons/icon-192.png", 1, "192 x 192"),
    "no picture": ({"logo.svg": LOGO, "icons/icon-192.png": b"GIF89a"}, "icons/icon-192.png", 1, "is no PNG"),
    "no logo": ({"icons/icon-192.png": a_png(192)}, "icons/icon-192.png", 1, "needs logo.svg"),
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


def put(folder: Path, files: dict[str, str | bytes], place: Callable[[str], str] = nested) -> None:
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
    assert brand.logo_version in brand.css(262)
    assert site_file(sites.get("pairwise").brand, "icons/icon.svg") is None


@pytest.mark.parametrize("path", ["icons/../site.yaml", "icons/site.yaml", "site.yaml", "icons/", "pages/logo.svg"])
def test_other_files_are_not_served(folder: Path, path: str) -> None:
    put(folder, {"logo.svg": LOGO})

    assert site_file(SiteDirectory(folder).get("iskra").brand, path) is None
