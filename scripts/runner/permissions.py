"""Permissions of each NATS and Redis user: the least its process needs, from `consumes` in services/registry.yaml.

The same lists make the configuration of a local instance (`runner.streams`) and of the development cluster
(`scripts/pairwise permissions`). docs/internal-access.md shows them as a matrix, test_nats_access.py and
test_redis_access.py of tests/contracts try each pair.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from shared.kit.core.event_facts import stream_of
from shared.kit.events.connection import inbox_of
from shared.kit.http.sliding_window.redis import prefix_of
from shared.registry import Service

# The demo's responder consumes new messages to demo members, and nothing else.
RESPONDER = "responder"
RESPONDER_CONSUMES = "chat.MessageSent"
# Creates streams and durable consumers (shared/ops/provisioner), which no service's user may.
PROVISIONER = "provisioner"
# Tests compare streams with outboxes: they read how many messages a stream holds, and no message.
TESTER = "tester"


def nats_users(services: Iterable[Service]) -> Mapping[str, dict[str, Any]]:
    """Permissions by user; subjects, streams, consumers and other users' replies that are not listed are refused."""
    services = list(services)
    names = {service.name for service in services}
    users = {service.name: _service(service, names) for service in services}
    stream = stream_of(RESPONDER_CONSUMES.partition(".")[0])
    users[RESPONDER] = _permissions(RESPONDER, _consuming(stream, RESPONDER))
    users[PROVISIONER] = _permissions(PROVISIONER, _provisioning(services, {RESPONDER: stream}))
    users[TESTER] = _permissions(TESTER, [f"$JS.API.STREAM.INFO.{stream_of(service.name)}" for service in services])
    return users


def _service(service: Service, names: set[str]) -> dict[str, Any]:
    own = stream_of(service.name)
    # MSG.GET and MSG.DELETE find and delete events of the erased. Creating and changing streams is the provisioner's;
    # deleting or purging a whole one is nobody's.
    actions = ("INFO", "MSG.GET", "MSG.DELETE")
    publish = [f"{service.name}.>", *(f"$JS.API.STREAM.{action}.{own}" for action in actions)]
    # Old events are published again no faster than the consumers take them (shared/kit/events/pace.py).
    publish.append(f"$JS.API.CONSUMER.LIST.{own}")
    # An instance that runs only some services has only their streams.
    for owner in service.consumes:
        if owner in names:
            publish += _consuming(stream_of(owner), service.name)
    return _permissions(service.name, publish)


def _provisioning(services: Iterable[Service], others: Mapping[str, str]) -> list[str]:
    """Create and change each service's stream, and each durable consumer that the registry and `others` name."""
    allowed = []
    for service in services:
        stream = stream_of(service.name)
        allowed += [f"$JS.API.STREAM.{action}.{stream}" for action in ("INFO", "CREATE", "UPDATE")]
        allowed.append(f"$JS.API.CONSUMER.LIST.{stream}")
        durables = [each.name for each in services if service.name in each.consumes]
        durables += [durable for durable, consumed in others.items() if consumed == stream]
        allowed += [f"$JS.API.CONSUMER.CREATE.{stream}.{durable}" for durable in durables]
    return allowed


def _consuming(stream: str, durable: str) -> list[str]:
    """Fetch from one's own durable consumer of a stream, and acknowledge."""
    return [
        f"$JS.API.CONSUMER.INFO.{stream}.{durable}",
        f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{durable}",
        f"$JS.ACK.{stream}.{durable}.>",
    ]


def _permissions(user: str, publish: list[str]) -> dict[str, Any]:
    return {"publish": {"allow": publish}, "subscribe": {"allow": [f"{inbox_of(user)}.>"]}}


# Rate limits: the script of shared/kit/http/sliding_window and the commands it calls.
COUNTING = "evalsha eval time get zadd zcard zrange zremrangebyscore zscore set pexpire pfadd pfcount"
# Commands redis-py sends by itself when it connects and while it waits.
CONNECTING = "hello ping client|setinfo"
# The stream of revoked sessions: every service reads it, identity writes it (shared/kit/core/revocations.py).
REVOKED = "%R~kit.revocations +xrange +xread"
REVOKES = "~kit.revocations +xadd +watch +unwatch +multi +exec"
# Pushes of revoked sessions to processes of 0.2.0 (shared/kit/db/previous_release.py), which identity sends.
PREVIOUS, PREVIOUS_SENDS = "&kit.revoked +subscribe +unsubscribe", "+publish"
# Pages of a member: a channel to the live processes that serve them (chat/clients/member_channel.py).
# The two other channels are those of the previous release, which runs during an update.
MEMBERS = "&chat.member:* &chat.typing &chat.streams +publish +subscribe +unsubscribe +pubsub|numsub"
# Members who changed something a moment ago, by GET and SET (shared/kit/http/replica_reads.py).
CHANGED = "~changed:profiles:*"
# Typing in chats: a key that throttles the signal (chat/clients/typing.py).
TYPING = "~chat.typing:*"
# Open streams: a sorted set of each member (chat/live/stream_limit.py).
STREAMS = "~chat.streams:* +zrem"
# The tests of faults empty Redis.
EMPTYING = "+flushall"


def redis_rules(services: Iterable[Service]) -> Mapping[str, str]:
    """Rules by user, as `ACL SETUSER` takes them: keys, channels and commands. Everything else is refused."""
    connecting, counting = _commands(CONNECTING), _commands(COUNTING)
    users = {
        service.name: f"resetchannels ~{prefix_of(service.name)}* -@all {connecting} {counting} {REVOKED} {PREVIOUS}"
        for service in services
    }
    if "profiles" in users:
        users["profiles"] += f" {CHANGED}"
    if "identity" in users:
        users["identity"] += f" {REVOKES} {PREVIOUS_SENDS}"
    if "chat" in users:
        users["chat"] += f" {MEMBERS} {TYPING} {STREAMS}"
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
