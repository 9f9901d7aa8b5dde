"""`scripts/pairwise keys`: list the keys of a running instance, or replace one while it serves.

A rotation takes the steps that a cluster takes (docs/keys.md): every process accepts the new key, then it is put in
use, then data sealed with the earlier one is sealed anew. `drop` makes the instance forget the earlier ones.
`make` prints the keys of a cluster (runner.cluster_keys).
"""

import argparse
import importlib.util
import subprocess
import sys
from collections.abc import Callable, Iterable

from shared.kit.logs import set_up_logs
from shared.kit.registry import Secret, service_names, service_secrets
from shared.kit.security_log import KitAction, log_security_event

from runner import cluster_keys, restart
from runner.home import Home
from runner.instance import Instance
from runner.paths import PYTHON, ROOT
from runner.prepare import write_gateway_configuration
from runner.stop import running_supervisor
from runner.supervisor import Supervisor
from runner.within import variables

TOKENS = "tokens"  # the pair that signs members' tokens
REPLACEABLE = {secret.name: secret for secret in service_secrets() if secret.kind != "given"}


class Rotation:
    def __init__(self, instance: Instance, supervisor: Supervisor, say: Callable[[str], None]) -> None:
        self._instance, self._keys, self._supervisor, self._say = instance, instance.keys, supervisor, say

    def rotate(self, name: str) -> None:
        """Put a new key in use and reseal stored values, so that none needs an earlier key."""
        if name == TOKENS:
            self._rotate_tokens()
        else:
            self._rotate_ring(REPLACEABLE[name])
        log_security_event(KitAction.KEY_ROTATE, target_id=name)

    def drop(self, name: str) -> None:
        """Stop accepting every key but the one in use."""
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
            for process in service.processes if service.name in chosen else ():
                restart.replace(self._instance, self._supervisor, f"{service.name}-{process}")

    def _reseal(self, service: str) -> None:
        module = f"{service}.reseal"
        if importlib.util.find_spec(module) is None:
            return
        self._say(f"{service} seals anew what it keeps")
        command = [str(PYTHON), "-m", module]
        subprocess.run(command, cwd=ROOT, env=variables(self._instance, service), check=True)


def main() -> int:
    if sys.argv[1:2] == ["make"]:
        return cluster_keys.main(sys.argv[2:])
    parser = argparse.ArgumentParser(description="List or replace the keys of a running instance.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="list every key ring with its number of keys")
    commands.add_parser("make", help="print new keys for a cluster, as Kubernetes reads them", add_help=False)
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
    except restart.NotReplaced as failure:
        print(f"{failure}; the keys stay as they are now, and `rotate` can be run again.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
