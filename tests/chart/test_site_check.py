"""The chart refuses a site document before it changes a release: by its schema, or by the Job that reads it."""

import os
import subprocess
import sys
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

import pytest

from tests.chart.rendering import main_container, pod_template, refusal, render, site

MOUNTED = "/etc/pairwise/sites"


def refused_by_the_job(documents: dict[str, Any], folder: Path, **files: dict[str, str]) -> str:
    """What the Job prints before it fails; empty where it ends well."""
    objects = render({"sites": {"documents": documents, "files": files}})
    job = objects["Job", "pairwise-site-check"]
    [volume] = [each for each in pod_template(job)["spec"]["volumes"] if each["name"] == "sites"]
    mounted = objects["ConfigMap", volume["configMap"]["name"]]
    for name, text in mounted["data"].items():
        (folder / name).write_text(text)
    for name, content in mounted.get("binaryData", {}).items():
        (folder / name).write_bytes(b64decode(content))
    python, *words = [word.replace(MOUNTED, str(folder)) for word in main_container(job)["command"]]
    assert python == "python"
    path = {"PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(
        [sys.executable, *words], env={**os.environ, **path}, capture_output=True, text=True, check=False
    )
    return run.stdout if run.returncode else ""


def test_a_sound_document_is_taken(tmp_path: Path) -> None:
    assert refused_by_the_job({"one": site()}, tmp_path) == ""


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"default_country": "FR", "countries": ["NL"]}, "default_country"),
        ({"domain_language": "fi", "locales": ["nl"]}, "domain_language"),
        ({"default_currency": "CZK"}, "CZK"),
        ({"vat_rates": {"NL": 210_000}}, "VAT"),
        ({"locales": ["nl", "en", "xx"]}, "code of a language"),
    ],
)
def test_what_no_schema_can_say_is_refused_by_the_job(changes: dict[str, Any], word: str, tmp_path: Path) -> None:
    assert word in refused_by_the_job({"one": site(**changes)}, tmp_path)


def test_a_file_is_refused_by_the_job_and_read_by_every_process(tmp_path: Path) -> None:
    files = {"logo.svg": b64encode(b"<svg/>").decode(), "pages/en/terms.md": ""}

    assert "must be square" in refused_by_the_job({"one": site()}, tmp_path, one=files)
    rendered = render({"sites": {"documents": {"one": site()}, "files": {"one": files}}})
    assert list(rendered["ConfigMap", "pairwise-sites"]["binaryData"]) == ["one__logo.svg", "one__pages__en__terms.md"]
    assert "no document" in refusal({"sites": {"documents": {"one": site()}, "files": {"two": files}}})
    heavy = {"logo.svg": "A" * 1_400_000}
    assert "1 MiB" in refusal({"sites": {"documents": {"one": site()}, "files": {"one": heavy}}})


def test_two_documents_with_one_host_are_refused() -> None:
    assert "a host belongs to one site" in refusal({"sites": {"documents": {"one": site(), "two": site()}}})


@pytest.mark.parametrize("changes", [{"colour": "green"}, {"hue": 400}, {"locales": []}, {"company": None}])
def test_the_schema_refuses_what_it_can(changes: dict[str, Any]) -> None:
    assert refusal({"sites": {"documents": {"one": site(**changes)}}})
