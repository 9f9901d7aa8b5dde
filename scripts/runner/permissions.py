"""What each user of NATS and Redis may do: the least its process needs, from `hears` in services/registry.yaml.

The same lists make the configuration of a local copy (`runner.streams`) and of the development cluster
(`scripts/permissions`). docs/internal-access.md shows them as a matrix, tests/contracts/test_nats_access.py and
test_redis_access.py try each pair.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from servicekit.events import stream_of
from servicekit.registry import Service
from servicekit.sliding_window import prefix_of
from servicekit.worker.connection import inbox_of

# The demo's responder consumes new messages to demo members, and nothing else.
RESPONDER = "responder"
RESPONDER_HEARS = "chat", "chat.MessageSent"
# Tests compare streams with outboxes: they read how many messages a stream holds, and no message.
TESTER = "tester"


def nats_users(services: Iterable[Service]) -> Mapping[str, dict[str, Any]]:
    """Permissions by user. What is not listed is refused: subjects, streams, consumers, other users' replies."""
    services = list(services)
    names = {service.name for service in services}
    users = {service.name: _service(service, names) for service in services}
    stream, subject = stream_of(RESPONDER_HEARS[0]), RESPONDER_HEARS[1]
    users[RESPONDER] = _permissions(RESPONDER, _consuming(stream, RESPONDER, subject))
    users[TESTER] = _permissions(TESTER, [f"$JS.API.STREAM.INFO.{stream_of(service.name)}" for service in services])
    return users


def _service(service: Service, names: set[str]) -> dict[str, Any]:
    own = stream_of(service.name)
    # MSG.GET and MSG.DELETE find and delete events of the erased. To delete or purge a whole stream is no service's.
    actions = ("INFO", "CREATE", "UPDATE", "MSG.GET", "MSG.DELETE")
    publish = [f"{service.name}.>", *(f"$JS.API.STREAM.{action}.{own}" for action in actions)]
    # A copy that runs only some services has only their streams.
    for heard in service.hears:
        if heard in names:
            publish += _consuming(stream_of(heard), service.name)
    return _permissions(service.name, publish)


def _consuming(stream: str, durable: str, subject: str | None = None) -> list[str]:
    """To make one's own durable consumer of a stream, to fetch from it and to acknowledge."""
    create = f"$JS.API.CONSUMER.CREATE.{stream}.{durable}"
    return [
        f"{create}.{subject}" if subject else create,
        f"$JS.API.CONSUMER.INFO.{stream}.{durable}",
        f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{durable}",
        f"$JS.ACK.{stream}.{durable}.>",
    ]


def _permissions(user: str, publish: list[str]) -> dict[str, Any]:
    return {"publish": {"allow": publish}, "subscribe": {"allow": [f"{inbox_of(user)}.>"]}}


# Rate limits: the script of servicekit/sliding_window and the commands it calls.
COUNTING = "evalsha eval time get zadd zcard zrange zremrangebyscore zscore set pexpire"
# What redis-py sends by itself when it connects and while it waits.
CONNECTING = "hello ping client|setinfo"
# Typing in chats: a key that throttles the signal, a channel to the live processes (chat/clients/typing.py).
TYPING = "~chat.typing:* &chat.typing +publish +subscribe +unsubscribe"
# The tests of faults empty Redis.
EMPTYING = "+flushall"


def redis_rules(services: Iterable[Service]) -> Mapping[str, str]:
    """Rules by user, as `ACL SETUSER` takes them: keys, channels and commands. Everything else is refused."""
    connecting, counting = _commands(CONNECTING), _commands(COUNTING)
    users = {
        service.name: f"resetchannels ~{prefix_of(service.name)}* -@all {connecting} {counting}" for service in services
    }
    if "chat" in users:
        users["chat"] += f" {TYPING}"
    return users | {TESTER: f"resetchannels resetkeys -@all {connecting} {EMPTYING}"}


def _commands(names: str) -> str:
    return " ".join(f"+{name}" for name in names.split())


def redis_users_file(passwords: Mapping[str, str], services: Iterable[Service]) -> str:
    """Redis' ACL file: nobody without a password, and of each password only its SHA-256."""
    rules = redis_rules(services)
    lines = ["user default off resetpass resetkeys resetchannels -@all"]
    for user, password in passwords.items():
        lines.append(f"user {user} on #{sha256(password.encode()).hexdigest()} {rules[user]}")
    return "\n".join(lines) + "\n"
