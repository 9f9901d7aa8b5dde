from dataclasses import replace

from identity.domain.account import Account
from identity.passwords import Argon2Passwords
from identity.storage import IdentityUnit


def rehash_password(uow: IdentityUnit, passwords: Argon2Passwords, account: Account, password: str) -> Account:
    """Store a verified password as a new hash if the present one has another cost or is of another Unicode form.

    Returns the account with its hash. Of two concurrent log-ins one stores its hash, and the other takes that one over.
    A password that was changed meanwhile stays, and the caller's comparison under the lock refuses the old one.
    """
    if not passwords.needs_rehash(password, account.password_hash):
        return account
    password_hash = passwords.hash(password)
    with uow:
        if uow.accounts.replace_password_hash(account.id, account.password_hash, password_hash):
            uow.commit()
            return replace(account, password_hash=password_hash)
        current = uow.accounts.get(account.id)
    return current if current and passwords.verify(password, current.password_hash) else account
