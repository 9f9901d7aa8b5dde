"""Providers of disposable mailboxes, which exist for a few minutes."""

from disposable_email_domains import blocklist

from identity.errors import EmailDisposable


def check_provider(email: str, *, disposable: str) -> None:
    """Raise EmailDisposable for a throwaway mailbox, unless the site's `disposable_mail` is `allow`.

    The list is that of the package `disposable-email-domains`; a subdomain counts as its parent.
    """
    if disposable == "refuse" and is_disposable(email):
        raise EmailDisposable(field="email")


def is_disposable(email: str) -> bool:
    labels = email.rpartition("@")[2].lower().split(".")
    return any(".".join(labels[start:]) in blocklist for start in range(len(labels) - 1))
