from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import psycopg
from alembic import command
from likes.storage.seed import SeedLike, seed
from likes.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.database import superuser_of
from shared.ops.migrate import service_config

ANN, BO = UUID(int=1), UUID(int=2)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def test_models_and_migrations_agree(database: Database) -> None:
    command.check(service_config("likes", superuser_of(database)))


def test_the_seed_makes_a_match_of_two_likes(wired: Wiring, database: Database) -> None:
    others = [uuid4() for _ in range(300)]

    with psycopg.connect(database.dsn) as connection:
        seed(
            connection,
            [
                SeedLike(BO, ANN, NOON, seen_at=NOON),
                SeedLike(ANN, BO, NOON + timedelta(hours=1)),
                *(SeedLike(other, ANN, NOON - timedelta(days=1)) for other in others),
            ],
        )

    with wired.unit_of_work() as uow:
        received, [match] = uow.lists.received_by(ANN, limit=400), uow.lists.matches_of(ANN)
    assert (match.member_id, match.is_match) == (BO, True)
    assert len(received) == 301
    assert (received[-1].member_id, received[-1].is_match, received[-1].is_new) == (BO, True, False)
    assert all(like.is_new and not like.is_match for like in received[:-1])
