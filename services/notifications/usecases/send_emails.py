from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta

from prometheus_client import Counter
from shared.kit.errors import Unavailable
from shared.kit.errors_in_logs import describe
from shared.kit.logs import logger

from notifications.domain.email import MAX_TRIES, Email, Recipient, outage_delay, reason_to_withhold, retry_delay
from notifications.domain.member_name import MemberName
from notifications.emails import EmailRenderer
from notifications.ports import (
    AddressRejected,
    Contacts,
    EmailDeferred,
    EmailRejected,
    MailServer,
    MailServerUnavailable,
    Visibility,
)
from notifications.sealing import MailSeal
from notifications.storage import NotificationsUnit
from notifications.usecases.digest import Digest, digest_of
from notifications.usecases.suppress_email import suppress_email

emails_finished = Counter("emails_finished_total", "Emails sent, suppressed or failed for good", ["state"])

BATCH = 20
# An invisible member is visible to the member they write to. Profiles may handle that event a moment after this
# service, so a hidden partner is checked again once.
VISIBILITY_CHECKS = 2
LEASE = timedelta(minutes=2)  # several times the deadlines of identity, profiles and the mail server


@dataclass(frozen=True)
class EmailDelivery:
    """Dependencies of sending emails."""

    unit_of_work: Callable[[], NotificationsUnit]
    contacts: Contacts
    visibility: Visibility
    seal: MailSeal
    renderer: EmailRenderer
    mail_server: MailServer
    is_production: bool


@dataclass(frozen=True)
class _State:
    """Everything about an email that may have changed since it was queued."""

    is_wanted: bool
    is_suppressed: bool
    is_discreet: bool
    partner: MemberName | None
    digest: Digest | None


def send_emails(delivery: EmailDelivery) -> int:
    """Send up to a batch of due emails. Returns the number processed; less than a batch if no more can be sent now.

    An email of a worker that dies meanwhile is due again at the end of its lease: delivery is at least once.
    """
    return next((done for done in range(BATCH) if not _send_next(delivery)), BATCH)


def _send_next(delivery: EmailDelivery) -> bool:
    with delivery.unit_of_work() as uow:
        email = uow.emails.claim(LEASE)
        uow.commit()
    if email is None:
        return False
    try:
        reason = _send(delivery, email)
    except (MailServerUnavailable, Unavailable) as error:
        logger().warning("email_dependency_unavailable", problem=describe(error))
        _put_back(delivery, email, outage_delay(), counts=False)
        return False
    except AddressRejected:
        _suppress(delivery, email)
    except EmailRejected:
        logger().error("email_rejected", mail_id=str(email.id), template=email.template)
        _finish(delivery, email, "failed", "refused")
    except EmailDeferred:
        _retry_or_give_up(delivery, email)
    except Exception as error:
        # An email that cannot be rendered must not block the others.
        logger().error("email_failed", mail_id=str(email.id), template=email.template, exc_info=error)
        _retry_or_give_up(delivery, email)
    else:
        _finish(delivery, email, "suppressed" if reason else "sent", reason)
    return True


def _send(delivery: EmailDelivery, email: Email) -> str | None:
    """Returns the reason it was withheld for, or None once it is sent."""
    recipient = _recipient(delivery, email)
    if recipient is None:
        return "gone"
    with delivery.unit_of_work().reading() as uow:
        state = _read_state(uow, email)
    reason = reason_to_withhold(
        email.template,
        recipient,
        is_wanted=state.is_wanted,
        is_suppressed=state.is_suppressed,
        is_production=delivery.is_production,
    )
    if reason is None and state.digest is not None and not state.digest.members:
        reason = "over"
    if reason is None and not _is_partner_visible(delivery, email):
        if email.tries < VISIBILITY_CHECKS:
            raise EmailDeferred
        reason = "hidden"
    if reason is None and state.digest is not None:
        # A count tells of hidden and blocked members as much as a name does.
        counts = state.digest.counts(delivery.visibility.visible_to(email.member_id, state.digest.members))
        if counts is None:
            return "hidden"
        email = replace(email, params={**email.params, **counts})
    if reason is None:
        message = delivery.renderer.render(
            _unsealed(delivery, email), recipient, state.partner, is_discreet=state.is_discreet
        )
        delivery.mail_server.send(message)
    return reason


def _read_state(uow: NotificationsUnit, email: Email) -> _State:
    kind = email.template.rules.preference
    return _State(
        is_wanted=kind is None or uow.preferences.get(email.member_id, kind).email,
        is_suppressed=uow.suppressions.has(email.member_id),
        is_discreet=uow.preferences.is_discreet(email.member_id),
        partner=uow.names.of(email.about_id) if email.about_id else None,
        digest=digest_of(uow, email),
    )


def _is_partner_visible(delivery: EmailDelivery, email: Email) -> bool:
    if email.about_id is None or email.template.rules.outlives_partner:
        return True
    return email.about_id in delivery.visibility.visible_to(email.member_id, [email.about_id])


def _recipient(delivery: EmailDelivery, email: Email) -> Recipient | None:
    if email.sealed is None:
        return delivery.contacts.find(email.member_id)
    content = delivery.seal.open(email.sealed)
    return Recipient(content["to"], content["name"], email.locale or "", email.site or "", is_confirmed=False)


def _unsealed(delivery: EmailDelivery, email: Email) -> Email:
    if email.sealed is None:
        return email
    return replace(email, params={**email.params, **delivery.seal.open(email.sealed)}, sealed=None)


def _retry_or_give_up(delivery: EmailDelivery, email: Email) -> None:
    if email.tries >= MAX_TRIES:
        logger().error("email_given_up", mail_id=str(email.id), template=email.template)
        _finish(delivery, email, "failed", "given_up")
    else:
        _put_back(delivery, email, retry_delay(email.tries), counts=True)


def _finish(delivery: EmailDelivery, email: Email, state: str, reason: str | None) -> None:
    with delivery.unit_of_work() as uow:
        uow.emails.finish(email.id, state, reason)
        uow.commit()
    emails_finished.labels(state).inc()


def _put_back(delivery: EmailDelivery, email: Email, delay: timedelta, *, counts: bool) -> None:
    with delivery.unit_of_work() as uow:
        uow.emails.put_back(email, delay, counts=counts)
        uow.commit()


def _suppress(delivery: EmailDelivery, email: Email) -> None:
    with delivery.unit_of_work() as uow:
        uow.emails.finish(email.id, "failed", "bounced")
        # A sealed email to a visitor has a complaint's id instead of a member's.
        if not email.template.rules.to_visitors or email.sealed is None:
            suppress_email(uow, email.member_id, "bounced")
        uow.commit()
    emails_finished.labels("failed").inc()
