"""A service's database and its two roles: `python -m shared.ops.database_roles [--pooled] all`, or names of services.

The role `<name>` is for the service: it owns nothing and has the privileges its tables declare. The role `<name>_owner`
owns the database, its schemas and tables; only migrations use it. A database of a release in which one role owned
everything is handed over, while that release serves.

DATABASE_ADMIN_URL is a superuser's address. DATABASE_URL_<SERVICE> and DATABASE_OWNER_URL_<SERVICE> are the addresses
of the two roles, from which their names and passwords are taken. Repeating it changes nothing but passwords.

--pooled gives the roles of services the settings of their sessions, because a pooler passes on none. Clients of such a
role without them, such as psql, then wake no listener by what they write: listeners find it when they poll.
"""

import sys
from collections.abc import Callable
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.sql import SQL, Composed, Identifier, Literal

from shared.kit.core import variable
from shared.kit.db.database import session_settings
from shared.registry.services import service_names

OWNER_SUFFIX = "_owner"
# A table in use is waited for so long; the hand-over is then undone and can be repeated.
LOCK_TIMEOUT = "10s"
ROLE_LOCK = 74824
EVERYTHING_OFF = SQL("LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS")
OWNS_SOMETHING = """
SELECT 1 FROM pg_class WHERE relowner = to_regrole(%(role)s)
UNION ALL SELECT 1 FROM pg_proc WHERE proowner = to_regrole(%(role)s)
UNION ALL SELECT 1 FROM pg_namespace WHERE nspowner = to_regrole(%(role)s)
UNION ALL SELECT 1 FROM pg_database WHERE datname = current_database() AND datdba = to_regrole(%(role)s)
LIMIT 1
"""


def runtime_role(owner: str) -> str:
    """The role of the processes whose tables `owner` migrates. Raises ValueError for a name that is no owner's."""
    if not owner.endswith(OWNER_SUFFIX):
        raise ValueError(f"migrations run as <name>{OWNER_SUFFIX}, not as {owner}: see k8s/README.md")
    return owner.removesuffix(OWNER_SUFFIX)


def ensure_database(admin: str, runtime: str, owner: str, *, is_pooled: bool = False) -> None:
    """Make the database and the roles of these addresses, or correct those that exist."""
    runs, owns = ({key: str(value) for key, value in conninfo_to_dict(one).items()} for one in (runtime, owner))
    names = {
        "database": Identifier(runs["dbname"]),
        "runtime": Identifier(runs["user"]),
        "owner": Identifier(owns["user"]),
    }

    def put(text: str) -> Composed:
        return SQL(text).format(**names)

    if runtime_role(owns["user"]) != runs["user"]:
        raise ValueError(f"the owner of what {runs['user']} uses is {runs['user']}{OWNER_SUFFIX}, not {owns['user']}")
    with psycopg.connect(admin, autocommit=True) as server:
        # Services are made one after the other: the catalog refuses two changes to one entry at once.
        server.execute("SELECT pg_advisory_lock(%s)", [ROLE_LOCK])
        for role in (runs, owns):
            _ensure_role(server, role["user"], role["password"])
        if not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [runs["dbname"]]).fetchone():
            server.execute(put("CREATE DATABASE {database} OWNER {owner}"))
        for name, value in session_settings().items() if is_pooled else ():
            setting = SQL(".").join(Identifier(part) for part in name.split("."))
            change = put("ALTER ROLE {runtime} IN DATABASE {database} SET ")
            server.execute(change + setting + SQL(" = ") + Literal(value))
        # Any role may connect to these two unless it is revoked.
        server.execute("REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC")
        with psycopg.connect(make_conninfo(admin, dbname=runs["dbname"])) as inside:
            _hand_over(inside, runs["user"], put)


def _ensure_role(server: psycopg.Connection[Any], name: str, password: str) -> None:
    there = server.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name]).fetchone()
    # Hashed here, so that a logged statement holds no password.
    hashed = server.pgconn.encrypt_password(password.encode(), name.encode(), b"scram-sha-256").decode()
    verb = SQL("ALTER" if there else "CREATE")
    server.execute(SQL("{} ROLE {} {} PASSWORD {}").format(verb, Identifier(name), EVERYTHING_OFF, Literal(hashed)))


def _hand_over(inside: psycopg.Connection[Any], runtime: str, put: Callable[[str], Composed]) -> None:
    """In one transaction: the release that serves meanwhile never lacks a privilege. Migrating narrows them."""
    inside.execute(SQL("SET lock_timeout = {}").format(Literal(LOCK_TIMEOUT)))
    if inside.execute(OWNS_SOMETHING, {"role": f'"{runtime}"'}).fetchone():
        inside.execute(put("REASSIGN OWNED BY {runtime} TO {owner}"))
        for schema in ("public", "kit"):
            if inside.execute("SELECT to_regnamespace(%s)", [schema]).fetchone() == (None,):
                continue
            inside.execute(put(f"GRANT USAGE ON SCHEMA {schema} TO {{runtime}}"))
            inside.execute(put(f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {{runtime}}"))
        print(f"{runtime} owns nothing any more", flush=True)
    inside.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    inside.execute(put("REVOKE ALL ON DATABASE {database} FROM PUBLIC, {runtime}"))
    inside.execute(put("GRANT ALL ON DATABASE {database} TO {owner}"))
    inside.execute(put("GRANT CONNECT ON DATABASE {database} TO {runtime}"))


def main(arguments: list[str]) -> None:
    """Make or correct the databases and roles of these services; `["all"]` stands for every one.

    Raises SystemExit for a missing address or name, ValueError for roles that do not belong together, psycopg.Error for
    a server that refuses.
    """
    names = [argument for argument in arguments if argument != "--pooled"]
    if not names or {"-h", "--help"} & {*names}:
        sys.exit(__doc__)
    for service in service_names() if names == ["all"] else names:
        addresses = (variable(f"{name}_{service.upper()}") for name in ("DATABASE_URL", "DATABASE_OWNER_URL"))
        ensure_database(variable("DATABASE_ADMIN_URL"), *addresses, is_pooled="--pooled" in arguments)
        print(f"{service} has its database and roles", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
