"""The marketer role: another desk with the same rules of sessions, and no way from one desk to the other."""

from datetime import UTC, datetime
from uuid import UUID

import jwt
import pytest
from pairwise.identity.v1.events_pb2 import SessionRevoked
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser

from identity.domain.session import Session
from identity.marketers import main, set_marketer
from identity.storage import IdentityUnit
from identity.tests.factories import sign_up_form
from identity.wiring import Wiring

ADDRESS = "ann@example.org"


@pytest.fixture
def ann(browser: Browser) -> UUID:
    return UUID(browser.post("/api/signup.php", sign_up_form()).json["user"]["id"])


def claims(wired: Wiring, member: UUID, second_factor_at: datetime | None) -> dict[str, object]:
    with IdentityUnit(wired.database) as uow:
        account = uow.accounts.get(member)
    assert account is not None
    session, _ = Session.open(member, datetime.now(UTC), second_factor_at=second_factor_at)
    found: dict[str, object] = jwt.decode(wired.tokens.issue(account, session), options={"verify_signature": False})
    return found


@pytest.mark.parametrize("is_marketer", [True, False])
@pytest.mark.parametrize("proved", [True, False])
def test_the_marketing_desk_opens_with_a_second_factor_and_never_the_other_desk(
    wired: Wiring, ann: UUID, is_marketer: bool, proved: bool
) -> None:
    set_marketer(wired.database, "pairwise", ADDRESS, is_marketer=is_marketer)

    found = claims(wired, ann, datetime.now(UTC) if proved else None)
    assert (found["marketer"], found["marketer_role"]) == (is_marketer and proved, is_marketer)
    assert (found["staff"], found["staff_role"]) == (False, False)


def test_granting_clears_earlier_proofs_and_revoking_ends_all_sessions(
    browser: Browser, wired: Wiring, database: Database, ann: UUID
) -> None:
    with wired.unit_of_work() as uow:
        [session] = uow.sessions.of(ann)
        assert uow.sessions.prove_second_factor(ann, session.id, uow.now())
        uow.commit()
    assert set_marketer(wired.database, "pairwise", ADDRESS, is_marketer=True)
    with wired.unit_of_work() as uow:
        assert [each.second_factor_at for each in uow.sessions.of(ann)] == [None]

    assert set_marketer(wired.database, "pairwise", ADDRESS, is_marketer=False)
    assert len(announced(database, SessionRevoked)) == 1
    assert claims(wired, ann, datetime.now(UTC))["marketer"] is False


def test_no_code_is_mailed_to_a_marketer(browser: Browser, wired: Wiring, ann: UUID) -> None:
    set_marketer(wired.database, "pairwise", ADDRESS, is_marketer=True)

    answer = browser.logged_in().put("/api/second-factor-proof.php", {"password": "three blue herons"})
    assert answer.status_code == 403


@pytest.mark.parametrize(("site", "address"), [("pairwise", "nobody@example.org"), ("iskra", ADDRESS)])
def test_nobody_becomes_a_marketer_by_mistake(wired: Wiring, ann: UUID, site: str, address: str) -> None:
    assert not set_marketer(wired.database, site, address, is_marketer=True)


@pytest.mark.parametrize("arguments", [[], ["add", "pairwise"], ["raise", "pairwise", ADDRESS]])
def test_the_command_says_how_it_is_used(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert "identity.marketers add|remove" in capsys.readouterr().out
