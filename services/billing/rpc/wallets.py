from uuid import UUID

import grpc
from pairwise.billing.v1 import wallet_pb2
from pairwise.billing.v1.wallet_pb2 import ChargeRequest, ChargeResponse, GetWalletRequest
from pairwise.billing.v1.wallet_pb2_grpc import WalletServiceServicer
from shared.kit.errors import Malformed
from shared.sites import BillableItem, Purpose

from billing.domain.wallet import Wallet
from billing.usecases.charge import charge
from billing.usecases.get_wallet import get_wallet
from billing.wiring import Wiring


class WalletServicer(WalletServiceServicer):
    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def Charge(self, request: ChargeRequest, context: grpc.ServicerContext) -> ChargeResponse:
        credits, wallet = charge(
            self._wiring.unit_of_work(),
            self._wiring.sites,
            self._wiring.default_site,
            charge_id=_id(request.charge_id),
            member_id=_id(request.member_id),
            partner_id=_id(request.partner_id) if request.partner_id else None,
            billable_item=_billable_item(request),
        )
        return ChargeResponse(credits=credits, wallet=self._answer(wallet))

    def GetWallet(self, request: GetWalletRequest, context: grpc.ServicerContext) -> wallet_pb2.Wallet:
        dependencies = self._wiring
        site = dependencies.sites.get(dependencies.default_site)
        return self._answer(get_wallet(dependencies.unit_of_work(), _id(request.member_id), site))

    def _answer(self, wallet: Wallet) -> wallet_pb2.Wallet:
        return wallet_pb2.Wallet(
            balance=wallet.balance,
            free_messages_left=wallet.free_messages_left,
            next_message_credits=wallet.next_message_credits(self._wiring.sites.get(wallet.site)),
            premium=wallet.is_premium,
            version=wallet.version,
        )


def _billable_item(request: ChargeRequest) -> BillableItem:
    try:
        return BillableItem(Purpose(request.purpose), request.item or None)
    except ValueError as error:
        raise Malformed() from error


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError as error:
        raise Malformed() from error
