"""Restore a purchase after a chargeback was won: `python -m billing.chargebacks won PAYMENT --by NAME --why REASON`.

PAYMENT is our id of it or the provider's. Its credits come back, the debt for it is cancelled, and an account
that was blocked for it may be debited again. The ledger gets a transfer of its own, with the operator and the reason.
"""

import argparse
import sys
from contextlib import suppress
from typing import get_args
from uuid import UUID

from shared.kit.core import NotFound, log_security_event, set_up_logs
from shared.sites.payment_methods import PaymentProviderName

from billing.errors import ProviderUnavailable
from billing.security_events import Action
from billing.usecases.restore_purchase import NothingToRestore, restore_purchase
from billing.wiring import Wiring, read_settings, wire

PROVIDERS = get_args(PaymentProviderName)


def main(arguments: list[str] | None = None, wiring: Wiring | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    won = commands.add_parser("won", help="restore the purchase")
    won.add_argument("payment", help="our id of the payment, or the provider's (tr_..., cs_..., pi_...)")
    won.add_argument("--by", required=True, help="name of the operator")
    won.add_argument("--why", required=True, help="case number or other evidence of the refund")
    given = parser.parse_args(arguments)

    dependencies = wiring or wire(read_settings())
    try:
        restored = restore_purchase(
            dependencies.unit_of_work(),
            dependencies.providers,
            _payment_id(dependencies, given.payment),
            by=given.by,
            why=given.why,
        )
    except (NotFound, ValueError):
        print("There is no such completed payment.", file=sys.stderr)
        return 1
    except NothingToRestore:
        print("Nothing of it was taken back, or only what its owner withdrew.", file=sys.stderr)
        return 1
    except ProviderUnavailable:
        print("The provider does not answer; nothing was changed.", file=sys.stderr)
        return 1
    log_security_event(
        Action.PURCHASE_RESTORE, member_id=restored.wallet.member_id, operator=given.by, target_id=given.payment
    )
    owed = f", {restored.wallet.debt} still owed" if restored.wallet.debt else ""
    print(f"{restored.credits} credits given back: a balance of {restored.wallet.balance}{owed}")
    if restored.unblocked:
        print("the bank account may be debited again, once its owner has signed anew")
    return 0


def _payment_id(dependencies: Wiring, text: str) -> UUID:
    with suppress(ValueError):
        return UUID(text)
    with dependencies.unit_of_work() as uow:
        found = next(filter(None, (uow.payments.find_by_provider(name, text) for name in PROVIDERS)), None)
    if found is None:
        raise NotFound()
    return found.id


if __name__ == "__main__":
    set_up_logs("billing", "operator")
    sys.exit(main())
