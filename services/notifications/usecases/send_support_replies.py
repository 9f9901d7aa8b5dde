"""Replies of support leave by the mail server of their brand. Delivery is at least once, with the same Message-ID."""

from collections.abc import Callable
from datetime import timedelta
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8
from email.utils import format_datetime

from babel.dates import format_datetime as in_words
from shared.kit.core import Texts, describe, logger
from shared.mail_address import needs_smtputf8, normal_address
from shared.sites import Site, SiteDirectory

from notifications.domain.email import MAX_TRIES, outage_delay, retry_delay
from notifications.domain.mail_provider import MailProvider
from notifications.domain.support_inbox import DueReply, ThreadState, quote, reply_address, reply_subject
from notifications.ports import AddressRejected, EmailDeferred, MailServer, MailServerUnavailable, OutgoingEmail
from notifications.storage import NotificationsUnit

BATCH = 20
LEASE = timedelta(minutes=5)


def send_support_replies(
    unit_of_work: Callable[[], NotificationsUnit],
    mail_server: MailServer,
    sites: SiteDirectory,
    texts: Texts,
    provider: MailProvider,
) -> int:
    """Send the replies that are due. Returns how many."""
    with unit_of_work() as uow:
        replies = uow.inbox.claim_replies(LEASE, BATCH)
        uow.commit()
    for reply in replies:
        _send(unit_of_work, mail_server, sites, texts, provider, reply)
    return len(replies)


def _send(
    unit_of_work: Callable[[], NotificationsUnit],
    mail_server: MailServer,
    sites: SiteDirectory,
    texts: Texts,
    provider: MailProvider,
    reply: DueReply,
) -> None:
    delay, counts, failed = None, True, None
    try:
        mail_server.send(message_of(reply, sites.get(reply.site), texts, provider), reply.site)
    except MailServerUnavailable as error:
        logger().warning("support_reply_waits", problem=describe(error))
        delay, counts = outage_delay(), False
    except EmailDeferred:
        delay = retry_delay(reply.tries) if reply.tries < MAX_TRIES else None
        failed = None if delay else "not_accepted"
    except AddressRejected:
        failed = "address_unknown"
    # The desk shows it, and a person writes again.
    except Exception as error:
        logger().error("support_reply_failed", reply_id=str(reply.id), problem=describe(error))
        failed = "refused"
    with unit_of_work() as uow:
        if delay is not None:
            uow.inbox.put_back_reply(reply.id, delay, counts=counts)
        else:
            uow.inbox.finish_reply(reply.id, "failed" if failed else "sent", failed)
        if failed:
            uow.inbox.set_state(reply.thread_id, ThreadState.OPEN)
        uow.commit()


def message_of(reply: DueReply, site: Site, texts: Texts, provider: MailProvider) -> OutgoingEmail:
    """The reply as the brand's mail, with a quotation of the mail it answers."""
    sender = normal_address(site.support_email)
    message = EmailMessage()
    message["Subject"] = reply_subject(reply.subject)
    message["From"] = Address(site.name, addr_spec=sender)
    local, _, domain = reply.address.rpartition("@")
    message["To"] = Address(username=local, domain=domain)
    message["Reply-To"] = Address(site.name, addr_spec=reply_address(sender, reply.reply_token))
    message["Date"] = format_datetime(reply.created_at)
    message["Message-ID"] = f"<{reply.id}@{sender.partition('@')[2]}>"
    if reply.cited:
        message["In-Reply-To"] = reply.cited[-1]
        message["References"] = " ".join(reply.cited)
    # A person wrote it, so it is not Auto-Submitted; but no absence notice is wanted.
    message["X-Auto-Response-Suppress"] = "OOF, AutoReply"
    for name, value in provider.headers(reply.id).items():
        message[name] = value
    quoted = ""
    if reply.quoted and reply.quoted_at:
        when = in_words(reply.quoted_at, "long", locale=reply.locale)
        line = texts.find("support_quote", reply.locale, {"time": when, "address": reply.address}) or ""
        quoted = f"\n\n{line}\n{quote(reply.quoted)}"
    message.set_content(f"{reply.text.strip()}{quoted}\n")
    message["Content-Language"] = reply.locale
    # RFC 5322's limit: folded shorter, long ids would become encoded words, which no program takes for ids.
    policy = (SMTPUTF8 if needs_smtputf8(reply.address) else SMTP).clone(max_line_length=998)
    return OutgoingEmail(sender, reply.address, message.as_bytes(policy=policy))
