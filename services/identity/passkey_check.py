"""WebAuthn, by the library that knows its formats."""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import webauthn
from webauthn.helpers import base64url_to_bytes
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from identity.domain.account import Account
from identity.domain.passkey import Passkey, Place
from identity.errors import PasskeyRefused

# What the library raises for things that are no credentials at all.
NO_CREDENTIAL = (WebAuthnException, ValueError, TypeError, KeyError, AttributeError)


class WebAuthnCheck:
    def offer_registration(
        self, place: Place, account: Account, challenge: bytes, known: Sequence[Passkey]
    ) -> dict[str, Any]:
        options = webauthn.generate_registration_options(
            rp_id=place.host,
            rp_name=place.name,
            user_id=account.id.bytes,
            user_name=account.email,
            user_display_name=account.name,
            challenge=challenge,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(each.credential_id) for each in known],
        )
        return _plain(webauthn.options_to_json(options))

    def registered(
        self, place: Place, challenge: bytes, credential: dict[str, Any], passkey_id: UUID, member_id: UUID, name: str
    ) -> Passkey:
        """The passkey a browser has made. Raises PasskeyRefused."""
        try:
            made = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=place.host,
                expected_origin=place.origin,
                require_user_verification=True,
            )
        except NO_CREDENTIAL as error:
            raise PasskeyRefused(field="credential") from error
        return Passkey(passkey_id, member_id, made.credential_id, made.credential_public_key, made.sign_count, name)

    def offer_login(self, place: Place, challenge: bytes, known: Sequence[Passkey] = ()) -> dict[str, Any]:
        options = webauthn.generate_authentication_options(
            rp_id=place.host,
            challenge=challenge,
            user_verification=UserVerificationRequirement.REQUIRED,
            allow_credentials=[PublicKeyCredentialDescriptor(each.credential_id) for each in known],
        )
        return _plain(webauthn.options_to_json(options))

    def credential_id(self, credential: dict[str, Any]) -> bytes:
        try:
            return base64url_to_bytes(credential["rawId"])
        except NO_CREDENTIAL as error:
            raise PasskeyRefused(field="credential") from error

    def new_count(self, place: Place, challenge: bytes, credential: dict[str, Any], passkey: Passkey) -> int:
        """How often the passkey has signed by now. Raises PasskeyRefused unless it has signed the challenge."""
        try:
            return webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=place.host,
                expected_origin=place.origin,
                credential_public_key=passkey.public_key,
                credential_current_sign_count=passkey.sign_count,
                require_user_verification=True,
            ).new_sign_count
        except NO_CREDENTIAL as error:
            raise PasskeyRefused(field="credential") from error


def _plain(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found
