"""`scripts/pairwise keys`: list the keys of a running instance, or replace one while it serves.

A rotation takes the steps that a cluster takes (docs/keys.md): every process accepts the new key, then it is put in
use, then data sealed with the earlier one is sealed anew. One that failed is repeated with the same new key; until it
is at its end `drop` is refused, which makes the instance forget the earlier ones.
`make` prints the keys of a cluster (runner.cluster_keys), `step` changes them (runner.cluster_rotation).
"""

import argparse
import importlib.util
import subprocess
import sys
import xmlrpc.client
from collections.abc import Callable, Iterable, Sequence

from shared.kit.core import log_security_event, set_up_logs
from shared.kit.core.security_log import KitAction
from shared.registry import Secret, service_names, service_secrets

from runner import cluster_keys, cluster_rotation, restart
from runner.home import Home
from runner.instance import Instance
from runner.keys import TOKENS
from runner.paths import PYTHON, ROOT
from runner.prepare import write_gateway_configuration
from runner.stop import running_supervisor
from runner.supervisor import Supervisor
from runner.within import variables

REPLACEABLE = {secret.name: secret for secret in service_secrets() if secret.kind != "given"}


class NotDone(Exception):
    """A step failed or is refused; the message names it."""


class Rotation:
    def __init__(self, instance: Instance, supervisor: Supervisor, say: Callable[[str], None]) -> None:
        self._instance, self._keys, self._supervisor, self._say = instance, instance.keys, supervisor, say

    def rotate(self, names: Sequence[str]) -> None:
        """Put new keys in use and reseal stored values, so that none needs an earlier key."""
        rings = _rings(names)
        self._say("new keys are accepted")
        for ring in rings:
            self._keys.accept_another(ring)
        if TOKENS in names:
            self._keys.accept_another_token_key()
        self._restart_holders(names)
        self._say("they are put in use")
        for ring in rings:
            self._keys.use_newest(ring)
        if TOKENS in names:
            self._keys.use_newest_token_key()
        self._use_vapid(rings)
        # Of tokens identity alone has the key that signs.
        self._restart(_users(names))
        for service in sorted({holder for ring in rings for holder in ring.services}):
            self._reseal(service)
        for name in names:
            self._keys.end_rotation(name)
            log_security_event(KitAction.KEY_ROTATE, target_id=name)

    def drop(self, names: Sequence[str]) -> None:
        """Stop accepting every key but those in use. Raises NotDone while a rotation is not at its end."""
        for name in names:
            if self._keys.is_rotating(name):
                raise NotDone(
                    f"a rotation of {name} is not at its end; run `scripts/pairwise keys rotate {name}` first"
                )
        for ring in _rings(names):
            self._keys.keep_only_the_one_in_use(ring)
        if TOKENS in names:
            self._keys.keep_only_the_token_key_in_use()
        self._restart_holders(names)
        for name in names:
            log_security_event(KitAction.KEY_DROP, target_id=name)

    def _restart_holders(self, names: Sequence[str]) -> None:
        """Replace the processes that hold one of these keys: each service and the gateway check tokens."""
        if TOKENS in names:
            write_gateway_configuration(self._instance)
        every = service_names() if TOKENS in names else []
        self._restart({*every, *(holder for ring in _rings(names) for holder in ring.services)})

    def _use_vapid(self, rings: Sequence[Secret]) -> None:
        if any(ring.kind == "vapid" for ring in rings):
            self._keys.vapid_public()

    def _restart(self, names: Iterable[str]) -> None:
        chosen = set(names)
        for service in self._instance.services:
            for process in service.local_processes if service.name in chosen else ():
                restart.replace(self._instance, self._supervisor, f"{service.name}-{process}")

    def _reseal(self, service: str) -> None:
        module = f"{service}.reseal"
        if importlib.util.find_spec(module) is None:
            return
        self._say(f"{service} seals anew what it keeps")
        command = [str(PYTHON), "-m", module]
        done = subprocess.run(command, cwd=ROOT, env=variables(self._instance, service), check=False)
        if done.returncode != 0:
            raise NotDone(f"`python -m {module}` failed")


def _rings(names: Iterable[str]) -> list[Secret]:
    return [REPLACEABLE[name] for name in names if name != TOKENS]


def _users(names: Iterable[str]) -> set[str]:
    """The services that begin to use the new keys; identity signs tokens and tells browsers the VAPID key."""
    used = {holder for ring in _rings(names) for holder in ring.services}
    tells = TOKENS in names or any(ring.kind == "vapid" for ring in _rings(names))
    return used | ({"identity"} if tells else set())


def main() -> int:
    if sys.argv[1:2] == ["make"]:
        return cluster_keys.main(sys.argv[2:])
    if sys.argv[1:2] == ["step"]:
        return cluster_rotation.main(sys.argv[2:])
    parser = argparse.ArgumentParser(description="List or replace the keys of a running instance.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="list every key ring with its number of keys")
    commands.add_parser("make", help="print new keys for a cluster, as Kubernetes reads them", add_help=False)
    commands.add_parser("step", help="print a cluster's keys as one step of a rotation leaves them", add_help=False)
    for command, does in (("rotate", "put a new key in use"), ("drop", "accept no earlier key any more")):
        keys = commands.add_parser(command, help=does)
        keys.add_argument("names", nargs="+", choices=[TOKENS, *REPLACEABLE], metavar="NAME", help="of the list")
    arguments = parser.parse_args()
    home = Home.from_environment()
    supervisor = running_supervisor(home)
    if supervisor is None:
        print(f"No instance is running in {home.path}.")
        return 1
    instance = Instance.started_from(home)
    if arguments.command == "list":
        print("\n".join(f"{name}: {len(instance.keys.keys(secret))}" for name, secret in REPLACEABLE.items()))
        print(f"{TOKENS}: {instance.keys.token_public().read_text().count('BEGIN')}")
        return 0
    set_up_logs("runner", "keys")
    rotation = Rotation(instance, supervisor, lambda line: print(line, flush=True))
    try:
        (rotation.rotate if arguments.command == "rotate" else rotation.drop)(arguments.names)
    except NotDone as failure:
        print(failure, file=sys.stderr)
        return 1
    except (restart.NotReplaced, OSError, xmlrpc.client.Error) as failure:
        repeated = " ".join(["scripts/pairwise keys", arguments.command, *arguments.names])
        print(f"{failure}\nEvery key in use is accepted; `{repeated}` can be run again.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
