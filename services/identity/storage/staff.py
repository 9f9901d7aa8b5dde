from collections.abc import Iterable
from typing import Any
from uuid import UUID

from sqlalchemy import delete, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from identity.domain.staff_account import (
    EVERY_SITE,
    Actor,
    GrantedRole,
    RecordedAct,
    StaffAct,
    StaffMembership,
    StaffPerson,
    StaffRole,
)
from identity.storage.tables import (
    AccountRow,
    AuthenticatorRow,
    PasskeyRow,
    RecoveryCodeRow,
    StaffAccountRow,
    StaffActRow,
    StaffRoleRow,
)

MOST_ACTS = 100
UNBOUND = {"oidc_issuer": None, "oidc_subject": None}


class StaffRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def membership(self, account_id: UUID) -> StaffMembership | None:
        """The part that only an account of staff has; None for a member."""
        home = self._session.scalar(select(StaffAccountRow.home).where(StaffAccountRow.account_id == account_id))
        return StaffMembership(home, self._roles([account_id]).get(account_id, frozenset())) if home else None

    def people(self) -> list[StaffPerson]:
        """Every account of staff, by name, those off-boarded last."""
        has_app = exists().where(
            AuthenticatorRow.member_id == AccountRow.id, AuthenticatorRow.confirmed_at.is_not(None)
        )
        has_passkey = exists().where(PasskeyRow.member_id == AccountRow.id)
        rows = self._session.execute(
            select(
                *(getattr(StaffAccountRow, name) for name in ("home", "invited_at", "accepted_at", "off_boarded_at")),
                StaffAccountRow.logged_in_at,
                AccountRow.id,
                AccountRow.name,
                AccountRow.email,
                or_(has_app, has_passkey).label("has_second_factor"),
                StaffAccountRow.oidc_subject.is_not(None).label("is_bound"),
            )
            .join(AccountRow, AccountRow.id == StaffAccountRow.account_id)
            .order_by(StaffAccountRow.off_boarded_at.is_not(None), AccountRow.name, AccountRow.id)
        ).all()
        roles = self._roles([row.id for row in rows])
        return [StaffPerson(**row._mapping, roles=tuple(sorted(roles.get(row.id, ())))) for row in rows]

    def invite(self, account_id: UUID, home: str, roles: Iterable[GrantedRole]) -> None:
        """Store a new invitation. An account that was there before is as if invited for the first time."""
        fresh = {"home": home, "invited_at": func.now(), "accepted_at": None, "off_boarded_at": None, **UNBOUND}
        row = insert(StaffAccountRow).values(account_id=account_id, **fresh)
        self._session.execute(row.on_conflict_do_update(index_elements=[StaffAccountRow.account_id], set_=fresh))
        self.set_roles(account_id, roles)

    def set_roles(self, account_id: UUID, roles: Iterable[GrantedRole]) -> None:
        self._session.execute(delete(StaffRoleRow).where(StaffRoleRow.account_id == account_id))
        rows = [{"account_id": account_id, "role": each.role.value, "site": each.site} for each in roles]
        if rows:
            self._session.execute(insert(StaffRoleRow), rows)

    def set_home(self, account_id: UUID, home: str) -> None:
        moved = update(StaffAccountRow).where(StaffAccountRow.account_id == account_id)
        self._session.execute(moved.values(home=home))

    def set_password(self, account_id: UUID, password_hash: str, *, status: str, name: str | None = None) -> None:
        named = {"name": name} if name else {}
        values = {"password_hash": password_hash, "status": status, "is_suspended": False, **named}
        self._session.execute(update(AccountRow).where(AccountRow.id == account_id).values(**values))

    def forget_factors(self, account_id: UUID) -> None:
        """Delete the account's authenticator app, recovery codes and passkeys."""
        for row in (AuthenticatorRow, RecoveryCodeRow, PasskeyRow):
            self._session.execute(delete(row).where(row.member_id == account_id))

    def accept(self, account_id: UUID) -> None:
        accepted = update(StaffAccountRow).where(StaffAccountRow.account_id == account_id)
        self._session.execute(accepted.values(accepted_at=func.now()))

    def record_log_in(self, account_id: UUID) -> None:
        used = update(StaffAccountRow).where(StaffAccountRow.account_id == account_id)
        self._session.execute(used.values(logged_in_at=func.now()))

    def off_board(self, account_id: UUID, password_hash: str) -> None:
        """End the account: no role, no password and no factor is left, and no access method accepts it."""
        self.set_roles(account_id, ())
        self.forget_factors(account_id)
        ended = update(AccountRow).where(AccountRow.id == account_id)
        self._session.execute(ended.values(password_hash=password_hash, is_suspended=True))
        marked = update(StaffAccountRow).where(StaffAccountRow.account_id == account_id)
        self._session.execute(marked.values(off_boarded_at=func.now(), **UNBOUND))

    def bound_to(self, issuer: str, subject: str) -> UUID | None:
        """The account that logs in as this subject of an OpenID provider."""
        return self._session.scalar(
            select(StaffAccountRow.account_id).where(
                StaffAccountRow.oidc_issuer == issuer, StaffAccountRow.oidc_subject == subject
            )
        )

    def is_bound(self, account_id: UUID) -> bool:
        """Whether the account logs in at an OpenID provider."""
        bound = StaffAccountRow.account_id == account_id, StaffAccountRow.oidc_subject.is_not(None)
        return self._session.scalar(select(exists().where(*bound))) is True

    def bind(self, account_id: UUID, issuer: str, subject: str) -> bool:
        """Bind an account, which is locked. False if another subject has it already."""
        bound = self._session.execute(
            update(StaffAccountRow)
            .where(StaffAccountRow.account_id == account_id, StaffAccountRow.oidc_subject.is_(None))
            .values(oidc_issuer=issuer, oidc_subject=subject)
            .returning(StaffAccountRow.account_id)
        )
        return bound.first() is not None

    def lock_owners(self) -> list[UUID]:
        """Lock the accounts of all owners, in the order of ids, so that two cannot remove each other. Returns those who
        have accepted their invitation."""
        owners = (
            select(AccountRow.id)
            .join(StaffRoleRow, StaffRoleRow.account_id == AccountRow.id)
            .where(StaffRoleRow.role == StaffRole.OWNER.value, StaffRoleRow.site == EVERY_SITE)
            .order_by(AccountRow.id)
            .with_for_update(of=AccountRow)
        )
        self._session.execute(owners)
        # Asked again: a transaction that was waited for may have taken the role away, which the first answer, of an
        # older snapshot, does not know.
        return self.active_owners()

    def active_owners(self) -> list[UUID]:
        """The owners who have accepted their invitation."""
        owners = (
            select(StaffAccountRow.account_id)
            .join(StaffRoleRow, StaffRoleRow.account_id == StaffAccountRow.account_id)
            .where(
                StaffRoleRow.role == StaffRole.OWNER.value,
                StaffAccountRow.accepted_at.is_not(None),
                StaffAccountRow.off_boarded_at.is_(None),
            )
        )
        return list(self._session.scalars(owners))

    def record(self, account_id: UUID, actor: Actor, act: StaffAct, roles: Iterable[GrantedRole]) -> None:
        self._session.add(
            StaffActRow(
                account_id=account_id,
                actor_id=actor.id,
                operator=actor.operator,
                act=act.value,
                roles=[str(each) for each in sorted(roles)],
            )
        )

    def acts(self) -> list[RecordedAct]:
        """The newest acts, newest first."""
        by = aliased(AccountRow)
        rows = self._session.execute(
            select(StaffActRow, AccountRow.name, by.name.label("actor_name"))
            .join(AccountRow, AccountRow.id == StaffActRow.account_id)
            .outerjoin(by, by.id == StaffActRow.actor_id)
            .order_by(StaffActRow.id.desc())
            .limit(MOST_ACTS)
        )
        return [
            RecordedAct(StaffAct(row.act), name, actor_name, row.operator, tuple(row.roles), row.at)
            for row, name, actor_name in rows
        ]

    def _roles(self, account_ids: list[UUID]) -> dict[UUID, frozenset[GrantedRole]]:
        rows: Any = self._session.execute(
            select(StaffRoleRow.account_id, StaffRoleRow.role, StaffRoleRow.site).where(
                StaffRoleRow.account_id.in_(account_ids)
            )
        )
        found: dict[UUID, set[GrantedRole]] = {}
        for row in rows:
            found.setdefault(row.account_id, set()).add(GrantedRole(StaffRole(row.role), row.site))
        return {account_id: frozenset(roles) for account_id, roles in found.items()}
