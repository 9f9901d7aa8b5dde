from uuid import UUID

from shared.kit.db import rows_of
from sqlalchemy import text
from sqlalchemy.orm import Session

from profiles.storage.visibility import is_shown

TODAY = "(now() AT TIME ZONE 'UTC')::date"
SHOWN_DAYS = 7
# Nothing is stored of members who look unseen, about members who do not want to know, or of those they cannot see.
ADD = f"""
    INSERT INTO profile_looks (member_id, viewer_id, day)
    SELECT p.member_id, viewer.member_id, {TODAY}
    FROM profiles p JOIN profiles viewer ON viewer.member_id = :viewer
    WHERE p.member_id = :member AND p.member_id <> viewer.member_id AND p.shares_looks
      AND viewer.shares_looks AND NOT viewer.invisible AND {is_shown("p", viewer="viewer.member_id")}
    ON CONFLICT DO NOTHING
"""  # noqa: S608
# The looks of today wait for tomorrow: a list that grew during the day would tell the time. The order is that of random
# ids.
OF_THE_WEEK = f"""
    SELECT DISTINCT look.viewer_id FROM profile_looks look JOIN profiles p ON p.member_id = look.viewer_id
    WHERE look.member_id = %(member)s AND look.day BETWEEN {TODAY} - {SHOWN_DAYS} AND {TODAY} - 1
      AND p.shares_looks AND NOT p.invisible
    ORDER BY look.viewer_id LIMIT %(limit)s
"""  # noqa: S608


class LookRepository:
    """Members who opened the profiles of others, one row a day."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, viewer_id: UUID, member_id: UUID) -> None:
        """Record a look of today, once a day, unless one of the two does not share looks."""
        self._session.execute(text(ADD), {"viewer": viewer_id, "member": member_id})

    def of_the_week(self, member_id: UUID, limit: int) -> list[UUID]:
        """Those who looked at this member in the last seven days before today, and share it."""
        return [row.viewer_id for row in rows_of(self._session, OF_THE_WEEK, {"member": member_id, "limit": limit})]
