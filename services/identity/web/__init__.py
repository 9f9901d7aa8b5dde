"""HTTP API of identity: its blueprints."""

from identity.web.accounts import accounts
from identity.web.activation import activation
from identity.web.age_assurance import age_assurance
from identity.web.consents import consents
from identity.web.exports import exports
from identity.web.fictional_profiles import fictional_profiles
from identity.web.invitations import invitations
from identity.web.invites import invites
from identity.web.known_contacts import known_contacts
from identity.web.openid import openid
from identity.web.passkeys import passkeys
from identity.web.passwords import passwords
from identity.web.second_factor import second_factor
from identity.web.sessions import sessions
from identity.web.site import site
from identity.web.staff import staff
from identity.web.well_known import well_known

BLUEPRINTS = [
    accounts,
    activation,
    age_assurance,
    consents,
    exports,
    fictional_profiles,
    invitations,
    invites,
    known_contacts,
    openid,
    passkeys,
    passwords,
    second_factor,
    sessions,
    site,
    staff,
    well_known,
]
