"""Photos that a member uploads, and their files."""

from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from shared.kit.testing.web import Browser
from shared.pictures import VARIANTS, ProcessedImage

from profiles.domain.photo import PhotoRules
from profiles.usecases.photos.add_photo import PhotoDependencies, add_photo
from profiles.wiring import Wiring

MADE = ProcessedImage({variant: variant.encode() for variant in VARIANTS}, "1QcSHQRnh493V4dIh4eXh1h4kJUI", 40.0)


def room(wired: Wiring, processed: ProcessedImage = MADE, media: Any = None) -> PhotoDependencies:
    return PhotoDependencies(
        wired.unit_of_work, media or wired.media, lambda _: processed, wired.pause, "pairwise", wired.picture_guard
    )


def rules(limit: int = 3, *, is_automatic: bool = True) -> Any:
    return lambda _: PhotoRules(limit, is_automatic)


def add(wired: Wiring, member: UUID, key: UUID | None = None, content: bytes = b"a", **given: Any) -> UUID:
    return add_photo(room(wired), member, key or uuid4(), content, rules(**given)).id


def own(browser: Browser) -> list[dict[str, Any]]:
    return list(browser.get("/api/photo.php").json["photos"])


def on_disk(folder: Path) -> set[str]:
    return {path.stem.rpartition("-")[0] for path in (folder / "members").glob("*.webp")}
