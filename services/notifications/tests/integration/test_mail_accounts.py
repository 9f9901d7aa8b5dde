"""Each site's mails go by its own mail server; one that is down holds up no other site."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import pytest
from notifications.clients.mail_servers import MailServers
from notifications.clients.smtp import SmtpServer
from notifications.domain.email import Email
from notifications.domain.email_templates import EmailTemplate
from notifications.ports import MailServerUnavailable, OutgoingEmail
from notifications.tests.fakes import FakeContacts, a_recipient
from notifications.tests.sending import mails
from notifications.usecases.send_emails import send_emails
from notifications.wiring import Wiring
from shared.kit.db import Database
from shared.sites import SiteDirectory
from shared.sites.directory import DOCUMENTS


class Server:
    def __init__(self) -> None:
        self.took: list[str] = []
        self.is_down = False

    def send(self, email: OutgoingEmail) -> None:
        if self.is_down:
            raise MailServerUnavailable("gone")
        self.took.append(email.recipient)


Send = Callable[..., tuple[list[str], list[str]]]


@pytest.fixture
def send(wired: Wiring, database: Database, contacts: FakeContacts, tmp_path: Path) -> Send:
    """Send a mail to a member of each site; the addresses that the common and the brand's own server took."""
    for document in DOCUMENTS.glob("*.yaml"):
        shutil.copy(document, tmp_path)
    with (tmp_path / "iskra.yaml").open("a") as iskra:
        iskra.write("mail_account: iskra\n")
    sites = SiteDirectory(tmp_path, "https://pairwise.test")

    def run(down: str | None = None, **known: Any) -> tuple[list[str], list[str]]:
        servers = {"common": Server(), "iskra": Server()}
        if down:
            servers[down].is_down = True
        with wired.unit_of_work() as uow:
            for key in ("iskra", "pairwise") * 2:
                member_id = uuid4()
                contacts.known[member_id] = replace(a_recipient(f"ann@{key}.example.org"), site=key)
                uow.emails.queue(Email(id=uuid4(), member_id=member_id, template=EmailTemplate.PASSWORD_CHANGED))
            uow.commit()
        own = {"iskra": cast(SmtpServer, servers["iskra"])} if known.get("has_address", True) else {}
        server = MailServers(sites, cast(SmtpServer, servers["common"]), own)
        send_emails(replace(wired, sites=sites, mail_server=server).email_delivery())
        return servers["common"].took, servers["iskra"].took

    return run


def test_a_brand_with_an_account_sends_by_its_own_server(send: Send) -> None:
    assert send() == (["ann@pairwise.example.org"] * 2, ["ann@iskra.example.org"] * 2)


@pytest.mark.parametrize("how", [{"down": "iskra"}, {"has_address": False}])
def test_mails_of_a_brand_wait_for_its_own_server_and_others_go_on(
    send: Send, database: Database, how: dict[str, Any]
) -> None:
    assert send(**how) == (["ann@pairwise.example.org"] * 2, [])
    assert sorted(mails(database)) == [("queued", None, 0)] * 2 + [("sent", None, 1)] * 2


def test_mails_of_other_brands_wait_for_the_common_server(send: Send, database: Database) -> None:
    _, own = send("common")

    assert set(own) <= {"ann@iskra.example.org"}
    assert {state for state, _, _ in mails(database)} <= {"queued", "sent"}
