"""Request and response models of consents."""

from datetime import datetime

from pydantic import Field
from shared.kit.http import Input, Output

from identity.domain.consent import ConsentKind
from identity.usecases.give_consent import ConsentState


class GiveConsent(Input):
    kind: ConsentKind
    version: str = Field(max_length=40)
    given: bool


class ConsentOut(Output):
    kind: ConsentKind
    given: bool
    version: str | None
    current_version: str
    at: datetime | None
    withdrawable: bool
    due: bool

    @staticmethod
    def of(state: ConsentState) -> "ConsentOut":
        consent = state.consent
        return ConsentOut(
            kind=state.kind,
            given=state.is_given,
            version=consent.version if consent else None,
            current_version=state.current_version,
            at=consent.at if consent else None,
            withdrawable=not state.kind.is_needed,
            due=state.is_due,
        )


class ConsentsAnswer(Output):
    consents: list[ConsentOut]

    @staticmethod
    def of(states: list[ConsentState]) -> "ConsentsAnswer":
        return ConsentsAnswer(consents=[ConsentOut.of(one) for one in states])
