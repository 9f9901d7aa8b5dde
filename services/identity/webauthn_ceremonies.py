"""WebAuthn ceremonies: registration and authentication of passkeys, by the library `webauthn`."""

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
from identity.domain.passkey import Passkey, RelyingParty
from identity.errors import PasskeyRefused

# Exceptions of the library for input that is malformed or does not verify.
NOT_VERIFIED = (WebAuthnException, ValueError, TypeError, KeyError, AttributeError)


class WebAuthnCeremonies:
    def registration_options(
        self, relying_party: RelyingParty, account: Account, challenge: bytes, known: Sequence[Passkey]
    ) -> dict[str, Any]:
        """Options for making a passkey that no device of the member has yet."""
        options = webauthn.generate_registration_options(
            rp_id=relying_party.host,
            rp_name=relying_party.name,
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

    def verify_registration(
        self,
        relying_party: RelyingParty,
        challenge: bytes,
        credential: dict[str, Any],
        passkey_id: UUID,
        member_id: UUID,
        name: str,
    ) -> Passkey:
        """The passkey in a browser's answer to `registration_options`. Raises PasskeyRefused if it does not verify."""
        try:
            made = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=relying_party.host,
                expected_origin=relying_party.origin,
                require_user_verification=True,
            )
        except NOT_VERIFIED as error:
            raise PasskeyRefused(field="credential") from error
        return Passkey(passkey_id, member_id, made.credential_id, made.credential_public_key, made.sign_count, name)

    def authentication_options(
        self, relying_party: RelyingParty, challenge: bytes, known: Sequence[Passkey] = ()
    ) -> dict[str, Any]:
        """Options for signing with one of the `known` passkeys, or with any that the browser has if none is given."""
        options = webauthn.generate_authentication_options(
            rp_id=relying_party.host,
            challenge=challenge,
            user_verification=UserVerificationRequirement.REQUIRED,
            allow_credentials=[PublicKeyCredentialDescriptor(each.credential_id) for each in known],
        )
        return _plain(webauthn.options_to_json(options))

    def credential_id(self, credential: dict[str, Any]) -> bytes:
        try:
            return base64url_to_bytes(credential["rawId"])
        except NOT_VERIFIED as error:
            raise PasskeyRefused(field="credential") from error

    def verify_authentication(
        self, relying_party: RelyingParty, challenge: bytes, credential: dict[str, Any], passkey: Passkey
    ) -> int:
        """The passkey's new signature counter. Raises PasskeyRefused unless it has signed the challenge."""
        try:
            return webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=relying_party.host,
                expected_origin=relying_party.origin,
                credential_public_key=passkey.public_key,
                credential_current_sign_count=passkey.sign_count,
                require_user_verification=True,
            ).new_sign_count
        except NOT_VERIFIED as error:
            raise PasskeyRefused(field="credential") from error


def _plain(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found
