from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta

from servicekit.errors import Unavailable
from servicekit.errors_in_logs import describe
from servicekit.logs import logger

from notifications.domain.mail import (
    MOST_TRIES,
    TO_VISITORS,
    Addressee,
    Mail,
    pause_after,
    pause_in_outage,
    reason_to_withhold,
)
from notifications.ports import (
    AddressRefused,
    Contacts,
    Letters,
    MailRefused,
    NotificationsUnitOfWork,
    Post,
    PostClosed,
    Seal,
    Sight,
    TryAgain,
)
from notifications.usecases.find_news import news_of
from notifications.usecases.suppress_mail import suppress_mail

AT_A_TURN = 20
# An invisible member who writes is seen by whom they write to; profiles may hear of that a moment later than we do.
LOOKS = 2
LEASE = timedelta(minutes=2)  # several times what asking identity and handing over a mail may take


@dataclass(frozen=True)
class MailRoom:
    """What sending needs."""

    unit_of_work: Callable[[], NotificationsUnitOfWork]
    contacts: Contacts
    sight: Sight
    seal: Seal
    letters: Letters
    post: Post
    is_production: bool


def send_mails(room: MailRoom) -> int:
    """Send some of what is due. Returns how many mails were dealt with; fewer than a turn's when no more can be.

    A worker that dies with a mail in hand leaves it to its lease's end: the mail may then go twice, never not at all.
    """
    return next((done for done in range(AT_A_TURN) if not _send_next(room)), AT_A_TURN)


def _send_next(room: MailRoom) -> bool:
    with room.unit_of_work() as uow:
        mail = uow.mails.claim(LEASE)
        uow.commit()
    if mail is None:
        return False
    try:
        reason = _send(room, mail)
    except (PostClosed, Unavailable) as error:
        logger().warning("mail_server_unavailable", problem=describe(error))
        _put_back(room, mail, pause_in_outage(), counts=False)
        return False
    except AddressRefused:
        _suppress(room, mail)
    except MailRefused:
        logger().error("mail_refused", mail_id=str(mail.id), template=mail.template)
        _finish(room, mail, "failed", "refused")
    except TryAgain:
        _try_again_or_give_up(room, mail)
    except Exception as error:
        # A mail that cannot be made must not hold up the others.
        logger().error("mail_failed", mail_id=str(mail.id), template=mail.template, exc_info=error)
        _try_again_or_give_up(room, mail)
    else:
        _finish(room, mail, "suppressed" if reason else "sent", reason)
    return True


def _send(room: MailRoom, mail: Mail) -> str | None:
    """Returns why it was withheld, or None when it has gone."""
    to = _addressee(room, mail)
    if to is None:
        return "gone"
    with room.unit_of_work().reading() as uow:
        kind = mail.template.kind
        wanted = {preference.kind for preference in uow.preferences.of(mail.member_id) if preference.email}
        is_suppressed = uow.suppressions.has(mail.member_id)
        about = uow.names.of(mail.about_id) if mail.about_id else None
        news = news_of(uow, mail)
    reason = reason_to_withhold(
        mail.template,
        to,
        is_wanted=kind is None or kind in wanted,
        is_suppressed=is_suppressed,
        is_production=room.is_production,
    )
    if reason is None and news is not None and news.is_over:
        reason = "over"
    if reason is None and mail.about_id and not room.sight.may_see(mail.member_id, mail.about_id):
        if mail.tries < LOOKS:
            raise TryAgain
        reason = "hidden"
    if reason is None and news is not None:
        # Counts are of those only whom the member may be told of.
        figures = news.figures(room.sight.shown(mail.member_id, news.about))
        if figures is None:
            return "hidden"
        mail = replace(mail, params={**mail.params, **figures})
    if reason is None:
        room.post.send(room.letters.write(_opened(room, mail), to, about))
    return reason


def _addressee(room: MailRoom, mail: Mail) -> Addressee | None:
    if mail.sealed is None:
        return room.contacts.find(mail.member_id)
    content = room.seal.open(mail.sealed)
    return Addressee(content["to"], content["name"], mail.locale or "", mail.site or "", is_confirmed=False)


def _opened(room: MailRoom, mail: Mail) -> Mail:
    if mail.sealed is None:
        return mail
    return replace(mail, params={**mail.params, **room.seal.open(mail.sealed)}, sealed=None)


def _try_again_or_give_up(room: MailRoom, mail: Mail) -> None:
    if mail.tries >= MOST_TRIES:
        logger().error("mail_given_up", mail_id=str(mail.id), template=mail.template)
        _finish(room, mail, "failed", "given_up")
    else:
        _put_back(room, mail, pause_after(mail.tries), counts=True)


def _finish(room: MailRoom, mail: Mail, state: str, reason: str | None) -> None:
    with room.unit_of_work() as uow:
        uow.mails.finish(mail.id, state, reason)
        uow.commit()


def _put_back(room: MailRoom, mail: Mail, pause: timedelta, *, counts: bool) -> None:
    with room.unit_of_work() as uow:
        uow.mails.put_back(mail, pause, counts=counts)
        uow.commit()


def _suppress(room: MailRoom, mail: Mail) -> None:
    with room.unit_of_work() as uow:
        uow.mails.finish(mail.id, "failed", "bounced")
        if mail.template not in TO_VISITORS or mail.sealed is None:
            suppress_mail(uow, mail.member_id, "bounced")
        uow.commit()
