"""Files: broken off, unreadable, with other line ends, with too few fields."""

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from importer import run
from importer.bring_in import MemberWriter, Outcome, Written
from importer.rows import FileUnreadable, Newcomer
from importer.run import import_members
from shared.kit.db import Database

from tests.importing.lines import RULES, count


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


def test_two_batches_are_written_at_a_time_and_reported_in_their_order(
    members: MemberWriter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both, write, through = threading.Barrier(2, timeout=60), members.write, list[int]()

    def write_with_the_other(newcomers: Sequence[Newcomer]) -> Written:
        both.wait()
        return write(newcomers)

    monkeypatch.setattr(run, "AT_ONCE", 2)
    monkeypatch.setattr(members, "write", write_with_the_other)
    file = tmp_path / "members.csv"
    lines = [f"m{number}@elsewhere.example,Ann,1990-01-01,female,male" for number in range(3)]
    file.write_text("\n".join(["email,name,date_of_birth,gender,seeks", *lines]))

    report = import_members(file, RULES, members, on_lines=through.append)

    assert report.outcomes == {Outcome.NEW: 3}
    assert through == [2, 1]
