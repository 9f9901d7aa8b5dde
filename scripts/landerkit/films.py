"""Draws the loops of the landing pages `video` and `transitionsvideolanding` and their posters, frame by frame in a
browser, and encodes them with ffmpeg (package `ffmpeg`): `scripts/pairwise growth landers films`."""

import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from pathlib import Path
from tempfile import TemporaryDirectory

from jinja2 import Environment, FileSystemLoader
from lander.web.assets import HERE
from playwright.sync_api import sync_playwright

RATE = 12
# Constant quality of each encoder. Loops stay well below the 600 kB of a film and its poster.
VP9 = ("-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "40", "-row-mt", "1", "-deadline", "good")
H264 = ("-c:v", "libx264", "-crf", "29", "-preset", "slow", "-movflags", "+faststart")
POSTER = ("-frames:v", "1", "-c:v", "libwebp", "-quality", "72")
TEMPLATES = Environment(loader=FileSystemLoader(HERE.parent / "templates"), autoescape=True)
STYLES = """
.star{fill:#fff;opacity:.7}.moon{fill:#ffeccb}.light{stop-color:#ffd9a0}.halo{opacity:.34}.far{fill:#104050}
.near{fill:#0a2530}.window{fill:#ffd78a;opacity:.85}.string path{fill:none;stroke:#0008;stroke-width:3}
.glimmer{opacity:.7}.bulb{fill:#fff1cf}.candlelight{opacity:.6}.terrace{fill:#070d15}
.rail{fill:none;stroke:#070d15;stroke-width:5}.people,.table{fill:#05090f}.cup{fill:#e9dccb}.candle{fill:#f3e6cf}
.flame{fill:#ffc25e}
"""


@dataclass(frozen=True)
class Film:
    """A loop: its size, its length, and its drawing at a moment between 0 and 1, as an SVG element."""

    name: str
    width: int
    height: int
    seconds: int
    at: Callable[[float], str]
    poster_at: float

    @property
    def moments(self) -> Iterator[float]:
        count = self.seconds * RATE
        return (number / count for number in range(count))


def evening(moment: float, box: str, width: int, height: int, sky: str) -> str:
    """The terrace of `evening.svg`, cut to a box: lights glimmer, two people move while they talk."""
    wave = [sin(2 * pi * (moment * turns + phase)) for turns, phase in ((2, 0), (2, 0.5), (3, 0.2), (5, 0))]
    moving = f"""
    .glimmer{{opacity:{0.65 + 0.3 * wave[0]:.3f}}}.glimmer+.glimmer{{opacity:{0.65 + 0.3 * wave[1]:.3f}}}
    .candlelight{{opacity:{0.62 + 0.1 * wave[3]:.3f}}}.star{{opacity:{0.6 + 0.25 * wave[2]:.3f}}}
    .flame{{transform-origin:786px 712px;transform:scaleY({1 + 0.12 * wave[3]:.3f}) rotate({3 * wave[2]:.2f}deg)}}
    .people path{{transform-box:fill-box;transform-origin:50% 100%}}
    .people path:nth-child(2){{transform:rotate({2.6 * wave[2]:.2f}deg)}}
    .people path:nth-child(4){{transform:rotate({-2.6 * wave[0]:.2f}deg)}}
    """
    drawing = TEMPLATES.get_template("evening.svg").render()
    inside = drawing[drawing.index(">") + 1 :]
    return (
        f'<svg viewBox="{box}" preserveAspectRatio="xMidYMid slice" width="{width}" height="{height}">'
        f"<style>{STYLES}{moving}</style>"
        f'<defs><linearGradient id="sky" x2="0" y2="1">{sky}</linearGradient></defs>'
        f'<path d="M0 0h1200v800H0z" fill="url(#sky)"/><path d="M0 800h1200v400H0z" fill="#070d15"/>{inside}'
    )


TEAL = '<stop stop-color="#0a1c24"/><stop offset=".5" stop-color="#166172"/><stop offset=".8" stop-color="#f6927f"/>'
WINE = '<stop stop-color="#2a0f1a"/><stop offset=".5" stop-color="#8a2f3d"/><stop offset=".8" stop-color="#ffb070"/>'


def terrace(moment: float) -> str:
    """A slow approach to the table and back."""
    near = (1 - cos(2 * pi * moment)) / 2
    width = 1120 - 340 * near
    height = width * 9 / 16
    box = f"{786 - width / 2 + 20 * near:.2f} {800 - height:.2f} {width:.2f} {height:.2f}"
    return evening(moment, box, 960, 540, TEAL)


def portrait(number: int) -> str:
    return f"data:image/webp;base64,{b64encode((HERE / 'people' / f'{number}.webp').read_bytes()).decode()}"


def three_moments(moment: float) -> str:
    """A message, a coffee, an evening: each for a third, faded into the next."""
    parts = [first_word, coffee, first_evening]
    place = moment * 3
    number, inside = int(place), place % 1
    fade = max(0.0, (inside - 0.86) / 0.14)
    layers = [f"<g>{parts[number](inside * 0.86)}</g>"]
    if fade:
        layers.append(f'<g opacity="{fade:.3f}">{parts[(number + 1) % 3](0.0)}</g>')
    return f'<svg viewBox="0 0 540 960" width="540" height="960">{"".join(layers)}</svg>'


def first_word(moment: float) -> str:
    bubbles = "".join(
        f'<g transform="translate({x} {y + 26 * (1 - shown):.1f})" opacity="{shown:.3f}"><rect width="{width}" '
        f'height="84" rx="40" fill="{colour}"/><path d="M40 32h{width - 90}M40 54h{width - 160}" stroke="#fff" '
        f'stroke-opacity=".75" stroke-width="9" stroke-linecap="round"/></g>'
        for x, y, width, colour, begins in (
            (30, 400, 330, "#3c2a35", 0.0),
            (170, 500, 340, "#0b6f7f", 0.22),
            (30, 600, 290, "#3c2a35", 0.48),
        )
        if (shown := min(1.0, max(0.0, (moment - begins) / 0.08 if begins else 1.0))) > 0
    )
    return (
        '<path d="M0 0h540v960H0z" fill="#2a0f1a"/>'
        f'<image href="{portrait(11)}" y="{-40 - 24 * moment:.1f}" width="540" height="675"/>'
        '<defs><linearGradient id="dusk" x2="0" y2="1"><stop offset=".2" stop-color="#2a0f1a" stop-opacity="0"/>'
        '<stop offset=".58" stop-color="#2a0f1a"/></linearGradient></defs>'
        f'<path d="M0 0h540v960H0z" fill="url(#dusk)"/>{bubbles}'
    )


CUPS = ((100, "#e2603f", "M0 20q-44 4-30 40t40 22"), (310, "#1c6a78", "M130 20q44 4 30 40t-40 22"))


def coffee(moment: float) -> str:
    steam = "".join(
        f'<path d="M{x} {470 + 8 * sin(2 * pi * (moment + x / 90)):.1f}'
        f'q{26 * sin(2 * pi * (moment * 2 + x / 70)):.1f} -40 0 -80t0 -70" '
        'stroke="#fff" stroke-opacity=".55" stroke-width="9" stroke-linecap="round" fill="none"/>'
        for x in (150, 184, 356, 390)
    )
    cups = "".join(
        f'<g transform="translate({x} 500)">'
        f'<path d="M0 0h130v60a50 50 0 0 1-50 50H50A50 50 0 0 1 0 60z" fill="{colour}"/>'
        f'<path d="{handle}" fill="none" stroke="{colour}" stroke-width="16"/><ellipse cx="65" cy="2" rx="65" ry="13" '
        'fill="#3b2016"/><path d="M-18 116h166" stroke="#fff8ee" stroke-width="14" stroke-linecap="round"/></g>'
        for x, colour, handle in CUPS
    )
    people = "".join(
        f'<svg x="{x}" width="270" height="480"><image href="{portrait(number)}" x="{way * moment - 100:.1f}" y="-40" '
        'width="480" height="600"/></svg>'
        for x, number, way in ((0, 11, 12), (270, 8, -12))
    )
    return (
        f'<path d="M0 0h540v960H0z" fill="#f2c38d"/>{people}<path d="M268 0h6v480h-6z" fill="#f2c38d"/>'
        '<path d="M0 460h540v500H0z" fill="#7c4228"/><path d="M0 460h540v14H0z" fill="#a15a37"/>'
        f"{cups}{steam}"
    )


def first_evening(moment: float) -> str:
    near = 40 * moment
    box = f"{590 + near / 2:.1f} {240 + near:.1f} {387 - near:.1f} {688 - near * 16 / 9:.1f}"
    return evening(moment, box, 540, 960, WINE)


FILMS = (
    Film("video", 960, 540, 8, terrace, 0.5),
    Film("transitionsvideolanding", 540, 960, 12, three_moments, 0.2),
)


def main() -> int:
    target = HERE / "films"
    for film in FILMS:
        with TemporaryDirectory() as folder:
            _draw(film, Path(folder))
            frames = ("-framerate", str(RATE), "-i", f"{folder}/%03d.png")
            for name, encoding in ((f"{film.name}.webm", VP9), (f"{film.name}.mp4", H264)):
                _encode(*frames, *encoding, "-pix_fmt", "yuv420p", "-an", str(target / name))
            poster = Path(folder) / f"{int(film.poster_at * film.seconds * RATE):03d}.png"
            _encode("-i", str(poster), *POSTER, str(target / f"{film.name}.webp"))
        print(*(f"{each.name} {each.stat().st_size:,} bytes" for each in sorted(target.glob(f"{film.name}.*"))))
    return 0


def _draw(film: Film, folder: Path) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": film.width, "height": film.height})
        page.set_content("<style>body{margin:0;overflow:hidden}body>svg{display:block}</style><body></body>")
        for number, moment in enumerate(film.moments):
            page.evaluate("drawing => { document.body.innerHTML = drawing }", film.at(moment))
            page.screenshot(path=folder / f"{number:03d}.png")
        browser.close()


def _encode(*arguments: str) -> None:
    subprocess.run(["ffmpeg", "-v", "error", "-y", *arguments], check=True)


if __name__ == "__main__":
    sys.exit(main())
