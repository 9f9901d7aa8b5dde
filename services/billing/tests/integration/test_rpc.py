from collections.abc import Iterator
from uuid import uuid4

import pytest
from billing.rpc import servicers
from billing.rpc.wallets import MOST_AT_ONCE
from billing.tests.makers import a_charge, a_member
from billing.wiring import Wiring
from pairwise.billing.v1.wallet_pb2 import (
    ChargeManyRequest,
    ChargeManyResponse,
    ChargeRequest,
    ChargeResponse,
    GetWalletRequest,
    Wallet,
)
from pairwise.billing.v1.wallet_pb2_grpc import WalletServiceStub
from shared.kit.core import Invalid, Malformed, PaymentRequired
from shared.kit.grpc import Client, Peer
from shared.kit.grpc.server import build_server

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def billing(wired: Wiring) -> Iterator[Client]:
    server = build_server(servicers(wired), callers=None)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    client = Client(Peer(f"127.0.0.1:{port}"), WalletServiceStub, deadline_seconds=60)
    yield client
    client.close()
    server.stop(0).wait()


def test_a_charge_returns_its_cost_and_the_wallet(billing: Client, wired: Wiring) -> None:
    request = ChargeRequest(charge_id=str(uuid4()), member_id=str(uuid4()), purpose="message", partner_id=str(uuid4()))

    answer = billing.ask("Charge", request, ChargeResponse)

    assert answer.credits == 0
    assert answer.wallet == Wallet(balance=6, free_messages_left=2, next_message_credits=0, premium=False, version=2)
    assert billing.ask("Charge", request, ChargeResponse) == answer
    request.member_id = str(uuid4())
    with pytest.raises(Invalid) as refusal:
        billing.ask("Charge", request, ChargeResponse)
    assert refusal.value.code == "idempotency_key_reused"


def test_an_empty_wallet_is_refused_by_name(billing: Client, wired: Wiring) -> None:
    ann = a_member(wired)
    for _ in range(6):
        a_charge(wired, ann)

    request = ChargeRequest(charge_id=str(uuid4()), member_id=str(ann), purpose="message")
    with pytest.raises(PaymentRequired) as refusal:
        billing.ask("Charge", request, ChargeResponse)
    assert refusal.value.code == "not_enough_credits"
    wallet = billing.ask("GetWallet", GetWalletRequest(member_id=str(ann)), Wallet)
    assert (wallet.balance, wallet.next_message_credits) == (0, 2)


def test_no_caller_sets_the_price_of_a_message(billing: Client, wired: Wiring) -> None:
    for purpose, credits in (("message", 0), ("photo", 1), ("call", -5)):
        request = ChargeRequest(
            charge_id=str(uuid4()), member_id=str(a_member(wired)), purpose=purpose, agreed_credits=credits
        )
        with pytest.raises(Malformed):
            billing.ask("Charge", request, ChargeResponse)


def one(member_id: object) -> ChargeRequest:
    return ChargeRequest(charge_id=str(uuid4()), member_id=str(member_id), purpose="message")


def test_charges_of_a_batch_are_answered_in_their_order(billing: Client, wired: Wiring) -> None:
    poor = a_member(wired)
    for _ in range(6):
        a_charge(wired, poor)
    charges = [one(a_member(wired)), one(poor), one(a_member(wired))]

    answers = billing.ask("ChargeMany", ChargeManyRequest(charges=charges), ChargeManyResponse).answers

    left = Wallet(balance=6, free_messages_left=2, next_message_credits=0, premium=False, version=2)
    assert [each.wallet for each in answers] == [left, Wallet(), left]
    assert [each.refusal for each in answers] == ["", "not_enough_credits", ""]


@pytest.mark.parametrize("charges", [[one(uuid4())] * (MOST_AT_ONCE + 1), [one(uuid4()), one("no id")]])
def test_a_batch_that_is_too_large_or_malformed_is_refused(billing: Client, charges: list[ChargeRequest]) -> None:
    with pytest.raises(Malformed):
        billing.ask("ChargeMany", ChargeManyRequest(charges=charges), ChargeManyResponse)


@pytest.mark.parametrize(
    "changes",
    [
        {"charge_id": "no id"},
        {"member_id": ""},
        {"partner_id": "x"},
        {"purpose": "yacht"},
        {"purpose": ""},
        {"purpose": "gift"},
        {"item": "rose"},
    ],
)
def test_malformed_requests_are_refused(billing: Client, changes: dict[str, str]) -> None:
    request = ChargeRequest(charge_id=str(uuid4()), member_id=str(uuid4()), purpose="message")
    for name, value in changes.items():
        setattr(request, name, value)

    with pytest.raises(Malformed):
        billing.ask("Charge", request, ChargeResponse)
