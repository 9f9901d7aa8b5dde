import argparse
import importlib
import inspect

from benches.report import render

NAMES = ("gateway", "chat", "ledger", "search", "overload")


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Measure a hot path beside its physical limit.")
    parser.add_argument("name", choices=NAMES)
    parser.add_argument("--json", action="store_true", help="print one object instead of a table")
    parser.add_argument("--members", type=int, action="append", help="search: how many there are; may be repeated")
    parser.add_argument("--streams", type=int, help="chat: how many pages are open (500)")
    parser.add_argument("--seconds", type=int, help="chat, overload: how long each load lasts (20, 10)")
    parser.add_argument("--rate", type=float, help="chat: how many messages a second (50)")
    given = vars(parser.parse_args())
    name, as_json = given.pop("name"), given.pop("json")
    options = {option: value for option, value in given.items() if value is not None}
    measure = importlib.import_module(f"benches.{name}").measure
    if unknown := options.keys() - inspect.signature(measure).parameters.keys():
        parser.error(f"not for {name}: {', '.join(f'--{option}' for option in sorted(unknown))}")
    print(render(name, measure(**options), as_json=as_json))


if __name__ == "__main__":
    main()
