"""Brands put in force in an instance: compared, applied, recorded and taken back."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from runner.home import Home
from runner.site import main
from shared.sites.directory import DOCUMENTS

LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#b4442c"/></svg>'


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setenv("PAIRWISE_HOME", str(tmp_path / "home"))
    home = Home.from_environment()
    home.make()
    home.sites.begin(DOCUMENTS)
    return home


@pytest.fixture
def brands(tmp_path: Path) -> Path:
    """A folder with one new brand, as the command writes it."""
    folder = tmp_path / "brands"
    words = {"name": "Lumina", "host": "lumina-dating.nl", "country": "NL", "company": "Lumina B.V."}
    given = [part for name, text in words.items() for part in (f"--{name}", text)]
    assert main(["new", str(folder), "lumina", *given]) == 0
    return folder


def change(brands: Path, **fields: object) -> None:
    path = brands / "lumina" / "site.yaml"
    path.write_text(yaml.safe_dump({**yaml.safe_load(path.read_text()), **fields}))


def in_force(home: Home) -> dict[str, Any]:
    return {key: yaml.safe_load(files["site.yaml"]) for key, files in home.sites.folders().items()}


def test_a_new_brand_joins_those_in_force(home: Home, brands: Path) -> None:
    assert main(["check", str(brands)]) == 0
    assert main(["apply", str(brands), "--by", "Ann"]) == 0

    assert list(in_force(home)) == ["iskra", "lumina", "pairwise"]
    assert len({site["pool"] for site in in_force(home).values()}) == 3
    [line] = home.sites.record.read_text().splitlines()
    assert json.loads(line)["by"] == "Ann"
    assert json.loads(line)["changes"] == {"lumina": {"site": ["is new"]}}


def test_a_plan_says_what_changes_and_changes_nothing(
    home: Home, brands: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["apply", str(brands)])
    before = home.sites.folders()
    document = yaml.safe_load((brands / "lumina" / "site.yaml").read_text())
    document["packages"][0]["prices"]["EUR"] = 1099
    change(
        brands, packages=document["packages"], hue=40, locales=["nl", "en"], description="Someone near you", min_age=21
    )
    capsys.readouterr()

    assert main(["plan", str(brands)]) == 0

    told = capsys.readouterr().out
    for words in (
        "packages.p0.prices.EUR: 999 -> 1099",
        "locales: + en",
        "description: Lumina -> Someone near you",
        "min_age: 18 -> 21",
        "contrast",
    ):
        assert words in told
    assert home.sites.folders() == before


def test_a_brand_with_faults_stays_as_it_was_and_others_are_applied(home: Home, brands: Path) -> None:
    main(["apply", str(brands)])
    change(brands, hue=400)
    iskra = (DOCUMENTS / "iskra.yaml").read_text().replace("message_length: 800", "message_length: 900")
    (brands / "iskra.yaml").write_text(iskra)

    assert main(["apply", str(brands)]) == 1

    assert in_force(home)["iskra"]["message_length"] == 900
    assert "hue" not in in_force(home)["lumina"]


def test_a_rollback_returns_to_the_version_before(home: Home, brands: Path) -> None:
    main(["apply", str(brands)])
    first = home.sites.folders()
    change(brands, description="Someone near you")
    main(["apply", str(brands)])

    assert main(["rollback"]) == 0
    assert home.sites.folders() == first
    assert main(["rollback"]) == 0
    assert list(in_force(home)) == ["iskra", "pairwise"]
    assert main(["rollback"]) == 1
    assert len(home.sites.record.read_text().splitlines()) == 4


def test_files_of_a_brand_come_and_go_with_it(home: Home, brands: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["apply", str(brands)])
    logo = brands / "lumina" / "logo.svg"
    logo.write_text(LOGO)
    main(["apply", str(brands)])
    assert "+ logo.svg" in capsys.readouterr().out
    assert home.sites.folders()["lumina"]["logo.svg"] == LOGO.encode()

    logo.write_text(LOGO.replace("<rect", "<script>alert(1)</script><rect"))
    assert main(["apply", str(brands)]) == 1
    assert home.sites.folders()["lumina"]["logo.svg"] == LOGO.encode()

    assert main(["rollback"]) == 0
    assert list(home.sites.folders()["lumina"]) == ["site.yaml"]


def test_a_site_is_taken_away_on_demand_alone(home: Home, brands: Path) -> None:
    main(["apply", str(brands), "--only"])

    assert list(in_force(home)) == ["lumina"]


def test_examples_do_not_replace_what_was_applied(home: Home, brands: Path) -> None:
    main(["apply", str(brands)])

    home.sites.begin(DOCUMENTS)

    assert "lumina" in in_force(home)
