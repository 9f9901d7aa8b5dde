import base64
import hashlib
import hmac
import json
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from standins import pages, process

PUBLIC = "/dev/openid"
CLIENT_ID = "pairwise"
CODE_SECONDS, TOKEN_SECONDS = 60, 300
# Codes that nobody fetched are forgotten, the oldest first.
MOST_CODES = 1000
# The answers to a log-in, and what a client must refuse.
FAULTS = ("nonce", "audience", "issuer", "signature", "expired", "subject")


@dataclass(frozen=True)
class Granted:
    claims: dict[str, Any]
    redirect_uri: str
    challenge: str
    fault: str
    made_at: float


def openid_app(issuer: str, public_url: str, secret: str) -> Starlette:
    """The provider: documents and `/token` for us, `/dev/openid/` for browsers. A new key at each start."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    wrong_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    key_id = secrets.token_hex(8)
    codes: OrderedDict[str, Granted] = OrderedDict()

    async def metadata(request: Request) -> Response:
        pages_url = public_url + PUBLIC
        return JSONResponse(
            {
                "issuer": issuer,
                "authorization_endpoint": f"{pages_url}/authorize",
                "token_endpoint": f"{issuer}/token",
                "jwks_uri": f"{issuer}/jwks",
                "end_session_endpoint": f"{pages_url}/logout",
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256"],
                "code_challenge_methods_supported": ["S256"],
                "token_endpoint_auth_methods_supported": ["client_secret_basic"],
            }
        )

    async def jwks(request: Request) -> Response:
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key()))
        return JSONResponse({"keys": [{**public, "kid": key_id, "use": "sig", "alg": "RS256"}]})

    async def ask(request: Request) -> Response:
        if (problem := _problem(request)) is not None:
            return _gone(problem)
        # The answer redirects to the client's page, which `form-action` covers, too.
        values = {"home": PUBLIC, "faults": FAULTS, "client": request.query_params["redirect_uri"]}
        return pages.page("openid.html", values, form_action="*")

    async def answer(request: Request) -> Response:
        if (problem := _problem(request)) is not None:
            return _gone(problem)
        asked = request.query_params
        form = {name: values[0] for name, values in parse_qs((await request.body()).decode()).items()}
        if form.get("answer") != "in":
            return _back(asked["redirect_uri"], error="access_denied", state=asked["state"])
        email = form.get("email", "").strip()
        claims = {
            "sub": form.get("subject", "").strip() or hashlib.sha256(email.lower().encode()).hexdigest()[:24],
            "email": email,
            "email_verified": "verified" in form,
            "amr": ["pwd", "mfa"] if "mfa" in form else ["pwd"],
            "nonce": asked["nonce"],
        }
        code = secrets.token_urlsafe(32)
        codes[code] = Granted(
            claims, asked["redirect_uri"], asked["code_challenge"], form.get("fault", ""), time.monotonic()
        )
        while len(codes) > MOST_CODES:
            codes.popitem(last=False)
        return _back(asked["redirect_uri"], code=code, state=asked["state"])

    async def token(request: Request) -> Response:
        if not _is_client(request.headers.get("authorization", ""), secret):
            return JSONResponse({"error": "invalid_client"}, 401)
        form = {name: values[0] for name, values in parse_qs((await request.body()).decode()).items()}
        granted = codes.pop(form.get("code", ""), None)
        is_valid = (
            granted is not None
            and form.get("grant_type") == "authorization_code"
            and form.get("redirect_uri") == granted.redirect_uri
            and time.monotonic() - granted.made_at < CODE_SECONDS
            and hmac.compare_digest(_challenge(form.get("code_verifier", "")), granted.challenge)
        )
        if granted is None or not is_valid:
            return JSONResponse({"error": "invalid_grant"}, 400)
        now, access = int(time.time()), secrets.token_urlsafe(24)
        claims = {"iss": issuer, "aud": CLIENT_ID, "iat": now, "exp": now + TOKEN_SECONDS, **granted.claims}
        wrong: dict[str, dict[str, Any]] = {
            "nonce": {"nonce": "another"},
            "audience": {"aud": "another"},
            "issuer": {"iss": "https://another.example"},
            "expired": {"iat": now - 7200, "exp": now - 3600},
            "subject": {"sub": ""},
        }
        signing = wrong_key if granted.fault == "signature" else key
        signed = jwt.encode(claims | wrong.get(granted.fault, {}), signing, "RS256", headers={"kid": key_id})
        return JSONResponse(
            {"access_token": access, "token_type": "Bearer", "expires_in": TOKEN_SECONDS, "id_token": signed}
        )

    async def log_out(request: Request) -> Response:
        asked = request.query_params
        back = asked.get("post_logout_redirect_uri", "")
        if asked.get("client_id") != CLIENT_ID or not urlsplit(back).hostname:
            return _gone("No client of this provider asks for that")
        return pages.page("openid-out.html", {"home": PUBLIC, "back": back})

    return Starlette(
        routes=[
            Route("/.well-known/openid-configuration", metadata),
            Route("/jwks", jwks),
            Route("/token", token, methods=["POST"]),
            *pages.static_routes(PUBLIC),
            Route(f"{PUBLIC}/authorize", ask),
            Route(f"{PUBLIC}/authorize", answer, methods=["POST"]),
            Route(f"{PUBLIC}/logout", log_out),
            *process.health_routes(lambda: True),
        ]
    )


def _problem(request: Request) -> str | None:
    """What is wrong with a request to log in; None if it may go on."""
    asked = request.query_params
    if asked.get("client_id") != CLIENT_ID or not urlsplit(asked.get("redirect_uri", "")).hostname:
        return "No client of this provider asks for that"
    if asked.get("response_type") != "code" or "openid" not in asked.get("scope", "").split():
        return "This provider takes the code flow of OpenID Connect"
    if asked.get("code_challenge_method") != "S256" or not all(
        asked.get(name) for name in ("state", "nonce", "code_challenge")
    ):
        return "State, nonce and PKCE are required"
    return None


def _back(url: str, **values: str) -> Response:
    return RedirectResponse(f"{url}{'&' if urlsplit(url).query else '?'}{urlencode(values)}", 303)


def _challenge(verifier: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")


def _is_client(header: str, secret: str) -> bool:
    try:
        given = base64.b64decode(header.removeprefix("Basic ")).decode()
    except ValueError:
        return False
    name, _, password = map(unquote, given.partition(":"))
    return name == CLIENT_ID and hmac.compare_digest(password.encode(), secret.encode())


def _gone(what: str) -> Response:
    hint = "Begin another one on the page you came from."
    return pages.page("gone.html", {"home": PUBLIC, "what": what, "hint": hint}, status=400)
