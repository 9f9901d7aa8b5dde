from collections.abc import Collection
from io import BytesIO
from typing import Any
from uuid import UUID

from flask import Flask
from werkzeug.test import TestResponse

from shared.kit.http.callers import LOCALE_HEADER, SITE_HEADER, TOKEN_HEADER
from shared.kit.http.sources import ADDRESS_HEADER
from shared.kit.testing.tokens import KeyPair

# The site of each host that tests use, as the gateway would name it.
SITES = {"localhost": "pairwise", "pairwise.example": "pairwise", "iskra.localhost": "iskra"}


class Browser:
    """A client of one service's web process, as the gateway would pass its requests on."""

    def __init__(self, app: Flask, keys: KeyPair) -> None:
        self.app, self._client, self._keys = app, app.test_client(), keys
        self._headers = {
            "X-Request-Type": "app",
            LOCALE_HEADER: "en",
            "Host": "localhost",
            SITE_HEADER: SITES["localhost"],
        }

    def as_member(
        self,
        member_id: UUID,
        *,
        premium: bool = False,
        state: str = "active",
        staff: bool = False,
        marketer: bool = False,
        support: bool = False,
        writer: bool = False,
        finance: bool = False,
        lead: bool = False,
        site: str = "",
        own: Collection[UUID] = (),
    ) -> "Browser":
        """The same browser with this member logged in; at the site it is at, or with a token of another one."""
        site = site or self._headers[SITE_HEADER]
        self._headers[TOKEN_HEADER] = self._keys.token(
            member_id,
            premium=premium,
            state=state,
            staff=staff,
            marketer=marketer,
            support=support,
            writer=writer,
            finance=finance,
            lead=lead,
            site=site,
            own=own,
        )
        return self

    def logged_in(self) -> "Browser":
        """The same browser, with the token of its own cookie passed on as the gateway does."""
        cookie = self._client.get_cookie("token")
        self._headers[TOKEN_HEADER] = cookie.value if cookie else ""
        return self

    def cookie(self, name: str) -> str | None:
        """The value of a cookie the service has set; None without it."""
        found = self._client.get_cookie(name)
        return found.value if found else None

    def as_visitor(self) -> "Browser":
        """The same browser with nobody logged in."""
        self._headers.pop(TOKEN_HEADER, None)
        return self

    def at(self, host: str) -> "Browser":
        """The same browser with its cookies, on another of our hosts."""
        self._headers |= {"Host": host, SITE_HEADER: SITES[host]}
        return self

    def from_address(self, address: str) -> "Browser":
        """The same browser in another network."""
        self._headers[ADDRESS_HEADER] = address
        return self

    def in_language(self, locale: str) -> "Browser":
        """The same browser with the pages in this language."""
        self._headers[LOCALE_HEADER] = locale
        return self

    def get(self, path: str, **query: Any) -> TestResponse:
        """GET with these query parameters."""
        return self._client.get(path, query_string=query or None, headers=self._headers)

    def send(self, method: str, path: str, body: dict[str, Any], headers: dict[str, str] | None = None) -> TestResponse:
        """Send a JSON body by this method; `headers` are added to those of the browser."""
        return self._client.open(path, method=method, json=body, headers={**self._headers, **(headers or {})})

    def post(self, path: str, body: dict[str, Any]) -> TestResponse:
        """POST a JSON body."""
        return self.send("POST", path, body)

    def put(self, path: str, body: dict[str, Any]) -> TestResponse:
        """PUT a JSON body."""
        return self.send("PUT", path, body)

    def delete(self, path: str, body: dict[str, Any]) -> TestResponse:
        """DELETE with a JSON body."""
        return self.send("DELETE", path, body)

    def upload(self, path: str, fields: dict[str, str], **files: bytes) -> TestResponse:
        """Post a form with files, as a page does."""
        data = {**fields, **{name: (BytesIO(content), "picture") for name, content in files.items()}}
        return self._client.post(path, data=data, headers=self._headers, content_type="multipart/form-data")
