"""Audit of the whole ledger: is every credit accounted for?

`python -m billing.audit` prints the figures as JSON and exits with 1 when a check fails.
`python -m billing.audit acknowledge NAME WHY` lets purchases go on after an operator has looked at a finding.
"""

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
    database = Database(os.environ["DATABASE_URL"])
    match arguments:
        case []:
            figures = audit(database)
            print(json.dumps(figures))
            return 1 if discrepancies(figures) else 0
        # `clear` is the name of the previous release.
        case ["acknowledge" | "clear", by, why]:
            was_stopped = acknowledge_finding(BillingUnit(database), by, why)
            if was_stopped:
                log_security_event(Action.AUDIT_ACKNOWLEDGE, operator=by)
            print("purchases go on" if was_stopped else "purchases were not stopped")
            return 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2


if __name__ == "__main__":
    set_up_logs("billing", "operator")
    sys.exit(main(sys.argv[1:]))
