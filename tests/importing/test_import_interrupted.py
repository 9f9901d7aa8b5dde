"""Runs that are stopped or killed, and lines that the database refuses."""

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import psycopg
from importer.bring_in import MemberWriter, Outcome
from importer.run import AT_ONCE, Report, import_members
from pairwise.identity.v1.events_pb2 import MemberSignedUp
from pairwise.profiles.v1.events_pb2 import ProfileChanged
from runner.paths import ROOT
from shared.kit.core.faults import KILLED
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.database import superuser_of

from tests.importing.lines import RULES, a_line, count


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
    # Between the two commits of a batch, while another is on its way.
    killed = subprocess.run(
        [sys.executable, "-m", "importer", file],
        env=os.environ
        | {f"DATABASE_URL_{name.upper()}": database.dsn for name, database in databases.items()}
        | {"PAIRWISE_FAULT": "import.batch.profiles_committed:2", "PYTHONPATH": os.pathsep.join(sys.path)},
        cwd=ROOT,
        capture_output=True,
    )
    assert killed.returncode == KILLED, killed.stderr.decode()
    whole = count(databases["identity"], "accounts")
    assert whole < count(databases["profiles"], "profiles")

    report = import_members(file, RULES, members)

    everyone = 2 * AT_ONCE + 1
    assert report.outcomes == Counter({Outcome.KNOWN: whole, Outcome.NEW: everyone - whole})
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
