"""Identifiers use the words of docs/words.md and none of the words it rules out."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
WORDS = REPOSITORY / "docs" / "words.md"
# Made from the OpenAPI document, with its schema names.
GENERATED = {"webapp/src/api/schema.d.ts"}
FOLDERS = ("gateway", "scripts", "services", "tests", "webapp/src", "webapp/tests")

CODE = re.compile(r"`([^`]+)`")
PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
# Comments and strings, longest alternatives first; a regular expression literal is rare enough to be left in.
NOT_CODE = re.compile(r"/\*.*?\*/|//[^\n]*|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`", re.DOTALL)
IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")


def table_rows() -> Iterator[tuple[str, list[str]]]:
    """Every row of the tables in docs/words.md with the heading above it."""
    heading = ""
    for line in WORDS.read_text("utf-8").splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        elif line.startswith("| "):
            yield heading, [cell.strip() for cell in line.strip("|").split("|")]


def kept_names() -> dict[str, tuple[str, ...]]:
    """Each name that stays, with the paths of the web app it is confined to; () where it stays everywhere."""
    rows = [row for heading, row in table_rows() if heading == "Names that stay"]
    return {
        name: tuple(path for path in CODE.findall(row[1]) if path.startswith("webapp/"))
        for row in rows
        for name in CODE.findall(row[0])
    }


def stays(name: str, path: str, kept: dict[str, tuple[str, ...]]) -> bool:
    return name in kept and (not kept[name] or path.startswith(kept[name]))


def ruled_out() -> set[str]:
    """The words in code type in the last column of a table of words, without the notes in brackets."""
    cells = [row[-1] for heading, row in table_rows() if heading != "Names that stay"]
    return {word for cell in cells for word in CODE.findall(re.sub(r"\(.*?\)", "", cell))}


def python_identifiers(file: Path) -> Iterator[str]:
    """The names a file defines, and its own. Names of tests are sentences and are left out."""
    if not file.stem.startswith("test_"):
        yield file.stem
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                if not name.startswith("test_"):
                    yield name
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.alias(asname=str(name)):
                yield name


def typescript_identifiers(file: Path) -> Iterator[str]:
    yield file.stem
    yield from IDENTIFIER.findall(NOT_CODE.sub(" ", file.read_text("utf-8")))


def is_ruled_out(identifier: str, words: set[str]) -> bool:
    return identifier in words or not words.isdisjoint(part.lower() for part in PARTS.findall(identifier))


def findings(folder: Path, words: set[str], kept: dict[str, tuple[str, ...]]) -> set[str]:
    """`path: identifier` of each identifier below this folder that has one of these words."""
    found = set()
    for file in folder.rglob("*"):
        path = str(file.relative_to(REPOSITORY))
        if file.suffix not in (".py", ".ts", ".tsx") or "/migrations/" in path or path in GENERATED:
            continue
        identifiers = set(python_identifiers(file) if file.suffix == ".py" else typescript_identifiers(file))
        found |= {
            f"{path}: {name}" for name in identifiers if is_ruled_out(name, words) and not stays(name, path, kept)
        }
    return found


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_identifier_has_a_word_that_is_ruled_out(folder: str) -> None:
    assert sorted(findings(REPOSITORY / folder, ruled_out(), kept_names())) == []


def test_a_name_of_the_web_app_stays_there_alone() -> None:
    assert stays("Notice", "webapp/src/ui/notice.tsx", kept_names())
    assert not stays("Notice", "services/notifications/domain/push_kinds.py", kept_names())
    assert stays("veiled", "services/likes/web/models.py", kept_names())


def test_words_are_found_in_every_way_of_writing_them() -> None:
    words = {"ware", "Hand"}
    assert [is_ruled_out(name, words) for name in ("a_ware", "WARE", "TheWare", "ware2", "Hand")] == [True] * 5
    assert [is_ruled_out(name, words) for name in ("aware", "hardware", "by_hand", "Handle")] == [False] * 4


def test_the_table_rules_words_out() -> None:
    assert {"ware", "holding", "veiled", "Fate", "Standing"} <= ruled_out()
    assert "veiled" in kept_names()
