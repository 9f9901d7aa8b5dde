"""The comparison of faces with tiny models, in real processes."""

import json
from pathlib import Path
from typing import Any

import pytest

from shared.pictures import face_comparison as module
from shared.pictures.classifier import ClassificationFailed, Failure, ModelRefused
from shared.pictures.face_comparison import FaceModel, FaceReading
from shared.pictures.tests import onnx_models
from shared.pictures.tests.test_classifier import PLAIN, SIDE, model_of, picture

READING = FaceReading(PLAIN, 12, True)
BLACK = (0, 0, 0)


def faces(folder: Path, content: bytes) -> FaceModel:
    of_file = model_of(folder, content)
    return FaceModel.load(of_file.path, of_file.sha256)


def test_faces_poses_and_liveness_of_each_picture(tmp_path: Path) -> None:
    model = faces(tmp_path, onnx_models.faces(SIDE))
    live = [picture((255, 255, 0)), picture((0, 255, 51))]

    found = model.compare(READING, live, [picture((255, 0, 0)), picture(BLACK)])

    assert found.alike == pytest.approx(0.69, abs=0.02)
    assert [row[0] for row in found.same] == pytest.approx([0.707, 0.0], abs=0.01)
    assert [row[1] for row in found.same] == [None, None]  # no face
    assert [len(row) for row in found.poses] == [12, 12]
    assert found.poses[0][0] == pytest.approx(1.0)
    assert found.live == pytest.approx([0.0, 0.2], abs=0.01)


def test_a_live_picture_without_a_face_is_like_nothing(tmp_path: Path) -> None:
    found = faces(tmp_path, onnx_models.faces(SIDE)).compare(READING, [picture(), picture(BLACK)], [picture()])

    assert (found.alike, found.same[1]) == (None, [None])


def test_photos_beyond_the_limit_are_not_looked_at(tmp_path: Path) -> None:
    photos = [picture()] * (module.MOST_PHOTOS + 3)

    found = faces(tmp_path, onnx_models.faces(SIDE)).compare(READING, [picture()], photos)

    assert len(found.same[0]) == module.MOST_PHOTOS


@pytest.mark.parametrize(
    ("content", "failure"),
    [
        (onnx_models.faces(SIDE, poses=11), Failure.WRONG_OUTPUTS),
        (onnx_models.faces(SIDE, live=False), Failure.WRONG_OUTPUTS),
        (onnx_models.faces(SIDE, pose=2.0), Failure.NO_PROBABILITY),
        (onnx_models.faces(SIDE, pose=float("nan")), Failure.NO_PROBABILITY),
        (onnx_models.colours(SIDE), Failure.BROKEN),  # an image classifier
        (onnx_models.hungry(SIDE), Failure.BROKEN),
    ],
    ids=["poses", "live", "above 1", "nan", "classifier", "hungry"],
)
def test_a_model_of_another_contract_fails(tmp_path: Path, content: bytes, failure: Failure) -> None:
    with pytest.raises(ClassificationFailed) as raised:
        faces(tmp_path, content).compare(READING, [picture((9, 255, 9))], [picture()])

    assert raised.value.failure is failure


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"same": [[1.0, 1.0]], "poses": [["a"] * 12], "live": None},
        {"same": [[1.0, 7.0]], "poses": [[0.5] * 12], "live": [[0.5]]},
        {"same": [[1.0]], "poses": [[0.5] * 12], "live": [[0.5]]},
        {"same": [[1.0, 1.0]], "poses": [[0.5] * 12], "live": [[0.5, 0.5]]},
    ],
    ids=["nothing", "words", "no cosine", "too few", "two of live"],
)
def test_what_a_compromised_child_writes_is_checked(answer: dict[str, Any]) -> None:
    with pytest.raises(ClassificationFailed):
        module._read(json.dumps(answer).encode(), READING, 1, 2)


def test_a_model_that_does_not_fit_the_document_is_refused_at_the_start(tmp_path: Path) -> None:
    model = faces(tmp_path, onnx_models.faces(SIDE, live=False))

    model.check(FaceReading(PLAIN, 12, False), "pairwise")
    with pytest.raises(ModelRefused, match="VERIFICATION_MODEL does not fit verification_model of the site pairwise"):
        model.check(READING, "pairwise")
    with pytest.raises(ModelRefused, match="VERIFICATION_SHA256"):
        FaceModel.load(model.path, None)
