"""`scripts/pairwise moderation evaluate` with a tiny model that knows colours."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image
from shared.pictures.tests import onnx_models
from shared.pictures.tests.cached import each_picture_processed_once
from shared.sites.directory import DOCUMENTS

from moderationkit.__main__ import main

__all__ = ["each_picture_processed_once"]

SIDE = 16
RULES: dict[str, Any] = {
    "labels": ["red", "green", "blue"],
    "input": {"width": SIDE, "height": SIDE},
    "output": "probabilities",
    "rules": [
        {"label": "red", "at_least": 0.7, "action": "reject", "reason": "nudity"},
        {"label": "green", "at_least": 0.5, "action": "show"},
    ],
}
RED, GREEN, BLUE = (250, 0, 0), (0, 250, 0), (0, 0, 250)


@pytest.fixture
def sites(tmp_path: Path) -> Path:
    folder = tmp_path / "sites"
    folder.mkdir()
    document = yaml.safe_load((DOCUMENTS / "pairwise.yaml").read_text("utf-8")) | {"photo_classifier": RULES}
    (folder / "pairwise.yaml").write_text(yaml.safe_dump(document), "utf-8")
    return folder


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.onnx"
    path.write_bytes(onnx_models.colours(SIDE))
    return path


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Two red ones, of which one looks green, a green one, a blue one, and a text."""
    folder = tmp_path / "pictures"
    for label, name, colour in (("red", "a", RED), ("red", "b", GREEN), ("green", "c", GREEN), ("blue", "d", BLUE)):
        (folder / label).mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (400, 500), colour).save(folder / label / f"{name}.png")
    (folder / "blue" / "notes.txt").write_text("no picture")
    return folder


def run(pictures: Path, model: Path, sites: Path) -> int:
    return main(["evaluate", str(pictures), "--model", str(model), "--sites", str(sites)])


def lines(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def test_precision_recall_and_confusion_are_printed(
    pictures: Path, model: Path, sites: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(pictures, model, sites) == 0

    printed = capsys.readouterr().out
    assert "4 pictures, 1 unreadable, 0 without an answer" in printed
    # label, pictures, precision, recall, shown, waiting, rejected; then the confusion table.
    assert lines(printed)[3:] == [
        ["label", "pictures", "precision", "recall", "show", "wait", "reject"],
        ["red", "2", "1.000", "0.500", "1", "0", "1"],
        ["green", "1", "0.500", "1.000", "1", "0", "0"],
        ["blue", "1", "1.000", "1.000", "0", "1", "0"],
        [],
        ["Confusion:", "a", "row", "for", "each", "true", "label,", "a", "column", "for", "each", "label", "given"],
        ["red", "green", "blue"],
        ["red", "1", "1", "0"],
        ["green", "0", "1", "0"],
        ["blue", "0", "0", "1"],
        [],
        ["Unreadable:", "1"],
        [str(pictures / "blue" / "notes.txt"), "(photo_wrong_type)"],
    ]


def test_a_label_without_pictures_has_neither_precision_nor_recall(
    pictures: Path, model: Path, sites: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in (pictures / "blue").iterdir():
        file.unlink()

    assert run(pictures, model, sites) == 0
    assert ["blue", "0", "–", "–", "0", "0", "0"] in lines(capsys.readouterr().out)


def test_a_folder_that_is_no_label_is_refused(
    pictures: Path, model: Path, sites: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (pictures / "purple").mkdir()

    assert run(pictures, model, sites) == 1
    assert "purple: no label" in capsys.readouterr().err


@pytest.mark.parametrize("empty", [True, False])
def test_a_folder_without_pictures_is_refused(
    empty: bool, tmp_path: Path, model: Path, sites: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "nothing"
    if empty:
        folder.mkdir()

    assert run(folder, model, sites) == 1
    assert str(folder) in capsys.readouterr().err


def test_a_model_that_does_not_fit_is_refused(
    pictures: Path, model: Path, sites: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model.write_bytes(onnx_models.not_a_number(SIDE))
    assert run(pictures, model, sites) == 1
    assert "no_probability" in capsys.readouterr().err

    assert run(pictures, model.with_name("none.onnx"), sites) == 1
    assert "no such file" in capsys.readouterr().err


def test_a_site_without_rules_is_refused(pictures: Path, model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(pictures, model, DOCUMENTS) == 1
    assert "has no photo_classifier" in capsys.readouterr().err
