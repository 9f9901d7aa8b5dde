"""Tables of who may use which gRPC method, NATS subject and Redis key: `scripts/pairwise permissions --tables`."""

from collections.abc import Iterable, Iterator, Sequence

from shared.kit.core.event_facts import stream_of
from shared.registry import Service, services

from runner.permissions import PROVISIONER, nats_users, redis_rules


def tables() -> str:
    """The gRPC, NATS and Redis tables, in Markdown."""
    everyone = services()
    return "\n".join([*_grpc(everyone), "", *_nats(everyone), "", *_redis(everyone)])


def _grpc(everyone: Sequence[Service]) -> Iterator[str]:
    yield "### gRPC"
    yield from _rows("caller", "called service", "methods")
    for service in everyone:
        for asked, methods in service.asks.items():
            yield _row(service.name, f"{asked}-rpc", _code(methods))


def _nats(everyone: Iterable[Service]) -> Iterator[str]:
    consumes = {service.name: service.consumes for service in everyone}
    yield "### NATS"
    yield from _rows("user", "publishes", "its own stream", "consumes, through the durable consumer of its name")
    for user, permissions in nats_users(everyone).items():
        if user in consumes:
            events = "; ".join(f"{stream_of(owner)}: {', '.join(names)}" for owner, names in consumes[user].items())
            yield _row(user, _code([f"{user}.>"]), stream_of(user), events)
        elif user == PROVISIONER:
            yield _row(user, "", "creates all of them", "creates all of them, consumes none")
        else:
            yield _row(user, "", "", _code(permissions["publish"]["allow"]))


def _redis(everyone: Iterable[Service]) -> Iterator[str]:
    yield "### Redis"
    yield from _rows("user", "keys and channels", "commands")
    for user, rules in redis_rules(everyone).items():
        words = rules.split()
        commands = [word.removeprefix("+") for word in words if word.startswith("+")]
        yield _row(user, _code(word for word in words if word[0] in "~&%"), " ".join(commands))


def _rows(*names: str) -> Iterator[str]:
    yield _row(*names)
    yield "|" + "---|" * len(names)


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
