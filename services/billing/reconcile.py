"""Do the providers' lists agree with ours? `python -m billing.reconcile [DAYS]` compares, mends and prints JSON.

Payments are compared with the providers' list, and the providers' payouts with our payments; of payouts nothing is
mended. It runs with the environment of a process of billing, and fails with 1 when something is flagged that no rule
mends.
"""

import json
import sys
from dataclasses import asdict
from datetime import timedelta

from billing.usecases.reconcile import LOOKS_BACK, reconcile
from billing.usecases.reconcile_payouts import reconcile_payouts
from billing.wiring import read_settings, wire


def main() -> int:
    wiring = wire(read_settings())
    looks_back = (timedelta(days=int(sys.argv[1])),) if len(sys.argv) > 1 else ()
    found = reconcile(wiring.unit_of_work, wiring.providers, *(looks_back or (LOOKS_BACK,)))
    payouts = reconcile_payouts(wiring.unit_of_work, wiring.providers, wiring.sites, *looks_back)
    print(json.dumps({**asdict(found), "payouts": asdict(payouts)}))
    return 1 if found.flagged or payouts.flagged else 0


if __name__ == "__main__":
    sys.exit(main())
