from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from identity.storage.tables import KnownDeviceRow


class DeviceRepository:
    """Browsers in which members have logged in before, by the hash of their cookie's secret."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def knows(self, member_id: UUID, secret_hash: bytes) -> bool:
        return self._session.get(KnownDeviceRow, (member_id, secret_hash)) is not None

    def is_registered(self, secret_hash: bytes) -> bool:
        """Whether any member has logged in with this device."""
        found = select(KnownDeviceRow.member_id).where(KnownDeviceRow.secret_hash == secret_hash).limit(1)
        return self._session.scalar(found) is not None

    def remember(self, member_id: UUID, secret_hash: bytes) -> bool:
        """Record a log-in. Returns whether the device is new to the member."""
        today = {"used_on": func.current_date()}
        was_known = self.knows(member_id, secret_hash)
        self._session.execute(
            insert(KnownDeviceRow)
            .values(member_id=member_id, secret_hash=secret_hash)
            .on_conflict_do_update(index_elements=[KnownDeviceRow.member_id, KnownDeviceRow.secret_hash], set_=today)
        )
        return not was_known

    def secret_hashes(self, member_id: UUID) -> list[bytes]:
        found = select(KnownDeviceRow.secret_hash).where(KnownDeviceRow.member_id == member_id)
        return list(self._session.scalars(found))

    def delete_all(self, member_id: UUID) -> None:
        self._session.execute(delete(KnownDeviceRow).where(KnownDeviceRow.member_id == member_id))
