"""`scripts/pairwise permissions`: print users of NATS and Redis for a cluster, and addresses for services.

Four secrets, printed as Kubernetes reads them: the two servers' files, made from the lists in `runner.permissions`, and
the addresses with user and password that the chart hands to each service.
"""

import argparse
import json
import re
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import yaml
from shared.kit.registry import services

from runner import streams
from runner.access_tables import tables
from runner.permissions import RESPONDER, TESTER, nats_users, redis_rules, redis_users_file

HEAD = "# Made by scripts/pairwise permissions{option} from services/registry.yaml{note}.\n"
DEVELOPMENT_PASSWORD = "development"  # noqa: S105 - a laptop's cluster, reached by nobody else
# These two exist on a laptop only.
LOCAL_USERS = {RESPONDER, TESTER}
# The secrets with the services' addresses, as helm/pairwise/values.yaml names them.
NATS, REDIS = "pairwise-nats", "pairwise-redis"


def objects(password_of: Callable[[str, str], str], nats: str, redis: str) -> list[dict[str, Any]]:
    """`nats` and `redis` are host and port; `password_of(secret, user)` is asked once for each user of each server."""
    nats_passwords = {user: password_of(NATS, user) for user in nats_users(services()) if user not in LOCAL_USERS}
    redis_passwords = {user: password_of(REDIS, user) for user in redis_rules(services()) if user not in LOCAL_USERS}
    authorization = streams.authorization(nats_passwords, services())
    return [
        _secret("nats-users", {"users.conf": _as_block(authorization)}),
        _secret("redis-users", {"users.acl": redis_users_file(redis_passwords, services())}),
        _secret(NATS, {u: f"nats://{u}:{quote(p)}@{nats}" for u, p in nats_passwords.items()}),
        _secret(REDIS, {u: f"redis://{u}:{quote(p)}@{redis}/0" for u, p in redis_passwords.items()}),
    ]


def _secret(name: str, values: dict[str, str]) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": name}, "stringData": values}


def _as_block(settings: dict[str, Any]) -> str:
    """Format settings as a file that nats.conf includes: JSON values without the outer braces."""
    return "\n".join(f"{name}: {json.dumps(value, indent=1)}" for name, value in settings.items()) + "\n"


def _address(text: str) -> str:
    if not re.fullmatch(r"[a-z0-9.-]+:\d+", text):
        raise argparse.ArgumentTypeError("give host:port")
    return text


class _Blocks(yaml.SafeDumper):
    """Files within a secret are written as blocks of lines."""


_Blocks.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None),
)


def text_for_development() -> str:
    """k8s/development/users.yaml."""
    made = objects(lambda secret, user: DEVELOPMENT_PASSWORD, "nats:4222", "redis:6379")
    head = HEAD.format(option=" --development", note=": throw-away passwords, for a laptop only")
    return head + yaml.dump_all(made, Dumper=_Blocks, sort_keys=False, width=1000)


def passwords_in(file: Path) -> dict[tuple[str, str], str]:
    """The passwords of an earlier output, by secret and user."""
    found = {}
    for document in yaml.safe_load_all(file.read_text()):
        if document["metadata"]["name"] in (NATS, REDIS):
            for user, address in document["stringData"].items():
                found[document["metadata"]["name"], user] = unquote(urlsplit(address).password or "")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--development", action="store_true", help="print k8s/development/users.yaml")
    parser.add_argument("--nats", type=_address, default="nats:4222", help="host:port of NATS (%(default)s)")
    parser.add_argument("--redis", type=_address, default="redis:6379", help="host:port of Redis (%(default)s)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="earlier output whose passwords are kept")
    parser.add_argument("--tables", action="store_true", help="print the tables of docs/internal-access.md")
    arguments = parser.parse_args()
    if arguments.tables:
        print(tables())
        return 0
    if arguments.development:
        sys.stdout.write(text_for_development())
        return 0
    kept = passwords_in(arguments.keep) if arguments.keep else {}
    made = objects(
        lambda secret, user: kept.get((secret, user)) or secrets.token_urlsafe(24), arguments.nats, arguments.redis
    )
    sys.stdout.write(HEAD.format(option="", note="; holds secrets"))
    sys.stdout.write(yaml.dump_all(made, Dumper=_Blocks, sort_keys=False, width=1000))
    return 0


if __name__ == "__main__":
    sys.exit(main())
