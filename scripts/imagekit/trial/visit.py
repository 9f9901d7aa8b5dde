"""What a new member does first, through the gateway: it needs web, worker and live of identity, profiles and chat."""

import time
from secrets import randbelow
from uuid import uuid4

import httpx

HOST = "localhost:8080"
SECONDS = 90


class VisitFailed(Exception):
    """An answer that no member should get."""


def visit(gateway: str, *, has_webapp: bool) -> None:
    """Sign up, see one's own profile, which comes by event, and open the stream of chat. Raises VisitFailed."""
    with browser_of(gateway) as browser:
        if has_webapp and "<html" not in _fine(browser.get("/")).text:
            raise VisitFailed("the web app's page is none")
        known = new_member(gateway)
        _until_fine(browser, "/api/chats.php", known)
        with browser.stream("GET", "/api/stream.php", headers=known) as stream:
            if not stream.is_success:
                raise VisitFailed(f"{stream.request.url}: {stream.status_code}")


def browser_of(gateway: str) -> httpx.Client:
    headers = {"X-Request-Type": "app", "Host": HOST}
    return httpx.Client(base_url=f"http://{gateway}:8080", headers=headers, timeout=20)


def new_member(gateway: str) -> dict[str, str]:
    """The headers of a member who has signed up and has a profile: cookies, a network. Raises VisitFailed."""
    known = {"X-Forwarded-For": f"198.18.{randbelow(256)}.{randbelow(256)}"}
    with browser_of(gateway) as browser:
        signed_up = _fine(browser.post("/api/signup.php", json=_form(), headers=known))
        if not signed_up.json()["user"]:
            raise VisitFailed(signed_up.text)
        # The jar takes the pod's address for the host of the cookies, which are the site's.
        known["Cookie"] = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.cookies.jar)
        _until_fine(browser, "/api/profile.php", known)
        return known


def _form() -> dict[str, object]:
    return {
        "id": str(uuid4()),
        "email": f"{uuid4().hex[:10]}@example.org",
        "name": "Ann",
        "date_of_birth": "1993-05-04",
        "gender": "female",
        "seeks": ["male"],
        "password": "three blue herons",
        "locale": "en",
        "terms_accepted": True,
        "consents": ["matching"],
    }


def _fine(answer: httpx.Response) -> httpx.Response:
    if not answer.is_success:
        raise VisitFailed(f"{answer.request.url}: {answer.status_code} {answer.text}")
    return answer


def _until_fine(browser: httpx.Client, path: str, headers: dict[str, str]) -> None:
    """Events travel in the background."""
    deadline = time.monotonic() + SECONDS
    while not (answer := browser.get(path, headers=headers)).is_success and time.monotonic() < deadline:
        time.sleep(0.3)
    _fine(answer)
