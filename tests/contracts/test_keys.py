"""Every key has one purpose, one entry in the inventory, and a way to be replaced."""

import importlib
import importlib.util
import re
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from shared.kit.core import SealingKeys, SigningKeys
from shared.kit.core.keys import KeyRing, new_key
from shared.kit.testing.environment import settings_class
from shared.registry import Secret, service_names, service_secrets
from sqlalchemy import LargeBinary

ROOT = Path(__file__).resolve().parents[2]
INVENTORY = ROOT / "docs" / "keys.md"
# Pairs of keys, which are files.
PAIRS = {"TOKEN_PUBLIC_KEY", "TOKEN_PRIVATE_KEY", "PUSH_PUBLIC_KEY", "CALLER_PRIVATE_KEY", "CALLER_PUBLIC_KEYS"}
EVERY_SERVICE = pytest.mark.parametrize("service", service_names())


def listed() -> set[str]:
    return set(re.findall(r"^\| `([a-z.-]+)`", INVENTORY.read_text(), re.MULTILINE))


def test_the_inventory_lists_every_secret_and_no_other() -> None:
    pair = {"token-private.pem", "token-public.pem", "vapid-public"}
    assert listed() == {secret.name for secret in service_secrets()} | pair


@EVERY_SERVICE
def test_a_service_is_given_the_rings_its_settings_ask_for(service: str) -> None:
    kinds: dict[Any, str] = {SealingKeys: "sealing", SigningKeys: "signing"}
    asked = {
        field.alias: kinds[field.annotation]
        for field in settings_class(service).model_fields.values()
        if field.annotation in kinds
    }
    given = {
        secret.setting: "signing" if secret.kind == "vapid" else secret.kind
        for secret in service_secrets()
        if service in secret.services and secret.kind in ("sealing", "signing", "vapid")
    }
    assert asked == given


@EVERY_SERVICE
def test_no_setting_that_is_a_secret_is_missing_from_the_list(service: str) -> None:
    aliases = {field.alias for field in settings_class(service).model_fields.values() if field.alias}
    secret = {alias for alias in aliases if "KEY" in alias or "SECRET" in alias or "PASSWORD" in alias} - PAIRS
    assert secret == {each.setting for each in service_secrets() if service in each.services}


def test_a_ring_is_shared_only_by_those_who_exchange_something() -> None:
    shared = {secret.name for secret in service_secrets() if len(secret.services) > 1}
    assert shared == {"mails", "sms-accounts", "sms-webhook", "sources", "statements"}


@pytest.mark.parametrize("secret", [each for each in service_secrets() if each.is_ring], ids=lambda each: each.name)
def test_a_ring_takes_several_keys(secret: Secret) -> None:
    ring: type[KeyRing] = SealingKeys if secret.kind == "sealing" else SigningKeys
    assert len(ring(f"{new_key()} {new_key()}").raw) == 2


@EVERY_SERVICE
def test_every_column_that_holds_something_sealed_can_be_sealed_anew(service: str) -> None:
    base = importlib.import_module(f"{service}.storage.tables").Base
    sealed = {
        f"{table.name}.{column.name}"
        for table in base.metadata.tables.values()
        for column in table.columns
        if isinstance(column.type, LargeBinary) and "sealed" in column.name
    }
    if importlib.util.find_spec(f"{service}.reseal") is None:
        assert sealed == set()
        return
    module = importlib.import_module(f"{service}.reseal")
    named = {f"{row}.{column}" for row, column in module_columns(module)}
    assert named == sealed


def module_columns(module: Any) -> list[tuple[str, str]]:
    return [(each.table, each.column.key) for each in module.sealed_columns(MagicMock())]
