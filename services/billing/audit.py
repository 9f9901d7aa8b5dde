"""Is every credit accounted for?

`python -m billing.audit` looks at the whole ledger, prints the figures as JSON and fails when one is off.
`python -m billing.audit clear NAME WHY` lets purchases go on after the auditor stopped them and someone has looked.
"""

import json
import os
import sys

from servicekit.logs import set_up_logs
from servicekit.security_log import log_security_event
from servicekit.storage import Database

from billing.security_events import Action
from billing.storage import BillingUnit
from billing.storage.audit import audit, what_is_off
from billing.usecases.audit_ledger import clear_finding


def main(arguments: list[str]) -> int:
    database = Database(os.environ["DATABASE_URL"])
    match arguments:
        case []:
            figures = audit(database)
            print(json.dumps(figures))
            return 1 if what_is_off(figures) else 0
        case ["clear", by, why]:
            was_stopped = clear_finding(BillingUnit(database), by, why)
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
