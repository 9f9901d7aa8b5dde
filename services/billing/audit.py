"""Check that the ledger balances: every credit is accounted for.

`python -m billing.audit` prints the figures as JSON and exits with 1 when a check fails.
`python -m billing.audit acknowledge NAME WHY` lets purchases go on after an operator has looked at a finding.
"""

import argparse
import json
import os
import sys

from shared.kit.logs import set_up_logs
from shared.kit.security_log import log_security_event
from shared.kit.storage import Database

from billing.security_events import Action
from billing.storage import BillingUnit
from billing.storage.audit import audit, discrepancies
from billing.usecases.audit_ledger import acknowledge_finding


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command")
    # `clear` is the name of an earlier release.
    acknowledge = commands.add_parser("acknowledge", aliases=["clear"], help="let purchases go on after a finding")
    acknowledge.add_argument("by", metavar="NAME", help="the operator")
    acknowledge.add_argument("why", metavar="WHY", help="what was found, and the decision")
    given = parser.parse_args(arguments)

    database = Database(os.environ["DATABASE_URL"])
    if given.command is None:
        figures = audit(database)
        print(json.dumps(figures))
        return 1 if discrepancies(figures) else 0
    was_stopped = acknowledge_finding(BillingUnit(database), given.by, given.why)
    if was_stopped:
        log_security_event(Action.AUDIT_ACKNOWLEDGE, operator=given.by)
    print("purchases go on" if was_stopped else "purchases were not stopped")
    return 0


if __name__ == "__main__":
    set_up_logs("billing", "operator")
    sys.exit(main(sys.argv[1:]))
