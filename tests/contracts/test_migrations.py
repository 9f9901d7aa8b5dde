"""A migration runs in later releases, and beside the code of an earlier one: it imports almost nothing of ours."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from runner.paths import ROOT

MIGRATIONS = sorted(ROOT.glob("services/*/migrations/[0-9]*.py")) + sorted(
    ROOT.glob("services/shared/ops/migrations/kit/[0-9]*.py")
)
LIBRARIES = {"alembic", "sqlalchemy", "psycopg"}
# Written for migrations: they import no other module of ours that registers metrics, tables or settings.
OURS = {"shared.kit.db.index_builds", "shared.gazetteer.loading"}


@pytest.mark.parametrize("file", MIGRATIONS, ids=lambda file: f"{file.parents[1].name}-{file.stem}")
def test_a_migration_imports_only_modules_written_for_migrations(file: Path) -> None:
    imported = set(_modules(ast.parse(file.read_text())))
    unknown = {
        name for name in imported if name not in OURS and name.split(".")[0] not in LIBRARIES | sys.stdlib_module_names
    }
    assert unknown == set()


def _modules(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."
