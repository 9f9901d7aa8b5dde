"""Pages as files: exported, compared, applied all together or not at all."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import yaml
from flask import Flask
from lander.domain.document import PageDocument
from lander.domain.marketing_action import Marketer
from lander.page_files import main
from lander.tests.makers import document
from lander.usecases.apply_pages import apply_pages
from lander.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.environment import environment_of
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

ANN = UUID(int=1)
Run = Callable[..., int]


@pytest.fixture
def desk(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys).as_member(ANN, marketer=True)


@pytest.fixture
def run(wired: Wiring, database: Database, keys: KeyPair, monkeypatch: pytest.MonkeyPatch) -> Run:
    url = wired.settings.database_url
    for name, value in environment_of("lander", DATABASE_URL=url, TOKEN_PUBLIC_KEY=str(keys.public)).items():
        monkeypatch.setenv(name, value)

    def do(command: str, folder: Path, *more: str, site: str = "pairwise") -> int:
        by = ["--by", str(ANN)] if command == "apply" else []
        code = main([command, site, str(folder), *by, *more])
        wired.catalogue.forget()
        return code

    return do


def write(folder: Path, slug: str, page: Any = None, **changed: Any) -> Path:
    file = folder / f"{slug}.yaml"
    file.write_text(page if isinstance(page, str) else yaml.safe_dump(document(**changed), allow_unicode=True), "utf-8")
    return file


def versions(desk: Browser, slug: str = "spring") -> list[int]:
    page = desk.get("/api/marketing-page.php", slug=slug)
    return [each["number"] for each in page.json["versions"]] if page.status_code == 200 else []


def actions(desk: Browser) -> list[tuple[str, str]]:
    return [(each["action"], each["subject"]) for each in desk.get("/api/marketing-actions.php").json["actions"]]


def test_a_page_is_moved_to_another_site_and_stays_what_it_was(
    run: Run, desk: Browser, app: Flask, keys: KeyPair, tmp_path: Path
) -> None:
    palette = {"sky": "#0a1c24", "dusk": "#0f4450", "glow": "#f6927f"}
    blocks = [{"kind": "call", "words": dict.fromkeys(document()["words"], 'Žlutý "quoted": yes')}]
    page = document(title="Été: 50 % & more", palette=palette, blocks=blocks)
    desk.post("/api/marketing-page.php", {"slug": "spring", "base": 0, "document": page})

    assert run("export", tmp_path) == 0
    assert [file.name for file in tmp_path.iterdir()] == ["spring.yaml"]
    assert run("apply", tmp_path, "--publish", site="iskra") == 0

    there = Browser(app, keys).at("iskra.localhost").as_member(ANN, marketer=True)
    [found] = there.get("/api/marketing-page.php", slug="spring").json["versions"]
    assert PageDocument.model_validate(found["document"]) == PageDocument.model_validate(page)
    assert there.get("/en/landers/spring").status_code == 200
    assert desk.get("/en/landers/spring").status_code == 404
    assert actions(there) == [("page.publish", "spring"), ("page.save", "spring")]


def test_what_is_the_same_gets_no_version(run: Run, desk: Browser, tmp_path: Path) -> None:
    write(tmp_path, "spring")
    for _ in range(3):
        assert run("apply", tmp_path, "--publish") == 0

    assert versions(desk) == [1]
    assert actions(desk) == [("page.publish", "spring"), ("page.save", "spring")]
    run("export", tmp_path)
    assert run("apply", tmp_path) == 0
    assert versions(desk) == [1]


def test_a_dry_run_shows_the_difference_and_changes_nothing(
    run: Run, desk: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, "spring")
    run("apply", tmp_path)
    write(tmp_path, "spring", title="Summer is here")
    write(tmp_path, "autumn")
    capsys.readouterr()

    assert run("apply", tmp_path, "--dry-run", "--publish") == 0

    printed = capsys.readouterr().out
    assert "-    title: Spring is here" in printed
    assert "+    title: Summer is here" in printed
    assert "spring.yaml (version 2)" in printed
    assert "2 would be saved, 0 the same, 2 would be published" in printed
    assert (versions(desk), versions(desk, "autumn")) == ([1], [])
    assert actions(desk) == [("page.save", "spring")]


FAULTS: dict[str, tuple[Any, str]] = {
    "an unknown field": ("scene: gallery\nhtml: <b>\n", "bad.yaml: html: not_allowed"),
    "an address": (
        "scene: gallery\nwords: {en: {title: See https://x.example, accent: a, text: b}}",
        "bad.yaml: words.en.title: not_allowed",
    ),
    "a text that is missing": (
        "scene: gallery\nwords: {en: {title: a, accent: b}}",
        "bad.yaml: words.en.text: text_missing",
    ),
    "a key that is given twice": ("scene: gallery\nscene: video\n", "bad.yaml: line 2: not YAML"),
    "no YAML": ("scene: [gallery\n", "bad.yaml: line 2: not YAML"),
    "an object of Python": ("scene: !!python/object:os.system x\n", "bad.yaml: line 1: not YAML"),
    "a list": ("- gallery\n", "bad.yaml: not a page document"),
    "nothing": ("", "bad.yaml: not a page document"),
    "too much": ("scene: gallery\n#" + "x" * 200_000, "bad.yaml: file_too_large"),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_is_reported_with_its_place_and_nothing_is_applied(
    run: Run, desk: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    text, place = FAULTS[what]
    write(tmp_path, "bad", text)
    write(tmp_path, "spring")

    assert run("apply", tmp_path) == 1

    assert place in capsys.readouterr().err
    assert versions(desk) == []
    assert actions(desk) == []


def test_a_name_that_is_not_free_and_bytes_that_are_no_text_are_refused(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, "Static")
    write(tmp_path, "video")
    (tmp_path / "latin.yaml").write_bytes(b"scene: \xff")

    assert run("apply", tmp_path) == 1

    printed = capsys.readouterr().err
    assert "Static.yaml: slug: slug_not_free" in printed
    assert "video.yaml: slug: slug_not_free" in printed
    assert "latin.yaml: not readable as UTF-8" in printed


def test_a_page_with_a_missing_language_is_saved_and_not_published(
    run: Run, desk: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, "spring", words={"en": document()["words"]["en"]}, languages=["en", "de"])

    assert run("apply", tmp_path, "--publish") == 1
    assert "spring.yaml: words.de: language_missing" in capsys.readouterr().err
    assert versions(desk) == []
    assert run("apply", tmp_path) == 0
    assert versions(desk) == [1]


def test_a_folder_without_pages_and_an_unknown_site_are_refused(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("apply", tmp_path) == 1
    assert run("apply", tmp_path / "nothing") == 1
    write(tmp_path, "spring")
    assert run("apply", tmp_path, site="nowhere") == 1
    assert "there is no site nowhere" in capsys.readouterr().err


def test_a_page_that_is_split_stops_all_of_them(
    run: Run, desk: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, "spring")
    run("apply", tmp_path, "--publish")
    write(tmp_path, "spring", title="Summer is here")
    run("apply", tmp_path)
    arms = [{"version": 1, "weight": 0.5}, {"version": 2, "weight": 0.5}]
    experiment = {"slug": "spring", "goal": "sign_up", "arms": arms}
    assert desk.post("/api/marketing-experiments.php", experiment).status_code == 201
    write(tmp_path, "autumn")

    assert run("apply", tmp_path, "--publish") == 1

    assert "spring.yaml: experiment_runs" in capsys.readouterr().err
    assert versions(desk, "autumn") == []


def test_two_at_once_save_each_page_once(wired: Wiring, database: Database, desk: Browser) -> None:
    pages = {slug: PageDocument.model_validate(document()) for slug in ("spring", "summer", "autumn")}
    site = wired.sites.for_host("localhost")

    def attempt(number: int) -> int:
        marketer = Marketer(UUID(int=number + 1), "pairwise")
        applied = apply_pages(wired.unit_of_work(), marketer, site, pages, publish=True)
        return sum(each.is_changed for each in applied)

    assert sum(at_once(*(partial(attempt, number) for number in range(4)))) == 3
    assert [versions(desk, slug) for slug in pages] == [[1], [1], [1]]
    assert len(actions(desk)) == 6
