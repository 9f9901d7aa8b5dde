from uuid import UUID

from pairwise.billing.v1 import wallet_pb2
from pairwise.billing.v1.wallet_pb2 import ChargeRequest, ChargeResponse, GetWalletRequest
from pairwise.billing.v1.wallet_pb2_grpc import WalletServiceStub
from shared.kit.errors import Refusal
from shared.kit.rpc import Client, Peer
from shared.sites import MESSAGE, BillableItem

from chat.domain.wallet import Wallet
from chat.errors import SendWithdrawn

CHARGE_SECONDS = 3.0
# A page of messages must not wait for the price.
WALLET_SECONDS = 0.5


class BillingWallets:
    """Calls billing."""

    def __init__(self, peer: Peer) -> None:
        self._charges = Client(peer, WalletServiceStub, deadline_seconds=CHARGE_SECONDS)
        self._wallets = Client(peer, WalletServiceStub, deadline_seconds=WALLET_SECONDS)

    def charge(
        self, charge_id: UUID, member_id: UUID, partner_id: UUID, billable_item: BillableItem = MESSAGE
    ) -> tuple[int, Wallet]:
        request = ChargeRequest(
            charge_id=str(charge_id),
            member_id=str(member_id),
            purpose=billable_item.purpose,
            partner_id=str(partner_id),
            item=billable_item.item or "",
        )
        try:
            answer = self._charges.ask("Charge", request, ChargeResponse)
        except Refusal as refusal:
            if refusal.code == "charge_withdrawn":
                raise SendWithdrawn() from refusal
            raise
        return answer.credits, _wallet(answer.wallet)

    def wallet(self, member_id: UUID) -> Wallet:
        return _wallet(self._wallets.ask("GetWallet", GetWalletRequest(member_id=str(member_id)), wallet_pb2.Wallet))


def _wallet(answer: wallet_pb2.Wallet) -> Wallet:
    return Wallet(
        answer.balance, answer.free_messages_left, answer.next_message_credits, answer.premium, answer.version
    )
