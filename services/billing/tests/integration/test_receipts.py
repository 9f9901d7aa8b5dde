"""Receipts of transactions: verified without the database, for their own member, and spoilt by any change."""

import json
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from billing.domain.receipt import Receipt, hash_of
from billing.receipts import main
from billing.tests.makers import FakeProvider, a_charge, a_member, a_purchase
from billing.wiring import Wiring
from shared.kit.testing.web import Browser
from shared.sites import BillableItem, Purpose


@pytest.fixture
def ann(wired: Wiring, browser: Browser, provider: FakeProvider) -> UUID:
    """A member with a gift, a purchase, a free message, and two billable items."""
    ann = a_member(wired)
    a_purchase(wired, provider, ann)
    a_charge(wired, ann, partner_id=uuid4())
    a_charge(wired, ann, partner_id=uuid4(), billable_item=BillableItem(Purpose.PHOTO, None))
    a_charge(wired, ann, partner_id=uuid4(), billable_item=BillableItem(Purpose.GIFT, "rose"))
    browser.as_member(ann)
    return ann


def receipts(browser: Browser) -> list[dict[str, Any]]:
    """Of all transactions, the newest first."""
    listed = browser.get("/api/transactions.php").json["transactions"]
    answers = (browser.get("/api/transaction-receipt.php", id=each["id"]) for each in listed)
    return [answer.get_json() for answer in answers]


def saved(folder: Path, contents: list[dict[str, Any]]) -> list[str]:
    files = [folder / f"{number}.json" for number in range(len(contents))]
    for file, content in zip(files, contents, strict=True):
        file.write_text(json.dumps(content))
    return [str(file) for file in files]


def test_every_receipt_is_verified_and_linked(browser: Browser, ann: UUID, tmp_path: Path) -> None:
    found = receipts(browser)

    assert len(found) == 5
    assert [each["receipt"]["previous"] for each in found] == [
        *(each["receipt"]["hash"] for each in found[1:]), ""
    ]  # fmt: skip
    assert main(saved(tmp_path, found)) == 0


def test_a_change_of_any_field_is_found(browser: Browser, ann: UUID, tmp_path: Path) -> None:
    [newest, *_] = receipts(browser)
    for field in newest["receipt"]["transaction"]:
        changed = json.loads(json.dumps(newest))
        changed["receipt"]["transaction"][field] = 7
        assert main(saved(tmp_path, [changed])) == 1
    for field in ("previous", "hash"):
        assert main(saved(tmp_path, [{"receipt": newest["receipt"] | {field: "00" * 32}}])) == 1


def test_a_transaction_made_again_is_not_linked(
    browser: Browser, ann: UUID, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [newest, before, *_] = receipts(browser)
    other = Receipt({**before["receipt"]["transaction"], "credits": -1}, before["receipt"]["previous"], "")
    forged = {**vars(other), "hash": hash_of(other.transaction, other.previous)}

    assert main(saved(tmp_path, [newest, {"receipt": forged}])) == 1
    assert "NOT LINKED" in capsys.readouterr().out


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"receipt": {"transaction": {}, "previous": "", "hash": ""}}'])
def test_a_file_that_is_no_receipt_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "file.json").write_text(content)

    assert main([str(tmp_path / "file.json"), str(tmp_path / "missing.json")]) == 1


def test_a_receipt_of_another_member_does_not_exist(browser: Browser, wired: Wiring, ann: UUID) -> None:
    [newest, *_] = receipts(browser)
    browser.as_member(a_member(wired))

    for wanted in (newest["receipt"]["transaction"]["id"], str(uuid4())):
        answer = browser.get("/api/transaction-receipt.php", id=wanted)
        assert (answer.status_code, answer.json["error"]["code"]) == (404, "not_found")
    assert browser.get("/api/transaction-receipt.php", id="1").status_code == 422
