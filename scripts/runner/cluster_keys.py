"""`scripts/pairwise keys make`: print every key that the chart asks for, as Kubernetes reads them.

Three objects: the Secret `<release>-keys` (services/keys.yaml, the pair that signs members' tokens, the public half of
the VAPID key), and the Secret and ConfigMap `<release>-callers` with the key pair of each service. Keys that an outside
party gives are passed with `--given NAME=VALUE`.
"""

import argparse
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from shared.registry import service_names, service_secrets

from runner.keys import Keys, write_privately

HEAD = (
    "# Made by scripts/pairwise keys make{note}; holds secrets. Keep it: what these keys sealed is lost without them.\n"
)


def objects(release: str, given: Mapping[str, str], folder: Path) -> list[dict[str, Any]]:
    """The objects for this release; keys that `folder` has are taken from there, others are made and kept there."""
    keys = Keys(folder)
    for name, value in given.items():
        write_privately(folder / name, value)
    for secret in service_secrets():
        if secret.unused and not (folder / secret.name).exists():
            write_privately(folder / secret.name, secret.unused)
    entries = {secret.name: keys.file(secret).read_text() for secret in service_secrets()}
    entries |= {
        "vapid-public": keys.vapid_public().read_text(),
        "token-private.pem": keys.token_private().read_text(),
        "token-public.pem": keys.token_public().read_text(),
    }
    private = {f"{name}.pem": keys.caller_private(name).read_text() for name in service_names()}
    public = keys.caller_public(service_names())
    return [
        _object("Secret", f"{release}-keys", stringData=entries),
        _object("Secret", f"{release}-callers", stringData=private),
        _object("ConfigMap", f"{release}-callers", data={name: (public / name).read_text() for name in private}),
    ]


def _object(kind: str, name: str, **content: Any) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": kind, "metadata": {"name": name}, **content}


def keep(earlier: Iterable[dict[str, Any]], folder: Path) -> None:
    """Put the keys of earlier objects into `folder`, so that `objects` takes them from there."""
    for document in earlier:
        if document["kind"] != "Secret":
            continue
        prefix = "caller-" if document["metadata"]["name"].endswith("-callers") else ""
        for name, value in document["stringData"].items():
            write_privately(folder / f"{prefix}{name}", value)


class _Blocks(yaml.SafeDumper):
    """Writes keys in PEM as blocks of lines."""


_Blocks.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None),
)


def text(release: str, given: Mapping[str, str], *, earlier: Path | None = None, note: str = "") -> str:
    with TemporaryDirectory() as name:
        folder = Path(name)
        if earlier is not None:
            keep(yaml.safe_load_all(earlier.read_text()), folder)
        made = objects(release, given, folder)
    return HEAD.format(note=note) + yaml.dump_all(made, Dumper=_Blocks, sort_keys=False, width=1000)


def needed() -> set[str]:
    """The keys that an outside party has to give."""
    return {secret.name for secret in service_secrets() if secret.kind == "given" and not secret.unused}


def _given(argument: str) -> tuple[str, str]:
    name, _, value = argument.partition("=")
    if not value or name not in {secret.name for secret in service_secrets()}:
        raise argparse.ArgumentTypeError("give NAME=VALUE, with a name of services/keys.yaml")
    return name, value


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog=None, description=__doc__)
    parser.add_argument("--release", default="pairwise", help="name of the release (%(default)s)")
    parser.add_argument("--given", type=_given, action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--development", action="store_true", help="generate the keys that outside parties would give")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="earlier output whose keys are kept")
    options = parser.parse_args(arguments)
    given = dict(options.given)
    missing = needed() - given.keys()
    if missing and not options.development and not options.keep:
        parser.error(f"pass --given {' --given '.join(f'{name}=…' for name in sorted(missing))}, or --development")
    note = " --development" if options.development else ""
    sys.stdout.write(text(options.release, given, earlier=options.keep, note=note))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
