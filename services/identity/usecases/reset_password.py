from identity.domain.account import Account, Status, check_password
from identity.domain.attempts import subject
from identity.domain.session import hash_secret
from identity.errors import LinkInvalid
from identity.ports import IdentityUnitOfWork, Passwords, Seal
from identity.usecases.ask_for_mail import ask_for_mail
from identity.usecases.confirm_address import confirm_address
from identity.usecases.end_sessions import announce_revoked

PURPOSE = "reset"


def reset_password(uow: IdentityUnitOfWork, passwords: Passwords, seal: Seal, token: str, password: str) -> None:
    """Give the account a new password, for who holds the mailed token. A password that will not do leaves it usable."""
    token_hash = hash_secret(token)
    with uow:
        if not uow.tokens.is_good(PURPOSE, token_hash):
            raise LinkInvalid(field="token")
    check_password(password, "")
    password_hash = passwords.hash(password)
    with uow:
        now, member_id = uow.now(), uow.tokens.use(PURPOSE, token_hash)
        account = uow.accounts.lock(member_id) if member_id else None
        if account is None or account.status is Status.DELETED:
            raise LinkInvalid(field="token")
        check_password(password, account.email)
        uow.accounts.set_password(account.id, password_hash)
        # Whoever reads the mailbox owns the address.
        confirm_address(uow, account)
        announce_revoked(uow, uow.sessions.end_all(account.id), now)
        uow.devices.forget_all(account.id)
        _let_in_again(uow, account)
        ask_for_mail(uow, seal, account, "password_changed")
        uow.commit()


def _let_in_again(uow: IdentityUnitOfWork, account: Account) -> None:
    """Guesses at the old password do not keep the owner of the new one waiting."""
    uow.attempts.clear(subject("login", account.site, account.email, "elsewhere"))
