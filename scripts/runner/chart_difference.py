"""Print what a change makes of the chart's objects: those of the last release, or of another commit, against these.

For each file of example values that both have, a unified diff of every object that differs, by kind and name.
"""

import argparse
import difflib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml
from helm_python import Chart, HelmError

from runner.paths import ROOT
from runner.release import commit_of, previous

# What the chart's links lead to.
FILES = ("helm", "services/registry.yaml", "services/keys.yaml", "services/shared/sites/documents")


def main() -> int:
    parser = argparse.ArgumentParser(prog="pairwise chart difference", description=__doc__)
    parser.add_argument("--since", metavar="COMMIT", default=None, help="another commit than the last release")
    commit = parser.parse_args().since or commit_of(previous())
    if commit is None:
        print("This folder has no history of the last release.", file=sys.stderr)
        return 1
    with TemporaryDirectory() as folder:
        made = subprocess.run(["git", "archive", commit, *FILES], cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=made, check=True)
        before = Path(folder) / "helm/pairwise"
        for values in sorted((before / "ci").glob("*-values.yaml")):
            sys.stdout.writelines(difference(before, ROOT / "helm/pairwise", values))
    return 0


def difference(before: Path, after: Path, values: Path) -> Iterator[str]:
    """The lines of a diff of the objects that both charts make of these values."""
    old = rendered(before, values)
    try:
        new = rendered(after, values)
    except HelmError as error:
        # An operator has to change these values: UPGRADING.md says how.
        yield f"# {values.name}: refused by the newer chart: {error}\n"
        return
    for name in sorted(old.keys() | new.keys()):
        left, right = (side.get(name, "").splitlines(keepends=True) for side in (old, new))
        yield from difflib.unified_diff(left, right, f"{values.stem}/before/{name}", f"{values.stem}/after/{name}", n=2)


def rendered(chart: Path, values: Path) -> dict[str, str]:
    """The objects, as YAML with sorted keys, by kind and name."""
    given = yaml.safe_load(values.read_text()) or {}
    files = Chart.load(str(chart)).render(given, name="pairwise", namespace="dating")
    # The version is in the labels of every object.
    version = yaml.safe_load((chart / "Chart.yaml").read_text())["version"]
    texts = [text.replace(version, "VERSION") for name, text in files.items() if not name.endswith(".txt")]
    documents = [each for text in texts for each in yaml.load_all(text, yaml.CSafeLoader) if each]
    # Long texts in ConfigMaps as lines.
    return {f"{each['kind']}/{each['metadata']['name']}": yaml.dump(each, Dumper=_Blocks) for each in documents}


class _Blocks(yaml.CSafeDumper):
    """Writes texts of several lines as blocks."""


_Blocks.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None),
)


if __name__ == "__main__":
    sys.exit(main())
