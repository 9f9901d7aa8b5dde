"""What identity reads and answers about proving who one is."""

from datetime import date
from typing import Any
from uuid import UUID

from pydantic import Field
from servicekit.web.endpoint import Input, Output

from identity.domain.passkey import NAME_LONGEST, Passkey
from identity.usecases.describe_second_factor import SecondFactor


class AskReset(Input):
    email: str = Field(max_length=254)


class ResetPassword(Input):
    token: str = Field(max_length=200)
    password: str = Field(max_length=1000)


class ChangePassword(Input):
    old_password: str = Field(max_length=1000)
    password: str = Field(max_length=1000)


class AskChange(Input):
    email: str = Field(max_length=254)
    password: str = Field(max_length=1000)


class UseToken(Input):
    token: str = Field(max_length=200)


class OwnPassword(Input):
    password: str = Field(max_length=1000)


class ShowCode(Input):
    code: str = Field(max_length=40)


class SecondFactorAnswer(Output):
    on: bool
    recovery_codes_left: int

    @staticmethod
    def of(found: SecondFactor) -> "SecondFactorAnswer":
        return SecondFactorAnswer(on=found.is_on, recovery_codes_left=found.recovery_codes_left)


class QrPicture(Output):
    """A QR code as one path, in squares of one."""

    size: int
    path: str


class NewAuthenticatorAnswer(Output):
    secret: str
    address: str
    qr: QrPicture


class RecoveryCodesAnswer(Output):
    recovery_codes: list[str]


class OfferAnswer(Output):
    """What `navigator.credentials` is asked, as JSON; the answer goes back with the id."""

    id: UUID
    options: dict[str, Any]


class NewPasskey(Input):
    id: UUID
    credential: dict[str, Any]
    name: str = Field(min_length=1, max_length=NAME_LONGEST)


class ShowPasskey(Input):
    id: UUID
    credential: dict[str, Any]


class NamePasskey(Input):
    id: UUID
    name: str = Field(min_length=1, max_length=NAME_LONGEST)


class OnePasskey(Input):
    id: UUID


class PasskeyOut(Output):
    id: UUID
    name: str
    since: date | None
    used_on: date | None

    @staticmethod
    def of(passkey: Passkey) -> "PasskeyOut":
        since = passkey.created_at.date() if passkey.created_at else None
        return PasskeyOut(id=passkey.id, name=passkey.name, since=since, used_on=passkey.used_on)


class PasskeysAnswer(Output):
    passkeys: list[PasskeyOut]


class PasskeyAnswer(Output):
    passkey: PasskeyOut
