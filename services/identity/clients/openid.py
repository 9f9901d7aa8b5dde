"""The company's OpenID provider, by authlib: discovery, code flow with PKCE, and the ID token.

The stand-in of a local copy speaks the same protocol (scripts/standins/openid). Its documents are read at each log-in:
people of staff log in a few times a day, and a key that the provider has replaced is never an old one here.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode, urlsplit

import requests
from authlib.common.errors import AuthlibBaseError  # type: ignore[import-untyped]
from authlib.common.security import generate_token  # type: ignore[import-untyped]
from authlib.integrations.requests_client import OAuth2Session  # type: ignore[import-untyped]
from authlib.oidc.core import CodeIDToken  # type: ignore[import-untyped]
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from joserfc.jws import JWSRegistry
from shared.kit.core import CircuitBreaker, logger
from shared.kit.http import session_to

from identity.domain.openid import OpenIdLogIn, ProvenIdentity
from identity.errors import OidcRefused, OidcUnavailable
from identity.settings import IdentitySettings

# An exchange takes three requests, in less than the fifteen seconds of the gateway.
CONNECT_SECONDS, READ_SECONDS = 1, 3
SCOPE = "openid email"
# Of ID tokens: signatures that only the provider can make. `none` and those by the client's secret are not among them.
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "Ed25519", "EdDSA"]
CLOCKS_DIFFER_SECONDS = 60
SUBJECT_LONGEST = 255


class HttpOpenIdProvider:
    """Calls the provider at `OIDC_ISSUER`, and the addresses that its discovery document names."""

    def __init__(self, settings: IdentitySettings) -> None:
        self._settings = settings
        self._breaker = CircuitBreaker()

    @property
    def is_offered(self) -> bool:
        return bool(self._settings.oidc_issuer)

    def begin(self, return_url: str) -> OpenIdLogIn:
        with self._calling():
            found = self._discovered()
            page = self._page(found["authorization_endpoint"])
            nonce, verifier = generate_token(43), generate_token(64)
            client = OAuth2Session(
                self._settings.oidc_client_id, scope=SCOPE, redirect_uri=return_url, code_challenge_method="S256"
            )
            url, state = client.create_authorization_url(
                page, state=generate_token(43), code_verifier=verifier, nonce=nonce
            )
        return OpenIdLogIn(url, state, nonce, verifier, return_url)

    def identity(self, log_in: OpenIdLogIn, code: str) -> ProvenIdentity:
        with self._calling():
            found = self._discovered()
            token = self._exchanged(found, log_in, code)
            claims = self._verified(found, token, log_in.nonce)
            return self._identity(claims)

    def log_out_url(self, return_url: str) -> str | None:
        with self._calling():
            page = self._discovered().get("end_session_endpoint")
            if page is None:
                return None
            about = {"client_id": self._settings.oidc_client_id, "post_logout_redirect_uri": return_url}
            return f"{self._page(page)}{'&' if urlsplit(page).query else '?'}{urlencode(about)}"

    def _discovered(self) -> dict[str, Any]:
        """The provider's metadata (OpenID Connect Discovery 1.0). Raises ValueError for those of another issuer."""
        found = self._get(f"{self._settings.oidc_issuer.rstrip('/')}/.well-known/openid-configuration")
        if found["issuer"] != self._settings.oidc_issuer:
            raise ValueError("the metadata are of another issuer")
        return found

    def _exchanged(self, found: dict[str, Any], log_in: OpenIdLogIn, code: str) -> dict[str, Any]:
        methods = found.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
        client = OAuth2Session(
            self._settings.oidc_client_id,
            self._settings.oidc_client_secret.get_secret_value(),
            redirect_uri=log_in.return_url,
            token_endpoint_auth_method="client_secret_basic"
            if "client_secret_basic" in methods
            else "client_secret_post",
        )
        # What keeps requests from other hosts and from redirects (`shared.kit.http.egress`) is in the adapters.
        closed = self._session(found["token_endpoint"])
        client.adapters, client.trust_env, client.max_redirects = closed.adapters, False, 0
        try:
            token: dict[str, Any] = client.fetch_token(
                found["token_endpoint"],
                grant_type="authorization_code",
                code=code,
                code_verifier=log_in.verifier,
                timeout=(CONNECT_SECONDS, READ_SECONDS),
            )
        except AuthlibBaseError as error:
            logger().warning("oidc_refused", problem=type(error).__name__, error=str(error.error)[:60])
            raise OidcRefused() from error
        return token

    def _verified(self, found: dict[str, Any], token: dict[str, Any], nonce: str) -> CodeIDToken:
        """The claims of the ID token: signature, issuer, audience, times, nonce, and the hash of the access token."""
        keys = self._get(found["jwks_uri"])
        about = {"nonce": nonce, "client_id": self._settings.oidc_client_id, "access_token": token.get("access_token")}
        options: Any = {
            "iss": {"essential": True, "value": self._settings.oidc_issuer},
            "aud": {"essential": True, "value": self._settings.oidc_client_id},
        }
        try:
            signed = jwt.decode(
                token["id_token"],
                KeySet.import_key_set(keys),  # type: ignore[arg-type]
                registry=JWSRegistry(algorithms=ALGORITHMS, strict_check_header=False),
            )
            claims = CodeIDToken(signed.claims, signed.header, options, about)
            claims.validate(leeway=CLOCKS_DIFFER_SECONDS)
        except JoseError as error:
            logger().warning("oidc_refused", problem=type(error).__name__, error=str(error.error)[:60])
            raise OidcRefused() from error
        return claims

    def _identity(self, claims: CodeIDToken) -> ProvenIdentity:
        subject, email = claims["sub"], claims.get("email")
        if not isinstance(subject, str) or not 0 < len(subject) <= SUBJECT_LONGEST:
            raise ValueError("no subject")
        is_verified = claims.get("email_verified") is True and isinstance(email, str)
        stated = {f"amr:{each}" for each in claims.get("amr") or []} | {f"acr:{claims.get('acr')}"}
        return ProvenIdentity(
            issuer=self._settings.oidc_issuer,
            subject=subject,
            email=email if is_verified else None,
            has_second_factor=not stated.isdisjoint(self._settings.oidc_second_factors),
        )

    def _get(self, url: str) -> dict[str, Any]:
        answer = self._session(url).get(url, timeout=(CONNECT_SECONDS, READ_SECONDS))
        answer.raise_for_status()
        found = answer.json()
        if not isinstance(found, dict):
            raise ValueError("no object")
        return found

    def _session(self, url: str) -> requests.Session:
        self._page(url)
        return session_to(url, only_public=self._settings.is_production)

    def _page(self, url: Any) -> str:
        """An address that the provider names, validated because browsers and secrets go there."""
        parts = urlsplit(url)
        allowed = ("https",) if self._settings.is_production else ("https", "http")
        if not isinstance(url, str) or not parts.hostname or parts.scheme not in allowed:
            raise ValueError("no address of a page")
        return url

    @contextmanager
    def _calling(self) -> Iterator[None]:
        if not self.is_offered or not self._breaker.allows_call():
            raise OidcUnavailable()
        try:
            yield
        except OidcRefused:
            self._breaker.succeeded()
            raise
        except requests.RequestException as error:
            self._breaker.failed()
            status = getattr(getattr(error, "response", None), "status_code", None)
            logger().warning("oidc_unavailable", problem=type(error).__name__, status=status)
            raise OidcUnavailable() from error
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            # An answer from outside is validated like any other input.
            self._breaker.failed()
            logger().error("oidc_not_understood", problem=type(error).__name__)
            raise OidcUnavailable() from error
        self._breaker.succeeded()
