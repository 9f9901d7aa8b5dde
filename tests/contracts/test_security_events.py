"""docs/security-events.md lists every action that code can log, and no other."""

import ast
import importlib
import re
from functools import cache
from pathlib import Path

import pytest
from shared.kit.core import SecurityAction
from shared.kit.core.security_log import KitAction
from shared.registry import service_names

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs" / "security-events.md").read_text("utf-8")
WHERE = [ROOT / "services", ROOT / "scripts"]
ACTION = re.compile(r"[a-z_]+\.[a-z_]+")


@cache
def sources() -> tuple[tuple[Path, str], ...]:
    files = (file for folder in WHERE for file in folder.rglob("*.py"))
    return tuple((file, file.read_text("utf-8")) for file in files if "tests" not in file.parts)


@cache
def enumerations() -> set[type[SecurityAction]]:
    """Every one of them, from the modules whose text names the base class."""
    for file, text in sources():
        if "SecurityAction)" in text and file.name != "security_log.py":
            importlib.import_module(".".join(file.relative_to(ROOT / "services").with_suffix("").parts))
    return {KitAction, *SecurityAction.__subclasses__()}


def actions() -> list[str]:
    return [action.value for each in enumerations() for action in each]


def test_every_action_is_in_the_document_and_no_other() -> None:
    listed = re.findall(r"^\| `([a-z_]+\.[a-z_]+)` \|", DOCUMENT, re.MULTILINE)

    assert sorted(listed) == sorted(actions())


def test_an_action_is_a_thing_and_a_verb_and_in_one_place() -> None:
    found = actions()

    assert [each for each in found if not ACTION.fullmatch(each)] == []
    assert len(found) == len(set(found))


def test_no_action_is_a_string_of_its_own() -> None:
    free = [
        f"{file}:{call.lineno}"
        for file, text in sources()
        if "log_security_event(" in text
        for call in ast.walk(ast.parse(text))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "log_security_event"
        and isinstance(call.args[0], ast.Constant)
    ]
    assert free == []


@pytest.mark.parametrize("action", sorted(actions()))
def test_every_action_is_logged_somewhere(action: str) -> None:
    [member] = [each for kind in enumerations() for each in kind if each.value == action]
    name = f"{type(member).__name__}.{member.name}"
    uses = [file for file, text in sources() if name in text and re.search(rf"\b{re.escape(name)}\b", text)]

    assert uses, f"nothing logs {action}"


def test_services_alone_have_enumerations() -> None:
    homes = {each.__module__.partition(".")[0] for each in enumerations()}
    assert homes <= {*service_names(), "shared"}
