"""Static files of the pages, read once. Their URL carries a hash of the content, so browsers cache them for ever."""

import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from lander.domain.scene import OF_MEMBER, Scene

HERE = Path(__file__).with_name("static")
MEDIA_TYPES = {".webp": "image/webp", ".jpg": "image/jpeg", ".webm": "video/webm", ".mp4": "video/mp4"}


@dataclass(frozen=True)
class Asset:
    content: bytes
    media_type: str

    @property
    def version(self) -> str:
        return sha256(self.content).hexdigest()[:12]


class Assets:
    def __init__(self, styles_dir: Path, fonts_dir: Path) -> None:
        tokens, fonts = (styles_dir / name for name in ("tokens.css", "fonts.css"))
        styles = "\n".join(
            [
                tokens.read_text("utf-8"),
                fonts.read_text("utf-8").replace("../assets/fonts/", "fonts/"),
                (HERE / "lander.css").read_text("utf-8"),
            ]
        )
        fonts_found = {
            f"fonts/{font.name}": Asset(font.read_bytes(), "font/woff2") for font in fonts_dir.glob("*.woff2")
        }
        self._by_name = {
            "lander.css": _styles(styles),
            "hero.css": _styles((HERE / "scenes" / "_hero.css").read_text("utf-8")),
            "blocks.css": _styles((HERE / "blocks.css").read_text("utf-8")),
            "lander.js": Asset((HERE / "lander.js").read_bytes(), "text/javascript; charset=utf-8"),
            **{f"scenes/{scene}.css": _styles(_of_scene(scene)) for scene in Scene},
            **{
                f"{folder}/{each.name}": Asset(each.read_bytes(), MEDIA_TYPES[each.suffix])
                for folder in ("people", "links", "films")
                for each in (HERE / folder).iterdir()
            },
            # The grain of the evening sky, a tile: as an SVG filter it cost each load a document of its own.
            "grain.webp": Asset((HERE / "grain.webp").read_bytes(), "image/webp"),
            **fonts_found,
        }

    def find(self, name: str) -> Asset | None:
        return self._by_name.get(name)

    def address(self, name: str) -> str:
        return f"/landers/static/{name}?v={self._by_name[name].version}"


# Rules that several scenes have, by the file they are in; they stand before a scene's own.
SHARED = {
    "_member": tuple(OF_MEMBER),
    "_loop": (Scene.VIDEO, Scene.TRANSITIONSVIDEOLANDING),
    "_left": (Scene.MEMBER, Scene.SOCIALNETWORK),
}


def _of_scene(scene: Scene) -> str:
    files = [*(name for name, scenes in SHARED.items() if scene in scenes), scene]
    return "".join((HERE / "scenes" / f"{name}.css").read_text("utf-8") for name in files)


def _styles(text: str) -> Asset:
    """Without comments and needless blanks."""
    bare = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    slim = re.sub(r"\s*([{};,])\s*", r"\1", bare).replace(": ", ":").replace(";}", "}")
    return Asset(slim.strip().encode(), "text/css; charset=utf-8")
