from pairwise.billing.v1.events_pb2 import CreditsChanged

from billing.domain.wallet import Wallet
from billing.ports import BillingUnitOfWork


def tell_balance(uow: BillingUnitOfWork, wallet: Wallet) -> None:
    """Tell the others what this wallet holds now, with the change that made it so."""
    uow.announce(
        CreditsChanged(
            member_id=str(wallet.member_id),
            balance=wallet.balance,
            version=wallet.version,
            free_messages_left=wallet.free_messages_left,
        )
    )
