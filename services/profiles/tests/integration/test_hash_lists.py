"""Uploads on a hash list are refused everywhere members upload, kept sealed, and told to the desk once."""

import base64
import hashlib
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from pairwise.profiles.v1.profiles_pb2 import CheckPictureRequest, CheckPictureResponse
from psycopg.errors import InsufficientPrivilege
from shared.kit.core import Forbidden, Unavailable
from shared.kit.core.keys import encoded
from shared.kit.grpc import Client
from shared.kit.testing.web import Browser
from shared.pictures import Crop, digests_of, process_image
from shared.pictures.fingerprint import hashes_of

from profiles import hash_lists, sealed_evidence
from profiles.domain.hash_list import HashKind
from profiles.tests.fakes import FakeMatcher
from profiles.tests.integration.test_blocked_pictures import BAD, OTHER, bring, jpeg
from profiles.tests.makers import Town
from profiles.wiring import Wiring

LISTED = jpeg(BAD)
Operate = Callable[..., tuple[int, str, str]]


@pytest.fixture
def operate(
    wired: Wiring, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Operate:
    """Runs `hash-list` or, with `evidence=True`, `evidence`; returns status, output and errors."""
    monkeypatch.setenv("DATABASE_URL", wired.settings.database_url)
    monkeypatch.setenv("EVIDENCE_KEYS", " ".join(map(encoded, wired.settings.evidence_keys.raw)))

    def run(*arguments: object, evidence: bool = False) -> tuple[int, str, str]:
        code = (sealed_evidence if evidence else hash_lists).main([*map(str, arguments)])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def given(operate: Operate, tmp_path: Path, content: str, kind: str = "sha256", name: str = "police") -> Any:
    file = tmp_path / "hashes.txt"
    file.write_text(content)
    return operate("import", name, file, "--kind", kind, "--source", "A hotline, 2026-11", "--by", "ann")


@pytest.fixture
def matcher(wired: Wiring) -> Iterator[FakeMatcher]:
    fake = wired.matcher
    assert isinstance(fake, FakeMatcher)
    yield fake
    fake.answer, fake.is_down = None, False


@pytest.fixture
def listed(operate: Operate, tmp_path: Path, town: Town) -> None:
    assert given(operate, tmp_path, hashlib.sha256(LISTED).hexdigest())[0] == 0


def refused_in_profile(browser: Browser, profiles: Client, member: UUID) -> str:
    return str(bring(browser.as_member(member), BAD).json["error"]["code"])


def refused_in_verification(browser: Browser, profiles: Client, member: UUID) -> str:
    drawn = browser.as_member(member).put("/api/verification.php", {"id": str(uuid4()), "consents": False})
    assert drawn.status_code == 200, drawn.json
    answer = browser.upload("/api/verification.php", {"id": drawn.json["id"]}, first=jpeg(OTHER), second=LISTED)
    return str(answer.json["error"]["code"])


def refused_in_chat(browser: Browser, profiles: Client, member: UUID) -> str:
    return ask(profiles, member, message_id=str(uuid4()), recipient_id=str(uuid4()))


def refused_on_landing_page(browser: Browser, profiles: Client, member: UUID) -> str:
    return ask(profiles, member)


def ask(profiles: Client, member: UUID, **more: str) -> str:
    processed = process_image(LISTED, cut=Crop.WHOLE)
    request = CheckPictureRequest(
        member_id=str(member),
        fingerprint=processed.fingerprint,
        digests=digests_of(LISTED),
        picture=processed.files["800"],
        site="pairwise",
        **more,
    )
    with pytest.raises((Forbidden, Unavailable)) as refusal:
        profiles.ask("CheckPicture", request, CheckPictureResponse)
    return refusal.value.code


PLACES = {
    "profile": refused_in_profile,
    "verification": refused_in_verification,
    "chat": refused_in_chat,
    "landing_page": refused_on_landing_page,
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.usefixtures("listed")
def test_a_listed_picture_is_refused_kept_sealed_and_told_to_the_desk(
    browser: Browser, profiles: Client, town: Town, wired: Wiring, place: str
) -> None:
    bo = town.man()

    code = PLACES[place](browser, profiles, bo)

    assert code == "picture_blocked"
    [(kept_in, list_name, sealed, days)] = town.rows(
        "SELECT place, list_name, sealed, (kept_until::date - found_at::date) FROM sealed_evidence"
    )
    assert (kept_in, list_name, days) == (place, "police", 365)
    assert b"RIFF" not in bytes(sealed)
    facts = json.loads(wired.settings.evidence_keys.open(bytes(sealed)))
    assert facts["member_id"] == str(bo)
    assert hashlib.sha256(LISTED).hexdigest() in facts["digests"]
    assert base64.b64decode(facts["picture"])[:4] == b"RIFF"
    assert ("recipient_id" in facts) is (place == "chat")
    assert town.rows("SELECT kind, about_id, hides_for FROM complaints") == [("picture", bo, "other")]
    assert town.rows("SELECT sanction FROM profiles WHERE member_id = %(id)s", id=bo) == [("review",)]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("answer", "code"), [("matcher:hotline", "picture_blocked"), (None, "unavailable")])
def test_a_provider_is_asked_about_what_no_list_has(
    browser: Browser, profiles: Client, town: Town, matcher: FakeMatcher, place: str, answer: str | None, code: str
) -> None:
    bo = town.man()
    matcher.answer, matcher.is_down = answer, answer is None

    assert PLACES[place](browser, profiles, bo) == code

    kept = [(place, answer)] if answer else []
    assert town.rows("SELECT place, list_name FROM sealed_evidence") == kept
    assert town.rows("SELECT kind, about_id FROM complaints") == ([("picture", bo)] if answer else [])


@pytest.mark.usefixtures("listed")
def test_tries_of_one_picture_are_one_case(browser: Browser, town: Town) -> None:
    bo = town.man(photos=())

    codes = [refused_in_profile(browser, None, bo) for _ in range(3)]  # type: ignore[arg-type]

    assert codes == ["picture_blocked"] * 3
    assert town.rows("SELECT count(*) FROM sealed_evidence UNION ALL SELECT count(*) FROM complaints") == [(1,), (1,)]


@pytest.mark.parametrize("kind", ["md5", "sha1", "sha256"])
def test_lists_of_each_kind_of_hash_match(
    operate: Operate, tmp_path: Path, browser: Browser, town: Town, kind: str
) -> None:
    assert given(operate, tmp_path, hashlib.new(kind, LISTED).hexdigest().upper(), kind)[0] == 0

    assert bring(browser.as_member(town.man(photos=())), BAD).status_code == 403
    assert bring(browser.as_member(town.man(photos=())), OTHER).status_code == 201


def test_a_perceptual_list_matches_a_changed_copy(
    operate: Operate, tmp_path: Path, browser: Browser, town: Town
) -> None:
    hashes = "\n".join(each.hex() for each in hashes_of(process_image(LISTED).fingerprint))
    assert given(operate, tmp_path, hashes, "perceptual")[0] == 0

    assert bring(browser.as_member(town.man(photos=())), BAD, changed=True).status_code == 403
    assert bring(browser.as_member(town.man(photos=())), OTHER).status_code == 201


def test_a_list_is_replaced_and_removed_as_a_whole(
    operate: Operate, tmp_path: Path, browser: Browser, town: Town
) -> None:
    first, second = hashlib.sha256(LISTED).hexdigest(), hashlib.sha256(b"other").hexdigest()
    given(operate, tmp_path, f"hash,grade\n{first},A\n\n# end\n")

    assert given(operate, tmp_path, f"{second}\n{second}\n")[1].startswith("imported police: 1 hashes\n")
    assert bring(browser.as_member(town.man(photos=())), BAD).status_code == 201
    assert "police\tsha256\t1 hashes" in operate("list")[1]
    assert operate("remove", "police", "--by", "bo")[1].startswith("removed police: 1 hashes\n")
    assert operate("remove", "police", "--by", "bo")[::2] == (1, "there is no list police\n")
    acts = town.rows("SELECT act, subject, by_name FROM evidence_acts ORDER BY id")
    assert acts == [*[("import_list", "police", "ann")] * 2, ("remove_list", "police", "bo")]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("f" * 64 + "\nabc\n", "line 2: a sha256 hash has 64 hexadecimal digits, this one has 3\n"),
        ("g" * 64, "line 1: this is not hexadecimal\n"),
        ("# nothing\n", "hashes.txt has no hashes; to end a list, use `remove`\n"),
    ],
)
def test_a_bad_file_changes_nothing(operate: Operate, tmp_path: Path, town: Town, content: str, problem: str) -> None:
    given(operate, tmp_path, hashlib.sha256(LISTED).hexdigest())

    code, _, error = given(operate, tmp_path, content)

    assert (code, error.endswith(problem)) == (1, True)
    assert town.rows("SELECT name, hashes FROM hash_lists") == [("police", 1)]
    assert town.rows("SELECT count(*) FROM evidence_acts") == [(1,)]


@pytest.mark.usefixtures("listed")
def test_two_people_export_evidence_and_the_log_says_so(
    operate: Operate, browser: Browser, town: Town, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bo, folder = town.man(photos=()), tmp_path / "out"
    bring(browser.as_member(bo), BAD)
    [(number,)] = town.rows("SELECT number FROM sealed_evidence")

    alone = operate("export", number, folder, "--by", "ann", "--second", "Ann ", "--why", "1", evidence=True)
    assert (alone[0], folder.exists()) == (1, False)
    with caplog.at_level(logging.INFO):
        together = operate("export", number, folder, "--by", "ann", "--second", "bo", "--why", "K 7", evidence=True)

    assert together[0] == 0, together
    assert (folder / "picture.webp").read_bytes()[:4] == b"RIFF"
    assert json.loads((folder / "facts.json").read_text())["member_id"] == str(bo)
    assert [oct(path.stat().st_mode & 0o777) for path in (folder, folder / "picture.webp")] == ["0o700", "0o600"]
    reported = operate("report", number, "--to", "The hotline", "--reference", "77", "--by", "ann", evidence=True)
    assert reported[0] == 0
    assert f"{number}\t" in operate("list", evidence=True)[1]
    assert "not reported" not in operate("list", evidence=True)[1]
    assert str(bo) not in operate("list", evidence=True)[1]
    acts = "SELECT act, by_name, second_name, note FROM evidence_acts WHERE subject = %(number)s ORDER BY id"
    assert town.rows(acts, number=str(number)) == [
        ("export", "ann", "bo", "K 7"),
        ("report", "ann", None, "The hotline: 77"),
    ]


@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize("change", ["UPDATE evidence_acts SET by_name = 'x'", "DELETE FROM evidence_acts"])
def test_the_log_is_only_ever_added_to(town: Town, change: str) -> None:
    with pytest.raises(InsufficientPrivilege):
        town.run(change)


def test_hashes_have_the_lengths_of_their_kinds() -> None:
    assert [each.length for each in HashKind] == [16, 20, 32, 16]
