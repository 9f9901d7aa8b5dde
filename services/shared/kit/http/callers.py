"""The caller of a request, from the signed token (JWT) that the gateway passes on and that is verified here again."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol
from uuid import UUID

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from flask import current_app, g, request
from jwt.exceptions import PyJWTError

from shared.kit.core.errors import AuthenticationRequired
from shared.kit.core.texts import OwnTexts
from shared.languages import DEFAULT_LOCALE, LOCALES
from shared.public_keys import read_public_keys

ISSUER, AUDIENCE, ALGORITHM = "pairwise-identity", "pairwise", "EdDSA"
TOKEN_HEADER, LOCALE_HEADER = "x-pairwise-token", "x-pairwise-locale"
SITE_HEADER = "x-pairwise-site"  # the requested site, set by the gateway
SITE_LOCALE_HEADER = "x-pairwise-site-locale"  # its `domain_language`
LEEWAY_SECONDS = 5


@dataclass(frozen=True)
class Caller:
    member_id: UUID
    session_id: UUID
    state: str
    is_premium: bool
    site: str  # the site of the account
    issued_at: float  # epoch seconds; the session was not revoked then
    expires_at: float  # epoch seconds; streams end then
    is_staff: bool = False  # moderation staff, with a second factor proved in this session
    has_staff_role: bool = False  # moderation staff, whether or not the second factor was proved
    is_marketer: bool = False  # marketer, with a second factor proved in this session
    has_marketer_role: bool = False  # marketer, whether or not the second factor was proved
    is_support: bool = False  # member support, with a second factor proved in this session
    has_support_role: bool = False  # member support, whether or not the second factor was proved
    is_writer: bool = False  # writes for fictional profiles, with a second factor proved in this session
    has_writer_role: bool = False  # the same, whether or not the second factor was proved
    is_finance: bool = False  # sees the company's invoices and payouts, with a second factor proved in this session
    has_finance_role: bool = False  # the same, whether or not the second factor was proved
    is_lead: bool = False  # lead of the moderation desk, which is open in this session
    is_staff_account: bool = False  # of a person of the company, who is no member
    is_owner: bool = False  # manages the accounts of staff, with a second factor proved in this session
    has_owner_role: bool = False  # the same, whether or not the second factor was proved
    is_reader: bool = False  # sees every desk and changes nothing, with a second factor proved in this session
    has_reader_role: bool = False  # the same, whether or not the second factor was proved
    locale: str = ""  # the member's language; empty in tokens of the previous release
    second_factor_at: float | None = None  # epoch seconds of its proof in this session, if any
    namesake_ids: frozenset[UUID] = frozenset()  # of an account of staff: members with the same address

    @property
    def own_ids(self) -> frozenset[UUID]:
        """Every account of this person that is known: who decides about one of them is not impartial."""
        return self.namesake_ids | {self.member_id}

    @property
    def is_confirmed(self) -> bool:
        """Whether the member has confirmed their address."""
        return self.state == "active"


class SiteLanguages(Protocol):
    """What the sites of an installation add to the product's languages."""

    def own_languages(self, key: str) -> Collection[str]:
        """The languages that this site has and the product does not; none of an unknown site."""
        ...

    def own_texts(self, key: str, file: str) -> OwnTexts:
        """Their texts of one file, by language; none of an unknown site."""
        ...


class TokenVerifier:
    """Verifies signature, issuer, audience and time of a token. Raises AuthenticationRequired for any flaw."""

    def __init__(self, public_key: Path) -> None:
        """`public_key` holds one PEM or, during a rotation, two."""
        keys = read_public_keys(public_key)
        self._keys = {name: Ed25519PublicKey.from_public_bytes(key) for name, key in keys.items()}
        # LRU cache: pages send many requests with one token, and its signature has to be verified once only. Its time
        # is checked at every request.
        self._signed = lru_cache(maxsize=4096)(self._caller)

    def __call__(self, token: str, now: float) -> Caller:
        """The caller that a token names; `now` is in epoch seconds."""
        found = self._signed(token)
        if found.expires_at + LEEWAY_SECONDS < now:
            raise AuthenticationRequired()
        return found

    def _caller(self, token: str) -> Caller:
        claims = self._verify(token)
        return Caller(
            member_id=UUID(claims["sub"]),
            session_id=UUID(claims["sid"]),
            state=claims["state"],
            is_premium=claims["premium"],
            site=claims["site"],
            issued_at=float(claims["iat"]),
            expires_at=float(claims["exp"]),
            is_staff=claims.get("staff", False),
            # Absent from tokens of the previous release, whose refusal was `staff_required` for everyone.
            has_staff_role=claims.get("staff_role", True),
            is_marketer=claims.get("marketer", False),
            has_marketer_role=claims.get("marketer_role", False),
            is_support=claims.get("support", False),
            has_support_role=claims.get("support_role", False),
            is_writer=claims.get("writer", False),
            has_writer_role=claims.get("writer_role", False),
            is_finance=claims.get("finance", False),
            has_finance_role=claims.get("finance_role", False),
            is_lead=claims.get("lead", False),
            is_staff_account=claims.get("staff_account", False),
            is_owner=claims.get("owner", False),
            has_owner_role=claims.get("owner_role", False),
            is_reader=claims.get("reader", False),
            has_reader_role=claims.get("reader_role", False),
            locale=claims.get("locale", ""),
            second_factor_at=claims.get("second_factor"),
            namesake_ids=frozenset(map(UUID, claims.get("own", ()))),
        )

    def _verify(self, token: str) -> dict[str, Any]:
        try:
            key = self._keys.get(jwt.get_unverified_header(token).get("kid", ""))
            if key is None:
                raise AuthenticationRequired()
            return jwt.decode(
                token,
                key,
                algorithms=[ALGORITHM],
                issuer=ISSUER,
                audience=AUDIENCE,
                leeway=LEEWAY_SECONDS,  # identity's clock may be ahead of ours
                options={"require": ["exp", "iat", "sub", "sid", "state", "premium", "site"], "verify_exp": False},
            )
        except PyJWTError as error:
            raise AuthenticationRequired() from error


def caller() -> Caller:
    """The caller of the current request. Raises AuthenticationRequired without a valid token."""
    found = caller_or_none()
    if found is None:
        raise AuthenticationRequired()
    return found


def caller_or_none() -> Caller | None:
    """The caller of the current request; None without a valid token."""
    found: Caller | None = g.get("caller")
    return found


def own_texts(file: str) -> OwnTexts:
    """The texts of a file (`errors`) that the requested site has in languages of its own, by language."""
    languages: SiteLanguages | None = current_app.extensions.get("site_languages")
    return languages.own_texts(request.headers.get(SITE_HEADER, ""), file) if languages else {}


def locale() -> str:
    """The language of this request."""
    languages: SiteLanguages | None = current_app.extensions.get("site_languages")
    own = languages.own_languages(request.headers.get(SITE_HEADER, "")) if languages else ()
    return locale_of(request.headers.get, caller_or_none(), own)


def locale_of(read: Callable[[str], str | None], member: Caller | None = None, own: Collection[str] = ()) -> str:
    """The cookie's language, else the member's own, that of the site, the default. `read` reads a header, and `own` are
    the languages of the site that the product does not have.

    The browser's preference has no part in it: the specification forces the site's language on a first visit.
    """
    for chosen in (read(LOCALE_HEADER), member.locale if member else None, read(SITE_LOCALE_HEADER)):
        if chosen and (chosen in LOCALES or chosen in own):
            return chosen
    return DEFAULT_LOCALE
