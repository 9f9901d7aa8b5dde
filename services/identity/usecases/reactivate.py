from identity.domain.account import Account
from identity.domain.authentication import AccessMethod
from identity.events.published import contact_visibility_changed, member_confirmed, member_reactivated
from identity.storage import IdentityUnit
from identity.usecases.use_link import use_link


def reactivate(uow: IdentityUnit, site_key: str, token: str) -> Account:
    """Reactivate a deleted account within its fourteen days. A link acts once; a second press changes nothing."""
    with uow:
        link = use_link(uow, AccessMethod.REACTIVATION_LINK, site_key, token)
        account = link.account
        if link.is_repeat:
            return account
        is_confirmed_by_this = account.reactivate()
        uow.accounts.save(account)
        uow.announce(member_reactivated(account.id))
        if is_confirmed_by_this:
            for member_id, contact_id in uow.contacts.compare_account(account):
                uow.announce(contact_visibility_changed(member_id, contact_id, hidden=True))
            uow.announce(member_confirmed(account.id))
        uow.commit()
    return account
