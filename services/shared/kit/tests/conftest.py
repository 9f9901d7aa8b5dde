from pathlib import Path

import pytest
from flask import Blueprint, Flask
from flask.testing import FlaskClient
from shared.kit.core.errors import NotFound, RateLimited
from shared.kit.core.settings import Settings
from shared.kit.db.database import Database
from shared.kit.http.app import create_app
from shared.kit.http.callers import caller
from shared.kit.http.endpoints import endpoint
from shared.kit.testing.database import empty, migrated_kit
from shared.kit.testing.tokens import KeyPair
from shared.kit.tests.things import ROUTES, ThingIn, ThingOut, ThingQuery


@pytest.fixture(scope="session")
def kit_database(postgres_server: str) -> Database:
    return Database(migrated_kit(postgres_server, "kit"))


@pytest.fixture
def database(kit_database: Database) -> Database:
    empty(kit_database)
    return kit_database


@pytest.fixture
def app(database: Database, keys: KeyPair, tmp_path: Path) -> Flask:
    routes = tmp_path / "routes.yaml"
    routes.write_text(ROUTES)
    things = Blueprint("things", __name__, url_prefix="/api")

    @things.get("/thing.php")
    @endpoint()
    def get() -> ThingOut:
        raise NotFound()

    @things.post("/thing.php")
    @endpoint(status=201)
    def post(body: ThingIn) -> ThingOut:
        return ThingOut(name=body.name, owner=str(caller().member_id))

    @things.put("/thing.php")
    @endpoint()
    def put(body: ThingIn) -> ThingOut:
        raise RateLimited(retry_after_seconds=7)

    @things.get("/better.php")
    @endpoint()
    def better() -> ThingOut:
        raise RuntimeError("a bug, with a secret in its words")

    @things.get("/query.php")
    @endpoint()
    def query(query: ThingQuery) -> ThingOut:
        return ThingOut(name=query.model_dump_json(), owner="")

    @things.get("/forgotten.php")
    @endpoint()
    def forgotten() -> ThingOut:
        return ThingOut(name="nobody declared me", owner="")

    settings = Settings.from_environment(
        PAIRWISE_SERVICE="things",
        PAIRWISE_ENV="test",
        DATABASE_URL=database.dsn,
        TOKEN_PUBLIC_KEY=str(keys.public),
        ROUTES_FILE=str(routes),
    )
    return create_app(settings, database, [things], None)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
