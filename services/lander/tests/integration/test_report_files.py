from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from lander.report_files import ReportFiles
from lander.storage import LanderUnit
from lander.usecases.write_report_files import write_report_files
from shared.kit.core import Unavailable, split_login
from shared.kit.db import Database

NIGHT = datetime(2026, 3, 2, 4, 5, tzinfo=UTC)


@pytest.fixture
def units(database: Database, monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], Callable[[], LanderUnit]]:
    """Units of work at this time."""

    def at(now: datetime) -> Callable[[], LanderUnit]:
        monkeypatch.setattr(LanderUnit, "now", lambda unit: now)
        return lambda: LanderUnit(database)

    return at


def sign_up(database: Database, site: str, day: date, network: str) -> None:
    with LanderUnit(database) as uow:
        uow.session.connection().exec_driver_sql(
            "INSERT INTO leads (site, page, network, signed_up_at) VALUES (%s, 'map', %s, %s)", (site, network, day)
        )
        uow.commit()


def test_each_site_gets_one_file_a_night_for_machines(
    units: Callable[[datetime], Callable[[], LanderUnit]], database: Database, tmp_path: Path
) -> None:
    sign_up(database, "pairwise", date(2026, 3, 1), "=northwind")
    sign_up(database, "pairwise", date(2026, 3, 2), "tomorrow")
    sign_up(database, "iskra", date(2026, 2, 1), "fjord")
    files = ReportFiles(f"file://{tmp_path}")

    write_report_files(units(NIGHT.replace(hour=3)), files, ["pairwise", "iskra"])
    assert list(tmp_path.rglob("*.csv")) == []

    write_report_files(units(NIGHT), files, ["pairwise", "iskra"])
    mine = (tmp_path / "pairwise/report-2026-03-01.csv").read_text()
    head, *rows = mine.splitlines()
    assert head.startswith('"day","page","network","views"')
    assert [row.split(",")[:3] for row in rows] == [['"2026-03-01"', '"map"', '"\'=northwind"']]
    assert '"fjord"' in (tmp_path / "iskra/report-2026-03-01.csv").read_text()

    sign_up(database, "pairwise", date(2026, 3, 1), "late")
    write_report_files(units(NIGHT + timedelta(hours=1)), files, ["pairwise", "iskra"])
    assert (tmp_path / "pairwise/report-2026-03-01.csv").read_text() == mine
    write_report_files(units(NIGHT + timedelta(days=1)), files, ["pairwise"])
    assert '"late"' in (tmp_path / "pairwise/report-2026-03-02.csv").read_text()


def test_a_store_that_fails_is_asked_again(
    units: Callable[[datetime], Callable[[], LanderUnit]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = ReportFiles(f"file://{tmp_path}")

    def fail(name: str, content: bytes) -> None:
        raise Unavailable()

    with monkeypatch.context() as patched:
        patched.setattr(files, "write", fail)
        write_report_files(units(NIGHT), files, ["pairwise"])
    write_report_files(units(NIGHT + timedelta(hours=1)), files, ["pairwise"])
    assert (tmp_path / "pairwise/report-2026-03-01.csv").exists()


def test_a_bucket_is_named_with_its_login() -> None:
    assert split_login("s3://an%2Fid:a%40key@reports/pairwise?endpoint=https://objects.example") == (
        "s3://reports/pairwise",
        {"key": "an/id", "secret": "a@key", "endpoint_url": "https://objects.example"},
    )
    assert split_login("s3://reports") == ("s3://reports", {})
    assert split_login("file:///var/reports") == ("file:///var/reports", {})
