"""The retention times on the privacy pages, written from the data inventories in every language."""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

from runner.paths import ROOT
from shared.languages import LOCALES
from shared.privacy import DeletedAfter

PAGES = ROOT / "webapp" / "public" / "pages"
# The tables behind the list of the page, in its order. The words beside a number are the page's own.
ROWS = (
    ("identity", "login_guards"),
    ("identity", "known_devices"),
    ("identity", "recent_networks"),
    ("notifications", "mails"),
    ("profiles", "complaints"),
)
YEAR = 365  # days; whole years are named as years
ENTRY = re.compile(r"(?m)^- \d+(?= )")


class PageIncomplete(Exception):
    """The list of a page has another number of entries than `ROWS`."""


def privacy_pages() -> Iterator[tuple[Path, str]]:
    """Each privacy page, and its text as it has to be."""
    days = [_days(*row) for row in ROWS]
    times = [each // YEAR if each % YEAR == 0 else each for each in days]
    for locale in LOCALES:
        page = PAGES / locale / "privacy.md"
        yield page, with_times(page.read_text("utf-8"), times)


def with_times(text: str, times: list[int]) -> str:
    """The text with these numbers in its list. Raises PageIncomplete if the list has more or fewer entries."""
    if len(ENTRY.findall(text)) != len(times):
        raise PageIncomplete(f"{len(times)} entries that begin with a number of days or years are wanted")
    left = iter(times)
    return ENTRY.sub(lambda _: f"- {next(left)}", text)


def _days(service: str, table: str) -> int:
    inventory = importlib.import_module(f"{service}.storage.data_inventory").DATA_INVENTORY
    [record] = [record for record in inventory if record.table == table]
    if not isinstance(record.retention, DeletedAfter):
        raise TypeError(f"{service}.{table} is not deleted after a time")
    return record.retention.after.days
