"""Applications for direct debit, signed with the code of the message."""

from typing import Any
from uuid import uuid4

from billing.tests.makers import FakeMessages
from shared.kit.testing.web import Browser

IBAN, PHONE = "NL91ABNA0417164300", "+31612345678"


def a_form(**changes: Any) -> dict[str, Any]:
    return {
        "id": str(uuid4()),
        "account_holder": "A. Tester",
        "iban": "nl91 abna 0417 1643 00",
        "street": "Voorbeeldstraat 1",
        "postcode": "3511 AA",
        "city": "Utrecht",
        "country": "NL",
        "phone": "06 12345678",
        **changes,
    }


def code_of(answer: Any) -> str:
    return str(answer.json["error"]["code"])


def signed(browser: Browser, messages: FakeMessages, **changes: Any) -> str:
    """The id of the saved method."""
    form = a_form(**changes)
    assert browser.post("/api/directdebit.php", form).status_code == 201
    answer = browser.post("/api/directdebit-code.php", {"id": form["id"], "code": messages.code})
    assert answer.status_code == 200, answer.json
    return str(answer.json["saved_method"]["id"])
