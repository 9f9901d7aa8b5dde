from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from uuid import UUID

from prometheus_client import Counter
from shared.kit.core import Unavailable, describe, logger

from notifications.address_hashes import AddressHashes
from notifications.domain.email import MAX_TRIES, Email, Recipient, outage_delay, reason_to_withhold, retry_delay
from notifications.domain.email_templates import EmailTemplate
from notifications.domain.member_name import MemberName
from notifications.domain.outcome import Finished, Outcome, PutBack, Unreachable
from notifications.domain.text_message import TextPurpose
from notifications.emails import EmailRenderer
from notifications.ports import (
    AddressRejected,
    Attachment,
    Contacts,
    DateContact,
    EmailDeferred,
    EmailRejected,
    Invoices,
    MailServer,
    MailServerUnavailable,
    OwnServerUnavailable,
    Pair,
    Visibility,
    VisiblePairs,
)
from notifications.sealing import MailSeal
from notifications.storage import NotificationsUnit
from notifications.usecases.audiences import Audiences
from notifications.usecases.campaign_contents import campaign_contents
from notifications.usecases.digest import Digest, digest_of
from notifications.usecases.first_message import FirstMessage, first_message
from notifications.usecases.send_due import Queue, Share, send_due
from notifications.usecases.suppress_email import BOUNCED, ReportedAddress, suppress_emails
from notifications.usecases.tell_unreached import tell_unreached

emails_finished = Counter("emails_finished_total", "Emails sent, suppressed or failed for good", ["state"])

# Connections to the mail server, each with one email at a time: at 60 ms an email 130 a second.
SHARE = Share(threads=8, of_party=8)
# An invisible member is visible to the member they write to. Profiles may handle that event a moment after this
# service, so a hidden partner is checked again once.
VISIBILITY_CHECKS = 2
LEASE = timedelta(minutes=2)  # longer than an email may wait for its turn, and several times its deadlines


@dataclass(frozen=True)
class EmailDelivery:
    """Dependencies of sending emails."""

    unit_of_work: Callable[[], NotificationsUnit]
    contacts: Contacts
    visibility: Visibility
    invoices: Invoices
    seal: MailSeal
    addresses: AddressHashes
    renderer: EmailRenderer
    mail_server: MailServer
    audiences: Audiences
    is_production: bool


@dataclass(frozen=True)
class _State:
    """Everything about an email that may have changed since it was queued."""

    is_wanted: bool
    is_suppressed: bool
    is_discreet: bool
    partner: MemberName | None
    digest: Digest | None


@dataclass(frozen=True)
class _Ready:
    """An email that may be sent, with everything it is made of."""

    email: Email
    recipient: Recipient
    state: _State


def send_emails(delivery: EmailDelivery) -> int:
    """Send due emails. Returns the number processed, or 0 while the mail server or a service is down.

    An email of a worker that dies meanwhile is due again at the end of its lease: delivery is at least once, always
    with the same Message-ID.
    """
    return send_due(_EmailQueue(delivery), SHARE)


class _EmailQueue(Queue[Email, _Ready]):
    def __init__(self, delivery: EmailDelivery) -> None:
        self._delivery = delivery
        # Sites whose mail server does not answer: the rest of their emails is put back without trying in this run.
        self._without_server: set[str] = set()

    def claim(self, most: int) -> Sequence[Email]:
        with self._delivery.unit_of_work() as uow:
            due = uow.emails.claim(LEASE, most)
            uow.commit()
        return due

    def recipient(self, item: Email) -> Hashable:
        return item.member_id

    def party(self, item: Email) -> str:
        return "mail server"

    def prepare(self, items: Sequence[Email]) -> Mapping[UUID, _Ready | Outcome]:
        contacts = [one for one in items if one.template.rules.to_date_contact]
        members = [one for one in items if one not in contacts]
        found: dict[UUID, _Ready | Outcome] = {}
        # Emails with a sealed address do not depend on identity, and only those about dates on profiles' answer.
        for some in ([one for one in members if one.sealed], [one for one in members if not one.sealed], contacts):
            if some:
                found |= self._prepare(some)
        return found

    def _prepare(self, items: Sequence[Email]) -> Mapping[UUID, _Ready | Outcome]:
        try:
            return self._prepared(items)
        except Unavailable as error:
            self.is_down = True
            logger().warning("email_dependency_unavailable", problem=describe(error))
            return {email.id: PutBack(outage_delay(), counts=False) for email in items}
        except Exception as error:
            if len(items) == 1:
                return {items[0].id: _failed(items[0], error)}
            # One of them is the cause.
            return {email.id: self._prepare([email])[email.id] for email in items}

    def _prepared(self, items: Sequence[Email]) -> Mapping[UUID, _Ready | Outcome]:
        found: dict[UUID, _Ready | Outcome] = {}
        addressed: list[Email] = []
        for item in items:
            email = self._to_date_contact(item) if item.template.rules.to_date_contact else item
            if isinstance(email, Email):
                addressed.append(email)
            else:
                found[item.id] = email
        recipients = self._recipients(addressed)
        with self._delivery.unit_of_work().reading() as uow:
            states = _states(uow, [email for email in addressed if email.id in recipients])
        for email in addressed:
            if email.id not in recipients:
                found[email.id] = Finished("suppressed", "gone")
                continue
            ready = _Ready(email, recipients[email.id], states[email.id])
            reason = self._reason_to_withhold(ready)
            found[email.id] = Finished("suppressed", reason) if reason else ready
        return self._of_visible(self._of_campaigns(found))

    def _to_date_contact(self, email: Email) -> Email | Outcome:
        """The email with its person and words, encrypted, if it is to be sent now.

        To a person with a telephone number a text message is queued in its place. The address is kept by profiles with
        the plan alone, and is gone with it.
        """
        content = self._delivery.visibility.date_contact(email.member_id)
        if content is None:
            return Finished("suppressed", "gone")
        if outcome := self._out_of_order(email, content):
            return outcome
        if content.phone and email.about_id:
            with self._delivery.unit_of_work() as uow:
                uow.texts.queue(email.id, email.member_id, email.about_id, TextPurpose(email.template))
                uow.commit()
            return Finished("suppressed", "by_text")
        sealed = self._delivery.seal.close(content.words)
        return replace(email, sealed=sealed, site=content.site, locale=content.locale)

    def _out_of_order(self, email: Email, content: DateContact) -> Outcome | None:
        """The word that all is well follows the first one, and takes its place while that has not left."""
        if email.template is not EmailTemplate.DATE_FINE:
            return Finished("suppressed", "fine") if content.is_fine else None
        with self._delivery.unit_of_work().reading() as reads:
            first = first_message(reads, email.member_id)
        if first is FirstMessage.NOT_SENT:
            return Finished("suppressed", "first_not_sent")
        # Profiles of the release before does not say when the member answered.
        is_ready = first is FirstMessage.LEFT and content.is_fine
        return None if is_ready else PutBack(outage_delay(), counts=False)

    def _of_campaigns(self, found: dict[UUID, _Ready | Outcome]) -> dict[UUID, _Ready | Outcome]:
        """Check the consent and the state of recipients of campaign mail again, and fill in its content."""
        ready = [each for each in found.values() if isinstance(each, _Ready) and each.email.template.rules.is_campaign]
        if not ready:
            return found
        try:
            contents = campaign_contents(self._delivery.audiences, [(each.email, each.recipient) for each in ready])
        except Unavailable as error:
            # Other emails do not wait for what only campaigns ask.
            logger().warning("email_dependency_unavailable", problem=describe(error))
            return found | {each.email.id: PutBack(outage_delay(), counts=False) for each in ready}
        for each in ready:
            content = contents[each.email.id]
            filled = replace(each, email=content[0], recipient=content[1]) if isinstance(content, tuple) else content
            found[each.email.id] = filled
        return found

    def _recipients(self, items: Sequence[Email]) -> dict[UUID, Recipient]:
        """By the email's id; none for deleted members."""
        found = {}
        asked = {email.member_id for email in items if email.sealed is None}
        contacts = self._delivery.contacts.find(asked) if asked else {}
        for email in items:
            if email.sealed is not None:
                content = self._delivery.seal.open(email.sealed)
                found[email.id] = Recipient(
                    content["to"], content["name"], email.locale or "", email.site or "", is_confirmed=False
                )
            elif email.member_id in contacts:
                found[email.id] = contacts[email.member_id]
        return found

    def _reason_to_withhold(self, ready: _Ready) -> str | None:
        reason = reason_to_withhold(
            ready.email.template,
            ready.recipient,
            is_wanted=ready.state.is_wanted,
            is_suppressed=ready.state.is_suppressed,
            is_production=self._delivery.is_production,
        )
        if reason is None and ready.state.digest is not None and not ready.state.digest.members:
            return "over"
        return reason

    def _of_visible(self, found: dict[UUID, _Ready | Outcome]) -> Mapping[UUID, _Ready | Outcome]:
        """Withhold what is about members hidden from its recipient, and count only visible ones."""
        ready = [each for each in found.values() if isinstance(each, _Ready)]
        pairs = {pair for each in ready for pair in _pairs(each)}
        visible = self._delivery.visibility.visible(pairs) if pairs else VisiblePairs(frozenset())
        return found | {each.email.id: _seen(each, visible) for each in ready}

    def send(self, item: Email, prepared: _Ready) -> Outcome:
        delivery = self._delivery
        site = prepared.recipient.site
        if site in self._without_server:
            return PutBack(outage_delay(), counts=False)
        try:
            message = delivery.renderer.render(
                self._unsealed(prepared.email),
                prepared.recipient,
                prepared.state.partner,
                self._attachment(item),
                is_discreet=prepared.state.is_discreet,
            )
            delivery.mail_server.send(message, site)
        except Unavailable as error:
            # Billing, which has the attachment: other emails go on.
            logger().warning("email_dependency_unavailable", problem=describe(error))
            return PutBack(outage_delay(), counts=False)
        except MailServerUnavailable as error:
            self._without_server.add(site)
            self.is_down = self.is_down or not isinstance(error, OwnServerUnavailable)
            logger().warning("email_dependency_unavailable", problem=describe(error))
            return PutBack(outage_delay(), counts=False)
        except AddressRejected:
            return Unreachable(delivery.addresses.of(prepared.recipient.email))
        except EmailRejected:
            logger().error("email_rejected", mail_id=str(item.id), template=item.template)
            return Finished("failed", "refused")
        except EmailDeferred:
            return _retried(item)
        except Exception as error:
            return _failed(item, error)
        seen_on = prepared.email.params.get("seen_on")
        return Finished(
            "sent",
            address_hash=delivery.addresses.of(prepared.recipient.email),
            seen_on=date.fromisoformat(seen_on) if seen_on else None,
        )

    def _attachment(self, email: Email) -> Attachment | None:
        if not email.template.rules.has_invoice:
            return None
        return self._delivery.invoices.find(email.member_id, email.params["company"], int(email.params["number"]))

    def _unsealed(self, email: Email) -> Email:
        if email.sealed is None:
            return email
        return replace(email, params={**email.params, **self._delivery.seal.open(email.sealed)}, sealed=None)

    def record(self, outcomes: Sequence[tuple[Email, Outcome]]) -> None:
        try:
            self._record(outcomes)
        except Exception as error:
            if len(outcomes) == 1:
                # Nothing is lost: it is due again when its lease ends.
                logger().warning("email_outcome_not_recorded", mail_id=str(outcomes[0][0].id), problem=describe(error))
                return
            for each in outcomes:
                self.record([each])

    def _record(self, outcomes: Sequence[tuple[Email, Outcome]]) -> None:
        delivery = self._delivery
        finished = [(email, outcome) for email, outcome in outcomes if isinstance(outcome, Finished)]
        bounced = [(email, outcome.address_hash) for email, outcome in outcomes if isinstance(outcome, Unreachable)]
        finished += [(email, Finished("failed", BOUNCED, address)) for email, address in bounced]
        # A sealed email to a visitor has a complaint's id instead of a member's.
        reported = [
            ReportedAddress(email.member_id, address, BOUNCED)
            for email, address in bounced
            if not email.template.rules.to_visitors or email.sealed is None
        ]
        # Without an answer nothing is recorded: the email is due again when its lease ends, and bounces again.
        suppress_emails(delivery.unit_of_work, delivery.contacts, delivery.addresses, reported)
        with delivery.unit_of_work() as uow:
            for email, ended in finished:
                if ended.state == "failed" and email.template.rules.to_date_contact and email.about_id:
                    is_fine = email.template is EmailTemplate.DATE_FINE
                    tell_unreached(uow, email.member_id, email.about_id, is_fine=is_fine)
            uow.emails.finish(finished)
            uow.campaign_messages.record_delivered(
                {email.id: ended.seen_on for email, ended in finished if ended.seen_on is not None}
            )
            uow.emails.put_back([(email, outcome) for email, outcome in outcomes if isinstance(outcome, PutBack)])
            uow.commit()
        for _, ended in finished:
            emails_finished.labels(ended.state).inc()


def _states(uow: NotificationsUnit, emails: Sequence[Email]) -> Mapping[UUID, _State]:
    members = {email.member_id for email in emails}
    kinds = {email.id: email.template.rules.preference for email in emails}
    switches = uow.preferences.of_many({(email.member_id, kind) for email in emails if (kind := kinds[email.id])})
    suppressed, discreet = uow.suppressions.among(members), uow.preferences.discreet_among(members)
    names = uow.names.of({email.about_id for email in emails if email.about_id})
    return {
        email.id: _State(
            is_wanted=(kind := kinds[email.id]) is None or switches[email.member_id, kind].email,
            is_suppressed=email.member_id in suppressed,
            is_discreet=email.member_id in discreet,
            partner=names.get(email.about_id) if email.about_id else None,
            digest=digest_of(uow, email),
        )
        for email in emails
    }


def _pairs(ready: _Ready) -> set[Pair]:
    """The members whose visibility decides, each with the recipient."""
    email, digest = ready.email, ready.state.digest
    about = [] if email.about_id is None or email.template.rules.outlives_partner else [email.about_id]
    return {(email.member_id, member_id) for member_id in (*about, *(digest.members if digest else ()))}


def _seen(ready: _Ready, visible: VisiblePairs) -> _Ready | Outcome:
    email, digest, pairs = ready.email, ready.state.digest, _pairs(ready)
    if pairs and email.member_id in visible.unknown_viewers:
        return PutBack(outage_delay(), counts=False)
    is_about = email.about_id is not None and not email.template.rules.outlives_partner
    if is_about and (email.member_id, email.about_id) not in visible.pairs:
        return _retried(email) if email.tries < VISIBILITY_CHECKS else Finished("suppressed", "hidden")
    if digest is None:
        return ready
    # A count discloses hidden and blocked members as much as a name does.
    counts = digest.counts(visible.to(email.member_id, digest.members))
    if counts is None:
        return Finished("suppressed", "hidden")
    return replace(ready, email=replace(email, params={**email.params, **counts}))


def _failed(email: Email, error: Exception) -> Outcome:
    # An email that cannot be rendered must not block the others.
    logger().error("email_failed", mail_id=str(email.id), template=email.template, exc_info=error)
    return _retried(email)


def _retried(email: Email) -> Outcome:
    if email.tries < MAX_TRIES:
        return PutBack(retry_delay(email.tries), counts=True)
    logger().error("email_given_up", mail_id=str(email.id), template=email.template)
    return Finished("failed", "given_up")
