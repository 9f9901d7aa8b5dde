from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from shared.kit.db import wake_job
from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.storage.postback_tables import PostbackTestRow


class PostbackTestRepository:
    """Tests of postbacks. The worker sends them: the web processes reach no network."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def ask(self, site: str, network: str, goal: str, test_id: UUID) -> bool:
        """False when this test was asked for already."""
        wake_job(self._session, "send_postback_tests")
        test = insert(PostbackTestRow).values(id=test_id, site=site, network=network, goal=goal)
        return self._session.execute(test.on_conflict_do_nothing().returning(PostbackTestRow.id)).first() is not None

    def claim(self, lease: timedelta) -> PostbackTestRow | None:
        """The test that waits longest, for this worker alone until the lease ends."""
        due = (
            select(PostbackTestRow.id)
            .where(PostbackTestRow.next_try_at <= func.now())
            .order_by(PostbackTestRow.next_try_at)
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        row = self._session.scalar(
            update(PostbackTestRow)
            .where(PostbackTestRow.id.in_(due.scalar_subquery()))
            .values(next_try_at=func.now() + lease)
            .returning(PostbackTestRow)
        )
        self._session.expunge_all()
        return row

    def finish(self, test_id: UUID, code: int | None, milliseconds: int, *, is_refused: bool) -> None:
        self._session.execute(
            update(PostbackTestRow)
            .where(PostbackTestRow.id == test_id)
            .values(next_try_at=None, code=code, milliseconds=milliseconds, is_refused=is_refused)
        )

    def newest(self, site: str, network: str, limit: int) -> Sequence[PostbackTestRow]:
        query = select(PostbackTestRow).where(PostbackTestRow.site == site, PostbackTestRow.network == network)
        return self._session.scalars(query.order_by(PostbackTestRow.asked_at.desc()).limit(limit)).all()
