"""`scripts/pairwise moderation evaluate-faces` with a tiny model whose faces are colours and whose poses are green."""

from pathlib import Path

import pytest
import yaml
from PIL import Image
from shared.pictures.tests import onnx_models
from shared.pictures.tests.cached import each_picture_processed_once
from shared.sites.directory import DOCUMENTS

from moderationkit.__main__ import main

__all__ = ["each_picture_processed_once"]

SIDE = 16
DOCUMENT = {
    "name": "Faces",
    "version": "1",
    "input": {"width": SIDE, "height": SIDE},
    "same_at_least": 0.95,
    "pose_at_least": 0.5,
}


@pytest.fixture
def arguments(tmp_path: Path) -> list[str]:
    """Ann, of whom one picture looks like Bo, and Bo; two pictures are of poses."""
    sites, folder, model = tmp_path / "sites", tmp_path / "people", tmp_path / "faces.onnx"
    document = yaml.safe_load((DOCUMENTS / "pairwise.yaml").read_text("utf-8")) | {"verification_model": DOCUMENT}
    sites.mkdir()
    (sites / "pairwise.yaml").write_text(yaml.safe_dump(document), "utf-8")
    model.write_bytes(onnx_models.faces(SIDE))
    for person, name, colour in (
        ("ann", "a", (200, 20, 20)),
        ("ann", "b", (20, 20, 200)),
        ("ann", "fist-1", (200, 25, 25)),
        ("bo", "look_up", (20, 200, 200)),
        ("bo", "c", (20, 20, 210)),
    ):
        (folder / person).mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (400, 500), colour).save(folder / person / f"{name}.png")
    return ["evaluate-faces", str(folder), "--model", str(model), "--sites", str(sites)]


def test_mistakes_at_the_thresholds_of_the_site(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0

    printed = capsys.readouterr().out
    assert "2 people" in printed
    assert "one person not recognised (below 0.95): 3 of 4 (75.00%)" in printed
    assert "two people taken for one: 1 of 6 (16.67%)" in printed
    assert "pose not seen (below 0.5): 1 of 2 (50.00%)" in printed
    assert "another pose seen: 11 of 22 (50.00%)" in printed
    assert f"b.png and {arguments[1]}/bo/c.png" in printed


def test_a_folder_of_one_person_and_a_site_without_the_model_are_refused(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([arguments[0], str(tmp_path / "people" / "ann"), *arguments[2:]]) == 1
    assert "two people or more" in capsys.readouterr().err
    assert main([*arguments[:-1], str(DOCUMENTS.parent / "nowhere")]) == 1
