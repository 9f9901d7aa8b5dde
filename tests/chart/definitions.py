"""Validates custom resources against the definitions of their operators, which kubernetes-validate does not have."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

from runner.paths import TSC

from tests.chart.rendering import Object

FOLDER = Path(__file__).parent / "custom_resources"
PACKAGES = {
    "argoproj.io": "argo-cd",
    "cert-manager.io": "cert-manager",
    "external-secrets.io": "external-secrets",
    "gateway.networking.k8s.io": "gateway-api",
    "helm.toolkit.fluxcd.io": "flux-cd",
    "keda.sh": "keda",
    "monitoring.coreos.com": "prometheus-operator",
    "postgresql.cnpg.io": "cloudnative-pg",
    "source.toolkit.fluxcd.io": "flux-cd",
}


def install() -> None:
    """Install the definitions, as the lock says, where they are not."""
    done = FOLDER / "node_modules" / ".package-lock.json"
    if not done.exists() or done.stat().st_mtime < (FOLDER / "package-lock.json").stat().st_mtime:
        command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"]
        subprocess.run(command, cwd=FOLDER, check=True, capture_output=True)


def wrong_values(objects: Sequence[Object]) -> list[str]:
    """A sentence for each object with a missing field, or a value of the wrong type or range."""
    given = json.dumps([{"module": _module(each), "object": each} for each in objects])
    command = ["node", str(FOLDER / "validate.mjs")]
    answers = subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout
    return [answer for answer in json.loads(answers) if answer]


def unknown_fields(objects: Sequence[Object], folder: Path) -> str:
    """What TypeScript reports about the objects as literals of their types, in this empty folder; empty when nothing.

    It refuses a field that a type does not have; the API server would prune it, with a warning that few read.
    """
    lines = []
    for number, each in enumerate(objects):
        lines.append(f'import type {{ I{each["kind"]} as Type{number} }} from "{_module(each)}";')
        lines.append(f"export const object{number}: Type{number} = {json.dumps(each)};")
    (folder / "objects.ts").write_text("\n".join(lines))
    (folder / "node_modules").symlink_to(FOLDER / "node_modules")
    options = "--noEmit --strict --skipLibCheck --module nodenext --target es2022"
    command = ["node", str(TSC), *options.split(), "objects.ts"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def _module(document: Object) -> str:
    group, _, version = document["apiVersion"].partition("/")
    return f"@kubernetes-models/{PACKAGES[group]}/{group}/{version}/{document['kind']}"
