from typing import Any
from uuid import UUID

from servicekit.storage.statement import Statement
from sqlalchemy import BigInteger, Select, Uuid, bindparam, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from identity.domain.account import REACTIVATABLE, Account, Status
from identity.storage.tables import AccountRow

COPY_CREDITS = Statement(
    update(AccountRow)
    .where(
        AccountRow.id == bindparam("member_id", type_=Uuid),
        AccountRow.credits_version < bindparam("version", type_=BigInteger),
    )
    .values(credits=bindparam("credits"), credits_version=bindparam("version", type_=BigInteger))
)

GET = Statement(select(*AccountRow.__table__.columns).where(AccountRow.id == bindparam("member_id", type_=Uuid)))


class AccountRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, account: Account) -> bool:
        # A concurrent sign-up with the same address or id makes this wait for it, then skip.
        added = self._session.execute(
            insert(AccountRow)
            .values(
                id=account.id,
                site=account.site,
                email=account.email,
                name=account.name,
                password_hash=account.password_hash,
                status=account.status,
                locale=account.locale,
                signed_up_at=account.signed_up_at,
            )
            .on_conflict_do_nothing()
            .returning(AccountRow.id)
        )
        return added.first() is not None

    def get(self, member_id: UUID) -> Account | None:
        found = GET.rows(self._session, member_id=member_id)
        return _account(found[0]) if found else None

    def lock(self, member_id: UUID) -> Account | None:
        return self._one(select(AccountRow).where(AccountRow.id == member_id).with_for_update())

    def find(self, site: str, email: str) -> Account | None:
        return self._one(select(AccountRow).where(AccountRow.site == site, AccountRow.email == email).with_for_update())

    def look_up(self, site: str, email: str) -> Account | None:
        return self._one(select(AccountRow).where(AccountRow.site == site, AccountRow.email == email))

    def save(self, account: Account) -> None:
        self._session.execute(
            update(AccountRow)
            .where(AccountRow.id == account.id)
            .values(
                status=account.status,
                locale=account.locale,
                deleted_at=account.deleted_at,
                deleted_from=account.deleted_from,
                terms_accepted_at=account.terms_accepted_at,
            )
        )

    def expired(self, limit: int) -> list[Account]:
        """Deleted accounts that can no longer come back, locked; those another transaction holds are left to it."""
        query = (
            select(AccountRow)
            .where(AccountRow.status == Status.DELETED, AccountRow.deleted_at <= func.now() - REACTIVATABLE)
            .order_by(AccountRow.deleted_at)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        return [_account(row) for row in self._session.scalars(query)]

    def copy_credits(self, member_id: UUID, credits: int, version: int) -> None:
        """Keep billing's figure, unless a newer one is here already."""
        COPY_CREDITS.with_commit(self._session, member_id=member_id, credits=credits, version=version)

    def moderation_version(self, member_id: UUID) -> int | None:
        """The version of moderation's word as it stands."""
        return self._session.scalar(select(AccountRow.moderation_version).where(AccountRow.id == member_id))

    def note_moderation(self, member_id: UUID, suspended: bool, version: int) -> bool:
        """Keep moderation's word, unless a newer one is here already. Returns whether it was news."""
        noted = self._session.execute(
            update(AccountRow)
            .where(AccountRow.id == member_id, AccountRow.moderation_version < version)
            .values(is_suspended=suspended, moderation_version=version)
            .returning(AccountRow.id)
        )
        return noted.first() is not None

    def note_mail(self, member_id: UUID, suppressed: str | None) -> None:
        self._session.execute(update(AccountRow).where(AccountRow.id == member_id).values(mail_suppressed=suppressed))

    def set_staff(self, member_id: UUID, is_staff: bool) -> None:
        self._session.execute(update(AccountRow).where(AccountRow.id == member_id).values(is_staff=is_staff))

    def mark_premium(self, member_id: UUID) -> None:
        self._session.execute(update(AccountRow).where(AccountRow.id == member_id).values(is_premium=True))

    def set_password(self, member_id: UUID, password_hash: str) -> None:
        self._session.execute(update(AccountRow).where(AccountRow.id == member_id).values(password_hash=password_hash))

    def change_credentials_version(self, member_id: UUID) -> None:
        self._session.execute(
            update(AccountRow)
            .where(AccountRow.id == member_id)
            .values(credentials_version=AccountRow.credentials_version + 1)
        )

    def set_email(self, member_id: UUID, email: str) -> bool:
        # The unique index decides, also between two who want the same address at once.
        try:
            with self._session.begin_nested():
                changed = self._session.execute(
                    update(AccountRow).where(AccountRow.id == member_id).values(email=email).returning(AccountRow.id)
                )
                return changed.first() is not None
        except IntegrityError:
            return False

    def _one(self, query: Select[AccountRow]) -> Account | None:
        row = self._session.scalars(query).one_or_none()
        return _account(row) if row else None


def _account(row: Any) -> Account:
    return Account(
        id=row.id,
        site=row.site,
        email=row.email,
        name=row.name,
        password_hash=row.password_hash,
        status=Status(row.status),
        locale=row.locale,
        signed_up_at=row.signed_up_at,
        credits=row.credits,
        credits_version=row.credits_version,
        is_premium=row.is_premium,
        deleted_at=row.deleted_at,
        is_staff=row.is_staff,
        is_suspended=row.is_suspended,
        mail_suppressed=row.mail_suppressed,
        deleted_from=Status(row.deleted_from) if row.deleted_from else None,
        terms_accepted_at=row.terms_accepted_at,
        credentials_version=row.credentials_version,
    )
