"""Check that the ledger balances: every credit is accounted for.

`python -m billing.audit` prints the figures as JSON and exits with 1 when a check fails.
`python -m billing.audit findings` lists the findings that nobody acknowledged, a line of JSON each.
`python -m billing.audit acknowledge NAME WHY [FINDING...]` records that an operator has looked at these findings, or at
all of them: their wallets are used again, and purchases go on.
"""

import argparse
import json
import sys
from dataclasses import asdict

from shared.kit.core import log_security_event, set_up_logs, variable
from shared.kit.db import Database

from billing.security_events import Action
from billing.storage import BillingUnit
from billing.storage.audit import audit, discrepancies
from billing.usecases.audit_ledger import acknowledge_findings, list_findings


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("findings", help="list the findings that nobody acknowledged")
    acknowledge = commands.add_parser("acknowledge", help="unfreeze wallets and purchases")
    acknowledge.add_argument("by", metavar="NAME", help="the operator")
    acknowledge.add_argument("why", metavar="WHY", help="what was found, and the decision")
    acknowledge.add_argument("findings", metavar="FINDING", type=int, nargs="*", help="ids; all findings without one")
    given = parser.parse_args(arguments)

    database = Database(variable("DATABASE_URL"))
    if given.command is None:
        figures = audit(database)
        print(json.dumps(figures))
        return 1 if discrepancies(figures) else 0
    if given.command == "findings":
        for finding in list_findings(BillingUnit(database)):
            print(json.dumps(asdict(finding), default=str))
        return 0
    acknowledged = acknowledge_findings(BillingUnit(database), given.by, given.why, given.findings)
    if acknowledged:
        log_security_event(Action.AUDIT_ACKNOWLEDGE, operator=given.by)
    print(f"{acknowledged} findings acknowledged")
    return 0


if __name__ == "__main__":
    set_up_logs("billing", "operator")
    sys.exit(main(sys.argv[1:]))
