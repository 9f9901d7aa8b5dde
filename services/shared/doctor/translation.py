"""The translation service of a brand: its address, its languages, and its key."""

from collections.abc import Iterator
from typing import Any

import requests

from shared.doctor.finding import SECONDS, Finding, Installation, host_of
from shared.sites import Site

NO_KEY = "none"


def service_answers(installation: Installation, site: Site) -> Iterator[Finding]:
    """The service that the document names is the installation's, has the site's languages, and takes the key."""
    if site.translation is None:
        return
    url = installation.environ.get("TRANSLATOR_URL", "").rstrip("/")
    if not url:
        problem = f"is not set: messages of {site.name} are not translated"
        yield Finding("TRANSLATOR_URL", problem, "name the service, or take translation out of the document")
        return
    if host_of(url) != site.translation.host:
        problem = f"names {host_of(url)}, and the document {site.translation.host}: nothing is translated"
        yield Finding("TRANSLATOR_URL", problem, "name the same host in both")
        return
    where = f"translation, {site.translation.host}"
    key = installation.text("TRANSLATOR_API_KEY") or NO_KEY
    body = {"q": "Hallo", "source": "auto", "target": site.domain_language, "format": "text"}
    body |= {} if key == NO_KEY else {"api_key": key}
    try:
        languages = requests.get(f"{url}/languages", timeout=SECONDS, allow_redirects=False)
        known = {each["code"] for each in _list(languages)}
        status = requests.post(f"{url}/translate", json=body, timeout=SECONDS, allow_redirects=False).status_code
    except (requests.RequestException, KeyError, TypeError, ValueError) as error:
        problem = f"does not answer as LibreTranslate does: {type(error).__name__}"
        yield Finding(where, problem, "let chat reach it (networkPolicy.reaches.translator)")
        return
    if missing := [locale for locale in site.locales if locale not in known]:
        yield Finding(where, f"does not know {', '.join(missing)}", "load these languages there")
    elif status in (400, 403):
        yield Finding(where, f"refuses a translation with {status}", "give its current key as TRANSLATOR_API_KEY")
    elif status != 200:
        yield Finding(where, f"answers {status}", "look into the log of the service")


def _list(answer: requests.Response) -> list[Any]:
    answer.raise_for_status()
    return list(answer.json())
