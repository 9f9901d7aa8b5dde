"""`scripts/pairwise permissions`: print users of NATS and Redis for a cluster, and addresses for services.

Six secrets, printed as Kubernetes reads them: the two servers' files, made from the lists in `runner.permissions`, the
password and certificate by which the servers of NATS know each other, and the addresses with user and password that the
chart hands to each service. `--development` leaves out those of a NATS cluster, which has one server there.
`--databases` adds three: the addresses of both roles of each database, and the superuser's password.
"""

import argparse
import json
import re
import secrets
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import yaml
from shared.ops.database_roles import OWNER_SUFFIX
from shared.registry import service_names, services

from runner import nats_routes, streams
from runner.access_tables import tables
from runner.permissions import RESPONDER, TESTER, nats_users, redis_rules, redis_users_file

HEAD = "# Made by scripts/pairwise permissions{option} from services/registry.yaml{note}.\n"
DEVELOPMENT_PASSWORD = "development"  # noqa: S105 - a laptop's cluster, reached by nobody else
# These two exist on a laptop only.
LOCAL_USERS = {RESPONDER, TESTER}
# The secrets with the services' addresses, as helm/pairwise/values.yaml names them.
NATS, REDIS = "pairwise-nats", "pairwise-redis"
# Those of the servers of a NATS cluster, as k8s/production/nats.yaml names them.
ROUTES, CERTIFICATE = "nats-routes", "nats-tls"
# The secrets of PostgreSQL: addresses of the services' roles and of their owners, and the superuser's password.
DATABASES, OWNERS, SUPERUSER = "pairwise-databases", "pairwise-database-owners", "pairwise-postgres-superuser"
# All that `objects_after` makes.
SECRETS = ("nats-users", "redis-users", NATS, REDIS, ROUTES, CERTIFICATE)


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


def databases(password_of: Callable[[str, str], str], server: str) -> list[dict[str, Any]]:
    """The secrets of PostgreSQL at this host and port, for k8s/production/databases.yaml and the chart."""

    def addresses(secret: str, suffix: str) -> dict[str, str]:
        return {
            name: f"postgresql://{name}{suffix}:{quote(password_of(secret, name))}@{server}/{name}"
            for name in service_names()
        }

    return [
        *(_secret(secret, addresses(secret, suffix)) for secret, suffix in ((DATABASES, ""), (OWNERS, OWNER_SUFFIX))),
        _secret(SUPERUSER, {"password": password_of(SUPERUSER, "password")}),
    ]


def between_servers(password: str, certificate: dict[str, str], count: int) -> list[dict[str, Any]]:
    """The secrets of `count` servers of one NATS cluster."""
    return [
        _secret(
            ROUTES, {"routes.conf": nats_routes.routes(password, nats_routes.servers(count)), "password": password}
        ),
        _secret(CERTIFICATE, certificate) | {"type": "kubernetes.io/tls"},
    ]


def objects_after(
    earlier: Iterable[dict[str, Any]],
    nats: str,
    redis: str,
    *,
    servers: int,
    is_encrypted: bool = False,
    postgres: str | None = None,
) -> list[dict[str, Any]]:
    """All objects, with the passwords and the certificate of earlier ones; without `servers` none of a NATS cluster,
    and without `postgres` (host:port) none of PostgreSQL."""
    earlier = list(earlier)
    kept, entries = passwords_in(earlier), {each["metadata"]["name"]: each["stringData"] for each in earlier}

    def password_of(secret: str, user: str) -> str:
        return kept.get((secret, user)) or secrets.token_urlsafe(24)

    made = objects(password_of, nats, redis)
    if postgres:
        made += databases(password_of, postgres)
    if servers:
        made += between_servers(
            entries.get(ROUTES, {}).get("password") or secrets.token_urlsafe(24),
            entries.get(CERTIFICATE) or nats_routes.certificate([nats.partition(":")[0], f"*.{nats_routes.HEADLESS}"]),
            servers,
        )
    if is_encrypted:
        [addresses] = [each["stringData"] for each in made if each["metadata"]["name"] == NATS]
        addresses |= {user: address.replace("nats://", "tls://", 1) for user, address in addresses.items()}
        addresses["ca.crt"] = made[-1]["stringData"]["ca.crt"]
    return made


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


def passwords_in(documents: Iterable[dict[str, Any]]) -> dict[tuple[str, str], str]:
    """The passwords of an earlier output, by secret and user."""
    found: dict[tuple[str, str], str] = {}
    for document in documents:
        name, entries = document["metadata"]["name"], document["stringData"]
        if name in (NATS, REDIS, DATABASES, OWNERS):
            found |= {(name, user): unquote(urlsplit(address).password or "") for user, address in entries.items()}
        elif name == SUPERUSER:
            found[name, "password"] = entries["password"]
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--development", action="store_true", help="print k8s/development/users.yaml")
    parser.add_argument("--nats", type=_address, default="nats:4222", help="host:port of NATS (%(default)s)")
    parser.add_argument("--redis", type=_address, default="redis:6379", help="host:port of Redis (%(default)s)")
    parser.add_argument("--servers", type=int, default=3, help="servers of the NATS cluster (%(default)s)")
    parser.add_argument("--databases", type=_address, metavar="HOST:PORT", help="print the secrets of PostgreSQL, too")
    parser.add_argument("--encrypted", action="store_true", help="services connect to NATS by TLS (k8s/README.md)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="an earlier output, whose passwords stay as they are")
    parser.add_argument(
        "--tables", action="store_true", help="print who may use which gRPC method, NATS subject and Redis key"
    )
    arguments = parser.parse_args()
    if arguments.tables:
        print(tables())
        return 0
    if arguments.development:
        sys.stdout.write(text_for_development())
        return 0
    made = objects_after(
        yaml.safe_load_all(arguments.keep.read_text()) if arguments.keep else [],
        arguments.nats,
        arguments.redis,
        servers=arguments.servers,
        is_encrypted=arguments.encrypted,
        postgres=arguments.databases,
    )
    sys.stdout.write(HEAD.format(option="", note="; holds secrets"))
    sys.stdout.write(yaml.dump_all(made, Dumper=_Blocks, sort_keys=False, width=1000))
    return 0


if __name__ == "__main__":
    sys.exit(main())
