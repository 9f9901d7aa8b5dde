"""Tables of identity. All modules are imported here, so that the metadata is whole."""

from identity.storage.tables.accounts import AccountRow, ConsentRow, GreetingRow, InviteRow, OriginRow, SignUpRow
from identity.storage.tables.age_checks import AgeCheckRow
from identity.storage.tables.authentication import (
    AttemptsRow,
    AuthenticatorRow,
    ChallengeRow,
    KnownDeviceRow,
    LoginGuardRow,
    PasskeyRow,
    RecentNetworkRow,
    RecoveryCodeRow,
    SessionRow,
    TokenRow,
)
from identity.storage.tables.base import Base
from identity.storage.tables.contacts import AddressHashRow, HiddenContactRow, KnownContactRow
from identity.storage.tables.erasure import BanRow, ErasureReceiptRow, ExportPartRow, ExportRow, TombstoneRow
from identity.storage.tables.invitations import InvitationRow, MemberInviteRow
from identity.storage.tables.staff import StaffAccountRow, StaffActRow, StaffRoleRow

__all__ = [
    "AccountRow",
    "AddressHashRow",
    "AgeCheckRow",
    "AttemptsRow",
    "AuthenticatorRow",
    "BanRow",
    "Base",
    "ChallengeRow",
    "ConsentRow",
    "ErasureReceiptRow",
    "ExportPartRow",
    "ExportRow",
    "GreetingRow",
    "HiddenContactRow",
    "InvitationRow",
    "InviteRow",
    "KnownContactRow",
    "KnownDeviceRow",
    "LoginGuardRow",
    "MemberInviteRow",
    "OriginRow",
    "PasskeyRow",
    "RecentNetworkRow",
    "RecoveryCodeRow",
    "SessionRow",
    "SignUpRow",
    "StaffAccountRow",
    "StaffActRow",
    "StaffRoleRow",
    "TokenRow",
    "TombstoneRow",
]
