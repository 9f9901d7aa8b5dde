from pathlib import Path

import pytest
from runner.setup import contents, perform
from runner.setup.steps import Step


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(contents, "ROOT", tmp_path)
    monkeypatch.setattr(contents, "STAMPS", tmp_path / "stamps")
    monkeypatch.setattr(perform, "BUILD_LOGS", tmp_path / "logs")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "source").write_text("one")
    return tmp_path


def a_step(folder: Path, runs: list[str]) -> Step:
    def make(log: object) -> None:
        runs.append("run")
        (folder / "result").touch()

    return Step("thing", "making a thing", 1, make, result=folder / "result", inputs=[folder / "in"])


def test_a_step_runs_once_for_the_same_content(folder: Path) -> None:
    runs: list[str] = []
    step = a_step(folder, runs)

    perform._perform_one(step)
    (folder / "in" / "source").touch()
    perform._perform_one(step)

    assert runs == ["run"]


def test_changed_content_or_a_missing_result_runs_it_again(folder: Path) -> None:
    runs: list[str] = []
    step = a_step(folder, runs)

    perform._perform_one(step)
    (folder / "in" / "source").write_text("two")
    perform._perform_one(step)
    (folder / "result").unlink()
    perform._perform_one(step)

    assert len(runs) == 3


def test_a_failed_step_reports_its_log_and_is_tried_again(folder: Path) -> None:
    def fail(log: object) -> None:
        log.write("the reason\n")  # type: ignore[attr-defined]
        raise RuntimeError("no luck")

    step = Step("thing", "making a thing", 1, fail, result=folder / "result", inputs=[], advice="Try harder.")

    with pytest.raises(perform.SetupFailed, match=r"(?s)no luck.*the reason.*Try harder"):
        perform._perform_one(step)
    assert not contents.is_stamped("thing", step.content())
