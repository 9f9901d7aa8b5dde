from collections.abc import Mapping, Sequence
from uuid import UUID

from pairwise.billing.v1 import wallet_pb2
from pairwise.billing.v1.wallet_pb2 import (
    ChargeManyRequest,
    ChargeManyResponse,
    ChargeRequest,
    ChargeResponse,
    GetWalletRequest,
)
from pairwise.billing.v1.wallet_pb2_grpc import WalletServiceStub
from shared.kit.core import Refusal, Unavailable
from shared.kit.grpc import Client, NotServed, Peer

from chat.domain.message import Draft
from chat.domain.wallet import Wallet
from chat.errors import CreditsOwed, KeyReused, NotEnoughCredits, NotOffered, SendWithdrawn, WalletFrozen

CHARGE_SECONDS = 3.0
# Billing's codes as refusals of chat, so that the API document lists them.
REFUSALS: Mapping[str, type[Refusal]] = {
    "charge_withdrawn": SendWithdrawn,
    **{kind.code: kind for kind in (CreditsOwed, KeyReused, NotEnoughCredits, NotOffered, WalletFrozen)},
}
# A page of messages must not wait for the price.
WALLET_SECONDS = 0.5


class BillingWallets:
    """Calls billing."""

    def __init__(self, peer: Peer) -> None:
        self._charges = Client(peer, WalletServiceStub, deadline_seconds=CHARGE_SECONDS)
        self._wallets = Client(peer, WalletServiceStub, deadline_seconds=WALLET_SECONDS)

    def charge_many(self, drafts: Sequence[Draft]) -> list[tuple[int, Wallet] | Refusal]:
        request = ChargeManyRequest(charges=map(_request, drafts))
        try:
            return [_outcome(each) for each in self._charges.ask("ChargeMany", request, ChargeManyResponse).answers]
        except NotServed:
            return [self._charge(draft) for draft in drafts]

    def _charge(self, draft: Draft) -> tuple[int, Wallet] | Refusal:
        """By the method of version 0.2.0, which may still serve while this one is rolled out."""
        try:
            return _outcome(self._charges.ask("Charge", _request(draft), ChargeResponse))
        except Unavailable:
            raise
        except Refusal as refusal:
            return REFUSALS.get(refusal.code, Unavailable)()

    def wallet(self, member_id: UUID) -> Wallet:
        return _wallet(self._wallets.ask("GetWallet", GetWalletRequest(member_id=str(member_id)), wallet_pb2.Wallet))


def _request(draft: Draft) -> ChargeRequest:
    return ChargeRequest(
        charge_id=str(draft.id),
        member_id=str(draft.sender_id),
        purpose=draft.billable_item.purpose,
        partner_id=str(draft.recipient_id),
        item=draft.billable_item.item or "",
        agreed_credits=draft.agreed_credits,
    )


def _outcome(answer: ChargeResponse) -> tuple[int, Wallet] | Refusal:
    if answer.refusal:
        return REFUSALS.get(answer.refusal, Unavailable)()
    return answer.credits, _wallet(answer.wallet)


def _wallet(answer: wallet_pb2.Wallet) -> Wallet:
    return Wallet(
        answer.balance,
        answer.free_messages_left,
        answer.next_message_credits,
        answer.premium,
        answer.version,
        answer.debt,
    )
