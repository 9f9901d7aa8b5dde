"""A mail to the address of support becomes an entry of a thread, once however often it is delivered."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from shared.kit.core import logger
from shared.sites import Site

from notifications.domain.support_inbox import (
    MOST_AN_HOUR,
    InboundMail,
    MailKind,
    ThreadState,
    split_token,
)
from notifications.storage import NotificationsUnit

AN_HOUR = timedelta(hours=1)


def site_of(mail: InboundMail, sites: Sequence[Site], asked: Site) -> Site:
    """The site whose support a recipient is; else the one at whose host the mail was delivered."""
    by_address = {site.support_email.lower(): site for site in reversed(sites)}
    named = (by_address.get(split_token(recipient)[0]) for recipient in mail.recipients)
    return next((site for site in named if site), asked)


def receive_support_mail(uow: NotificationsUnit, site: str, mail: InboundMail) -> None:
    """Add the mail to the thread that it answers, if its sender is that thread's, else open a thread.

    A token or a Message-ID alone joins no thread: both are in each copy of a mail that somebody forwards. Only a mail
    written by a person opens or reopens a thread. A bounce opens the one whose reply came back.
    """
    with uow:
        inbox = uow.inbox
        inbox.lock_sender(site, mail.sender)
        if inbox.has_received(mail.fingerprint):
            return
        tokens = [token for each in mail.recipients if (token := split_token(each)[1])]
        replies = [id for each in mail.cited if (id := _uuid_of(each))]
        cited = inbox.cited_threads(site, tokens, mail.cited, replies)
        # A bounce is believed only where it names a reply, whose id only the person who got it knows.
        bounced = inbox.cited_threads(site, (), (), replies) if mail.kind is MailKind.BOUNCE else None
        own = [each for each in cited if mail.sender and mail.sender == each.address]
        thread = next(iter(own if bounced is None else bounced), None)
        is_flood = inbox.received_since(site, mail.sender, AN_HOUR) >= MOST_AN_HOUR
        if thread is not None:
            thread_id = thread.id
        else:
            state = ThreadState.OPEN if mail.kind in (MailKind.MAIL, MailKind.MALFORMED) else ThreadState.CLOSED
            related = cited[0].id if cited else None
            thread_id = inbox.open_thread(
                site, mail, secrets.token_hex(10), state, related, is_spam=mail.is_spam or is_flood
            )
        inbox.add_received(thread_id, mail)
        if mail.kind is MailKind.BOUNCE and thread is not None:
            for reply_id in replies:
                note_bounced_reply(uow, reply_id, thread_id)
        elif mail.kind is MailKind.MAIL:
            inbox.set_state(thread_id, ThreadState.OPEN)
        uow.commit()
    if is_flood:
        logger().warning("support_mail_flood", site=site)


def note_bounced_reply(uow: NotificationsUnit, reply_id: UUID, sent_in: UUID | None = None) -> None:
    """Record that a reply came back, and open its thread. An id that is no reply changes nothing.

    With `sent_in`, an id that is no reply which left from that thread changes nothing either.
    """
    thread_id = uow.inbox.finish_reply(reply_id, "failed", "bounced", sent_in=sent_in)
    if thread_id is not None:
        uow.inbox.set_state(thread_id, ThreadState.OPEN)


def _uuid_of(message_id: str) -> UUID | None:
    try:
        return UUID(message_id.strip("<>").partition("@")[0])
    except ValueError:
        return None
