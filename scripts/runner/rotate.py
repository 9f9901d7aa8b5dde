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
from collections.abc import Callable, Iterable

from shared.kit.logs import set_up_logs
from shared.kit.registry import Secret, service_names, service_secrets
from shared.kit.security_log import KitAction, log_security_event

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

    def rotate(self, name: str) -> None:
        """Put a new key in use and reseal stored values, so that none needs an earlier key."""
        if name == TOKENS:
            self._rotate_tokens()
        else:
            self._rotate_ring(REPLACEABLE[name])
        self._keys.end_rotation(name)
        log_security_event(KitAction.KEY_ROTATE, target_id=name)

    def drop(self, name: str) -> None:
        """Stop accepting every key but the one in use. Raises NotDone while a rotation is not at its end."""
        if self._keys.is_rotating(name):
            raise NotDone(
                f"a rotation of {name} was begun and is not at its end; run `scripts/keys rotate {name}` first"
            )
        if name == TOKENS:
            self._keys.keep_only_the_token_key_in_use()
            self._check_tokens_anew()
        else:
            self._keys.keep_only_the_one_in_use(REPLACEABLE[name])
            self._restart(REPLACEABLE[name].services)
        log_security_event(KitAction.KEY_DROP, target_id=name)

    def _rotate_tokens(self) -> None:
        self._say("every process accepts a second token key")
        self._keys.accept_another_token_key()
        self._check_tokens_anew()
        self._say("identity signs with it")
        self._keys.use_newest_token_key()
        self._restart(["identity"])

    def _check_tokens_anew(self) -> None:
        write_gateway_configuration(self._instance)
        self._restart(service_names())

    def _rotate_ring(self, secret: Secret) -> None:
        self._say(f"{', '.join(secret.services)}: a new key is accepted")
        self._keys.accept_another(secret)
        self._restart(secret.services)
        self._say("it is put in use")
        self._keys.use_newest(secret)
        if secret.kind == "vapid":
            self._keys.vapid_public()
            self._restart(["identity"])
        self._restart(secret.services)
        for service in secret.services:
            self._reseal(service)

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


def main() -> int:
    if sys.argv[1:2] in (["make"], ["step"]):
        return {"make": cluster_keys, "step": cluster_rotation}[sys.argv[1]].main(sys.argv[2:])
    parser = argparse.ArgumentParser(description="List or replace the keys of a running instance.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="list every key ring with its number of keys")
    commands.add_parser("make", help="print new keys for a cluster, as Kubernetes reads them", add_help=False)
    commands.add_parser("step", help="print a cluster's keys as one step of a rotation leaves them", add_help=False)
    for command, does in (("rotate", "put a new key in use"), ("drop", "accept no earlier key any more")):
        commands.add_parser(command, help=does).add_argument("name", choices=[TOKENS, *REPLACEABLE])
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
        (rotation.rotate if arguments.command == "rotate" else rotation.drop)(arguments.name)
    except NotDone as failure:
        print(failure, file=sys.stderr)
        return 1
    except (restart.NotReplaced, OSError, xmlrpc.client.Error) as failure:
        repeated = f"scripts/keys {arguments.command} {arguments.name}"
        print(f"{failure}\nEvery key in use is accepted; `{repeated}` can be run again.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
