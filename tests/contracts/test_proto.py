"""The contracts only grow: an instance of the release before must understand this one, and the other way round.

`proto/released.json` is the contracts as they were released last; a release renews it with `buf build proto -o`.
"""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUF = next((ROOT / "scripts" / "parts" / "node_modules" / "@bufbuild").glob("*/bin/buf"))
RELEASED = ROOT / "proto" / "released.json"


def breaking(contracts: Path) -> str:
    """Buf's findings about the change; nothing if it breaks no one."""
    command = [str(BUF), "breaking", str(contracts), "--against", str(RELEASED)]
    found = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert found.returncode in (0, 100), found.stderr
    said: str = found.stdout
    return said


def test_nothing_that_was_released_breaks() -> None:
    assert breaking(ROOT / "proto") == ""


def test_a_field_that_changes_its_meaning_is_caught(tmp_path: Path) -> None:
    changed = tmp_path / "proto"
    shutil.copytree(ROOT / "proto", changed)
    events = changed / "pairwise" / "chat" / "v1" / "events.proto"
    events.write_text(events.read_text().replace("string conversation_id = 2;", "int64 conversation_id = 2;"))

    assert "conversation_id" in breaking(changed)
