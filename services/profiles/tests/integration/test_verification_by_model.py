"""A model compares the live pictures of members who consent: what it decides, what it leaves to a person, the consent.

The model of these tests takes the average colour for the face, green for the pose and blue for being live.
"""

import hashlib
import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from pairwise.profiles.v1.events_pb2 import MemberModerated
from PIL import Image
from shared.kit.http.app import create_app
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.pictures import ModelRefused
from shared.pictures.tests import onnx_models
from shared.sites import SiteDirectory, VerificationModel

from profiles.domain.verification import FaceCheck
from profiles.face_checks import FaceChecks
from profiles.moderation.usecases import update_metrics
from profiles.moderation.usecases.verification import erase_kept
from profiles.tests.desk import code, decide, opened, ten_seconds_later
from profiles.tests.integration.test_verification import PATH, case_of, delete_all_unreferenced, settle, state
from profiles.tests.makers import Town
from profiles.web import BLUEPRINTS
from profiles.wiring import Wiring

SIDE = 16
MODEL = {
    "name": "Faces",
    "version": "1.2",
    "input": {"width": SIDE, "height": SIDE},
    "same_at_least": 0.98,
    "pose_at_least": 0.5,
    "live_at_least": 0.4,
}
FACES = onnx_models.faces(SIDE)
NAMED = f"Faces 1.2 (SHA-256 {hashlib.sha256(FACES).hexdigest()})"
HERS, OTHERS, NO_POSE, OF_SCREEN = (60, 200, 160), (200, 160, 160), (60, 90, 160), (60, 200, 60)


def picture(colour: tuple[int, int, int], stripes: int) -> bytes:
    """A picture of about this colour; with other stripes it is another picture."""
    image = Image.new("RGB", (600, 800), colour)
    for stripe in range(stripes):
        at = 40 + 97 * stripe * stripes % 520
        image.paste(tuple(max(0, each - 50) for each in colour), (at, 100 * stripe % 700, at + 60, 800))
        image.paste(tuple(min(255, each + 50) for each in colour), (at + 60, 100 * stripe % 700, at + 120, 800))
    target = io.BytesIO()
    image.save(target, "JPEG", quality=90)
    return target.getvalue()


FIRST, SECOND, PHOTO = picture(HERS, 2), picture(HERS, 3), picture(HERS, 5)


@dataclass
class Modelled:
    """Profiles of a site with the model, and Ann, whose main photo shows her."""

    wired: Wiring
    app: Flask
    keys: KeyPair
    ann: UUID

    def browser(self, member_id: UUID | None = None, **who: Any) -> Browser:
        return Browser(self.app, self.keys).as_member(member_id or self.ann, **who)

    def submit(self, first: bytes = FIRST, second: bytes = SECOND, *, consents: bool = True) -> tuple[int, str]:
        drawn = self.browser().put(PATH, {"id": str(uuid4()), "consents": consents})
        assert drawn.status_code == 200
        return self.send(drawn.json["id"], first, second)

    def send(self, draw_id: str, first: bytes = FIRST, second: bytes = SECOND) -> tuple[int, str]:
        return code(self.browser().upload(PATH, {"id": draw_id}, first=first, second=second))

    def state(self) -> dict[str, Any]:
        return state(self.browser())


Site = Callable[..., Modelled]


@pytest.fixture
def site(wired: Wiring, keys: KeyPair, town: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    def with_model(content: bytes | None = FACES, sampled: bool = False, **changes: Any) -> Modelled:
        monkeypatch.setattr("profiles.wiring.is_sampled", lambda *_: sampled)
        sites = SiteDirectory()
        document = VerificationModel.model_validate({**MODEL, **changes})
        for key in sites.site_keys():
            sites._by_key[key] = sites.get(key).model_copy(update={"verification_model": document})
        checks = FaceChecks()
        if content:
            path = tmp_path / "faces.onnx"
            path.write_bytes(content)
            checks = FaceChecks.load(path, hashlib.sha256(content).hexdigest(), sites)
        changed = replace(wired, sites=sites, face_checks=checks)
        app = create_app(changed.settings, changed.database, BLUEPRINTS, changed)
        found = Modelled(changed, app, keys, town.woman(name="Ann", photos=()))
        added = found.browser().upload("/api/photo.php", {"id": str(uuid4())}, photo=PHOTO)
        assert added.status_code == 201
        return found

    return with_model


def scores(town: Town) -> list[tuple[Any, ...]]:
    return town.rows(
        "SELECT model, model_verdict, model_failure, model_same IS NOT NULL FROM verifications"
        " WHERE state <> 'drawn' ORDER BY drawn_at"
    )


def meanwhile(monkeypatch: pytest.MonkeyPatch, do: Callable[[], None]) -> None:
    """Do this after the model has looked, before its answer is used."""
    compare_of = FaceChecks.compare_of

    def compare_then_do(self: FaceChecks, of: Any) -> Any:
        compare = compare_of(self, of)
        assert compare is not None

        def run(*args: Any) -> FaceCheck:
            found = compare(*args)
            do()
            return found

        return run

    monkeypatch.setattr(FaceChecks, "compare_of", compare_then_do)


def test_a_clear_case_is_verified_at_once_and_the_decision_names_the_model(site: Site, town: Town) -> None:
    modelled = site()
    assert modelled.state()["model"] == {"name": "Faces", "version": "1.2"}

    assert modelled.submit() == (201, "")

    own = modelled.state()
    assert (own["badge"], own["by_model"], own["waiting_since"]) == ("shown", True, None)
    assert own["consented_at"] is not None
    assert scores(town) == [(NAMED, "verified", None, True)]
    assert town.rows("SELECT measure, automated, facts FROM decisions WHERE photo_id IS NULL") == [
        ("verify", True, NAMED)
    ]
    assert town.rows("SELECT outcome FROM complaints") == [("acted",)]
    [event] = announced(town.database, MemberModerated)
    assert (event.measure, event.automated) == ("verify", True)
    # Everything that a template of the face could be is a number.
    assert town.rows(
        "SELECT DISTINCT data_type FROM information_schema.columns"
        " WHERE table_name = 'verifications' AND column_name IN ('model_same', 'model_pose', 'model_live')"
    ) == [("double precision",)]


def test_without_consent_a_person_compares_and_no_model_runs(site: Site, town: Town) -> None:
    modelled = site()

    assert modelled.submit(consents=False) == (201, "")

    assert (modelled.state()["waiting_since"] is None, modelled.state()["consented_at"]) == (False, None)
    assert scores(town) == [(None, None, None, False)]
    desk = modelled.browser(town.woman(name="Mo"), staff=True)
    assert opened(desk, case_of(town))["verification"]["check"] is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (picture(OTHERS, 2), picture(OTHERS, 3)),
        (FIRST, picture(OTHERS, 3)),
        (picture(NO_POSE, 2), SECOND),
        (FIRST, picture(OF_SCREEN, 3)),
    ],
    ids=["another person", "two people", "no pose", "screen"],
)
def test_every_other_case_waits_for_a_person_who_sees_the_scores(
    site: Site, town: Town, first: bytes, second: bytes
) -> None:
    modelled = site()

    assert modelled.submit(first, second) == (201, "")

    own = modelled.state()
    assert (own["badge"], own["refusal"], own["waiting_since"] is None) == ("none", None, False)
    assert town.rows("SELECT count(*) FROM decisions WHERE photo_id IS NULL") == [(0,)]
    desk = modelled.browser(town.woman(name="Mo"), staff=True)
    check = opened(desk, case_of(town))["verification"]["check"]
    assert (check["model"], check["failure"]) == (NAMED, None)
    assert min(check["same"], check["pose"], check["live"]) < 0.98


def test_a_copy_of_a_photo_waits_for_a_person(site: Site, town: Town) -> None:
    modelled = site()

    assert modelled.submit(picture(HERS, 5)[:-2] + b"\xff\xd9", SECOND) == (201, "")

    assert scores(town) == [(NAMED, "left", "copy_of_photo", True)]


def test_a_model_that_gives_no_answer_leaves_the_case_to_a_person(site: Site, town: Town) -> None:
    modelled = site()
    model = modelled.wired.face_checks.model
    assert model is not None
    model.path.write_bytes(onnx_models.faces(SIDE, live=False))

    assert modelled.submit() == (201, "")

    assert modelled.state()["waiting_since"] is not None
    assert scores(town) == [(NAMED, "left", "changed", False)]


def test_a_sampled_case_goes_to_a_person_who_does_not_see_the_scores(site: Site, town: Town) -> None:
    modelled = site(sampled=True)
    modelled.submit()
    desk = modelled.browser(town.woman(name="Mo"), staff=True)
    case = case_of(town)
    assert opened(desk, case)["verification"]["check"] is None

    assert decide(desk, case, "refuse_verification", verification_reason="not_same_person") == (201, "")
    ten_seconds_later(town, modelled.wired)

    assert scores(town) == [(NAMED, "sampled", None, True)]
    update_metrics.update_metrics(modelled.wired.unit_of_work())
    [metric] = update_metrics.sampled.collect()
    assert {each.labels["outcome"]: each.value for each in metric.samples} == {"verified": 0, "refused": 1}
    # Nor does the model decide about somebody whom a person refused, or whom the desk asked.
    modelled.submit()
    assert scores(town)[1][1] == "left"


def test_the_desk_asked_for_it_so_a_person_decides(site: Site, town: Town) -> None:
    modelled = site()
    town.run("UPDATE profiles SET verification_asked_at = now() WHERE member_id = %(id)s", id=modelled.ann)

    modelled.submit()

    assert (scores(town)[0][1], modelled.state()["badge"]) == ("left", "asked")


def test_withdrawn_consent_ends_a_badge_of_the_model_and_the_pictures(
    site: Site, town: Town, media_folder: Path
) -> None:
    modelled, folder = site(), media_folder / "verifications"
    before = set(folder.glob("*"))
    modelled.submit()
    assert len(set(folder.glob("*")) - before) == 2

    assert modelled.browser().delete(PATH, {"only_consent": True}).status_code == 200

    own = modelled.state()
    assert (own["badge"], own["consented_at"], own["by_model"]) == ("none", None, False)
    assert scores(town) == [(NAMED, None, None, False)]
    assert set(folder.glob("*")) == before
    assert modelled.submit(consents=False) == (201, "")


def test_withdrawn_consent_leaves_a_waiting_case_and_a_persons_badge(site: Site, town: Town) -> None:
    modelled = site()
    modelled.submit(picture(OTHERS, 2), SECOND)

    def withdraw() -> int:
        return int(modelled.browser().delete(PATH, {"only_consent": True}).status_code)

    assert at_once(withdraw, withdraw) == [200, 200]

    assert scores(town) == [(NAMED, None, None, False)]
    assert town.rows("SELECT consent_withdrawn_at IS NULL FROM verifications") == [(False,)]
    desk = modelled.browser(town.woman(name="Mo"), staff=True)
    assert opened(desk, case_of(town))["verification"]["check"] is None
    settle(town, modelled.wired, desk)
    assert withdraw() == 200
    assert (modelled.state()["badge"], modelled.state()["by_model"]) == ("shown", False)


def withdraw_consent(modelled: Modelled) -> None:
    assert modelled.browser().delete(PATH, {"only_consent": True}).status_code == 200


def test_consent_withdrawn_after_the_draw_leaves_the_pictures_to_a_person(site: Site, town: Town) -> None:
    modelled = site()
    drawn = modelled.browser().put(PATH, {"id": str(uuid4()), "consents": True}).json["id"]

    withdraw_consent(modelled)

    assert modelled.state()["draw"]["consents"] is False
    assert modelled.send(drawn) == (201, "")
    assert modelled.state()["waiting_since"] is not None
    assert scores(town) == [(None, None, None, False)]


def test_consent_withdrawn_while_the_model_looks_stores_no_scores(
    site: Site, town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    modelled = site()
    meanwhile(monkeypatch, lambda: withdraw_consent(modelled))

    assert modelled.submit() == (201, "")

    assert modelled.state()["waiting_since"] is not None
    assert scores(town) == [(None, None, None, False)]


TERM = "SELECT state, media = '{}', model_same IS NULL, kept_until > now() + %(term)s::interval FROM verifications"


def test_pictures_taken_back_before_anyone_looked_bring_no_further_try(site: Site, town: Town) -> None:
    modelled = site()
    modelled.submit(picture(OTHERS, 2), SECOND)

    assert modelled.browser().delete(PATH, {}).status_code == 200

    assert town.rows(TERM, term="29 days") == [("ended", True, True, True)]
    assert modelled.submit() == (201, "")
    assert (scores(town)[1][1], modelled.state()["badge"]) == ("left", "none")


def test_a_refusal_taken_back_is_remembered_for_its_term(site: Site, town: Town) -> None:
    modelled = site()
    modelled.submit(consents=False)
    desk = modelled.browser(town.woman(name="Mo"), staff=True)
    settle(town, modelled.wired, desk, "refuse_verification", verification_reason="not_same_person")

    assert modelled.browser().delete(PATH, {}).status_code == 200

    assert town.rows(TERM, term="182 days") == [("ended", True, True, True)]
    assert modelled.submit() == (201, "")
    assert (scores(town)[1][1], modelled.state()["badge"]) == ("left", "none")


def test_a_badge_of_the_model_stays_the_models_after_its_pictures(site: Site, town: Town, media_folder: Path) -> None:
    modelled, folder = site(), media_folder / "verifications"
    before = set(folder.glob("*"))
    modelled.submit()

    def erase() -> None:
        town.run("UPDATE verifications SET kept_until = now()")
        assert erase_kept(modelled.wired.unit_of_work()) == 1
        delete_all_unreferenced(town, modelled.wired)

    erase()

    assert set(folder.glob("*")) == before
    assert town.rows(TERM, term="29 days") == [("verified", True, True, True)]
    own = modelled.state()
    assert (own["badge"], own["by_model"], own["consented_at"] is None) == ("shown", True, False)
    withdraw_consent(modelled)
    assert (modelled.state()["badge"], modelled.state()["consented_at"]) == ("none", None)
    erase()
    assert town.rows("SELECT count(*) FROM verifications") == [(0,)]


def test_pictures_sent_at_once_by_two_tabs_are_decided_once(site: Site, town: Town) -> None:
    modelled = site()
    drawn = modelled.browser().put(PATH, {"id": str(uuid4()), "consents": True}).json["id"]

    answers = at_once(lambda: modelled.send(drawn), lambda: modelled.send(drawn))

    assert answers == [(201, "")] * 2
    assert town.rows("SELECT count(*) FROM decisions WHERE photo_id IS NULL") == [(1,)]


def test_a_photo_taken_away_while_the_model_looks_gives_no_badge_with_another(
    site: Site, town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    modelled = site()

    def change_photos() -> None:
        other = modelled.browser().upload("/api/photo.php", {"id": str(uuid4())}, photo=picture(OTHERS, 7))
        [(first,)] = town.rows("SELECT id FROM photos ORDER BY position LIMIT 1")
        assert modelled.browser().delete("/api/photo.php", {"photo_id": str(first)}).status_code == 200
        assert other.status_code == 201

    meanwhile(monkeypatch, change_photos)

    assert modelled.submit() == (201, "")

    assert modelled.state()["badge"] == "none"
    assert modelled.state()["waiting_since"] is not None


def test_where_no_model_is_offered_nobody_consents_to_one(site: Site) -> None:
    for modelled in (site(content=None), site(asks=False)):
        drawn = modelled.browser().put(PATH, {"id": str(uuid4()), "consents": True})
        assert (code(drawn), modelled.state()["model"]) == ((403, "not_offered"), None)
        assert modelled.submit(consents=False) == (201, "")


def test_a_key_of_a_draw_is_of_one_choice(site: Site) -> None:
    modelled, key = site(), str(uuid4())
    assert modelled.browser().put(PATH, {"id": key, "consents": True}).json["consents"] is True
    assert code(modelled.browser().put(PATH, {"id": key})) == (422, "idempotency_key_reused")


def test_a_model_without_a_document_stops_the_start(tmp_path: Path) -> None:
    path = tmp_path / "faces.onnx"
    path.write_bytes(FACES)
    with pytest.raises(ModelRefused, match="no site's document has verification_model"):
        FaceChecks.load(path, hashlib.sha256(FACES).hexdigest(), SiteDirectory())
