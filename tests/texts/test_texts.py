"""The error catalogue (`errors.json`): every refusal has its words in every language, and every entry is raised."""

import ast
import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from shared.kit.core import Refusal
from shared.kit.http.endpoints import CODES
from shared.languages import LOCALES as LANGUAGES
from shared.registry import service_names
from textkit.locale_files import forms

ROOT = Path(__file__).resolve().parents[2]
WEBAPP = ROOT / "webapp" / "src"
LOCALES = WEBAPP / "locales"
# Section 8 of the specification, with "occurred" and "address" spelled as English spells them (decision 0081).
SPECIFICATION = {
    "internal": "An error occurred, please try again later",
    "login_failed": "Login failed, please try again",
    "login_blocked": "Too many incorrect attempts, account blocked for {{minutes}} min",
    "activation_failed": "Activation failed. Please contact customer service",
    "too_many_reset_mails": "Too many password reset e-mails sent, please try again tomorrow",
    "email_taken": "An account with this e-mail address already exists",
    "blocked": "You’re blocked by {{name}}",
    "forbidden": "You do not have access to this page",
    "discount_not_found": "Code not found",
    "discount_used": "Code already used",
    "not_found": "This page could not be found",
    "name_is_email": "Username may not be the same as your e-mail address",
    "name_starts_with_at": "Username may not start with @",
    "date_of_birth_required": "Enter your date of birth ({{min_age}}+)",
    "date_of_birth_invalid": "Invalid date of birth",
    "email_invalid": "Invalid email",
    "new_email_invalid": "New email address is invalid",
    "email_owned": "This email address already owns an account on this website",
    "passwords_differ": "The entered passwords are not the same.",
    "email_unknown": "E-mail address not found",
    "link_invalid": "Link expired or invalid, request a new email",
    "old_password_wrong": "Please check your old password",
}


@cache
def codes() -> set[str]:
    """The codes of every kind of refusal that any service or the kit declares."""
    for package in ("shared", *service_names()):
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if module.name.endswith((".errors", ".authorization", ".csrf", ".directory")):
                importlib.import_module(module.name)

    def below(kind: type[Refusal]) -> set[str]:
        return {kind.code} | {code for child in kind.__subclasses__() for code in below(child)}

    return below(Refusal) | set(CODES.values()) | {"field_invalid", "idempotency_key_reused"}


@pytest.mark.parametrize("locale", LANGUAGES)
def test_every_code_has_its_text(locale: str) -> None:
    texts = json.loads((LOCALES / locale / "errors.json").read_text("utf-8"))
    assert sorted(codes() - forms(texts).keys()) == []


def named_in_python(path: Path) -> Iterator[str]:
    """Every string of a module that could be a code; docstrings are sentences, and none of them is one."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def named_in_the_app(path: Path) -> Iterator[str]:
    yield from re.findall(r"""['"`](?:errors:)?(\w+)['"`]""", path.read_text("utf-8"))


@cache
def raised() -> set[str]:
    """The codes named by the code of any service or of the web app, tests aside."""
    services = [each for each in (ROOT / "services").rglob("*.py") if not {"tests", "testing"} & set(each.parts)]
    app = [each for each in WEBAPP.rglob("*.ts*") if ".test." not in each.name]
    return {name for each in services for name in named_in_python(each)} | {
        name for each in app for name in named_in_the_app(each)
    }


def test_every_entry_of_the_catalogue_is_raised_by_something() -> None:
    entries = json.loads((LOCALES / "en" / "errors.json").read_text("utf-8"))
    # `rate_limited` has a second text with the seconds to wait.
    codes_with_a_text = {name.removesuffix("_wait") for name in forms(entries)}
    assert sorted(codes_with_a_text - raised()) == []


def test_the_catalogue_has_the_sentences_of_the_specification() -> None:
    entries = json.loads((LOCALES / "en" / "errors.json").read_text("utf-8"))
    assert {code: entries.get(code) for code in SPECIFICATION} == SPECIFICATION
    assert set(SPECIFICATION) <= raised()
