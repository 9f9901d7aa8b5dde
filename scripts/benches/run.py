import argparse
import importlib

from benches.report import render

NAMES = ("gateway", "chat")


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Measure a hot path beside its physical limit.")
    parser.add_argument("name", choices=NAMES)
    parser.add_argument("--json", action="store_true", help="print one object instead of a table")
    asked = parser.parse_args()
    rows = importlib.import_module(f"benches.{asked.name}").measure()
    print(render(asked.name, rows, as_json=asked.json))


if __name__ == "__main__":
    main()
