"""The table of k8s/scale.md."""

from collections.abc import Iterator
from math import ceil

from runner.paths import ROOT

from capacity.connections import MOST_SHARE, connections
from capacity.demand import demand
from capacity.fleet import Fleet, fleet, server, streams_a_pod

PAGE = ROOT / "k8s" / "scale.md"
BEGIN, END = "<!-- scale: made by scripts/pairwise chart scale -->\n", "<!-- end of scale -->\n"
# Members, and the file of values in helm/pairwise/ci for them.
SIZES = {10_000: "default", 1_000_000: "production", 10_000_000: "ten-times"}
KINDS = ("gateway", "web", "rpc", "worker", "live")


def live_pods(of: Fleet, members: int) -> int:
    """Pods for the streams of the busiest minute."""
    return max(of.one("chat", "live").fewest, ceil(demand().streams(members) / streams_a_pod(of)))


def table() -> str:
    names = [f"{members:,} members" for members in SIZES]
    return "\n".join([f"| | {' | '.join(names)} |", "|---|" + "---|" * len(names), *_lines()]) + "\n"


def _lines() -> Iterator[str]:
    fleets = {members: fleet(values) for members, values in SIZES.items()}
    known = {members: connections(of, server()) for members, of in fleets.items()}

    def line(about: str, *cells: object) -> str:
        return f"| {about} | {' | '.join(map(str, cells))} |"

    yield line("values (`helm/pairwise/ci`)", *(f"`{values}-values.yaml`" for values in SIZES.values()))
    for action in ("messages", "searches"):
        yield line(f"{action} a second, busiest minute", *(f"{demand().busiest(action, each):,.1f}" for each in SIZES))
    yield line("streams, busiest minute", *(f"{demand().streams(each):,.0f}" for each in SIZES))
    for kind in KINDS:
        yield line(f"pods: {kind}", *(_pods(of, kind) for of in fleets.values()))
    yield line("live pods for the streams", *(live_pods(of, each) for each, of in fleets.items()))
    pools = {of: " / ".join(str(of.of(kind)[0].pool_size) for kind in KINDS[1:]) for of in fleets.values()}
    yield line("pool: web / rpc / worker / live", *(pools[of] for of in fleets.values()))
    yield line("a pooler", *("yes" if of.is_pooled else "no" for of in fleets.values()))
    yield line("connections to poolers", *(f"{each.of_clients:,}" for each in known.values()))
    yield line("sessions: past the poolers", *(f"{each.direct:,}" for each in known.values()))
    yield line("sessions: of the poolers", *(f"{each.by_poolers:,}" for each in known.values()))
    most = server().max_connections
    shares = (f"{each.sessions:,}: {each.sessions / most:.2f}" for each in known.values())
    yield line(f"sessions of {most:,}, at most {MOST_SHARE}", *shares)


def _pods(of: Fleet, kind: str) -> str:
    found = of.of(kind)
    fewest, most = sum(each.fewest for each in found), sum(each.most for each in found)
    return f"{fewest}" if fewest == most else f"{fewest} to {most}"


def page_with(text: str) -> str:
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def main() -> None:
    """Write the table into the page."""
    PAGE.write_text(page_with(PAGE.read_text()))


if __name__ == "__main__":
    main()
