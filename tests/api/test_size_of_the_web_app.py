"""Built files of the web app fit its image; `scripts/pairwise images check` measures the image where buildah is."""

import re
from collections.abc import Iterator
from pathlib import Path

from imagekit.images import IMAGES
from runner.paths import WEBAPP


def test_the_built_web_app_fits_its_image() -> None:
    [image] = (image for image in IMAGES if image.name == "webapp")
    names = [name for line in copied(image.dockerfile) for name in line if name != "node_modules"]
    assert {"dist", "dist-server", "server.mjs"} <= set(names)
    built = sum(path.stat().st_size for name in names for path in files(WEBAPP / name))
    assert built <= image.most_bytes


def copied(dockerfile: Path) -> Iterator[list[str]]:
    """The files and folders that the last stage takes from the build, by instruction."""
    for paths in re.findall(r"^COPY --from=build ((?:/app/\S+ )+)\S+$", dockerfile.read_text(), re.MULTILINE):
        yield [path.removeprefix("/app/") for path in paths.split()]


def files(path: Path) -> list[Path]:
    return [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
