"""The costs of a message beside what the bench counts on this machine."""

from collections.abc import Iterator, Mapping

from capacity.costs import costs

# The assumed cost may be this many times the measured one, or its part.
FACTOR = 2.0
# Names of processes in a local instance begin so.
STATIONS = {
    "gateway": "envoy",
    "chat-web": "chat-web",
    "billing-rpc": "billing-rpc",
    "chat-live": "chat-live",
    "postgres": "postgres",
    "nats": "nats",
}


def compare() -> int:
    from benches.profiling.run import profile

    message, *_ = profile("chat")
    lines = list(compared(message.each))
    print("\n".join(line for line, _ in lines))
    return 0 if all(is_within for _, is_within in lines) else 1


def compared(counted: Mapping[str, float]) -> Iterator[tuple[str, bool]]:
    """A line for each station, and whether its cost is within the factor. `counted` is of one message, by the bench."""
    for station, prefix in STATIONS.items():
        found = sum(value for name, value in counted.items() if name.startswith(f"CPU ms: {prefix}"))
        yield _line(f"CPU ms of {station}", costs().actions["messages"][station], found)
    for unit, ending in (("rows", "rows written"), ("wal", "bytes of WAL")):
        yield _line(ending, costs().message[unit], sum(v for name, v in counted.items() if name.endswith(ending)))


def _line(name: str, assumed: float, measured: float) -> tuple[str, bool]:
    is_within = is_near(assumed, measured)
    mark = "" if is_within else f"   not within a factor of {FACTOR:g}"
    return f"{name:<22} assumed {assumed:>9,.2f}  measured {measured:>9,.2f}{mark}", is_within


def is_near(assumed: float, measured: float) -> bool:
    return measured > 0 and 1 / FACTOR <= assumed / measured <= FACTOR
