"""Erase members again who came back with a restored backup: `python -m identity.repeat_erasures [--days 35]`."""

import argparse

from identity.usecases.repeat_erasures import BACKUPS_ARE_KEPT_DAYS, erase_restored, repeat_erasures
from identity.wiring import read_settings, wire


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=BACKUPS_ARE_KEPT_DAYS, help="how long backups are kept")
    days = parser.parse_args().days
    wiring = wire(read_settings())
    restored = erase_restored(wiring.unit_of_work, wiring.store, days)
    announced = repeat_erasures(wiring.unit_of_work, days)
    print(f"{announced} erasures are announced again, {restored} of them from tombstones the database had lost")


if __name__ == "__main__":
    main()
