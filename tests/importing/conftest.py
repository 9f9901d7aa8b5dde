import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from identity.storage import IdentityUnit
from importer.bring_in import MemberWriter
from importer.rows import OPTIONAL, REQUIRED
from importer.run import Report, import_members
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.follow_profiles import follow_profiles
from profiles.usecases.profile.check_text import TextRules
from shared.kit.db import Database
from shared.kit.testing.database import empty, migrated

from tests.importing.lines import RULES, Line


@pytest.fixture(scope="session")
def databases(postgres_server: str) -> dict[str, Database]:
    return {name: Database(migrated(postgres_server, name, "_import")) for name in ("identity", "profiles")}


@pytest.fixture
def members(databases: dict[str, Database]) -> MemberWriter:
    for database in databases.values():
        empty(database, keep=("towns", "regions"))
    identity, profiles = databases["identity"], databases["profiles"]
    return MemberWriter(
        TextRules("pairwise", holds=True),
        1,
        lambda: IdentityUnit(identity),
        lambda: ModerationUnit(profiles, follow=follow_profiles),
    )


@pytest.fixture
def bring(members: MemberWriter, tmp_path: Path) -> Callable[..., Report]:
    def run(*lines: Line, all_or_nothing: bool = False) -> Report:
        file = tmp_path / "members.csv"
        with file.open("w", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, [*REQUIRED, *OPTIONAL], restval="")
            writer.writeheader()
            writer.writerows(lines)
        return import_members(file, RULES, members, all_or_nothing=all_or_nothing)

    return run
