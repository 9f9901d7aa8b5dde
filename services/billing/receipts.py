"""Verify receipts of transactions: `python -m billing.receipts FILE...`, without network or database.

Prints a line for each file and exits with 1 where one is not intact. Receipts of transactions that follow each other
have to be linked: the later one names the hash of the earlier one. docs/architecture/money.md states what a receipt
proves.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from billing.domain.receipt import Receipt, follows


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="receipts that members downloaded")
    given = parser.parse_args(arguments)
    is_off = False
    intact: list[tuple[Path, Receipt]] = []
    for file in given.files:
        try:
            receipt = read(file)
            is_intact = receipt.is_intact
        except (OSError, ValueError, KeyError, TypeError) as error:
            print(f"{file}: no receipt: {error}")
            is_off = True
            continue
        print(f"{file}: {'intact' if is_intact else 'CHANGED: the hash does not fit the transaction'}")
        is_off |= not is_intact
        intact += [(file, receipt)] if is_intact else []
    in_order = sorted(intact, key=lambda each: (each[1].transaction["member_id"], each[1].transaction["version"]))
    for (_, earlier), (file, later) in pairwise(in_order):
        if follows(later, earlier) and later.previous != earlier.hash:
            print(f"{file}: NOT LINKED to the transaction before it")
            is_off = True
    return int(is_off)


def read(file: Path) -> Receipt:
    content = json.loads(file.read_text("utf-8"))["receipt"]
    return Receipt(content["transaction"], content["previous"], content["hash"])


if __name__ == "__main__":
    sys.exit(main())
