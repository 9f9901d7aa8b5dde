import grpc
from pairwise.billing.v1 import wallet_pb2
from pairwise.billing.v1.wallet_pb2 import (
    ChargeManyRequest,
    ChargeManyResponse,
    ChargeRequest,
    ChargeResponse,
    GetWalletRequest,
)
from pairwise.billing.v1.wallet_pb2_grpc import WalletServiceServicer
from shared.kit.core import Malformed, Refusal
from shared.kit.grpc import id_of
from shared.sites import BillableItem, Purpose

from billing.domain.wallet import Wallet
from billing.usecases.charge import MessageToPay, charge, charge_many
from billing.usecases.get_wallet import get_wallet
from billing.wiring import Wiring

MOST_AT_ONCE = 64


class WalletServicer(WalletServiceServicer):
    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def Charge(self, request: ChargeRequest, context: grpc.ServicerContext) -> ChargeResponse:
        message = _message(request)
        paid = charge(
            self._wiring.unit_of_work(),
            self._wiring.sites,
            self._wiring.default_site,
            charge_id=message.id,
            member_id=message.member_id,
            partner_id=message.partner_id,
            billable_item=message.item,
            agreed_credits=message.agreed_credits,
        )
        return self._response(paid)

    def ChargeMany(self, request: ChargeManyRequest, context: grpc.ServicerContext) -> ChargeManyResponse:
        if len(request.charges) > MOST_AT_ONCE:
            raise Malformed()
        dependencies, messages = self._wiring, [_message(each) for each in request.charges]
        outcomes = charge_many(dependencies.unit_of_work(), dependencies.sites, dependencies.default_site, messages)
        return ChargeManyResponse(answers=map(self._outcome, outcomes))

    def _outcome(self, outcome: tuple[int, Wallet] | Refusal) -> ChargeResponse:
        return ChargeResponse(refusal=outcome.code) if isinstance(outcome, Refusal) else self._response(outcome)

    def GetWallet(self, request: GetWalletRequest, context: grpc.ServicerContext) -> wallet_pb2.Wallet:
        dependencies = self._wiring
        site = dependencies.sites.get(dependencies.default_site)
        return self._answer(get_wallet(dependencies.unit_of_work(), id_of(request.member_id), site))

    def _response(self, paid: tuple[int, Wallet]) -> ChargeResponse:
        credits, wallet = paid
        return ChargeResponse(credits=credits, wallet=self._answer(wallet))

    def _answer(self, wallet: Wallet) -> wallet_pb2.Wallet:
        return wallet_pb2.Wallet(
            balance=wallet.balance,
            free_messages_left=wallet.free_messages_left,
            next_message_credits=wallet.next_message_credits(self._wiring.sites.get(wallet.site)),
            premium=wallet.is_premium,
            version=wallet.version,
            debt=wallet.debt,
        )


def _message(request: ChargeRequest) -> MessageToPay:
    item = _billable_item(request)
    is_agreed = request.HasField("agreed_credits")
    # A price of the site's own cannot be undercut by a caller.
    if is_agreed and (item.purpose is not Purpose.CALL or request.agreed_credits < 0):
        raise Malformed()
    return MessageToPay(
        id_of(request.charge_id),
        id_of(request.member_id),
        id_of(request.partner_id) if request.partner_id else None,
        item,
        request.agreed_credits if is_agreed else None,
    )


def _billable_item(request: ChargeRequest) -> BillableItem:
    try:
        return BillableItem(Purpose(request.purpose), request.item or None)
    except ValueError as error:
        raise Malformed() from error
