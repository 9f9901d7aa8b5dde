import subprocess
from pathlib import Path

import pytest
from runner.testing.file_sizes import MOST_LINES, complaints


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / ".gitignore").write_text("generated/\n")
    (tmp_path / "generated").mkdir()
    for name, lines in (("fits.py", 0), ("long.tsx", 1), ("long.css", 1), ("generated/long.py", 1)):
        (tmp_path / name).write_text("x = 1\n" * (MOST_LINES + lines))
    return tmp_path


def test_source_files_over_the_limit_are_named(tree: Path) -> None:
    assert list(complaints(tree, {})) == ["long.tsx:300: 301 lines; split it by subject"]


def test_an_exception_holds_for_a_file_that_needs_it_only(tree: Path) -> None:
    found = list(complaints(tree, {"long.tsx": "one table", "fits.py": "one table"}))
    assert found == ["fits.py: is an exception without need"]
