import argparse
import importlib

from benches.report import render

NAMES = ("gateway", "chat", "ledger", "search")


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Measure a hot path beside its physical limit.")
    parser.add_argument("name", choices=NAMES)
    parser.add_argument("--json", action="store_true", help="print one object instead of a table")
    parser.add_argument("--members", type=int, action="append", help="search: how many there are; may be repeated")
    asked = parser.parse_args()
    measure = importlib.import_module(f"benches.{asked.name}").measure
    rows = measure(asked.members) if asked.name == "search" and asked.members else measure()
    print(render(asked.name, rows, as_json=asked.json))


if __name__ == "__main__":
    main()
