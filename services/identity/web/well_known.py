"""Pages at addresses that browsers, password managers and security researchers know (RFC 8615)."""

from datetime import UTC, datetime, time, timedelta

from flask import Blueprint, Response
from shared.kit.http import endpoint, locale
from shared.languages import localized_path

from identity.web.context import current_site

well_known = Blueprint("well_known", __name__, url_prefix="/.well-known")

# RFC 9116 recommends less than a year. A day's first moment, so that caches and copies of one day agree.
SECURITY_TXT_LASTS = timedelta(days=180)


@well_known.get("/change-password")
@endpoint(status=302, media_type="text/plain")
def get_change_password() -> Response:
    """Redirect to the page on which a member changes the password; it asks visitors to log in first."""
    response = Response(status=302, content_type="text/plain; charset=utf-8")
    response.headers["Location"] = localized_path(current_site().offered(locale()), "/settings/password")
    response.headers["Cache-Control"] = "no-store"
    return response


@well_known.get("/security.txt")
@endpoint(media_type="text/plain")
def get_security_txt() -> Response:
    """The site's contact for reports of vulnerabilities (RFC 9116)."""
    site = current_site()
    contact = site.point_of_contact
    expires = datetime.combine(datetime.now(UTC).date(), time(), UTC) + SECURITY_TXT_LASTS
    lines = [
        f"Contact: mailto:{contact.email}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        f"Preferred-Languages: {', '.join(contact.languages)}",
        f"Canonical: {site.base_url}/.well-known/security.txt",
    ]
    response = Response("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
    response.headers["Cache-Control"] = "public, max-age=86400"
    response.headers["Vary"] = "Host"
    return response
