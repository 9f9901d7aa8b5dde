"""Accounts by the thousand, for bringing in members from elsewhere."""

from collections.abc import Collection, Iterable
from uuid import UUID

from shared.kit.db import copy_rows
from shared.mail_address import spellings_of
from sqlalchemy import select
from sqlalchemy.orm import Session

from identity.domain.account import Account
from identity.domain.consent import Consent
from identity.storage.tables import AccountRow

ACCOUNT_COLUMNS = ("id", "site", "email", "name", "password_hash", "status", "locale", "signed_up_at")
CONSENT_COLUMNS = ("member_id", "kind", "version", "is_given", "locale", "at")


class BulkAccounts:
    def __init__(self, session: Session) -> None:
        self._session = session

    def owners(self, site: str, emails: Collection[str]) -> dict[str, UUID]:
        """The account of each of these addresses that has one."""
        spellings = {spelling: email for email in emails for spelling in spellings_of(email)}
        found = select(AccountRow.email, AccountRow.id).where(AccountRow.site == site, AccountRow.email.in_(spellings))
        return {spellings[row.email]: row.id for row in self._session.execute(found)}

    def existing(self, ids: Collection[UUID]) -> set[UUID]:
        """Those of these ids that belong to an account, of whatever address."""
        return set(self._session.scalars(select(AccountRow.id).where(AccountRow.id.in_(ids))))

    def add(self, accounts: Iterable[tuple[Account, Collection[Consent]]]) -> None:
        """Add new accounts with the consents that their members gave.

        Raises psycopg.errors.UniqueViolation when another transaction took an id or an address meanwhile.
        """
        consents: list[tuple[object, ...]] = []

        def rows() -> Iterable[tuple[object, ...]]:
            for account, given in accounts:
                consents.extend(
                    (account.id, consent.kind, consent.version, consent.is_given, account.locale, consent.at)
                    for consent in given
                )
                yield tuple(getattr(account, column) for column in ACCOUNT_COLUMNS)

        copy_rows(self._session, "accounts", ACCOUNT_COLUMNS, rows())
        copy_rows(self._session, "consents", CONSENT_COLUMNS, consents)
