from dataclasses import dataclass
from uuid import UUID

from identity.storage import IdentityUnit


@dataclass(frozen=True)
class SecondFactor:
    is_on: bool
    recovery_codes_left: int


def describe_second_factor(uow: IdentityUnit, member_id: UUID) -> SecondFactor:
    with uow.reading() as uow:
        is_on = uow.authenticators.sealed_secret(member_id, confirmed=True) is not None
        return SecondFactor(is_on, uow.authenticators.recovery_codes_left(member_id) if is_on else 0)
