"""A member base that the test writes, brought in by the documented columns."""

import csv
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from identity.storage import IdentityUnit
from importer.bring_in import MemberWriter, Outcome
from importer.rows import OPTIONAL, REQUIRED, FileUnreadable, Rules
from importer.run import AT_ONCE, Report, import_members
from pairwise.identity.v1.events_pb2 import MailRequested, MemberConfirmed, MemberSignedUp
from pairwise.profiles.v1.events_pb2 import ProfileChanged
from profiles.domain.interests import Interest
from profiles.domain.search import Criteria
from profiles.domain.traits import TRAITS, Gender
from profiles.storage import ProfilesReads, ProfilesUnit
from runner.paths import ROOT
from shared.kit.faults import KILLED
from shared.kit.storage import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.database import empty, migrated, superuser_of
from shared.sites import SiteDirectory

SITES = SiteDirectory()
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
RULES = Rules("pairwise", SITES.get("pairwise"), NOW)
Line = dict[str, str]


@pytest.fixture(scope="module")
def databases(postgres_server: str) -> dict[str, Database]:
    return {name: Database(migrated(postgres_server, name, "_import")) for name in ("identity", "profiles")}


@pytest.fixture
def members(databases: dict[str, Database]) -> MemberWriter:
    for database in databases.values():
        empty(database, keep=("towns", "regions"))
    identity, profiles = databases["identity"], databases["profiles"]
    return MemberWriter("pairwise", 1, lambda: IdentityUnit(identity), lambda: ProfilesUnit(profiles))


@pytest.fixture
def bring(members: MemberWriter, tmp_path: Path) -> Callable[..., Report]:
    def run(*lines: Line, all_or_nothing: bool = False) -> Report:
        file = tmp_path / "members.csv"
        with file.open("w", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, [*REQUIRED, *OPTIONAL], restval="")
            writer.writeheader()
            writer.writerows(lines)
        return import_members(file, RULES, members, all_or_nothing=all_or_nothing)

    return run


def a_line(number: int = 0, **fields: str) -> Line:
    """A new person, the same for the same number."""
    rng = Random(number)  # noqa: S311
    gender, other = rng.sample(["male", "female"], 2)
    usual = {
        "email": f"member.{number}@elsewhere.example",
        "name": f"Übrig Nº{number}",
        "date_of_birth": f"{rng.randint(1950, 2005)}-0{rng.randint(1, 9)}-1{rng.randint(0, 9)}",
        "gender": gender,
        "seeks": other,
        "matching_consent": "2024-03-01T20:15:00Z",
        "country": "nl",
        "town": rng.choice(["Utrecht", "zeist", "'s-Hertogenbosch"]),
        "about": 'Says "hi",\nover two lines; with a semicolon.',
        "interests": ";".join(sorted(rng.sample([str(one) for one in Interest], 3))),
        "eye_colour": rng.choice([str(one) for one in TRAITS["eye_colour"].values]),
        "joined_at": "2024-03-01T20:15:00Z",
    }
    return usual | fields


def count(database: Database, table: str) -> Any:
    with psycopg.connect(database.dsn) as connection:
        row = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608
    assert row is not None
    return row[0]


def test_everyone_becomes_a_member_who_is_found(bring: Callable[..., Report], databases: dict[str, Database]) -> None:
    report = bring(*(a_line(number) for number in range(250)))

    assert (report.bad, report.outcomes) == ([], {Outcome.NEW: 250})
    signed_up = announced(databases["identity"], MemberSignedUp)
    assert len({event.member_id for event in signed_up}) == 250
    assert len(announced(databases["identity"], MemberConfirmed)) == 250
    assert announced(databases["identity"], MailRequested) == []
    with ProfilesReads(databases["profiles"]) as reads:
        women = reads.search.count(None, Criteria((Gender.FEMALE,))).value
        assert women + reads.search.count(None, Criteria((Gender.MALE,))).value == 250


def test_special_data_of_a_line_is_stored_only_with_the_consent(
    bring: Callable[..., Report], databases: dict[str, Database]
) -> None:
    bring(a_line(1, gender="female", seeks="male"), a_line(2, gender="male", seeks="male", matching_consent=""))

    with psycopg.connect(databases["profiles"].dsn) as connection:
        held = connection.execute("SELECT gender, seeks, sexuality FROM profiles ORDER BY gender").fetchall()
    assert held == [("female", ["male"], "hetero"), ("male", [], None)]
    with psycopg.connect(databases["identity"].dsn) as connection:
        agreed = connection.execute("SELECT kind, version, is_given, at FROM consents").fetchall()
        due = connection.execute("SELECT matching_due FROM accounts").fetchall()
    assert agreed == [("matching", "imported", True, datetime(2024, 3, 1, 20, 15, tzinfo=UTC))]
    assert due == [(True,), (True,)]
    assert sorted(list(event.seeks) for event in announced(databases["identity"], MemberSignedUp)) == [[], ["male"]]


def test_the_fields_of_a_line_are_on_the_profile(bring: Callable[..., Report], databases: dict[str, Database]) -> None:
    bring(a_line(1, gender="female", seeks="male;female", town="zeist", interests="cats; wine", wants_to="50"))

    with psycopg.connect(databases["profiles"].dsn) as connection:
        rows = connection.execute(
            "SELECT name, gender, sexuality, country, region, about, interests, wants_from, wants_to, joined_at"
            " FROM profiles"
        ).fetchall()
    assert rows == [
        ("Übrig Nº1", "female", "bi", "NL", "nl-utrecht", 'Says "hi",\nover two lines; with a semicolon.',
         ["cats", "wine"], 18, 50, datetime(2024, 3, 1, 20, 15, tzinfo=UTC))
    ]  # fmt: skip


def test_a_second_run_changes_nothing(bring: Callable[..., Report], databases: dict[str, Database]) -> None:
    lines = [a_line(number) for number in range(5)]
    bring(*lines)

    report = bring(*lines, a_line(5))

    assert report.outcomes == {Outcome.KNOWN: 5, Outcome.NEW: 1}
    assert len(announced(databases["identity"], MemberSignedUp)) == 6
    assert count(databases["profiles"], "profiles") == count(databases["identity"], "accounts") == 6


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"email": "nobody"}, "line 2: email: email invalid"),
        ({"name": ""}, "line 2: name: is missing"),
        ({"name": "@eve"}, "line 2: name: name starts with at"),
        ({"date_of_birth": "1990-02-30"}, "line 2: date_of_birth: date of birth invalid"),
        ({"date_of_birth": "2015-01-01"}, "line 2: date_of_birth: date of birth required"),
        ({"gender": "robot"}, "line 2: gender: must be one of male, female"),
        ({"seeks": "male;robot"}, "line 2: seeks: must be one of male, female"),
        ({"seeks": ";"}, "line 2: seeks: must be one to 2 keys with semicolons between"),
        ({"country": "XX"}, "line 2: country: must be one of the site's countries"),
        ({"town": "Atlantis"}, "line 2: town: is no town we know in NL"),
        ({"joined_at": "2999-01-01"}, "line 2: joined_at: is in the future"),
        ({"joined_at": "yesterday"}, "line 2: joined_at: must be a time"),
        ({"about": "a" * 1001}, "line 2: about: about too long"),
        ({"about": "a" * 200_000}, "line 2: about: about too long"),
        ({"about": "nul \x00"}, "line 2: about: holds characters that cannot be kept"),
        ({"interests": "arson"}, "line 2: interests: must be one of"),
        ({"eye_colour": "octarine"}, "line 2: eye_colour: must be one of"),
        ({"wants_from": "40", "wants_to": "30"}, "line 2: wants_to: is below wants_from"),
        ({"wants_from": "17"}, "line 2: wants_from: must be an age"),
        ({"password_hash": "secret"}, "line 2: password_hash: must be an argon2id hash"),
    ],
)
def test_a_bad_line_is_reported_and_makes_nobody(
    bring: Callable[..., Report], databases: dict[str, Database], fields: Line, expected: str
) -> None:
    report = bring(a_line(1, **fields), a_line(2))

    assert str(report.bad[0]).startswith(expected)
    assert report.bad_lines == 1
    assert report.outcomes == {Outcome.NEW: 1}
    assert count(databases["identity"], "accounts") == count(databases["profiles"], "profiles") == 1


def test_all_or_nothing_brings_nobody_when_one_is_wrong(
    bring: Callable[..., Report], databases: dict[str, Database]
) -> None:
    report = bring(a_line(1), a_line(2, gender="robot"), all_or_nothing=True)

    assert (report.bad_lines, report.outcomes) == (1, {})
    assert count(databases["identity"], "accounts") == count(databases["profiles"], "profiles") == 0
    assert bring(a_line(1), a_line(2), all_or_nothing=True).outcomes == {Outcome.NEW: 2}


def test_an_address_is_one_member(bring: Callable[..., Report], databases: dict[str, Database]) -> None:
    with psycopg.connect(databases["identity"].dsn) as connection:
        connection.execute(
            "INSERT INTO accounts (id, site, email, name, password_hash, status, locale, signed_up_at) VALUES"
            " (gen_random_uuid(), 'pairwise', 'taken@elsewhere.example', 'Ann', '', 'active', 'nl', now())"
        )

    report = bring(a_line(1), a_line(2, email="MEMBER.1@elsewhere.example"), a_line(3, email="taken@elsewhere.example"))

    # A quoted text over two lines counts as two.
    assert [str(bad) for bad in report.bad] == [
        "line 4: email: is that of line 2, too",
        "line 6: email: this address has another account already",
    ]


def test_the_erased_are_not_brought_back(bring: Callable[..., Report], databases: dict[str, Database]) -> None:
    bring(a_line(1))
    member = announced(databases["identity"], MemberSignedUp)[0].member_id
    with psycopg.connect(databases["profiles"].dsn) as connection:
        connection.execute("DELETE FROM profiles")
        connection.execute("INSERT INTO erased_members (member_id) VALUES (%s)", [member])

    report = bring(a_line(1))

    assert [bad.reason for bad in report.bad] == ["this member was erased and is not brought back"]


def test_the_work_of_a_stopped_run_is_finished(bring: Callable[..., Report], databases: dict[str, Database]) -> None:
    bring(a_line(1))
    with psycopg.connect(databases["identity"].dsn) as connection:
        connection.execute("DELETE FROM accounts")

    assert bring(a_line(1)).outcomes == {Outcome.NEW: 1}
    assert count(databases["identity"], "accounts") == count(databases["profiles"], "profiles") == 1


def test_a_run_that_was_killed_is_taken_up_by_the_next_without_duplicates(
    members: MemberWriter, databases: dict[str, Database], tmp_path: Path
) -> None:
    file = tmp_path / "members.csv"
    file.write_text(
        "\n".join(
            [
                "email,name,date_of_birth,gender,seeks",
                *(f"m{number}@elsewhere.example,Ann,1990-01-01,female,male" for number in range(2 * AT_ONCE + 1)),
            ]
        )
    )
    # Between the two commits of the second batch.
    killed = subprocess.run(
        [sys.executable, "-m", "importer", file],
        env=os.environ
        | {f"DATABASE_URL_{name.upper()}": database.dsn for name, database in databases.items()}
        | {"PAIRWISE_FAULT": "import.batch.profiles_committed:2", "PYTHONPATH": os.pathsep.join(sys.path)},
        cwd=ROOT,
        capture_output=True,
    )
    assert killed.returncode == KILLED, killed.stderr.decode()
    assert (count(databases["identity"], "accounts"), count(databases["profiles"], "profiles")) == (
        AT_ONCE,
        2 * AT_ONCE,
    )

    report = import_members(file, RULES, members)

    everyone = 2 * AT_ONCE + 1
    assert report.outcomes == {Outcome.KNOWN: AT_ONCE, Outcome.NEW: AT_ONCE + 1}
    assert count(databases["identity"], "accounts") == count(databases["profiles"], "profiles") == everyone
    assert count(databases["profiles"], "search_rows") == everyone
    assert len(announced(databases["identity"], MemberSignedUp)) == everyone
    assert len(announced(databases["profiles"], ProfileChanged)) == everyone


def test_a_line_that_the_database_refuses_is_named_and_stops_no_other(
    bring: Callable[..., Report], databases: dict[str, Database]
) -> None:
    with psycopg.connect(superuser_of(databases["profiles"]), autocommit=True) as connection:
        connection.execute("ALTER TABLE profiles ADD CONSTRAINT no_13 CHECK (name <> 'Übrig Nº13')")
        try:
            report = bring(*(a_line(number) for number in range(30)))
        finally:
            connection.execute("ALTER TABLE profiles DROP CONSTRAINT no_13")

    # A line of the file is two: its text has a line break.
    assert [str(bad) for bad in report.bad] == ["line 28: email: the database refuses this line (CheckViolation)"]
    assert report.outcomes == {Outcome.NEW: 29}
    assert count(databases["identity"], "accounts") == count(databases["profiles"], "profiles") == 29


def test_a_sign_up_with_an_address_of_the_batch_is_not_lost(
    bring: Callable[..., Report], databases: dict[str, Database]
) -> None:
    """The sign-up has inserted its row when the batch looks for it, and commits while COPY waits for it."""
    with psycopg.connect(databases["identity"].dsn) as signing_up:
        signing_up.execute(
            "INSERT INTO accounts (id, site, email, name, password_hash, status, locale, signed_up_at) VALUES"
            " (gen_random_uuid(), 'pairwise', 'member.2@elsewhere.example', 'Bo', '', 'active', 'nl', now())"
        )
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(bring, *(a_line(number) for number in range(5)))
            wait_until_blocked(databases["identity"], running)
            signing_up.commit()
            report = running.result()

    assert [bad.reason for bad in report.bad] == ["this address has another account already"]
    assert report.outcomes == {Outcome.NEW: 4}
    assert count(databases["identity"], "accounts") == 5
    assert count(databases["profiles"], "profiles") == 4


def wait_until_blocked(database: Database, running: Future[Report]) -> None:
    """Until a connection to this database waits for a lock, or the run has ended."""
    with psycopg.connect(superuser_of(database), autocommit=True) as connection:
        while (
            not running.done()
            and not connection.execute(
                "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
            ).fetchone()
        ):
            time.sleep(0.01)


def test_nobody_comes_in_from_a_file_that_breaks_off(
    members: MemberWriter, databases: dict[str, Database], tmp_path: Path
) -> None:
    file = tmp_path / "members.csv"
    file.write_bytes(b"email,name,date_of_birth,gender,seeks\na@b.nl,Ann,1990-01-01,female,male\n\xff\n")

    with pytest.raises(FileUnreadable):
        import_members(file, RULES, members)

    assert count(databases["identity"], "accounts") == count(databases["profiles"], "profiles") == 0


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"\n", "is empty"),
        (b"email;name;date_of_birth;gender;seeks\n", "has no commas"),
        ("email,name,date_of_birth,gender,seeks\n".encode("utf-16"), "line 1 is not UTF-8"),
        (b"email,name\na@b.nl,Ann\n", "lacks the columns: date_of_birth, gender, seeks"),
        (b"email,name,date_of_birth,gender,seeks,shoe_size\n", "has unknown the columns: shoe_size"),
        (b"email,name,date_of_birth,gender,seeks,email\n", "has twice the columns: email"),
        ("email,name,date_of_birth,gender,seeks\n\né".encode("latin-1"), "line 3 is not UTF-8"),
        (b'email,name,date_of_birth,gender,seeks\n\n"never closed\n', "what begins in line 3: unexpected end"),
        (b'email,name,date_of_birth,gender,seeks\n"a"b,Ann,1990-01-01,male,female\n', "what begins in line 2"),
    ],
    ids=[
        "empty",
        "first line empty",
        "semicolons",
        "UTF-16",
        "columns missing",
        "column unknown",
        "column twice",
        "not UTF-8",
        "quote open",
        "quote within",
    ],
)
def test_a_file_that_cannot_be_read_says_why(members: MemberWriter, tmp_path: Path, content: bytes, says: str) -> None:
    file = tmp_path / "members.csv"
    file.write_bytes(content)

    with pytest.raises(FileUnreadable, match=says):
        import_members(file, RULES, members)


def test_lines_end_as_they_like(members: MemberWriter, tmp_path: Path) -> None:
    file = tmp_path / "members.csv"
    file.write_bytes(
        b'email,name,date_of_birth,gender,seeks,about\r\na@b.nl,Ann,1990-01-01,female,male,"one\r\ntwo"\r\n'
        b"b@b.nl,Bo,1990-01-01,robot,male,\r\nc@b.nl,Cy,1990-01-01,male,female,last"
    )

    report = import_members(file, RULES, members)

    assert [bad.line for bad in report.bad] == [4]
    assert report.outcomes == {Outcome.NEW: 2}


def test_a_line_with_too_few_fields_is_reported(members: MemberWriter, tmp_path: Path) -> None:
    file = tmp_path / "members.csv"
    file.write_bytes(
        b"\xef\xbb\xbfemail,name,date_of_birth,gender,seeks\na@b.nl,Ann\n\nbo@b.nl,Bo,1990-01-01,male,female\n"
    )

    report = import_members(file, RULES, members)

    assert [str(bad) for bad in report.bad] == ["line 2: columns: has more or fewer fields than the first line"]
    assert report.outcomes == {Outcome.NEW: 1}
