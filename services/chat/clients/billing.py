from collections.abc import Mapping, Sequence
from uuid import UUID

from pairwise.billing.v1 import wallet_pb2
from pairwise.billing.v1.wallet_pb2 import ChargeRequest, ChargeResponse, GetWalletRequest
from pairwise.billing.v1.wallet_pb2_grpc import WalletServiceStub
from shared.kit.errors import Refusal
from shared.kit.rpc import Client, Peer
from shared.sites import MESSAGE, BillableItem

from chat.domain.message import Draft
from chat.domain.wallet import Wallet
from chat.errors import CreditsOwed, NotEnoughCredits, NotOffered, SendWithdrawn, WalletFrozen

CHARGE_SECONDS = 3.0
# Each message of a group that billing does not answer is charged alone afterwards.
CHARGE_TOGETHER_SECONDS = 1.0
# Billing's codes as refusals of chat, so that the API document lists them.
REFUSALS: Mapping[str, type[Refusal]] = {
    "charge_withdrawn": SendWithdrawn,
    **{kind.code: kind for kind in (CreditsOwed, NotEnoughCredits, NotOffered, WalletFrozen)},
}
# A page of messages must not wait for the price.
WALLET_SECONDS = 0.5


class BillingWallets:
    """Calls billing."""

    def __init__(self, peer: Peer) -> None:
        self._charges = Client(peer, WalletServiceStub, deadline_seconds=CHARGE_SECONDS)
        self._group_charges = Client(peer, WalletServiceStub, deadline_seconds=CHARGE_TOGETHER_SECONDS)
        self._wallets = Client(peer, WalletServiceStub, deadline_seconds=WALLET_SECONDS)

    def charge(
        self, charge_id: UUID, member_id: UUID, partner_id: UUID, billable_item: BillableItem = MESSAGE
    ) -> tuple[int, Wallet]:
        request = _request(charge_id, member_id, partner_id, billable_item)
        try:
            answer = self._charges.ask("Charge", request, ChargeResponse)
        except Refusal as refusal:
            if kind := REFUSALS.get(refusal.code):
                raise kind() from refusal
            raise
        return answer.credits, _wallet(answer.wallet)

    def charge_together(self, drafts: Sequence[Draft]) -> list[tuple[int, Wallet] | None]:
        request, *others = (
            _request(draft.id, draft.sender_id, draft.recipient_id, draft.billable_item) for draft in drafts
        )
        request.others.extend(others)
        answer = self._group_charges.ask("Charge", request, ChargeResponse)
        paid = [_paid(each) for each in (answer, *answer.others)]
        # Billing 0.1.0 charges the first alone.
        return paid + [None] * (len(drafts) - len(paid))

    def wallet(self, member_id: UUID) -> Wallet:
        return _wallet(self._wallets.ask("GetWallet", GetWalletRequest(member_id=str(member_id)), wallet_pb2.Wallet))


def _request(charge_id: UUID, member_id: UUID, partner_id: UUID, billable_item: BillableItem) -> ChargeRequest:
    return ChargeRequest(
        charge_id=str(charge_id),
        member_id=str(member_id),
        purpose=billable_item.purpose,
        partner_id=str(partner_id),
        item=billable_item.item or "",
    )


def _paid(answer: ChargeResponse) -> tuple[int, Wallet] | None:
    return (answer.credits, _wallet(answer.wallet)) if answer.HasField("wallet") else None


def _wallet(answer: wallet_pb2.Wallet) -> Wallet:
    return Wallet(
        answer.balance, answer.free_messages_left, answer.next_message_credits, answer.premium, answer.version
    )
