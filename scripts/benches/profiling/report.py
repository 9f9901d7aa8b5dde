"""The costs as text, or as one JSON object."""

import json
from collections.abc import Iterator
from dataclasses import asdict

from benches.profiling.run import Cost

# Less than this share of a count's total is left out of the text.
SHOWN_SHARE = 0.005
STATEMENT_WIDTH = 110
MOST_STATEMENTS = 30


def render(name: str, costs: list[Cost], *, as_json: bool) -> str:
    if as_json:
        return json.dumps({"name": name, "costs": [asdict(cost) for cost in costs]})
    return "\n".join(line for cost in costs for line in _lines(cost))


def _lines(cost: Cost) -> Iterator[str]:
    yield f"== {cost.item}: {cost.a_second:.0f} a second"
    for kind in ("CPU ms", "switches", "sends", "bytes"):
        yield from _counts(kind, cost)
    yield f"-- databases{'each':>52}{'idle, a second':>18}"
    for key, value in sorted(cost.each.items()):
        if key.partition(": ")[2] in ("commits", "rows written", "statements", "bytes of WAL"):
            yield f"{key:<52}{value:>12.2f}{cost.idle.get(key, 0):>18.2f}"
    heaviest = sorted(cost.statements, key=lambda row: row[4], reverse=True)[:MOST_STATEMENTS]
    yield "-- statements: calls, rows, ms each"
    for database, query, calls, rows, seconds in heaviest:
        yield f"{calls:>8.2f}{rows:>8.2f}{seconds * 1e3:>8.3f}  {database}: {query[:STATEMENT_WIDTH]}"
    for process, frames in cost.frames.items():
        for title, shown in (("own lines", frames.own), ("with calls", frames.with_calls)):
            yield f"-- {process}: heaviest frames, {title}"
            yield from (f"{share:>7.1%}  {frame}" for frame, share in shown)


def _counts(kind: str, cost: Cost) -> Iterator[str]:
    found = {key.partition(": ")[2]: value for key, value in cost.each.items() if key.startswith(f"{kind}: ")}
    total = sum(found.values())
    yield f"-- {kind:<50}{'each':>11}{'idle, a second':>18}"
    for name, value in sorted(found.items(), key=lambda item: -item[1]):
        if value >= SHOWN_SHARE * total:
            yield f"{name:<52}{value:>12.3f}{cost.idle.get(f'{kind}: {name}', 0):>18.2f}"
    idle = sum(value for key, value in cost.idle.items() if key.startswith(f"{kind}: "))
    yield f"{'together':<52}{total:>12.3f}{idle:>18.2f}"
