"""What keeps an installation safe from day to day: clock, backups, limits, and people with second factors."""

import time
from collections.abc import Iterator
from datetime import timedelta
from email.utils import parsedate_to_datetime

import fsspec
import requests

from shared.doctor.finding import SECONDS, Finding, Installation, NotChecked, host_of
from shared.doctor.payments import providers
from shared.kit.core import is_sandbox_host
from shared.ops.backups import newest_backup
from shared.sites import Site

# A code of an authenticator is right for 30 seconds, before and after.
MOST_SECONDS_WRONG = 30
BACKUP_AGE = timedelta(days=1)
WITHOUT_SECOND_FACTOR = """
    SELECT id FROM accounts
    WHERE status <> 'deleted' AND NOT is_suspended
      AND (site = %s AND (is_staff OR is_marketer OR is_support OR is_writer)
        OR id IN (SELECT s.account_id FROM staff_accounts s JOIN staff_roles r USING (account_id)
          WHERE s.accepted_at IS NOT NULL AND r.site IN ('*', %s)))
      AND NOT EXISTS (SELECT FROM authenticators a WHERE a.member_id = accounts.id AND a.confirmed_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM passkeys p WHERE p.member_id = accounts.id)
    ORDER BY id
"""
MEMBERS_WITH_ROLES = """
    SELECT count(*) FROM accounts
    WHERE site = %s AND (is_staff OR is_marketer OR is_support OR is_lead OR is_writer) AND status <> 'deleted'
"""


def clock_of_databases(installation: Installation) -> Iterator[Finding]:
    """The databases' server and this one agree on the time."""
    asked_at = time.time()
    [(theirs,)] = installation.rows("identity", "SELECT extract(epoch FROM clock_timestamp())::float8")
    if (apart := max(asked_at - theirs, theirs - time.time())) > MOST_SECONDS_WRONG:
        yield Finding(
            "clock",
            f"this machine and the databases' are {apart:.0f} seconds apart",
            "run a time service (chrony, systemd-timesyncd) on every node",
        )


def clock(installation: Installation) -> Iterator[Finding]:
    """This machine and the payment provider agree on the time."""
    probe = providers(installation)[0].probe
    if is_sandbox_host(host_of(probe)):
        raise NotChecked("the payment provider is a sandbox on this machine, with the same clock")
    asked_at = time.time()
    try:
        answer = requests.head(probe, timeout=SECONDS, allow_redirects=False)
        theirs = parsedate_to_datetime(answer.headers["Date"]).timestamp()
    except (requests.RequestException, KeyError, ValueError) as error:
        raise NotChecked(f"{host_of(probe)} tells no time: {type(error).__name__}") from error
    # The answer was written at some moment since it was asked for.
    if (apart := max(asked_at - theirs, theirs - time.time())) > MOST_SECONDS_WRONG:
        yield Finding(
            "clock",
            f"is {apart:.0f} seconds wrong: codes of authenticators are refused",
            "run a time service (chrony, systemd-timesyncd) on every node",
        )


def backups(installation: Installation) -> Iterator[Finding]:
    """The newest backup of the databases is younger than a day."""
    url = installation.environ.get("BACKUPS_URL", "")
    if not url:
        raise NotChecked("BACKUPS_URL is not set: the doctor does not know where backups are")
    options = {
        option: value
        for option, name in {
            "key": "BACKUPS_AWS_ACCESS_KEY_ID",
            "secret": "BACKUPS_AWS_SECRET_ACCESS_KEY",
            "endpoint_url": "BACKUPS_AWS_ENDPOINT_URL_S3",
        }.items()
        if (value := installation.environ.get(name))
    }
    try:
        files, root = fsspec.core.url_to_fs(url.rstrip("/"), **options)
        newest = newest_backup(files, root)
    except Exception as error:
        yield Finding(f"BACKUPS_URL, {url}", f"cannot be read: {type(error).__name__}", "correct address and keys")
        return
    remedy = "look at the log of the last backup (docs/restore.md)"
    if newest is None:
        yield Finding(f"BACKUPS_URL, {url}", "has no backup of databases", "make one now (docs/restore.md)")
    elif installation.now - newest > BACKUP_AGE:
        yield Finding(f"BACKUPS_URL, {url}", f"has none newer than {newest:%Y-%m-%d %H:%M} UTC", remedy)


def limits(installation: Installation) -> Iterator[Finding]:
    """Rate limits are counted."""
    if installation.environ.get("PAIRWISE_LIMITS") == "off":
        yield Finding("PAIRWISE_LIMITS", "is off: passwords can be guessed without end", "leave it out")


def staff(installation: Installation, site: Site) -> Iterator[Finding]:
    """Everybody at a desk has an authenticator or a passkey, and no member's account."""
    for (account,) in installation.rows("identity", WITHOUT_SECOND_FACTOR, [site.key, site.key]):
        yield Finding(
            f"account {account}",
            "works at a desk and has no second factor",
            "let them set one up under Settings, or take the role away (docs/commands.md)",
        )
    [(members,)] = installation.rows("identity", MEMBERS_WITH_ROLES, [site.key])
    if members:
        yield Finding(
            "accounts",
            f"of {members} members hold roles of desks",
            f"make them accounts of staff: `scripts/pairwise moderation staff move {site.key} --by NAME`",
            is_warning=True,
        )
