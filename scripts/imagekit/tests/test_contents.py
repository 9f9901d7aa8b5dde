"""What is looked at in an image's files: programs, rights, packages."""

import os
from pathlib import Path

import pytest

from imagekit import check
from imagekit.images import image
from imagekit.sbom import bill


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """An image with nothing wrong."""
    (tmp_path / "usr/bin").mkdir(parents=True)
    (tmp_path / "usr/bin/python3").write_text("")
    (tmp_path / "tmp").mkdir()
    (tmp_path / "tmp").chmod(0o1777)
    return tmp_path


def flaws(files: Path, name: str = "services") -> list[str]:
    return list(check._of_files(image(name), files))


def test_nothing_is_wrong_with_a_plain_image(files: Path) -> None:
    assert flaws(files) == []


def test_a_tool_is_found_even_as_a_broken_link(files: Path) -> None:
    (files / "usr/bin/pip").symlink_to("nowhere")
    assert flaws(files) == ["contains usr/bin/pip"]


def test_envoy_belongs_to_the_gateway_alone(files: Path) -> None:
    (files / "usr/bin/envoy").write_text("")
    assert flaws(files, "gateway") == []
    assert flaws(files, "services") == ["contains usr/bin/envoy"]


def test_a_program_that_changes_its_user_is_found(files: Path) -> None:
    (files / "usr/bin/python3").chmod(0o4755)
    assert flaws(files) == ["usr/bin/python3 changes its user"]


def test_what_the_process_could_replace_is_found(files: Path) -> None:
    (files / "app").mkdir()
    (files / "app/code.py").write_text("")
    (files / "app/code.py").chmod(0o666)
    assert flaws(files) == ["app/code.py is writable"]
    (files / "app/code.py").chmod(0o644)
    if os.getuid() == 0:
        os.chown(files / "app/code.py", 10001, 0)
        assert flaws(files) == ["app/code.py is writable"]


def test_tests_are_found(files: Path) -> None:
    (files / "app/services/chat/tests").mkdir(parents=True)
    assert flaws(files) == ["contains tests in app/services/chat/tests"]


def test_the_bill_lists_packages_of_debian_python_and_npm(files: Path) -> None:
    _write(
        files / "var/lib/dpkg/status",
        "Package: libc6\nStatus: install ok installed\nVersion: 2.36-9+deb12u14\n\n"
        "Package: gone\nStatus: deinstall ok config-files\nVersion: 1\n",
    )
    _write(files / "venv/lib/python3.11/site-packages/A_b-1.dist-info/METADATA", "Name: A_b\nVersion: 1\n\nName: no\n")
    _write(
        files / "app/node_modules/@polka/url/package.json",
        '{"name": "@polka/url", "version": "1.0.0", "license": "MIT"}',
    )
    made = bill(files, "pairwise/services", "0.2.0")
    assert [each["purl"] for each in made["components"]] == [
        "pkg:deb/debian/libc6@2.36-9%2Bdeb12u14",
        "pkg:npm/%40polka/url@1.0.0",
        "pkg:pypi/a-b@1",
    ]
    assert made["components"][1]["licenses"] == [{"license": {"name": "MIT"}}]


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True)
    file.write_text(text)
