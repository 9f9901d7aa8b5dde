"""The classifier's child with tiny models, in real processes."""

import hashlib
import io
import signal
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from structlog.testing import capture_logs

from shared.pictures import classifier as module
from shared.pictures.classifier import ClassificationFailed, ClassifierModel, Failure, ModelRefused, Reading
from shared.pictures.tests import onnx_models

SIDE = 16


SIZE = {"width": SIDE, "height": SIDE, "fit": "stretch", "layout": "nchw", "channels": "rgb"}
PLAIN: dict[str, Any] = {**SIZE, "mean": [0.0, 0.0, 0.0], "std": [1.0, 1.0, 1.0]}


def reading(labels: tuple[str, ...] = ("red", "green", "blue"), output: str = "probabilities", **more: Any) -> Reading:
    return Reading(labels, {**PLAIN, **more}, output)


def picture(colour: tuple[int, int, int] = (255, 0, 0), size: tuple[int, int] = (64, 80)) -> bytes:
    target = io.BytesIO()
    Image.new("RGB", size, colour).save(target, "WEBP", lossless=True)
    return target.getvalue()


def model_of(folder: Path, content: bytes) -> ClassifierModel:
    path = folder / "model.onnx"
    path.write_bytes(content)
    return ClassifierModel.load(path, hashlib.sha256(content).hexdigest())


@pytest.fixture
def model(tmp_path: Path) -> ClassifierModel:
    return model_of(tmp_path, onnx_models.colours(SIDE))


def test_each_label_gets_its_score(model: ClassifierModel) -> None:
    scores = model.scores(reading(), picture((255, 51, 0)))

    assert scores == pytest.approx({"red": 1.0, "green": 0.2, "blue": 0.0}, abs=0.01)


@pytest.mark.parametrize(
    ("more", "output", "wanted"),
    [
        ({"channels": "bgr"}, "probabilities", (0.0, 0.2, 1.0)),
        ({"mean": [0.5, 0.1, 0.0], "std": [0.5, 0.5, 1.0]}, "probabilities", (1.0, 0.2, 0.0)),
        ({"fit": "crop"}, "probabilities", (1.0, 0.2, 0.0)),
        ({}, "softmax", (0.549, 0.247, 0.202)),
        ({}, "sigmoid", (0.731, 0.550, 0.5)),
    ],
    ids=["bgr", "normalised", "crop", "softmax", "sigmoid"],
)
def test_the_document_says_how_a_picture_is_read(
    model: ClassifierModel, more: dict[str, Any], output: str, wanted: tuple[float, ...]
) -> None:
    scores = model.scores(reading(output=output, **more), picture((255, 51, 0)))

    assert tuple(scores.values()) == pytest.approx(wanted, abs=0.01)


BROKEN_MODELS = {
    "not a number": (onnx_models.not_a_number(SIDE), Failure.NO_PROBABILITY),
    "out of memory": (onnx_models.hungry(SIDE), Failure.BROKEN),
    "no model": (b"not a model", Failure.BROKEN),
    "half": (onnx_models.colours(SIDE)[:100], Failure.BROKEN),
    "too few scores": (onnx_models.colours(SIDE, labels=2), Failure.WRONG_LABELS),
    "too many scores": (onnx_models.colours(SIDE, labels=5), Failure.WRONG_LABELS),
    "another input": (onnx_models.colours(SIDE * 2), Failure.BROKEN),
}


@pytest.mark.parametrize("what", BROKEN_MODELS)
def test_a_model_that_does_not_fit_is_refused_at_start_and_gives_no_scores(what: str, tmp_path: Path) -> None:
    content, failure = BROKEN_MODELS[what]
    model = model_of(tmp_path, content)

    with pytest.raises(ModelRefused, match="site pairwise") as refused:
        model.check(reading(), "pairwise")
    # A model is refused at start because it gives a picture no scores.
    assert isinstance(refused.value.__cause__, ClassificationFailed)
    assert refused.value.__cause__.failure is failure


def test_scores_above_one_are_no_probabilities(tmp_path: Path) -> None:
    model = model_of(tmp_path, onnx_models.colours(SIDE, strength=3.0))

    with pytest.raises(ClassificationFailed, match="no_probability"):
        model.scores(reading(), picture())


def test_a_model_that_fits_is_accepted_at_start(model: ClassifierModel) -> None:
    model.check(reading(), "pairwise")


def test_a_model_without_an_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TIMES_CPU", 0.25)
    model = model_of(tmp_path, onnx_models.endless(SIDE))

    with pytest.raises(ClassificationFailed, match="timeout"):
        model.scores(reading(), picture())


CHILDREN = {
    "crashes": (f"import os; os.kill(os.getpid(), {int(signal.SIGSEGV)})", Failure.CRASHED),
    "takes all memory": ("held = bytearray(1 << 33)", Failure.BROKEN),
    "computes for ever": (
        "resource.setrlimit(resource.RLIMIT_CPU, (1, 1))\nwhile True: pass",
        Failure.CRASHED,
    ),
    "writes a file": ("open('/tmp/left-behind', 'w').write('x' * 100)", Failure.BROKEN),
    "answers nonsense": ("print('[1, 2]')", Failure.BROKEN),
    "answers nothing": ("", Failure.BROKEN),
    "answers words": ("""print('{"scores": ["a", "b", "c"]}')""", Failure.BROKEN),
    "answers infinity": ("""print('{"scores": [1e999, 0, 0]}')""", Failure.NO_PROBABILITY),
}


@pytest.mark.parametrize("what", CHILDREN)
def test_a_child_that_fails_gives_no_scores(
    what: str, model: ClassifierModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, failure = CHILDREN[what]
    limits = module.CHILD.read_text("utf-8").partition("import hashlib")[0]
    child = tmp_path / "child.py"
    child.write_text(f"{limits}\n{code}\n")
    monkeypatch.setattr(module, "CHILD", child)

    with pytest.raises(ClassificationFailed, match=failure.value):
        model.scores(reading(), picture())


def test_the_child_has_no_secret_reports_nothing_and_opens_no_file_once_it_computes(
    model: ClassifierModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = tmp_path / "child.py"
    child.write_text(
        module.CHILD.read_text("utf-8")
        .replace("import hashlib", "import _socket\nimport hashlib", 1)
        .replace(
            "    scores = session.run",
            "    assert os.environ['ORT_DISABLE_TELEMETRY'] == '1' and 'MEDIA_KEYS' not in os.environ\n"
            "    try:\n        _socket.socket()\n"
            "    except OSError:\n        pass\n"
            "    else:\n        sys.exit(9)\n"
            "    scores = session.run",
        )
    )
    monkeypatch.setattr(module, "CHILD", child)
    monkeypatch.setenv("MEDIA_KEYS", "secret")

    assert model.scores(reading(), picture())["red"] == pytest.approx(1.0, abs=0.01)


def test_a_file_that_changed_since_the_start_is_not_run(model: ClassifierModel) -> None:
    model.path.write_bytes(onnx_models.colours(SIDE, strength=0.5))

    with pytest.raises(ClassificationFailed, match="changed"):
        model.scores(reading(), picture())


def test_a_turn_that_does_not_come_is_a_failure(model: ClassifierModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "QUEUE_SECONDS", 0.01)
    with module._slot, pytest.raises(ClassificationFailed, match="busy"):
        model.scores(reading(), picture())


def test_a_failure_at_start_that_may_pass_does_not_stop_the_process(
    model: ClassifierModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "QUEUE_SECONDS", 0.01)
    with module._slot:
        model.check(reading(), "pairwise")


def test_the_log_has_the_failure_and_no_picture(model: ClassifierModel) -> None:
    with capture_logs() as lines, pytest.raises(ClassificationFailed):
        model.scores(reading(("red",)), picture())

    expected = {"event": "photo_classification_failed", "failure": "wrong_labels", "scores": 3, "log_level": "warning"}
    assert lines == [expected]


@pytest.mark.parametrize(
    ("name", "sha256", "sentence"),
    [
        ("nowhere.onnx", "a" * 64, "there is no such file"),
        ("model.onnx", None, "64 hexadecimal digits"),
        ("model.onnx", "abc", "64 hexadecimal digits"),
        ("model.onnx", "a" * 64, "not that of CLASSIFIER_SHA256"),
    ],
)
def test_a_setting_that_does_not_fit_is_refused_with_a_sentence(
    model: ClassifierModel, name: str, sha256: str | None, sentence: str
) -> None:
    with pytest.raises(ModelRefused, match=sentence):
        ClassifierModel.load(model.path.with_name(name), sha256)


def test_a_model_that_is_too_large_is_refused(model: ClassifierModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 10)
    with pytest.raises(ModelRefused, match="more than"):
        ClassifierModel.load(model.path, model.sha256)


def test_without_the_package_the_sentence_says_how_to_install_it(
    model: ClassifierModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(ModelRefused, match=r"requirements/classifier\.lock"):
        ClassifierModel.load(model.path, model.sha256)


def test_the_largest_model_fits_into_the_childs_memory(tmp_path: Path) -> None:
    model = model_of(tmp_path, onnx_models.colours(SIDE, padding_bytes=module.MOST_BYTES - 1_000))

    assert model.scores(reading(), picture())["red"] == pytest.approx(1.0, abs=0.01)
