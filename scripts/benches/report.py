import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Row:
    """A measurement named `what`, and the physical limit measured `beside` it, None without one."""

    what: str
    value: float
    unit: str
    beside: float | None = None

    @property
    def ratio(self) -> float | None:
        return round(self.value / self.beside, 2) if self.beside else None


def render(name: str, rows: list[Row], *, as_json: bool) -> str:
    if as_json:
        return json.dumps({"name": name, "rows": [{**asdict(row), "ratio": row.ratio} for row in rows]})
    width = max(len(row.what) for row in rows)
    lines = [f"{name:<{width}}  {'value':>10}  {'unit':<12}{'beside':>10}  {'ratio':>6}"]
    for row in rows:
        beside = "" if row.beside is None else f"{row.beside:.1f}"
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        lines.append(f"{row.what:<{width}}  {row.value:>10.1f}  {row.unit:<12}{beside:>10}  {ratio:>6}")
    return "\n".join(lines)


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
