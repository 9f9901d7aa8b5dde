"""Every test belongs to a group: others are never run."""

from runner.paths import ROOT
from runner.testing.groups import GROUPS


def test_every_test_is_in_one_group() -> None:
    found = [file for top in ("gateway", "scripts", "services", "tests") for file in (ROOT / top).rglob("test_*.py")]
    ours = [file.relative_to(ROOT) for file in found if "node_modules" not in file.parts]

    folders = [(group.name, folder) for group in GROUPS for folder in group.folders()]
    groups = {file: {name for name, folder in folders if file.is_relative_to(folder)} for file in ours}

    assert {file: names for file, names in groups.items() if len(names) != 1} == {}
