"""Stops an instance, loses its PostgreSQL and NATS, and brings it back from dumps, as docs/restore.md says."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from runner import accounts, environment, postgres, prepare
from runner.home import Home
from runner.paths import PYTHON, ROOT
from runner.postgres import address
from runner.stop import stop
from runner.within import variables
from shared.ops.restored import known_members

from tests.product import Product
from tests.resilience.dumps import dump, load


def database(product: Product, service: str) -> str:
    """A superuser's address of the service's database."""
    instance = product.instance
    return address("postgres", instance.keys.database("postgres"), instance.ports["postgres"], database=service)


def back_up(product: Product, service: str) -> Path:
    folder = product.home / "backups" / service
    dump(database(product, service), folder)
    return folder


def restore(product: Product, backups: Mapping[str, Path]) -> None:
    """Start the product on a new PostgreSQL with these databases, and on an empty NATS."""
    home = Home(product.home)
    stop(home)
    shutil.rmtree(product.home / "data" / "nats")
    with _new_postgres(product):
        prepare.ensure_databases(product.instance)
        run(product, "shared.ops.migrate", "all")
        for service, folder in backups.items():
            load(database(product, service), folder)
        run(product, "shared.ops.restored", "all")
    script(product, "up", "--detach")


def run(product: Product, module: str, *arguments: str) -> str:
    """Run an operator's command with the addresses of all owners, as the migrations' Job has them."""
    owners = environment.common(product.instance) | environment.for_migrations(product.instance)
    return _output([str(PYTHON), "-m", module, *arguments], owners)


def members(product: Product, service: str) -> set[str]:
    """The members this service knows."""
    url = variables(product.instance, service)["DATABASE_URL"]
    return {str(member_id) for member_id in known_members(service, url)}


def printed_members(product: Product, service: str) -> set[str]:
    """The same by the operator's command, in the environment of one of the service's processes."""
    command = [str(PYTHON), "-m", "shared.ops.restored", "members", service]
    return set(_output(command, variables(product.instance, service)).split())


def script(product: Product, name: str, *arguments: str, given: str = "") -> str:
    port = product.base_url.rsplit(":", 1)[1]
    chosen = os.environ | {"PAIRWISE_HOME": str(product.home), "PORT": port, "PAIRWISE_LIMITS": "off"}
    return _output([str(ROOT / "scripts" / name), *arguments], chosen, given)


def _output(command: list[str], variables: Mapping[str, str], given: str = "") -> str:
    done = subprocess.run(
        command, cwd=ROOT, env=dict(variables), input=given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}:\n{done.stdout}{done.stderr}"
    return done.stdout


@contextmanager
def _new_postgres(product: Product) -> Iterator[None]:
    instance, account = product.instance, accounts.for_postgres()
    folder = instance.home.folder_for(account)
    shutil.rmtree(folder / "postgres")
    files = postgres.files_for(account, folder)
    data = prepare.postgres_data(instance, account, files)
    command = postgres.command(files, data, instance.ports["postgres"])
    with (instance.home.logs / "restore.log").open("wb") as log:
        server = subprocess.Popen(command, cwd="/", stdout=log, stderr=log, **account.as_user())
    try:
        while not postgres.answers(instance.superuser_url):
            assert server.poll() is None, (instance.home.logs / "restore.log").read_text()
            time.sleep(0.1)
        yield
    finally:
        server.terminate()
        server.wait()
