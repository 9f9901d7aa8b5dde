"""Every refusal has its words, in every language a member may read it in."""

import importlib
import json
import pkgutil
from pathlib import Path

import pytest
from shared.kit.errors import Refusal
from shared.kit.registry import service_names
from shared.kit.web.endpoint import CODES
from shared.languages import LOCALES as LANGUAGES

LOCALES = Path(__file__).resolve().parents[2] / "webapp" / "src" / "locales"


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
    assert sorted(codes() - texts.keys()) == []
