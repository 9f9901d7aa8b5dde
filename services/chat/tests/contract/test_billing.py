"""The contract of the port `Billing`, kept by the fake and by the client of billing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import grpc
import pytest
from chat.clients.billing import BillingWallets
from chat.domain import wallet as domain
from chat.domain.message import Draft, Kind
from chat.errors import SendWithdrawn
from chat.ports import Billing
from chat.tests.fakes import FakeBilling
from pairwise.billing.v1 import wallet_pb2, wallet_pb2_grpc
from pairwise.billing.v1.wallet_pb2 import (
    ChargeManyRequest,
    ChargeManyResponse,
    ChargeRequest,
    ChargeResponse,
    GetWalletRequest,
)
from shared.kit.core import Conflict, Forbidden, Invalid, PaymentRequired, Refusal, Unavailable
from shared.kit.grpc import Peer, Servicer
from shared.kit.grpc.server import build_server
from shared.kit.grpc.statuses import CALLER_REFUSED
from shared.sites import MESSAGE, PHOTO, BillableItem, Purpose

ANN, BO, POOR = uuid4(), uuid4(), uuid4()
NAME = wallet_pb2.DESCRIPTOR.services_by_name["WalletService"].full_name
add_wallets = wallet_pb2_grpc.add_WalletServiceServicer_to_server


class Wallets(wallet_pb2_grpc.WalletServiceServicer):
    """Answers as billing's contract says, over the same books as the fake."""

    def __init__(self, books: FakeBilling) -> None:
        self.books = books

    def ChargeMany(self, request: ChargeManyRequest, context: grpc.ServicerContext) -> ChargeManyResponse:  # noqa: N802
        outcomes = self.books.charge_many([_draft(each) for each in request.charges])
        return ChargeManyResponse(
            answers=[
                ChargeResponse(refusal="charge_withdrawn" if isinstance(each, SendWithdrawn) else each.code)
                if isinstance(each, Refusal)
                else ChargeResponse(credits=each[0], wallet=_answer(each[1]))
                for each in outcomes
            ]
        )

    def Charge(self, request: ChargeRequest, context: grpc.ServicerContext) -> ChargeResponse:  # noqa: N802
        try:
            credits, wallet = charge(self.books, _draft(request))
        except SendWithdrawn as refusal:
            raise Conflict("charge_withdrawn") from refusal
        return ChargeResponse(credits=credits, wallet=_answer(wallet))

    def GetWallet(  # noqa: N802
        self, request: GetWalletRequest, context: grpc.ServicerContext
    ) -> wallet_pb2.Wallet:
        return _answer(self.books.wallet(UUID(request.member_id)))


def charge(billing: Billing, draft: Draft) -> tuple[int, domain.Wallet]:
    """The charge of this message, or its refusal as an error."""
    (outcome,) = billing.charge_many([draft])
    if isinstance(outcome, Refusal):
        raise outcome
    return outcome


def a_draft(
    sender: UUID = ANN, recipient: UUID = BO, item: BillableItem = MESSAGE, draft_id: UUID | None = None
) -> Draft:
    kind = {Purpose.GIFT: Kind.GIFT, Purpose.PHOTO: Kind.PHOTO}.get(item.purpose, Kind.TEXT)
    gift = item.item if item.purpose is Purpose.GIFT else None
    icebreaker = item.item if item.purpose is Purpose.ICEBREAKER else None
    return Draft(draft_id or uuid4(), sender, recipient, "hello", kind, gift, icebreaker)


def _draft(request: ChargeRequest) -> Draft:
    item = BillableItem(Purpose(request.purpose), request.item or None)
    draft = a_draft(UUID(request.member_id), UUID(request.partner_id), item, UUID(request.charge_id))
    return replace(draft, agreed_credits=request.agreed_credits if request.HasField("agreed_credits") else None)


def add_wallets_of_0_2_0(wallets: Wallets, server: grpc.Server) -> None:
    """Serve all but ChargeMany, which its registry does not let chat call."""

    def refuse(request: ChargeManyRequest, context: grpc.ServicerContext) -> ChargeManyResponse:
        raise Forbidden(CALLER_REFUSED)

    charge_many = grpc.unary_unary_rpc_method_handler(
        refuse, ChargeManyRequest.FromString, ChargeManyResponse.SerializeToString
    )
    charge = grpc.unary_unary_rpc_method_handler(
        wallets.Charge, ChargeRequest.FromString, ChargeResponse.SerializeToString
    )
    get = grpc.unary_unary_rpc_method_handler(
        wallets.GetWallet, GetWalletRequest.FromString, wallet_pb2.Wallet.SerializeToString
    )
    methods = {"Charge": charge, "ChargeMany": charge_many, "GetWallet": get}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(NAME, methods),))


def _answer(wallet: domain.Wallet) -> wallet_pb2.Wallet:
    return wallet_pb2.Wallet(
        balance=wallet.balance,
        free_messages_left=wallet.free_messages_left,
        next_message_credits=wallet.next_message_credits,
        premium=wallet.is_premium,
        version=wallet.version,
        debt=wallet.debt,
    )


@pytest.fixture
def books() -> FakeBilling:
    books = FakeBilling()
    books.give(ANN, 10)
    return books


@pytest.fixture(params=["fake", "real", "version 0.2.0"])
def billing(request: pytest.FixtureRequest, books: FakeBilling, monkeypatch: pytest.MonkeyPatch) -> Iterator[Billing]:
    if request.param == "fake":
        yield books
        return
    add = add_wallets if request.param == "real" else add_wallets_of_0_2_0
    with serving(books, monkeypatch, add) as client:
        yield client


@contextmanager
def serving(
    books: FakeBilling, monkeypatch: pytest.MonkeyPatch, add: Callable[[Any, grpc.Server], None]
) -> Iterator[BillingWallets]:
    """The client, and a server with these books."""
    # However busy the machine is, it is not too late.
    monkeypatch.setattr("chat.clients.billing.WALLET_SECONDS", 60)
    monkeypatch.setattr("chat.clients.billing.CHARGE_SECONDS", 60)
    server = build_server([Servicer(NAME, add, Wallets(books))], callers=None)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield BillingWallets(Peer(f"127.0.0.1:{port}"))
    server.stop(0).wait()


def test_a_charge_is_made_once_for_its_id(billing: Billing) -> None:
    charge_id = uuid4()

    first = charge(billing, a_draft(draft_id=charge_id))
    again = charge(billing, a_draft(draft_id=charge_id))

    assert first == again == (2, billing.wallet(ANN))
    assert billing.wallet(ANN) == domain.Wallet(8, 0, 2, is_premium=False, version=2)


def test_a_member_without_credits_gets_a_refusal(billing: Billing) -> None:
    with pytest.raises(PaymentRequired) as refusal:
        charge(billing, a_draft(POOR))

    assert refusal.value.code == "not_enough_credits"


def test_a_charge_that_was_given_back_stays_so(billing: Billing, books: FakeBilling) -> None:
    charge_id = uuid4()
    charge(billing, a_draft(draft_id=charge_id))
    books.give_back(charge_id)

    with pytest.raises(SendWithdrawn):
        charge(billing, a_draft(draft_id=charge_id))
    assert billing.wallet(ANN).balance == 10


def test_an_id_that_paid_for_another_message_is_refused(billing: Billing) -> None:
    charge_id = uuid4()
    charge(billing, a_draft(draft_id=charge_id))

    with pytest.raises(Invalid) as refusal:
        charge(billing, a_draft(ANN, POOR, draft_id=charge_id))
    assert refusal.value.code == "idempotency_key_reused"


ROSE, COFFEE = BillableItem(Purpose.GIFT, "rose"), BillableItem(Purpose.ICEBREAKER, "coffee")


def test_each_thing_has_its_own_price(billing: Billing) -> None:
    charge(billing, a_draft(item=PHOTO))
    charge(billing, a_draft(item=ROSE))
    charge(billing, a_draft(item=COFFEE))

    assert billing.wallet(ANN).balance == 0


def test_an_id_that_paid_for_a_message_pays_for_no_gift(billing: Billing) -> None:
    charge_id = uuid4()
    charge(billing, a_draft(draft_id=charge_id))

    with pytest.raises(Invalid) as refusal:
        charge(billing, a_draft(item=ROSE, draft_id=charge_id))
    assert refusal.value.code == "idempotency_key_reused"


def test_an_item_the_site_does_not_sell_is_not_charged(billing: Billing) -> None:
    with pytest.raises(Invalid) as refusal:
        charge(billing, a_draft(item=BillableItem(Purpose.GIFT, "star")))

    assert refusal.value.code == "not_offered"
    assert billing.wallet(ANN).balance == 10


def test_charges_of_a_batch_are_answered_each(billing: Billing, books: FakeBilling) -> None:
    books.give(BO, 2)
    drafts = [a_draft(sender, POOR) for sender in (BO, POOR, ANN)]

    bo, poor, ann = billing.charge_many(drafts)

    assert isinstance(poor, PaymentRequired)
    assert not isinstance(bo, Refusal)
    assert not isinstance(ann, Refusal)
    assert [(bo[0], bo[1].balance), (ann[0], ann[1].balance)] == [(2, 0), (2, 8)]


def test_when_billing_is_down_the_answer_is_unknown(billing: Billing, books: FakeBilling) -> None:
    books.is_down = True

    with pytest.raises(Unavailable):
        charge(billing, a_draft())
    with pytest.raises(Unavailable):
        billing.wallet(ANN)


def test_an_address_where_nobody_answers_is_unavailable_soon() -> None:
    with pytest.raises(Unavailable):
        charge(BillingWallets(Peer("127.0.0.1:1")), a_draft())
