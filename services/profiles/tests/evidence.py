"""A complaint with a picture of a chat as its evidence."""

import io
import json
from functools import cache
from typing import Any
from uuid import UUID, uuid4

from PIL import Image
from shared.kit.core import REPOSITORY
from shared.kit.testing.web import Browser
from shared.pictures import Crop, process_image

from profiles.tests.fakes import FakeEvidence
from profiles.tests.makers import Town

PORTRAITS = REPOSITORY / "scripts" / "demo" / "portraits" / "photos"


BAD, OTHER = PORTRAITS / "w001-1.webp", PORTRAITS / "m002-1.webp"


STATED = {"reason": "violence", "ground": "law", "facts": "A picture you sent in a chat shows violence."}


@cache
def saved_anew(quality: int = 92, scale: float = 1.0, *, of: Any = BAD) -> bytes:
    picture = Image.open(of).convert("RGB")
    target = io.BytesIO()
    size = round(picture.width * scale), round(picture.height * scale)
    picture.resize(size).save(target, "JPEG", quality=quality)
    return target.getvalue()


class Case:
    """A complaint by Bo about Ann, with a photo that she sent him and one of her messages."""

    def __init__(self, town: Town, chat: FakeEvidence, ann: UUID, bo: UUID, site: str = "pairwise") -> None:
        self.id, self.photo, self.words = uuid4(), uuid4(), uuid4()
        # The message chat posts for its largest file.
        stored = process_image(saved_anew(), cut=Crop.WHOLE).files["800"]
        chat.fingerprints[self.photo] = process_image(stored, cut=Crop.WHOLE).fingerprint
        evidence = [
            {"id": str(message), "sender_id": str(ann), "text": "", "kind": kind, "gift": None, "icebreaker": None}
            | {"sent_at": "2026-06-01T12:00:00+00:00"}
            for message, kind in ((self.photo, "photo"), (self.words, "text"))
        ]
        town.run(
            "INSERT INTO complaints (id, kind, reporter_id, about_id, reason, text, evidence, locale, site) VALUES"
            " (%(id)s, 'chat', %(bo)s, %(ann)s, 'violence', 'Look', CAST(%(evidence)s AS jsonb), 'en', %(site)s)",
            id=self.id,
            bo=bo,
            ann=ann,
            evidence=json.dumps(evidence),
            site=site,
        )

    def body(self, measure: str = "block_picture", **changes: Any) -> dict[str, Any]:
        names = {"complaint_id": str(self.id), "message_id": str(self.photo)}
        return {"id": str(uuid4()), **names, "measure": measure, **STATED, **changes}


def decide(desk: Browser, body: dict[str, Any]) -> tuple[int, str]:
    answer = desk.post("/api/staff-blocked-pictures.php", body)
    return answer.status_code, (answer.json.get("error") or {}).get("code", "")


def bring(browser: Browser, member: UUID, photo: bytes) -> tuple[int, str]:
    answer = browser.as_member(member).upload("/api/photo.php", {"id": str(uuid4())}, photo=photo)
    return answer.status_code, (answer.json.get("error") or {}).get("code", "")


def measures(town: Town) -> list[str]:
    return [measure for (measure,) in town.rows("SELECT measure FROM decisions ORDER BY number")]


def is_blocked(town: Town) -> bool:
    return town.rows("SELECT count(*) > 0 FROM blocked_pictures") == [(True,)]
