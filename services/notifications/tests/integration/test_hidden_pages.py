"""A page that is hidden: its member is at no screen any more."""

import pytest
from notifications.tests.fakes import FakeContacts, FakePushServices, a_recipient
from notifications.tests.pushing import ANN, BO, PHONE, Handle, a_message, change, push_all, pushes, subscribe
from notifications.web.pages import pages_hidden
from notifications.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.web import Browser

PAGE_HIDDEN = "/api/page-hidden.php"


def counted(caller: str) -> float:
    return float(pages_hidden.labels(caller)._value.get())


def test_a_member_whose_page_is_hidden_is_pushed_at_once(
    wired: Wiring,
    handle: Handle,
    browser: Browser,
    contacts: FakeContacts,
    push_services: FakePushServices,
    database: Database,
) -> None:
    contacts.known = {ANN: a_recipient("ann@example.org"), BO: a_recipient("bo@example.org")}
    subscribe(wired, BO, PHONE)
    handle(a_message(3, sender=BO))  # Bo is active
    handle(a_message(4))
    push_all(wired, database)
    assert push_services.sent == []

    for _ in range(2):
        assert browser.as_member(BO).post(PAGE_HIDDEN, {}).status_code == 204
    push_all(wired, database)

    assert [shown.kind for _, shown in push_services.sent] == ["message"]


def test_a_hidden_page_says_nothing_of_other_members(
    wired: Wiring,
    handle: Handle,
    browser: Browser,
    contacts: FakeContacts,
    push_services: FakePushServices,
    database: Database,
) -> None:
    contacts.known = {BO: a_recipient("bo@example.org")}
    subscribe(wired, BO, PHONE)
    handle(a_message(3, sender=BO))
    handle(a_message(4))

    browser.post(PAGE_HIDDEN, {})  # by a visitor
    browser.as_member(ANN).post(PAGE_HIDDEN, {})
    push_all(wired, database)

    assert push_services.sent == []


@pytest.mark.parametrize(("objects", "more"), [(False, 1), (True, 0)])
def test_of_visitors_only_the_number_is_counted(browser: Browser, objects: bool, more: int) -> None:
    before = counted("visitor")

    answer = browser.send("POST", PAGE_HIDDEN, {}, {"Sec-GPC": "1"} if objects else {})

    assert (answer.status_code, counted("visitor") - before) == (204, more)


def test_a_body_with_fields_is_refused(handle: Handle, browser: Browser, database: Database, wired: Wiring) -> None:
    subscribe(wired, BO, PHONE)
    handle(a_message(3, sender=BO))

    answer = browser.as_member(BO).post(PAGE_HIDDEN, {"member_id": str(ANN)})

    assert answer.status_code == 422
    change(database, "UPDATE activities SET active_at = active_at")
    assert pushes(database) == []
