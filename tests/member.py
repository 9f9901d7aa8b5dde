"""A member as a script sees the product: through the gateway only, by its public API, the dev mailbox and the
sandbox's payment page."""

import re
import time
from collections.abc import Callable
from typing import Any, TypeVar
from uuid import uuid4

import httpx

PASSWORD = "three blue herons"
# Seconds that tests wait for anything: a machine that runs 30 processes at once is slow, and no test judges speed.
LONGEST_WAIT = 240
Found = TypeVar("Found")


def until(find: Callable[[], Found | None], seconds: float = LONGEST_WAIT) -> Found:
    """The result of `find`, as soon as it has one. Events travel in the background, so tests wait for their effects.

    Pauses grow: what takes long is asked about less often, since each question takes time from what is waited for.
    """
    deadline, pause = time.monotonic() + seconds, 0.05
    while not (found := find()):
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(pause)
        pause = min(pause * 1.3, 0.5)
    return found


class Member:
    def __init__(self, base_url: str, **headers: str) -> None:
        self.http = httpx.Client(base_url=base_url, headers={"X-Request-Type": "app", **headers}, timeout=LONGEST_WAIT)
        self.http.cookies.set("locale", "en")
        self.id, self.email = "", ""

    def __enter__(self) -> "Member":
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, name: str, /, **query: Any) -> dict[str, Any]:
        return self._fine(self.http.get(f"/api/{name}.php", params=query))

    def someone(self) -> str:
        """The id of a found member who has similar members."""
        found = (each["id"] for each in self.get("search")["profiles"])
        return next(str(each) for each in found if self.get("similar", id=each)["profiles"])

    def call(self, method: str, name: str, /, **body: Any) -> dict[str, Any]:
        return self._fine(self.http.request(method, f"/api/{name}.php", json=body))

    def upload(self, name: str, content: bytes, field: str = "photo", /, **fields: str) -> dict[str, Any]:
        return self._fine(self.http.post(f"/api/{name}.php", data=fields, files={field: ("file", content)}))

    def refused(self, method: str, name: str, /, **body: Any) -> tuple[int, str]:
        """The status and code of a call that is not let through."""
        answer = self.http.request(method, f"/api/{name}.php", json=body)
        return answer.status_code, answer.json()["error"]["code"]

    @staticmethod
    def _fine(answer: httpx.Response) -> dict[str, Any]:
        assert answer.is_success, f"{answer.request.method} {answer.request.url}: {answer.status_code} {answer.text}"
        found: dict[str, Any] = answer.json() if answer.content else {}
        return found

    def sign_up(self, name: str = "Ann", gender: str = "female", seeks: str = "male", **form: Any) -> "Member":
        self.email = f"{name.lower()}-{uuid4().hex[:10]}@example.org"
        body = {
            "id": str(uuid4()),
            "email": self.email,
            "name": name,
            "date_of_birth": "1993-05-04",
            "gender": gender,
            "seeks": [seeks],
            "password": PASSWORD,
            "locale": "en",
            "terms_accepted": True,
            "consents": ["matching"],
            **form,
        }
        self.id = self.call("POST", "signup", **body)["user"]["id"]
        # The profile and the wallet follow by event.
        until(lambda: self.http.get("/api/profile.php").status_code == 200)
        return self

    def mails(self, subject: str = "") -> list[dict[str, Any]]:
        found = self.http.get("/dev/mailbox.json", params={"to": self.email}).json()
        return [mail for mail in found if subject.lower() in mail["subject"].lower()]

    @staticmethod
    def new_id() -> str:
        return str(uuid4())

    def activation_link(self) -> str:
        """The link in the newest activation mail."""
        links = until(lambda: [link for mail in self.mails() for link in mail["links"] if "activate" in link])
        found: str = links[0]
        return found

    def mailed_token(self, page: str) -> str:
        """The token in the newest mail whose link leads to this page."""
        leads = re.compile(rf"/{page}(/do)?#token=")
        links = until(lambda: [link for mail in self.mails() for link in mail["links"] if leads.search(link)])
        found: str = links[0].partition("token=")[2]
        return found

    def confirm(self) -> "Member":
        """Open the link in the activation mail, as the page does."""
        token = self.activation_link().partition("token=")[2]
        assert self.call("POST", "activate", token=token)["activated"]
        self.get("user")
        return self

    def buy(self, package: str = "p0", status: str = "paid") -> dict[str, Any]:
        """Order a package and answer the provider's page. Returns the payment as the provider's page left it."""
        order = {"id": str(uuid4()), "package_id": package, "method": "ideal", "immediate_delivery": True}
        payment: dict[str, Any] = self.call("POST", "order", **order)["payment"]
        page = httpx.post(
            payment["checkout_url"], data={"status": status}, follow_redirects=False, timeout=LONGEST_WAIT
        )
        assert page.status_code == 303, page.text
        return payment

    def become_premium(self, package: str = "p0") -> "Member":
        payment = self.buy(package)
        until(lambda: self.get("payment", id=payment["payment_id"])["payment"]["status"] == "completed")
        until(lambda: self.get("user")["user"]["paid_user"])
        return self

    def write(self, to: str, text: str, message_id: str | None = None) -> dict[str, Any]:
        """As soon as chat has heard of them: until then it finds nobody.

        Sent again under its id while a busy service answers 503, as the app does.
        """
        body = {"id": message_id or str(uuid4()), "profile_id": to, "text": text}

        def sent() -> httpx.Response | None:
            answer = self.http.post("/api/chat.php", json=body)
            return None if answer.status_code in (404, 503) else answer

        return self._fine(until(sent))

    def delete(self) -> "Member":
        self.call("DELETE", "user", password=PASSWORD)
        return self
