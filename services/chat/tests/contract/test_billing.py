"""The contract of the port `Billing`, kept by the fake and by the client of billing."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID, uuid4

import grpc
import pytest
from chat.clients.billing import BillingWallets
from chat.domain import wallet as domain
from chat.domain.message import Draft
from chat.errors import SendWithdrawn
from chat.ports import Billing
from chat.tests.fakes import FakeBilling
from pairwise.billing.v1 import wallet_pb2, wallet_pb2_grpc
from pairwise.billing.v1.wallet_pb2 import ChargeRequest, ChargeResponse, GetWalletRequest
from shared.kit.errors import Conflict, Invalid, PaymentRequired, Unavailable
from shared.kit.rpc import Peer, Servicer
from shared.kit.rpc.server import build_server
from shared.sites import PHOTO, BillableItem, Purpose

ANN, BO, POOR = uuid4(), uuid4(), uuid4()


class Wallets(wallet_pb2_grpc.WalletServiceServicer):
    """Answers as billing's contract says, over the same books as the fake."""

    def __init__(self, books: FakeBilling) -> None:
        self.books = books

    ignores_others = False  # as billing 0.1.0 does

    def Charge(self, request: ChargeRequest, context: grpc.ServicerContext) -> ChargeResponse:  # noqa: N802
        if not request.others or self.ignores_others:
            return self._charge(request)
        paid = self.books.charge_together([_draft(each) for each in (request, *request.others)])
        answer, *others = (
            ChargeResponse(credits=each[0], wallet=_answer(each[1])) if each else ChargeResponse() for each in paid
        )
        answer.others.extend(others)
        return answer

    def _charge(self, request: ChargeRequest) -> ChargeResponse:
        ids = (UUID(request.charge_id), UUID(request.member_id), UUID(request.partner_id))
        billable_item = BillableItem(Purpose(request.purpose), request.item or None)
        try:
            credits, wallet = self.books.charge(*ids, billable_item)
            return ChargeResponse(credits=credits, wallet=_answer(wallet))
        except SendWithdrawn as refusal:
            raise Conflict("charge_withdrawn") from refusal

    def GetWallet(  # noqa: N802
        self, request: GetWalletRequest, context: grpc.ServicerContext
    ) -> wallet_pb2.Wallet:
        return _answer(self.books.wallet(UUID(request.member_id)))


def _draft(request: ChargeRequest) -> Draft:
    return Draft(UUID(request.charge_id), UUID(request.member_id), UUID(request.partner_id), "hello")


def _answer(wallet: domain.Wallet) -> wallet_pb2.Wallet:
    return wallet_pb2.Wallet(
        balance=wallet.balance,
        free_messages_left=wallet.free_messages_left,
        next_message_credits=wallet.next_message_credits,
        premium=wallet.is_premium,
        version=wallet.version,
    )


@pytest.fixture
def books() -> FakeBilling:
    books = FakeBilling()
    books.give(ANN, 10)
    return books


@pytest.fixture(params=["fake", "real"])
def billing(request: pytest.FixtureRequest, books: FakeBilling, monkeypatch: pytest.MonkeyPatch) -> Iterator[Billing]:
    if request.param == "fake":
        yield books
        return
    with serving(books, monkeypatch) as client:
        yield client


@contextmanager
def serving(books: FakeBilling, monkeypatch: pytest.MonkeyPatch) -> Iterator[BillingWallets]:
    """The client, and a server with these books."""
    # However busy the machine is, it is not too late.
    monkeypatch.setattr("chat.clients.billing.WALLET_SECONDS", 60)
    monkeypatch.setattr("chat.clients.billing.CHARGE_SECONDS", 60)
    monkeypatch.setattr("chat.clients.billing.CHARGE_TOGETHER_SECONDS", 60)
    name = wallet_pb2.DESCRIPTOR.services_by_name["WalletService"].full_name
    server = build_server(
        [Servicer(name, wallet_pb2_grpc.add_WalletServiceServicer_to_server, Wallets(books))], callers=None
    )
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield BillingWallets(Peer(f"127.0.0.1:{port}"))
    server.stop(0).wait()


def test_a_charge_is_made_once_for_its_id(billing: Billing) -> None:
    charge_id = uuid4()

    first = billing.charge(charge_id, ANN, BO)
    again = billing.charge(charge_id, ANN, BO)

    assert first == again == (2, billing.wallet(ANN))
    assert billing.wallet(ANN) == domain.Wallet(8, 0, 2, is_premium=False, version=2)


def test_a_member_without_credits_gets_a_refusal(billing: Billing) -> None:
    with pytest.raises(PaymentRequired) as refusal:
        billing.charge(uuid4(), POOR, BO)

    assert refusal.value.code == "not_enough_credits"


def test_a_charge_that_was_given_back_stays_so(billing: Billing, books: FakeBilling) -> None:
    charge_id = uuid4()
    billing.charge(charge_id, ANN, BO)
    books.give_back(charge_id)

    with pytest.raises(SendWithdrawn):
        billing.charge(charge_id, ANN, BO)
    assert billing.wallet(ANN).balance == 10


def test_an_id_that_paid_for_another_message_is_refused(billing: Billing) -> None:
    charge_id = uuid4()
    billing.charge(charge_id, ANN, BO)

    with pytest.raises(Invalid) as refusal:
        billing.charge(charge_id, ANN, POOR)
    assert refusal.value.code == "idempotency_key_reused"


ROSE, COFFEE = BillableItem(Purpose.GIFT, "rose"), BillableItem(Purpose.ICEBREAKER, "coffee")


def test_each_thing_has_its_own_price(billing: Billing) -> None:
    billing.charge(uuid4(), ANN, BO, PHOTO)
    billing.charge(uuid4(), ANN, BO, ROSE)
    billing.charge(uuid4(), ANN, BO, COFFEE)

    assert billing.wallet(ANN).balance == 0


def test_an_id_that_paid_for_a_message_pays_for_no_gift(billing: Billing) -> None:
    charge_id = uuid4()
    billing.charge(charge_id, ANN, BO)

    with pytest.raises(Invalid) as refusal:
        billing.charge(charge_id, ANN, BO, ROSE)
    assert refusal.value.code == "idempotency_key_reused"


def test_an_item_the_site_does_not_sell_is_not_charged(billing: Billing) -> None:
    with pytest.raises(Invalid) as refusal:
        billing.charge(uuid4(), ANN, BO, BillableItem(Purpose.GIFT, "star"))

    assert refusal.value.code == "not_offered"
    assert billing.wallet(ANN).balance == 10


def test_charges_made_together_are_answered_each(billing: Billing, books: FakeBilling) -> None:
    books.give(BO, 2)
    drafts = [Draft(uuid4(), sender, ANN, "hello") for sender in (BO, POOR, ANN)]

    paid = billing.charge_together(drafts)

    assert [each and (each[0], each[1].balance) for each in paid] == [(2, 0), None, (2, 8)]
    assert billing.charge(drafts[0].id, BO, ANN) == (2, billing.wallet(BO))


def test_a_billing_that_ignores_the_others_charges_the_first_alone(
    books: FakeBilling, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Wallets, "ignores_others", True)
    drafts = [Draft(uuid4(), ANN, BO, "hello") for _ in range(2)]
    with serving(books, monkeypatch) as billing:
        paid = billing.charge_together(drafts)

    assert [each and each[0] for each in paid] == [2, None]
    assert list(books.charges) == [drafts[0].id]


def test_when_billing_is_down_the_answer_is_unknown(billing: Billing, books: FakeBilling) -> None:
    books.is_down = True

    with pytest.raises(Unavailable):
        billing.charge(uuid4(), ANN, BO)
    with pytest.raises(Unavailable):
        billing.charge_together([Draft(uuid4(), ANN, BO, "hello")])
    with pytest.raises(Unavailable):
        billing.wallet(ANN)


def test_an_address_where_nobody_answers_is_unavailable_soon() -> None:
    with pytest.raises(Unavailable):
        BillingWallets(Peer("127.0.0.1:1")).charge(uuid4(), ANN, BO)
