"""The image classifier looks at new photos: what is shown, what waits, what is rejected, and the audit log of it."""

import hashlib
import io
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from uuid import UUID, uuid4, uuid5

import pytest
from flask import Flask
from pairwise.profiles.v1.events_pb2 import PhotoApproved, PhotoRejected
from pairwise.profiles.v1.profiles_pb2 import CheckPictureRequest
from PIL import Image
from psycopg.errors import InsufficientPrivilege
from shared.kit.http.app import create_app
from shared.kit.testing.announced import announced
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.pictures import ClassifierModel, Crop, ModelRefused, digests_of, process_image
from shared.pictures.tests import onnx_models
from shared.sites import PhotoClassifier, SiteDirectory

from profiles.classifiers import Classifiers, _chats
from profiles.errors import PictureNotAllowed
from profiles.rpc.profiles import ProfileServicer
from profiles.settings import ProfilesSettings
from profiles.tests.desk import opened
from profiles.tests.makers import Town
from profiles.usecases.photos.check_chat_picture import IN_CHAT
from profiles.web import BLUEPRINTS
from profiles.wiring import Wiring, wire

SIDE = 16
# Red pictures are nudity, green ones are fine, and what is between waits.
RULES = {
    "labels": ["nude", "person", "other"],
    "input": {"width": SIDE, "height": SIDE},
    "output": "probabilities",
    "rules": [
        {"label": "nude", "at_least": 0.6, "action": "reject", "reason": "nudity"},
        {"label": "nude", "at_least": 0.3, "action": "wait"},
        {"label": "person", "at_least": 0.4, "action": "show"},
    ],
}
GREEN, ORANGE, RED, BLUE = (20, 170, 20), (110, 170, 20), (230, 20, 20), (20, 20, 220)
Upload = Callable[..., dict[str, Any]]


def jpeg(colour: tuple[int, int, int]) -> bytes:
    """A picture of this colour, with a light corner, so that it is not blank."""
    picture = Image.new("RGB", (600, 800), colour)
    picture.paste((250, 250, 250), (0, 0, 150, 200))
    target = io.BytesIO()
    picture.save(target, "JPEG", quality=90)
    return target.getvalue()


def classifiers_of(path: Path, content: bytes) -> Classifiers:
    path.write_bytes(content)
    return Classifiers(ClassifierModel.load(path, hashlib.sha256(content).hexdigest()))


class Setup:
    """Profiles with a site whose document has these rules, and with this model."""

    def __init__(self, wired: Wiring, keys: KeyPair, town: Town, folder: Path) -> None:
        self.wired, self.keys, self.town, self.folder = wired, keys, town, folder

    def browser(self, model: bytes | None, rules: dict[str, Any] | None = RULES, **site: Any) -> Browser:
        sites = SiteDirectory()
        for key in sites.site_keys():
            changes = {"photo_classifier": PhotoClassifier.model_validate(rules) if rules else None, **site}
            sites._by_key[key] = sites.get(key).model_copy(update=changes)
        classifiers = classifiers_of(self.folder / "model.onnx", model) if model else Classifiers()
        wired = replace(self.wired, sites=sites, classifiers=classifiers)
        app: Flask = create_app(wired.settings, wired.database, BLUEPRINTS, wired)
        return Browser(app, self.keys)

    def bring(self, browser: Browser, colour: tuple[int, int, int]) -> tuple[UUID, dict[str, Any]]:
        member = self.town.woman(photos=())
        answer = browser.as_member(member).upload("/api/photo.php", {"id": str(uuid4())}, photo=jpeg(colour))
        assert answer.status_code == 201
        photo: dict[str, Any] = answer.json["photo"]
        return member, photo

    def checks(self) -> list[tuple[Any, ...]]:
        return self.town.rows(
            "SELECT photo_id, model, action, label, round(score::numeric, 1), failure FROM photo_checks"
        )


@pytest.fixture
def setup(wired: Wiring, keys: KeyPair, town: Town, tmp_path: Path) -> Setup:
    return Setup(wired, keys, town, tmp_path)


CHAT_RULES = [
    *RULES["rules"][:2],
    {"label": "person", "at_least": 0.4, "action": "show"},
    {"label": "other", "at_least": 0.4, "action": "show"},
]
COLOURS = onnx_models.colours(SIDE)
SHA256 = hashlib.sha256(COLOURS).hexdigest()


def test_a_photo_that_the_rules_show_is_shown_at_once(setup: Setup, town: Town) -> None:
    _, photo = setup.bring(setup.browser(COLOURS), GREEN)

    assert photo["status"] == "active"
    assert [event.photo_id for event in announced(town.database, PhotoApproved)] == [photo["id"]]
    [(photo_id, *check)] = setup.checks()
    assert (str(photo_id), check[:3], check[4]) == (photo["id"], [SHA256, "show", "person"], None)


def test_an_uncertain_photo_waits_and_the_desk_is_shown_label_and_score(setup: Setup, town: Town) -> None:
    browser = setup.browser(COLOURS)
    member, photo = setup.bring(browser, ORANGE)
    assert photo["status"] == "pending"

    desk = browser.as_member(town.woman(name="Mo"), staff=True)
    [listed] = desk.get("/api/staff-photos.php").json["photos"]
    assert (listed["member_id"], listed["check"]["label"], listed["check"]["failure"]) == (str(member), "nude", None)
    assert 0.3 <= listed["check"]["score"] < 0.6
    assert opened(desk, UUID(photo["id"]))["photo"]["check"] == listed["check"]


def test_a_rejected_photo_has_its_reason_and_can_be_appealed(setup: Setup, town: Town) -> None:
    browser = setup.browser(COLOURS)
    member, photo = setup.bring(browser, RED)

    assert (photo["status"], photo["reason"]) == ("rejected", "nudity")
    [event] = announced(town.database, PhotoRejected)
    assert (event.photo_id, event.reason) == (photo["id"], "nudity")
    [decision] = browser.as_member(member).get("/api/decision.php").json["decisions"]
    assert (decision["measure"], decision["automated"], decision["can_appeal"]) == ("reject_photo", True, True)
    assert town.rows("SELECT has_image FROM search_rows WHERE id = %(id)s", id=member) == [(False,)]


def test_a_photo_that_no_rule_applies_to_waits(setup: Setup) -> None:
    assert setup.bring(setup.browser(COLOURS), BLUE)[1]["status"] == "pending"


def test_where_a_person_looks_at_all_photos_the_classifier_shows_none(setup: Setup) -> None:
    browser = setup.browser(COLOURS, photo_inspection="desk")

    assert setup.bring(browser, GREEN)[1]["status"] == "pending"
    assert setup.bring(browser, RED)[1]["status"] == "rejected"


@pytest.mark.parametrize(
    ("model", "failure"),
    [(onnx_models.not_a_number(SIDE), "no_probability"), (onnx_models.hungry(SIDE), "broken"), (b"no model", "broken")],
    ids=["not a number", "out of memory", "broken"],
)
def test_a_photo_without_an_answer_waits_and_the_desk_is_shown_why(
    setup: Setup, town: Town, model: bytes, failure: str
) -> None:
    browser = setup.browser(model)
    _, photo = setup.bring(browser, GREEN)

    assert photo["status"] == "pending"
    assert [check[2:] for check in setup.checks()] == [("wait", None, None, failure)]
    desk = browser.as_member(town.woman(name="Mo"), staff=True)
    [listed] = desk.get("/api/staff-photos.php").json["photos"]
    assert listed["check"] == {"label": None, "score": None, "failure": failure}


def test_without_a_model_the_sites_rule_applies(setup: Setup) -> None:
    assert setup.bring(setup.browser(None), RED)[1]["status"] == "active"
    assert setup.bring(setup.browser(None, photo_inspection="desk"), RED)[1]["status"] == "pending"
    assert setup.checks() == []


@pytest.mark.parametrize(
    ("model", "inspection", "handling"),
    [
        (COLOURS, "automatic", ("classified", SHA256)),
        (COLOURS, "desk", ("wait", SHA256)),
        (None, "automatic", ("shown", None)),
        (None, "desk", ("wait", None)),
    ],
)
def test_the_desk_says_what_happens_to_new_photos(
    setup: Setup, town: Town, model: bytes | None, inspection: str, handling: tuple[str, str | None]
) -> None:
    desk = setup.browser(model, photo_inspection=inspection).as_member(town.woman(name="Mo"), staff=True)

    new_photos = desk.get("/api/staff-queue.php").json["new_photos"]

    assert {(each["handling"], each["model"]) for each in new_photos} == {handling}


@pytest.mark.parametrize("change", ["UPDATE photo_checks SET action = 'show'", "DELETE FROM photo_checks"])
def test_the_audit_log_is_only_ever_added_to(setup: Setup, town: Town, change: str) -> None:
    setup.bring(setup.browser(COLOURS), RED)

    with pytest.raises(InsufficientPrivilege):
        town.run(change)


def test_a_model_without_rules_of_any_site_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(COLOURS)
    with pytest.raises(ModelRefused, match="no site's document"):
        Classifiers.load(path, SHA256, SiteDirectory())


def test_a_process_refuses_to_start_with_a_sentence(wired: Wiring, keys: KeyPair, tmp_path: Path) -> None:
    settings = ProfilesSettings.from_environment(
        **environment_of(
            "profiles",
            DATABASE_URL=wired.settings.database_url,
            TOKEN_PUBLIC_KEY=str(keys.public),
            CLASSIFIER_MODEL=str(tmp_path / "nowhere.onnx"),
        )
    )
    with pytest.raises(SystemExit, match="there is no such file"):
        wire(settings)


class ChatSetup:
    """CheckPicture as chat calls it, about pictures of one member."""

    def __init__(self, setup: Setup, rules: dict[str, Any] | None, model: bytes | None = COLOURS) -> None:
        setup.browser(model, rules)  # writes the model
        self.sites = SiteDirectory()
        for key in self.sites.site_keys():
            changes = {"photo_classifier": PhotoClassifier.model_validate(rules) if rules else None}
            self.sites._by_key[key] = self.sites.get(key).model_copy(update=changes)
        path = setup.folder / "model.onnx"
        classifiers = classifiers_of(path, model) if model else Classifiers()
        self.servicer = ProfileServicer(replace(setup.wired, sites=self.sites, classifiers=classifiers))
        self.member, self.message = setup.town.woman(), uuid4()

    def is_doubtful(self, colour: tuple[int, int, int]) -> bool:
        processed = process_image(jpeg(colour), cut=Crop.WHOLE)
        request = CheckPictureRequest(
            member_id=str(self.member),
            fingerprint=processed.fingerprint,
            digests=digests_of(jpeg(colour)),
            picture=processed.files["800"],
            site="pairwise",
            message_id=str(self.message),
            recipient_id=str(uuid4()),
        )
        return bool(self.servicer.CheckPicture(request, Mock()).doubtful)


def test_a_picture_in_a_chat_goes_by_the_rules_for_chats(setup: Setup) -> None:
    chat = ChatSetup(setup, {**RULES, "chats": CHAT_RULES})

    assert [chat.is_doubtful(colour) for colour in (GREEN, BLUE, ORANGE)] == [False, False, True]
    with pytest.raises(PictureNotAllowed):
        chat.is_doubtful(RED)
    actions = [(row[0], row[2]) for row in setup.checks()]
    assert actions == [(uuid5(chat.message, IN_CHAT), action) for action in ("show", "show", "wait", "reject")]


@pytest.mark.parametrize("rules", [None, RULES])
def test_without_rules_for_chats_nothing_looks_at_them(setup: Setup, rules: dict[str, Any] | None) -> None:
    assert not ChatSetup(setup, rules).is_doubtful(RED)
    assert setup.checks() == []


def test_a_picture_in_a_chat_without_an_answer_arrives_blurred(setup: Setup) -> None:
    chat = ChatSetup(setup, {**RULES, "chats": CHAT_RULES}, onnx_models.not_a_number(SIDE))

    assert chat.is_doubtful(RED)
    assert [check[2:] for check in setup.checks()] == [("wait", None, None, "no_probability")]


def test_more_pictures_of_chats_than_it_looks_at_do_not_wait(setup: Setup) -> None:
    chat = ChatSetup(setup, {**RULES, "chats": CHAT_RULES})
    with ExitStack() as held:
        for _ in range(2):
            held.enter_context(_chats)
        assert chat.is_doubtful(GREEN)
    assert [check[5] for check in setup.checks()] == ["busy"]
    assert not chat.is_doubtful(GREEN)
