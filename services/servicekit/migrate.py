"""Bring databases to the newest migration: `python -m servicekit.migrate all`, or the names of services.

Each address comes from DATABASE_URL_<SERVICE>. The kit's own tables come first, in their schema `kit`.
"""

import importlib
import os
import sys
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import MetaData

from servicekit.registry import service_names
from servicekit.storage.database import Database
from servicekit.storage.tables import KitBase

HERE = Path(__file__).parent
SERVICES = HERE.parent


def migrate(service: str, url: str) -> None:
    """Migrate one service's database, kit first. Running it again changes nothing."""
    for config in (kit_config(url), service_config(service, url)):
        command.upgrade(config, "head")


def kit_config(url: str) -> Config:
    return _config(url, HERE / "migrations" / "kit", "kit", KitBase.metadata)


def service_config(service: str, url: str) -> Config:
    metadata = importlib.import_module(f"{service}.storage.tables").Base.metadata
    return _config(url, SERVICES / service / "migrations", "public", metadata)


def _config(url: str, versions: Path, schema: str, metadata: MetaData) -> Config:
    config = Config()
    config.set_main_option("script_location", str(HERE / "migrations"))
    config.set_main_option("version_locations", str(versions))
    config.set_main_option("path_separator", "os")
    config.attributes.update(url=Database(url).url, schema=schema, metadata=metadata)
    return config


def main(names: list[str]) -> None:
    for service in service_names() if names == ["all"] else names:
        migrate(service, os.environ[f"DATABASE_URL_{service.upper()}"])
        print(f"{service} is migrated", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
