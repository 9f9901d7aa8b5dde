"""The pages the law asks for are up to date, and the commands and queries in them work."""

import importlib
import re
import shlex
import subprocess
from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from pathlib import Path

import psycopg
import pytest
from compliance.record_of_processing import record_of_processing
from identity.end_sessions import parser as end_sessions
from profiles.storage.tables import Base
from runner.paths import ROOT
from shared.kit.testing.database import migrated
from shared.privacy import LegalBasis
from shared.registry import service_names

DOCS = ROOT / "docs"
PAGES = ("breach-run-book.md", "data-protection-impact-assessment.md")
BLOCK = re.compile(r"```(?P<language>\w+)\n(?P<text>.*?)```", re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
PARSERS = {"identity.end_sessions": end_sessions}


def commands() -> Iterator[str]:
    for page in PAGES:
        for block in BLOCK.finditer((DOCS / page).read_text("utf-8")):
            if block["language"] == "sh":
                yield from block["text"].splitlines()


def queries() -> Iterator[tuple[str, str]]:
    """Each query of the run-book, with the database that the text before it names."""
    text = (DOCS / "breach-run-book.md").read_text("utf-8")
    for block in BLOCK.finditer(text):
        if block["language"] == "sql":
            database = re.findall(r"\(database `(\w+)`\)", text[: block.start()])[-1]
            yield from ((database, query) for query in block["text"].split(";\n") if query.strip())


def test_the_record_names_every_table_with_personal_data() -> None:
    page = record_of_processing()

    for service in service_names():
        for record in importlib.import_module(f"{service}.storage.data_inventory").DATA_INVENTORY:
            is_personal = record.legal_basis is not LegalBasis.NOT_PERSONAL
            assert (f"| {record.table} |" in page) is is_personal, record.table
    assert "explicit consent for seeks, sexuality" in page


def test_special_categories_are_declared_wherever_a_column_holds_them() -> None:
    special = {"seeks", "sought", "sexuality"}
    for service in service_names():
        for record in importlib.import_module(f"{service}.storage.data_inventory").DATA_INVENTORY:
            columns = set(record.row.__table__.c.keys())
            assert set(record.special) <= columns, record.table
            assert columns & special <= set(record.special), record.table
    assert Base.metadata.tables["profiles"].c.sexuality.nullable


@pytest.mark.parametrize("command", list(commands()))
def test_a_command_on_a_page_can_be_given(command: str) -> None:
    subprocess.run(["bash", "-n", "-c", command], check=True)
    first = command.partition(" | ")[0]
    words = shlex.split(first)
    if words[0] == "kubectl":
        words = _inside(words)
    if not words:
        return
    if words[:2] == ["python", "-m"]:
        assert importlib.util.find_spec(words[2]), words[2]
        if words[2] in PARSERS:
            PARSERS[words[2]]().parse_args(words[3:])
        else:
            source = Path(str(importlib.util.find_spec(words[2]).origin)).read_text("utf-8")
            assert words[3] in source
    else:
        script = ROOT / words[0]
        assert script.stat().st_mode & 0o100, words[0]
        options = [word for word in words[1:] if word.startswith("--") and word != "--help"]
        named = tuple(takewhile(lambda word: not word.startswith("-"), words[1:]))
        assert [option for option in options if option not in help_of(script, *named)] == []


@cache
def help_of(script: Path, *named: str) -> str:
    return subprocess.run([script, *named, "--help"], check=True, capture_output=True, text=True, timeout=120).stdout


def _inside(words: list[str]) -> list[str]:
    """The command in the pod; nothing for a command about objects (tests/chart/test_names_in_documents.py)."""
    assert words[1:3] == ["-n", "pairwise"]
    return words[words.index("--") + 1 :] if "--" in words else []


@pytest.mark.parametrize(("database", "query"), list(queries()))
def test_a_query_in_the_run_book_runs(postgres_server: str, database: str, query: str) -> None:
    with psycopg.connect(migrated(postgres_server, database, apart="_runbook")) as connection:
        connection.execute(query)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for target in LINK.findall((DOCS / page).read_text("utf-8")):
        assert (DOCS / target).exists(), target


def test_the_run_book_names_documented_security_events_only() -> None:
    documented = (DOCS / "security-events.md").read_text("utf-8")
    named = re.findall(r'\.action == "([a-z_.]+)"', (DOCS / "breach-run-book.md").read_text("utf-8"))

    assert named
    assert [action for action in named if f"`{action}`" not in documented] == []
