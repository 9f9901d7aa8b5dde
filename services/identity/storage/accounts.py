from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from shared.mail_address import normal_address, spellings_of
from sqlalchemy import ColumnElement, Select, func, literal_column, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from identity.domain.account import REACTIVATABLE, Account, Status
from identity.domain.ban import mailbox_of
from identity.domain.staff_account import STAFF_SITE
from identity.storage.staff import StaffRepository
from identity.storage.tables import AccountRow
from identity.storage.tables.accounts import MAILBOX

# Columns of the roles that members hold.
ROLES = ("is_staff", "is_marketer", "is_support", "is_lead", "is_writer")


class AccountRepository:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._staff = StaffRepository(session)

    def add(self, account: Account) -> bool:
        """False if the site has a living account with this address, or any account with this id."""
        if len(spellings_of(account.email)) > 1 and self.find(account.site, account.email) is not None:
            return False
        # ON CONFLICT DO NOTHING waits for a concurrent sign-up with the same address or id, then skips.
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

    def shares_mailbox(self, account: Account) -> bool:
        """Whether another account of the site has the mailbox of this one under another spelling of its address."""
        mailbox = literal_column(MAILBOX).in_([mailbox_of(each) for each in spellings_of(account.email)])
        found = select(AccountRow.id).where(AccountRow.site == account.site, mailbox, AccountRow.id != account.id)
        return self._session.scalar(found.limit(1)) is not None

    def get(self, member_id: UUID) -> Account | None:
        return self._one(select(AccountRow).where(AccountRow.id == member_id))

    def get_many(self, member_ids: Sequence[UUID]) -> list[Account]:
        rows = self._session.scalars(select(AccountRow).where(AccountRow.id.in_(member_ids)))
        return [self.whole(account_of(row)) for row in rows]

    def lock(self, member_id: UUID) -> Account | None:
        """The account, locked (FOR UPDATE) until the end of the transaction."""
        return self._one(select(AccountRow).where(AccountRow.id == member_id).with_for_update())

    def lock_by_address(self, site: str, email: str) -> Account | None:
        """The account of this address, locked until the end of the transaction."""
        return self._one(_of_address(site, email).with_for_update())

    def find(self, site: str, email: str) -> Account | None:
        """The account of this address, not locked."""
        return self._one(_of_address(site, email))

    def save(self, account: Account) -> None:
        self._session.execute(
            update(AccountRow)
            .where(AccountRow.id == account.id)
            .values(
                status=account.status,
                locale=account.locale,
                name=account.name,
                renamed_at=account.renamed_at,
                deleted_at=account.deleted_at,
                deleted_from=account.deleted_from,
                terms_accepted_at=account.terms_accepted_at,
                matching_due=account.matching_due,
            )
        )

    def expired(self, limit: int) -> list[Account]:
        """Deleted accounts that can no longer be reactivated, locked; accounts locked by others are skipped."""
        query = (
            select(AccountRow)
            .where(AccountRow.status == Status.DELETED, AccountRow.deleted_at <= func.now() - REACTIVATABLE)
            .order_by(AccountRow.deleted_at)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        return [account_of(row) for row in self._session.scalars(query)]

    def moderation_version(self, member_id: UUID) -> int | None:
        """The version of the newest sanction recorded for this account."""
        return self._session.scalar(select(AccountRow.moderation_version).where(AccountRow.id == member_id))

    def record_moderation(self, member_id: UUID, suspended: bool, version: int) -> bool:
        """Record whether the account is suspended, unless a newer version is recorded. Returns whether it was newer."""
        recorded = self._session.execute(
            update(AccountRow)
            .where(AccountRow.id == member_id, AccountRow.moderation_version < version)
            .values(is_suspended=suspended, moderation_version=version)
            .returning(AccountRow.id)
        )
        return recorded.first() is not None

    def set_mail_suppressed(self, member_id: UUID, suppressed: str | None) -> None:
        self._session.execute(update(AccountRow).where(AccountRow.id == member_id).values(mail_suppressed=suppressed))

    def set_staff(self, member_id: UUID, is_staff: bool) -> None:
        self._session.execute(update(AccountRow).where(AccountRow.id == member_id).values(is_staff=is_staff))

    def set_marketer(self, member_id: UUID, is_marketer: bool) -> None:
        self._session.execute(update(AccountRow).where(AccountRow.id == member_id).values(is_marketer=is_marketer))

    def set_support(self, member_id: UUID, is_support: bool) -> None:
        self._session.execute(update(AccountRow).where(AccountRow.id == member_id).values(is_support=is_support))

    def set_lead(self, member_id: UUID, is_lead: bool) -> None:
        self._session.execute(update(AccountRow).where(AccountRow.id == member_id).values(is_lead=is_lead))

    def set_writer(self, member_id: UUID, is_writer: bool) -> None:
        self._session.execute(update(AccountRow).where(AccountRow.id == member_id).values(is_writer=is_writer))

    def role_holders(self, site: str) -> list[Account]:
        """The members of the site who hold a role of a desk; see `identity.staff move`."""
        rows = self._session.scalars(
            select(AccountRow).where(AccountRow.site == site, AccountRow.status != Status.DELETED, _holds_role())
        )
        return [account_of(row) for row in rows]

    def lock_role_holders(self, email: str, sites: Collection[str] | None) -> list[Account]:
        """The members of this address who hold a role of a desk at these sites (None: at any), locked in the order of
        ids. Deleted ones are among them: they can be reactivated.
        """
        found = select(AccountRow).where(
            AccountRow.site != STAFF_SITE, AccountRow.email.in_(spellings_of(email)), _holds_role()
        )
        if sites is not None:
            found = found.where(AccountRow.site.in_(sites))
        rows = self._session.scalars(found.order_by(AccountRow.id).with_for_update())
        return [account_of(row) for row in rows]

    def namesakes(self, email: str, sites: Collection[str], limit: int) -> list[UUID]:
        """The living members of these sites with this address, by their ids."""
        found = select(AccountRow.id).where(
            AccountRow.site.in_(sites), AccountRow.email.in_(spellings_of(email)), AccountRow.status != Status.DELETED
        )
        return list(self._session.scalars(found.order_by(AccountRow.id).limit(limit)))

    def clear_roles(self, member_id: UUID) -> None:
        cleared = update(AccountRow).where(AccountRow.id == member_id)
        self._session.execute(cleared.values(dict.fromkeys(ROLES, False)))

    def mark_premium(self, member_id: UUID) -> None:
        self._session.execute(update(AccountRow).where(AccountRow.id == member_id).values(is_premium=True))

    def set_password(self, member_id: UUID, password_hash: str) -> None:
        self._session.execute(update(AccountRow).where(AccountRow.id == member_id).values(password_hash=password_hash))

    def replace_password_hash(self, member_id: UUID, earlier: str, later: str) -> bool:
        """Replace a hash by another one of the same password. Returns False if the account has another one by now."""
        unchanged = (AccountRow.id == member_id) & (AccountRow.password_hash == earlier)
        changed = update(AccountRow).where(unchanged).values(password_hash=later).returning(AccountRow.id)
        return self._session.execute(changed).first() is not None

    def change_credentials_version(self, member_id: UUID) -> None:
        """Make the deferred requests void that wait in the stream: each carries the version of its time."""
        self._session.execute(
            update(AccountRow)
            .where(AccountRow.id == member_id)
            .values(credentials_version=AccountRow.credentials_version + 1)
        )

    def set_email(self, member_id: UUID, email: str) -> bool:
        """False if the address belongs to another account of the site."""
        # The unique index decides, also between two transactions that set the same address at the same time.
        if len(spellings_of(email)) > 1:
            site = self._session.scalar(select(AccountRow.site).where(AccountRow.id == member_id))
            if site is None or self.find(site, email) is not None:
                return False
        try:
            with self._session.begin_nested():
                changed = self._session.execute(
                    update(AccountRow).where(AccountRow.id == member_id).values(email=email).returning(AccountRow.id)
                )
                return changed.first() is not None
        except IntegrityError:
            return False

    def _one(self, query: Select[AccountRow]) -> Account | None:
        # Without populate_existing the ORM would return a row read earlier in the transaction as it was before the
        # lock.
        row = self._session.scalars(query.execution_options(populate_existing=True)).one_or_none()
        return self.whole(account_of(row)) if row else None

    def whole(self, account: Account) -> Account:
        """The account, for staff with its roles: only they take a second query."""
        if account.site != STAFF_SITE:
            return account
        return replace(account, staff=self._staff.membership(account.id))


def _holds_role() -> ColumnElement[bool]:
    return or_(*(getattr(AccountRow, name) for name in ROLES))


def _of_address(site: str, email: str) -> Select[AccountRow]:
    # Releases before 0.3 stored the domain in letters, and their instances may still serve. The next release rewrites
    # these rows and compares with the normal form alone.
    return select(AccountRow).where(AccountRow.site == site, AccountRow.email.in_(spellings_of(email)))


def account_of(row: Any) -> Account:
    return Account(
        id=row.id,
        site=row.site,
        email=row.email if row.email.isascii() else normal_address(row.email),
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
        is_marketer=row.is_marketer,
        is_support=row.is_support,
        is_lead=row.is_lead,
        is_writer=row.is_writer,
        is_suspended=row.is_suspended,
        mail_suppressed=row.mail_suppressed,
        renamed_at=row.renamed_at,
        deleted_from=Status(row.deleted_from) if row.deleted_from else None,
        terms_accepted_at=row.terms_accepted_at,
        matching_due=row.matching_due,
        credentials_version=row.credentials_version,
    )
