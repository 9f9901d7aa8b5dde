"""`docker run pairwise/tools COMMAND`, or as a pod: keys, permissions, roles, secrets.

keys         print every key that the chart asks for
permissions  print the users of NATS and Redis
roles        make or correct databases and their roles: needs their addresses in the environment
secrets      make the Secrets that a release lacks; the chart's Job runs it
"""

import sys

from runner import program

MODULES = {
    "keys": "runner.cluster_keys",
    "permissions": "runner.cluster_users",
    "roles": "shared.ops.database_roles",
    "secrets": "tools.cluster_secrets",
}


def main() -> None:
    """Run the module of the command. Exits with 2 for an unknown one."""
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    if command not in MODULES:
        print(__doc__, file=sys.stderr)
        sys.exit(0 if command in ("-h", "--help") else 2)
    program.main(f"tools {command}", MODULES[command], sys.argv[2:])


if __name__ == "__main__":
    main()
