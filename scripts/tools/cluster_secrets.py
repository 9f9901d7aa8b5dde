"""Make the Secrets and ConfigMaps that a release lacks, in its own cluster: the chart's Job, before each release.

An entry that exists stays as it is, in an upgrade too: what a key sealed is lost without it. An upgrade adds the
entries that are new in its release. Files with the permissions of users alone follow the release, with the passwords
that exist.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from runner import cluster_keys, cluster_users
from runner.keys import write_privately
from shared.registry import service_secrets

from tools.kubernetes_api import Namespace, Object

# Made from registry and passwords: no secrets of their own, and of another release they would refuse its subjects.
DERIVED = {"users.conf", "users.acl", "routes.conf"}


def main(arguments: Sequence[str], namespace: Namespace | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools secrets", description=__doc__)
    parser.add_argument("--release", required=True, help="full name of the release, with which its objects begin")
    parser.add_argument("--given", type=Path, help="folder with a file for each key of an outside party")
    parser.add_argument("--development", action="store_true", help="generate the keys that outside parties would give")
    parser.add_argument("--nats", default="", help="host:port of NATS; empty: make no users of NATS and Redis")
    parser.add_argument("--redis", default="", help="host:port of Redis")
    parser.add_argument("--servers", type=int, default=1, help="servers of the NATS cluster (%(default)s)")
    parser.add_argument("--encrypted", action="store_true", help="services connect to NATS by TLS")
    options = parser.parse_args(arguments)
    namespace = namespace or Namespace()
    given = _given(options.given)
    earlier = _earlier(namespace, [("Secret", f"{options.release}-keys"), ("Secret", f"{options.release}-callers")])
    kept = {name for document in earlier for name in document["stringData"]}
    if not options.development and (missing := sorted(cluster_keys.needed() - given.keys() - kept)):
        print(f"Give these keys in the Secret of secretsJob.given: {', '.join(missing)}", file=sys.stderr)
        return 1
    with TemporaryDirectory() as name:
        folder = Path(name)
        for key, value in given.items():
            write_privately(folder / key, value)
        # After the given ones: an entry that exists is the one in use.
        cluster_keys.keep(earlier, folder)
        made = cluster_keys.objects(options.release, {}, folder)
    if options.nats:
        names = [*cluster_users.SECRETS]
        found = _earlier(namespace, [("Secret", name) for name in names])
        made += cluster_users.objects_after(
            found, options.nats, options.redis, servers=options.servers, is_encrypted=options.encrypted
        )
    for document in made:
        print(f"{document['kind']} {document['metadata']['name']}: {ensure(namespace, document)}")
    return 0


def ensure(namespace: Namespace, document: Object) -> str:
    """Create the object, or add the entries that it lacks. Returns what was done."""
    kind, entries = document["kind"], "stringData" if document["kind"] == "Secret" else "data"
    found = namespace.get(kind, document["metadata"]["name"])
    if found is None:
        namespace.create(document)
        return "created"
    before = found.get(entries) or {}
    derived = {name: value for name, value in document[entries].items() if name in DERIVED}
    after = {**document[entries], **before, **derived}
    if after == before:
        return "kept"
    namespace.replace(found | {entries: after})
    return f"added or renewed {', '.join(sorted(name for name in after if after[name] != before.get(name)))}"


def _given(folder: Path | None) -> dict[str, str]:
    names = {secret.name for secret in service_secrets()}
    files = sorted(folder.iterdir()) if folder and folder.is_dir() else []
    # Kubernetes mounts a Secret as links beside folders of its own.
    return {file.name: file.read_text().strip() for file in files if file.name in names and file.is_file()}


def _earlier(namespace: Namespace, names: Sequence[tuple[str, str]]) -> list[Object]:
    return [found for kind, name in names if (found := namespace.get(kind, name))]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
