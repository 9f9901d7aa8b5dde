from dataclasses import dataclass
from secrets import token_urlsafe
from uuid import UUID

from shared.gazetteer import town_ids
from shared.kit.core import Invalid, NotFound, has_visible_text, new_id
from shared.sites import Site

from identity.domain.account import FICTIONAL_DOMAIN, Account, Status, checked_birth_date
from identity.domain.member_name import checked_name
from identity.domain.sign_up_key import SignUpKey
from identity.errors import SignUpKeyReused, TownUnknown
from identity.events.published import fictional_profile_made
from identity.passwords import Argon2Passwords
from identity.security_events import about
from identity.storage import IdentityUnit


@dataclass(frozen=True)
class FictionalForm:
    name: str
    birth_date: str
    gender: str
    town_id: int
    country: str
    locale: str
    about: str


def make_fictional_profile(
    uow: IdentityUnit, passwords: Argon2Passwords, site: Site, key: SignUpKey, form: FictionalForm
) -> UUID:
    """Make the account of a fictional profile, once for the key. Returns its id; the profile follows by event.

    It has no password and an address without a mailbox, so that nobody logs in to it: it never likes, visits or begins
    a conversation. Raises NotFound where the site has no fictional profiles, SignUpKeyReused, and errors of the fields.
    """
    if not site.fictional_profiles:
        raise NotFound()
    member_id = new_id()
    email = f"{member_id}{FICTIONAL_DOMAIN}"
    name = checked_name(form.name, email, site.brands)
    if form.town_id not in town_ids():
        raise TownUnknown(field="town_id")
    if form.country not in site.countries:
        raise Invalid(field="country")
    if not has_visible_text(form.about):
        raise Invalid(field="about")
    password_hash = passwords.hash(token_urlsafe(32))
    with uow:
        now = uow.now()
        birth_date = checked_birth_date(form.birth_date, now.date(), site.min_age)
        earlier = uow.sign_ups.claim(site.key, key, member_id)
        if earlier is not None:
            if earlier.body_hash != key.body_hash:
                raise SignUpKeyReused(field="id")
            return earlier.member_id
        about(member_id)
        account = Account(member_id, site.key, email, name, password_hash, Status.ACTIVE, form.locale, now)
        account.matching_due = False
        uow.accounts.add(account)
        uow.announce(fictional_profile_made(account, birth_date, form))
        uow.commit()
    return member_id
