import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette

from standins import process
from standins.push.storage import Storage
from standins.push.web import push_app


def main() -> None:
    process.refuse_production("standins.push")
    storage = Storage(process.state_directory() / "push.sqlite3")
    listen = process.address_setting("PAIRWISE_LISTEN")

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        storage.close()

    # As services reach it: what it listens at may be every address of a pod.
    origin = os.environ.get("PUSH_URL", f"http://{listen.host}:{listen.port}")
    process.serve(push_app(storage, origin, lifespan), listen, "push")


if __name__ == "__main__":
    main()
