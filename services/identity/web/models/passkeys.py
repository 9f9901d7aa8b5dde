"""Request and response models of passkeys."""

from datetime import date
from typing import Any
from uuid import UUID

from pydantic import Field
from shared.kit.core import ClientId
from shared.kit.http import Input, Output

from identity.domain.passkey import NAME_LONGEST, Passkey


class OfferAnswer(Output):
    """Options for `navigator.credentials`, as JSON; the browser's answer is sent with the same id."""

    id: UUID
    options: dict[str, Any]


class NewPasskey(Input):
    id: ClientId
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
