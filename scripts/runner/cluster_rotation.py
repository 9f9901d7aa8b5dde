"""`scripts/pairwise keys step`: print the Secret of keys after one step of a rotation (docs/keys.md).

Of two steps that follow each other, pods of both accept what the other seals and signs. A repeated step changes
nothing.
"""

import argparse
import base64
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from shared.registry import Secret, service_secrets

from runner.keys import TOKENS, Keys, write_privately

STEPS = ("accept", "use", "drop")
REPLACEABLE: dict[str, Secret | None] = {TOKENS: None} | {
    secret.name: secret for secret in service_secrets() if secret.kind != "given"
}


class OutOfOrder(Exception):
    """The step before was not taken."""


def step(what: str, name: str, secret: dict[str, Any]) -> dict[str, Any]:
    """The Secret after this step. Its entries are in `data`, so that `kubectl apply` removes those that are gone."""
    with TemporaryDirectory() as folder:
        for entry, value in entries(secret).items():
            write_privately(Path(folder) / entry, value)
        _take(what, name, Keys(Path(folder)))
        made = {file.name: file.read_text() for file in sorted(Path(folder).iterdir())}
    data = {entry: base64.b64encode(value.encode()).decode() for entry, value in made.items()}
    return {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": secret["metadata"]["name"]}, "data": data}


def entries(secret: dict[str, Any]) -> dict[str, str]:
    """The entries of a Secret as text, as a file of ours or as the cluster has them."""
    encoded: dict[str, str] = {name: base64.b64decode(value).decode() for name, value in secret.get("data", {}).items()}
    plain: dict[str, str] = secret.get("stringData", {})
    return encoded | plain


def _take(what: str, name: str, keys: Keys) -> None:
    ring = REPLACEABLE[name]
    if what != "accept" and not keys.is_rotating(name):
        raise OutOfOrder(f"no rotation of {name} was begun: take the step accept first")
    if what == "accept":
        keys.accept_another(ring) if ring else keys.accept_another_token_key()
    elif what == "use":
        keys.use_newest(ring) if ring else keys.use_newest_token_key()
    elif not keys.uses_newest(ring):
        raise OutOfOrder(f"the new key of {name} is not in use: take the step use first")
    else:
        keys.keep_only_the_one_in_use(ring) if ring else keys.keep_only_the_token_key_in_use()
        keys.end_rotation(name)
    if ring and ring.kind == "vapid":
        keys.vapid_public()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("step", choices=STEPS)
    parser.add_argument("name", choices=REPLACEABLE)
    parser.add_argument("--file", type=Path, required=True, help="the Secret as YAML, alone or among other objects")
    options = parser.parse_args(arguments)
    found = [
        each
        for each in yaml.safe_load_all(options.file.read_text())
        if each and each["kind"] == "Secret" and "token-private.pem" in entries(each)
    ]
    if len(found) != 1:
        parser.error(f"{options.file} has not exactly one Secret of keys")
    try:
        print(yaml.safe_dump(step(options.step, options.name, found[0]), sort_keys=False, width=1000), end="")
    except OutOfOrder as refused:
        print(refused, file=sys.stderr)
        return 1
    return 0
