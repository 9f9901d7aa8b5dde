"""Acts of the support desk on accounts, by gRPC; none reaches an account that works at a desk."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from pairwise.identity.v1 import support_pb2 as messages
from pairwise.identity.v1.events_pb2 import MailRequested, MemberDeleted, RequestTaken, SessionRevoked
from pairwise.identity.v1.support_pb2_grpc import SupportServiceStub
from shared.kit.core import Conflict, Forbidden, Invalid, Malformed, NotFound
from shared.kit.db import Database
from shared.kit.grpc import Client, Peer
from shared.kit.grpc.server import build_server
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser

from identity.domain.account import Status
from identity.roles import Role, set_role
from identity.rpc import servicers
from identity.tests.factories import sign_up_form
from identity.wiring import Wiring

ADDRESS = "ann@example.org"


@pytest.fixture
def support(wired: Wiring) -> Iterator[Client]:
    server = build_server(servicers(wired), callers=None)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    client = Client(Peer(f"127.0.0.1:{port}"), SupportServiceStub, deadline_seconds=60)
    yield client
    client.close()
    server.stop(0).wait()


@pytest.fixture
def ann(browser: Browser) -> UUID:
    return UUID(browser.post("/api/signup.php", sign_up_form()).json["user"]["id"])


def ask(support: Client, method: str, member: UUID, **more: Any) -> Any:
    answer = {"GetAccount": "SupportedAccount"}.get(method, f"{method}Response")
    request = getattr(messages, f"{method}Request")(member_id=str(member), **more)
    return support.ask(method, request, getattr(messages, answer))


def confirm(wired: Wiring, member: UUID) -> None:
    with wired.unit_of_work() as uow:
        account = uow.accounts.lock(member)
        assert account is not None
        account.confirm()
        uow.accounts.save(account)
        uow.commit()


def mails(database: Database) -> list[str]:
    return [event.template for event in announced(database, MailRequested)]


def test_an_account_is_shown_with_its_state_and_consents(support: Client, ann: UUID) -> None:
    account = ask(support, "GetAccount", ann)
    assert (account.email, account.status, account.site) == (ADDRESS, "not_confirmed", "pairwise")
    assert (account.has_authenticator, account.passkeys, len(account.devices)) == (False, 0, 1)
    with pytest.raises(NotFound):
        ask(support, "GetAccount", uuid4())


def test_links_are_mailed_again(support: Client, wired: Wiring, database: Database, ann: UUID) -> None:
    with pytest.raises(Conflict):  # the one of the sign-up is younger than a minute
        ask(support, "SendLink", ann, kind="confirmation")
    ask(support, "SendLink", ann, kind="password")
    assert mails(database)[-1] == "password_reset"
    confirm(wired, ann)
    with pytest.raises(Conflict):
        ask(support, "SendLink", ann, kind="confirmation")
    with pytest.raises(Malformed):
        ask(support, "SendLink", ann, kind="anything")


def test_a_corrected_address_waits_for_its_link_and_the_confirmed_one_is_told(
    support: Client, wired: Wiring, database: Database, browser: Browser, ann: UUID
) -> None:
    ask(support, "CorrectAddress", ann, email="anna@example.org")
    assert "address_change_asked" not in mails(database)  # an unconfirmed address may be a stranger's
    confirm(wired, ann)
    ask(support, "CorrectAddress", ann, email="anna@example.org")

    assert mails(database)[-1] == "address_change_asked"
    assert len(announced(database, RequestTaken)) >= 2
    assert ask(support, "GetAccount", ann).email == ADDRESS
    for email, refusal in (("", Invalid), ("no address", Invalid), (ADDRESS, Conflict)):
        with pytest.raises(refusal):
            ask(support, "CorrectAddress", ann, email=email)


def test_an_account_is_closed_once_with_its_waiting_time(
    support: Client, wired: Wiring, database: Database, ann: UUID
) -> None:
    at_once(*[lambda: ask(support, "CloseAccount", ann)] * 2)

    assert mails(database).count("reactivation") == 1
    assert len(announced(database, MemberDeleted)) == 1
    assert ask(support, "GetAccount", ann).status == Status.DELETED


def test_factors_are_removed_once_sessions_end_and_the_member_is_told(
    support: Client, wired: Wiring, database: Database, ann: UUID
) -> None:
    confirm(wired, ann)
    with wired.unit_of_work() as uow:
        uow.authenticators.begin(ann, b"sealed")
        uow.authenticators.confirm(ann)
        uow.commit()
    assert ask(support, "GetAccount", ann).has_authenticator

    at_once(*[lambda: ask(support, "ResetFactors", ann)] * 2)

    assert not ask(support, "GetAccount", ann).has_authenticator
    assert mails(database).count("security_changed") == 1
    assert len(announced(database, SessionRevoked)) == 1


ACTS: list[Callable[[Client, UUID], Any]] = [
    lambda support, ann: ask(support, "SendLink", ann, kind="confirmation"),
    lambda support, ann: ask(support, "SendLink", ann, kind="password"),
    lambda support, ann: ask(support, "CorrectAddress", ann, email="anna@example.org"),
    lambda support, ann: ask(support, "CloseAccount", ann),
    lambda support, ann: ask(support, "ResetFactors", ann),
]


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("role", Role)
def test_no_act_reaches_an_account_of_a_desk(
    support: Client, wired: Wiring, ann: UUID, role: Role, act: Callable[[Client, UUID], Any]
) -> None:
    set_role(wired.database, "pairwise", ADDRESS, role, granted=True)
    with pytest.raises(Forbidden):
        act(support, ann)
    with pytest.raises(NotFound):
        act(support, uuid4())
