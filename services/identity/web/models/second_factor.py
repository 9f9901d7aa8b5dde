"""Request and response models of the second factor."""

from pydantic import Field
from shared.kit.http import Input, Output

from identity.usecases.describe_second_factor import SecondFactor


class ShowCode(Input):
    code: str = Field(max_length=40)


class SecondFactorAnswer(Output):
    on: bool
    recovery_codes_left: int

    @staticmethod
    def of(found: SecondFactor) -> "SecondFactorAnswer":
        return SecondFactorAnswer(on=found.is_on, recovery_codes_left=found.recovery_codes_left)


class QrPicture(Output):
    """A QR code as one SVG path, one unit per module."""

    size: int
    path: str


class NewAuthenticatorAnswer(Output):
    secret: str
    address: str
    qr: QrPicture


class RecoveryCodesAnswer(Output):
    recovery_codes: list[str]
