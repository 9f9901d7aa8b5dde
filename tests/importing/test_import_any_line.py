"""Lines of every content: each is a member or refused by its fields, and none stops the file."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from argon2 import PasswordHasher
from hypothesis import given, settings
from hypothesis import strategies as st
from importer.bring_in import Outcome
from importer.rows import OPTIONAL, REQUIRED
from importer.run import Report
from runner.paths import ROOT

from tests.importing.lines import RULES, a_line

SALT, DIGEST = "c29tZXNhbHRzb21lc2FsdA", "RdescudvJCsgt3ub+b8dWg"
NUMBERS = st.integers(-10, 10**7).map(str)
TIMES = st.datetimes(timezones=st.just(UTC)).map(datetime.isoformat) | st.sampled_from(
    ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "1990-W15-4", "19900412", "2025-03-01T24:00:00Z"]
)
HASHES = st.builds(
    lambda m, t, p, salt, digest: f"$argon2id$v=19$m={m},t={t},p={p}${salt}${digest}",
    NUMBERS, NUMBERS, NUMBERS, st.sampled_from(["", "x", SALT]), st.sampled_from(["", "=", DIGEST]),
)  # fmt: skip
TEXTS = st.text(st.characters(codec="utf-8"), max_size=50)
ADDRESSES = st.builds("{}@{}".format, TEXTS, TEXTS | st.just("example.org"))
VALUES = st.one_of(TEXTS, NUMBERS, TIMES, HASHES, ADDRESSES, st.just("9" * 5000), st.just("٣٥"))


@settings(max_examples=300, deadline=None)
@given(column=st.sampled_from([*REQUIRED, *OPTIONAL]), value=VALUES)
def test_every_value_of_a_column_is_taken_or_refused_by_its_name(column: str, value: str) -> None:
    newcomer, wrong = RULES.read(2, a_line(1, **{column: value}))

    assert (newcomer is None) == bool(wrong)
    # A name may not be the address, a town is one of its country, and ages are compared.
    assert {bad.field for bad in wrong} <= {column, "name", "town", "wants_to"}
    if newcomer is not None:
        assert newcomer.joined_at.tzinfo is newcomer.last_active_at.tzinfo is UTC


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("date_of_birth", "1990-W15-4"),
        ("date_of_birth", "19900412"),
        ("last_active_at", "0001-01-01T00:00:00+01:00"),
        ("joined_at", "0001-01-01T00:00:00+14:00"),
        ("matching_consent", "20240301T201500Z"),
        ("religion_consent", "9999-12-31T23:59:59-14:00"),
        ("email", f"{'a' * 65}@elsewhere.example"),
        ("height_cm", "9" * 5000),
        ("wants_to", "9" * 5000),
        ("password_hash", "$argon2id$x"),
        ("password_hash", f"$argon2id$v=19$m=8388608,t=9,p=1${SALT}${DIGEST}"),
    ],
)
def test_a_value_from_the_field_is_refused_and_the_others_come_in(
    bring: Callable[..., Report], column: str, value: str
) -> None:
    hashed = PasswordHasher(time_cost=1, memory_cost=4096, parallelism=1).hash("three blue herons")

    report = bring(a_line(1, **{column: value}), a_line(2, password_hash=hashed))

    assert [(bad.line, bad.field) for bad in report.bad] == [(2, column)]
    assert report.outcomes == {Outcome.NEW: 1}


def test_the_guide_names_every_column() -> None:
    guide = (ROOT / "docs" / "import-members.md").read_text()

    assert [name for name in (*REQUIRED, *OPTIONAL) if f"`{name}`" not in guide] == []
