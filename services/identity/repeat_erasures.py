"""Erase members again who came back with a restored backup: `python -m identity.repeat_erasures [--days 35]`.

With `--unknown` it erases the members whose ids it reads from standard input, one a line, as far as they have no
account: they signed up after the backup of identity, and other services know them (`shared.ops.restored members`).
"""

import argparse
import sys
from uuid import UUID

from identity.usecases.repeat_erasures import (
    BACKUPS_ARE_KEPT_DAYS,
    erase_restored,
    erase_unknown,
    repeat_erasures,
)
from identity.wiring import read_settings, wire


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=BACKUPS_ARE_KEPT_DAYS, help="how long backups are kept")
    parser.add_argument("--unknown", action="store_true", help="erase the ids from standard input without an account")
    asked = parser.parse_args()
    wiring = wire(read_settings())
    if asked.unknown:
        member_ids = [UUID(line) for line in sys.stdin.read().split()]
        print(f"{erase_unknown(wiring.unit_of_work, wiring.store, member_ids)} members without an account are erased")
        return
    restored = erase_restored(wiring.unit_of_work, wiring.store, asked.days)
    announced = repeat_erasures(wiring.unit_of_work, asked.days)
    print(f"{announced} erasures are announced again, {restored} of them from tombstones the database had lost")


if __name__ == "__main__":
    main()
