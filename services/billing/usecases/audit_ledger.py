"""Continuous audit of the ledger, which freezes the wallets that a check finds off.

Purchases of everybody stop only for a finding about the ledger as a whole.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence

from prometheus_client import Gauge
from shared.kit.core import logger

from billing.domain.wallet import Wallet
from billing.errors import PurchasesStopped, WalletFrozen
from billing.storage import BillingUnit
from billing.storage.audit_queries import FIGURES
from billing.storage.auditor import Finding

findings = Gauge(
    "billing_audit_off", "Violations that the last audit of the ledger found, and nobody acknowledged", ["figure"]
)
finished = Gauge("billing_audit_finished_timestamp_seconds", "When the last audit of the ledger ended")
stopped = Gauge("billing_purchases_stopped", "1 while purchases are stopped because an audit of the ledger failed")
frozen = Gauge("billing_wallets_frozen", "Wallets that are frozen by findings of the auditor")


def audit_ledger(unit_of_work: Callable[[], BillingUnit]) -> dict[str, int]:
    """Audit new and the next part of the old transfers, and record what is found. Returns the failed checks."""
    with unit_of_work() as uow:
        violations = uow.audits.check_part()
        if violations is None:
            return {}  # another worker has the lock
        # Committed before the progress: after a crash in between, the same part is checked again.
        with unit_of_work() as recording:
            new = recording.audits.record(violations)
            is_stopped, many_frozen = recording.audits.purchases_are_stopped(), recording.audits.frozen_wallets()
            recording.commit()
        uow.commit()
    failed = Counter(each.figure for each in violations)
    if new:
        logger().error("ledger_audit_failed", **failed)
    for finding in new:
        logger().error("wallet_frozen", finding=finding.id, name=finding.figure, member_id=str(finding.member_id))
    for name in FIGURES:
        findings.labels(name).set(failed[name])
    stopped.set(is_stopped)
    frozen.set(many_frozen)
    finished.set(time.time())
    return dict(failed)


def check_purchases_allowed(uow: BillingUnit, wallet: Wallet) -> None:
    """Raise PurchasesStopped or WalletFrozen while a finding about the ledger or this wallet is not acknowledged."""
    if uow.audits.purchases_are_stopped():
        raise PurchasesStopped()
    if wallet.is_frozen:
        raise WalletFrozen()


def list_findings(uow: BillingUnit) -> Sequence[Finding]:
    """The findings that nobody acknowledged."""
    with uow:
        return uow.audits.open_findings()


def acknowledge_findings(uow: BillingUnit, by: str, why: str, finding_ids: Sequence[int] = ()) -> int:
    """Record that an operator has looked at these findings, or at all; returns their number."""
    with uow:
        acknowledged = uow.audits.acknowledge(by, why, finding_ids)
        uow.commit()
    return acknowledged
