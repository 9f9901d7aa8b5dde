import csv
import io
from datetime import UTC, date, datetime
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from billing.domain.transfer import Transfer, TransferKind
from billing.usecases.list_transactions import TransactionList
from billing.web.csv_file import transactions_csv
from billing.web.transaction_models import TransactionsFile
from shared.kit.core import REPOSITORY, MethodNames, Texts

# Half an hour before midnight in UTC, on the night in which Amsterdam's clocks go forward.
AT = datetime(2026, 3, 28, 23, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "is_inside"), [("UTC", False), ("Europe/Amsterdam", True), ("America/Halifax", False)]
)
def test_a_day_is_that_of_the_zone(zone: str, is_inside: bool) -> None:
    wanted = TransactionsFile(since=date(2026, 3, 29), until=date(2026, 3, 29), time_zone=zone).wanted()

    assert wanted.since is not None
    assert wanted.until is not None
    assert (wanted.since <= AT < wanted.until) is is_inside


def test_the_day_on_which_clocks_go_forward_has_23_hours() -> None:
    day = date(2026, 3, 29)
    wanted = TransactionsFile(since=day, until=day, time_zone="Europe/Amsterdam").wanted()

    assert wanted.since is not None
    assert wanted.until is not None
    assert (wanted.until.astimezone(UTC) - wanted.since.astimezone(UTC)).total_seconds() == 23 * 3600


def test_the_file_names_its_zone_and_has_its_times() -> None:
    gift = Transfer(uuid4(), TransferKind.SIGNUP_GIFT, uuid4(), 6, 3, 6, 1, created_at=AT)
    locales = REPOSITORY / "webapp" / "src" / "locales"
    texts, methods = Texts(locales, "credits"), MethodNames(locales)

    file = transactions_csv(TransactionList([gift], {}, {}), texts, texts, methods, "en", ZoneInfo("Europe/Amsterdam"))

    heading, row = csv.reader(io.StringIO(file.lstrip("\ufeff")))
    assert (heading[0], row[0]) == ("Date (Europe/Amsterdam)", "2026-03-29 00:30:00")
