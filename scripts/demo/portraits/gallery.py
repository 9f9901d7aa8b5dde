"""The gallery on disk: every photo in every size, and a manifest that says what is there."""

import hashlib
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from .cast import Model, cast


def fingerprint() -> str:
    """Changes whenever the generator does, and only then."""
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()


def build(folder: Path, jobs: int = 2) -> bool:
    """Fill the folder, unless it already holds exactly this; answers whether there was work to do."""
    manifest, stamp = folder / "manifest.json", folder / "fingerprint"
    if manifest.exists() and stamp.exists() and stamp.read_text() == fingerprint():
        return False
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(jobs) as pool:
        entries = list(pool.map(_develop, cast(), [folder] * len(cast()), chunksize=4))
    manifest.write_text(json.dumps(entries, indent=1))
    # Written last: a build that was interrupted starts over.
    stamp.write_text(fingerprint())
    return True


def _develop(model: Model, folder: Path) -> dict[str, Any]:
    # Imported here, so that knowing the cast does not need the imaging library.
    from .develop import photograph, write_files

    photos = []
    for number, take in enumerate(model.takes, start=1):
        name = f"{model.person.name}-{number}"
        photo = photograph(model, take)
        photos.append(
            {
                "name": name,
                "thumbhash": write_files(photo, folder / name),
                "width": photo.width,
                "height": photo.height,
                "scene": take.scene,
            }
        )
    person = model.person
    return {"person": person.name, "gender": person.gender, "age_band": model.age_band, "photos": photos}
