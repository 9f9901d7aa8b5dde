"""The retention times on the privacy pages are those of the data inventories, in every language."""

import importlib
import re
from datetime import timedelta
from pathlib import Path

import pytest
from runner.paths import ROOT
from shared.languages import LOCALES
from shared.privacy import DeletedAfter

PAGES = ROOT / "webapp" / "public" / "pages"
# In the order of the list on the page.
ROWS = (
    ("identity", "login_guards"),
    ("identity", "known_devices"),
    ("notifications", "mails"),
    ("profiles", "complaints"),
    ("profiles", "decisions"),
)


def kept(service: str, table: str) -> timedelta:
    inventory = importlib.import_module(f"{service}.storage.data_inventory").DATA_INVENTORY
    [record] = [record for record in inventory if record.table == table]
    assert isinstance(record.retention, DeletedAfter)
    return record.retention.after


def days_on(page: Path) -> list[int]:
    return [int(days) for days in re.findall(r"(?m)^- (\d+) ", page.read_text("utf-8"))]


@pytest.mark.parametrize("locale", LOCALES)
def test_the_page_tells_the_days_of_the_inventory(locale: str) -> None:
    assert days_on(PAGES / locale / "privacy.md") == [kept(*row).days for row in ROWS]
