import argparse
import importlib
import inspect
from typing import Any

from benches.report import render

NAMES = (
    "gateway",
    "chat",
    "ledger",
    "search",
    "overload",
    "growth",
    "sends",
    "import",
    "lighthouse",
)
# `import` names no module of Python.
MODULES = {"import": "imports"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Measure a hot path and its physical limit.")
    parser.add_argument("name", choices=NAMES)
    parser.add_argument("--json", action="store_true", help="print one object instead of a table")
    parser.add_argument("--members", type=int, action="append", help="search, import: number of members; repeatable")
    parser.add_argument("--streams", type=int, help="chat: number of open pages (500)")
    parser.add_argument("--seconds", type=int, help="chat, overload: duration of each load (20, 10)")
    parser.add_argument("--rate", type=float, help="chat: messages per second (50)")
    parser.add_argument("--runs", type=int, help="lighthouse: audits per page; the median is reported (5)")
    parser.add_argument("--only", help="lighthouse: pages whose kind or path contains this, such as lander or login")
    parser.add_argument("--profile", action="store_true", help="chat, search: profile the cost of one item")
    parser.add_argument(
        "--slowest", type=int, help="chat: trace a load and print the spans of so many slowest messages"
    )
    given = vars(parser.parse_args())
    name, as_json, is_profile, slowest = (given.pop(each) for each in ("name", "json", "profile", "slowest"))
    options = {option: value for option, value in given.items() if value is not None}
    if slowest:
        print(_slowest(parser, name, slowest, options))
        return
    if is_profile:
        print(_profile(parser, name, options, as_json=as_json))
        return
    measure = importlib.import_module(f"benches.{MODULES.get(name, name)}").measure
    if unknown := options.keys() - inspect.signature(measure).parameters.keys():
        parser.error(f"not for {name}: {', '.join(f'--{option}' for option in sorted(unknown))}")
    print(render(name, measure(**options), as_json=as_json))


def _profile(parser: argparse.ArgumentParser, name: str, options: dict[str, Any], *, as_json: bool) -> str:
    from benches.profiling.report import render as render_costs
    from benches.profiling.run import WORKLOADS, profile

    if name not in WORKLOADS or options.keys() - {"seconds"}:
        parser.error(f"--profile takes {' or '.join(WORKLOADS)} and --seconds")
    return render_costs(name, profile(name, **options), as_json=as_json)


def _slowest(parser: argparse.ArgumentParser, name: str, number: int, options: dict[str, Any]) -> str:
    from benches.chat import RATE, SECONDS
    from benches.slowest import measure_slowest

    if name != "chat" or options.keys() - {"seconds", "rate"}:
        parser.error("--slowest takes chat, --seconds and --rate")
    return measure_slowest(number, options.get("seconds", SECONDS), options.get("rate", RATE))


if __name__ == "__main__":
    main()
