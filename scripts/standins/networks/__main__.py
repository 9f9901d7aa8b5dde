from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette

from standins import process
from standins.networks.app import networks_app
from standins.networks.storage import Storage


def main() -> None:
    process.refuse_production("standins.networks")
    storage = Storage(process.state_directory() / "networks.sqlite3")

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        storage.close()

    process.serve(networks_app(storage, lifespan), process.address_setting("PAIRWISE_LISTEN"), "networks")


if __name__ == "__main__":
    main()
