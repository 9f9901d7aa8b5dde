"""A member base that the test writes, brought in by the documented columns."""

from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID

import psycopg
import pytest
from importer.bring_in import Outcome
from importer.run import Report
from pairwise.identity.v1.events_pb2 import MailRequested, MemberConfirmed, MemberSignedUp
from pairwise.profiles.v1.events_pb2 import ProfileChanged
from profiles.domain.search import Criteria
from profiles.domain.traits import Gender
from profiles.storage import ProfilesReads
from shared.kit.db import Database
from shared.kit.testing.announced import announced

from tests.importing.lines import Line, a_line, count

TELEPHONE = "Call me: 06 1234 56789"


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


FICTIONAL: Line = {"fictional": "yes", "email": "lina@fictional.invalid", "matching_consent": ""}


def test_a_fictional_profile_is_labelled_and_confirms_nothing(
    bring: Callable[..., Report], databases: dict[str, Database]
) -> None:
    report = bring(a_line(1, **FICTIONAL), a_line(2))

    assert (report.bad, report.outcomes) == ([], {Outcome.NEW: 2})
    with psycopg.connect(databases["profiles"].dsn) as connection:
        assert connection.execute("SELECT count(*) FROM profiles WHERE fictional").fetchone() == (1,)
    assert sorted(event.fictional for event in announced(databases["identity"], MemberSignedUp)) == [False, True]
    assert sorted(event.fictional for event in announced(databases["profiles"], ProfileChanged)) == [False, True]
    assert len(announced(databases["identity"], MemberConfirmed)) == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"fictional": "perhaps"}, "fictional"),
        ({"email": "ann@elsewhere.example"}, "email"),
        ({"fictional": "no"}, "email"),
        ({"matching_consent": "2024-03-01T20:15:00Z"}, "matching_consent"),
    ],
)
def test_a_line_that_mixes_fiction_with_a_person_is_refused(
    bring: Callable[..., Report], change: Line, field: str
) -> None:
    assert bring(a_line(1, **(FICTIONAL | change))).bad[0].field == field


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


def test_answers_to_prompts_are_on_the_profile(bring: Callable[..., Report], databases: dict[str, Database]) -> None:
    report = bring(a_line(1, prompt_2="laugh", answer_2="A dog", prompt_1="sunday", answer_1='Tea, "late"'))

    assert report.bad == []
    with ProfilesReads(databases["profiles"]) as reads:
        [member_id] = [UUID(event.member_id) for event in announced(databases["identity"], MemberSignedUp)]
        [answers] = reads.profiles.answers_of([member_id]).values()
    assert [(answer.prompt, answer.text) for answer in answers] == [("sunday", 'Tea, "late"'), ("laugh", "A dog")]


@pytest.mark.parametrize("where", [{"about": TELEPHONE}, {"prompt_1": "sunday", "answer_1": TELEPHONE}])
def test_a_text_with_contact_details_is_held_as_a_typed_one(
    bring: Callable[..., Report], databases: dict[str, Database], where: dict[str, str]
) -> None:
    assert bring(a_line(1), a_line(2, **where)).bad == []

    with databases["profiles"].engine.connect() as connection:
        held = connection.exec_driver_sql("SELECT about_held FROM profiles ORDER BY about_held").fetchall()
        cases = connection.exec_driver_sql("SELECT kind, site FROM complaints").fetchall()
    assert ([*map(tuple, held)], [*map(tuple, cases)]) == ([(False,), (True,)], [("text", "pairwise")])


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
        ({"prompt_1": "sunday"}, "line 2: prompt_1: has no answer_1"),
        ({"answer_2": "Tea"}, "line 2: answer_2: has no prompt_2"),
        ({"prompt_1": "politics", "answer_1": "No"}, "line 2: prompt_1: must be one of the site's prompts"),
        ({"prompt_1": "sunday", "answer_1": "\u200b"}, "line 2: answer_1: has no visible text"),
        ({"prompt_1": "sunday", "answer_1": "a" * 301}, "line 2: answer_1: is longer than 300 characters"),
        (
            {"prompt_1": "sunday", "answer_1": "Tea", "prompt_3": "sunday", "answer_3": "Rest"},
            "line 2: prompt_3: is answered twice",
        ),
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
