"""Waits in the browser are functions that answer at once.

Playwright evaluates a bare expression anew with each frame, which the site's Content-Security-Policy forbids from the
second frame on; and it takes the promise of an async function for a yes.
"""

import ast
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "journeys"
FUNCTION = re.compile(r"\(?[\w\s,{}]*\)?\s*=>")


def waits(source: str) -> list[str]:
    """What a module's source gives to `wait_for_function`: the text itself, or the name that holds it."""
    calls = [each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.Call)]
    named = [each for each in calls if isinstance(each.func, ast.Attribute) and each.func.attr == "wait_for_function"]
    return [text_of(each.args[0]) for each in named]


def texts(source: str) -> dict[str, str]:
    """The texts that a module keeps under a name."""
    kept = [each for each in ast.parse(source).body if isinstance(each, ast.Assign)]
    return {name.id: text_of(each.value) for each in kept for name in each.targets if isinstance(name, ast.Name)}


def text_of(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=[first, *_]):
            return text_of(first)
    return ast.unparse(node)


SOURCES = {path.name: path.read_text() for path in sorted(FOLDER.glob("*.py"))}
TEXTS = {name: text for source in SOURCES.values() for name, text in texts(source).items()}
WAITS = [(name, TEXTS.get(wait, wait)) for name, source in SOURCES.items() for wait in waits(source)]


@pytest.mark.parametrize(("module", "wait"), WAITS, ids=[f"{name}-{wait[:40]}" for name, wait in WAITS])
def test_a_wait_is_a_function_that_answers_at_once(module: str, wait: str) -> None:
    assert FUNCTION.match(wait.strip()), f"{module} waits for an expression or a promise: {wait}"


def test_all_waits_are_found() -> None:
    assert len(WAITS) == sum(source.count(".wait_for_function(") for source in SOURCES.values()) > 0


@pytest.mark.parametrize("wait", ["document.title === ''", "async () => true", "!!window.x && (() => 1)"])
def test_another_is_refused(wait: str) -> None:
    assert not FUNCTION.match(wait)
