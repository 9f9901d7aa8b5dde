"""Is every credit accounted for? `python -m billing.audit` prints the figures as JSON and fails when one is off."""

import json
import os
import sys

from servicekit.storage import Database

from billing.storage.audit import audit, what_is_off


def main() -> int:
    figures = audit(Database(os.environ["DATABASE_URL"]))
    print(json.dumps(figures))
    return 1 if what_is_off(figures) else 0


if __name__ == "__main__":
    sys.exit(main())
