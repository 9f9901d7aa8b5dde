from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta

from servicekit.errors import Unavailable
from servicekit.logs import logger

from notifications.domain.mail import pause_in_outage
from notifications.domain.push import IS_BUSY, LASTS, MOST_TRIES, Notice, Push, pause_after
from notifications.ports import (
    Announcements,
    Contacts,
    DeviceGone,
    Name,
    NotificationsUnitOfWork,
    PushNotTaken,
    PushRefused,
    PushServices,
    PushSubscription,
    Sight,
)

AT_A_TURN = 40
# A push service that hangs holds up its own pushes, not everybody's.
SIDE_BY_SIDE = 4
LEASE = timedelta(minutes=2)  # several times what a turn may take


@dataclass(frozen=True)
class PushRoom:
    """What sending needs."""

    unit_of_work: Callable[[], NotificationsUnitOfWork]
    contacts: Contacts
    sight: Sight
    announcements: Announcements
    services: PushServices


class _Withheld(Exception):
    """It is not sent; the words say why."""


class _Later(Exception):
    def __init__(self, pause: timedelta) -> None:
        super().__init__(pause)
        self.pause = pause


def send_pushes(room: PushRoom) -> int:
    """Send some of what is due. Returns how many pushes were dealt with.

    A worker that dies with a push in hand leaves it to its lease's end: it may then go twice, never not at all. The
    device shows it once, because both have one tag.
    """
    with room.unit_of_work() as uow:
        due = uow.pushes.claim(LEASE, AT_A_TURN)
        uow.commit()
    if due:
        with ThreadPoolExecutor(min(SIDE_BY_SIDE, len(due))) as threads:
            list(threads.map(lambda push: _deal_with(room, push), due))
    return len(due)


def _deal_with(room: PushRoom, push: Push) -> None:
    try:
        _send(room, push)
    except _Withheld as withheld:
        _finish(room, push, "withheld", str(withheld))
    except _Later as later:
        _put_back(room, push, later.pause, counts=False)
    except DeviceGone:
        with room.unit_of_work() as uow:
            uow.push_subscriptions.remove(push.endpoint)
            uow.commit()
    except PushRefused as error:
        logger().error("push_refused", push_id=str(push.id), problem=str(error))
        _finish(room, push, "failed", "refused")
    except PushNotTaken as error:
        _try_again_or_give_up(room, push, error.pause)
    except Unavailable:
        _put_back(room, push, pause_in_outage(), counts=False)
    except Exception as error:
        # A push that cannot be made must not hold up the others.
        logger().error("push_failed", push_id=str(push.id), exc_info=error)
        _try_again_or_give_up(room, push, None)
    else:
        _finish(room, push, "sent", None)


def _send(room: PushRoom, push: Push) -> None:
    to = room.contacts.find(push.member_id)
    if to is None:
        raise _Withheld("gone")
    device, count, is_fictional = _check(room, push)
    told = room.announcements.write(push, to, count=count, is_fictional=is_fictional)
    room.services.send(device, told, topic=push.topic, contact=room.announcements.contact(to))


def _check(room: PushRoom, push: Push) -> tuple[PushSubscription, int, bool]:
    """Everything that may have changed since the push was queued. Returns the device, how much is new, and whether
    all of it is of fictional profiles.
    """
    with room.unit_of_work() as uow:
        now = uow.now()
        device = uow.push_subscriptions.of(push.endpoint, push.member_id)
        if device is None:
            raise _Withheld("gone")
        if push.created_at and now - push.created_at > LASTS:
            raise _Withheld("old")
        if not any(one.push for one in uow.preferences.of(push.member_id) if one.kind is push.notice.kind):
            raise _Withheld("unwanted")
        count, about = 1, [push.about_id] if push.about_id else []
        if push.notice is Notice.UNREAD:
            unread = uow.unreads.of(push.member_id)
            count, about = len(unread), [one.about_id for one in unread]
        elif push.notice.is_of_messages and push.conversation_id:
            here = uow.unreads.in_(push.member_id, push.conversation_id)
            count = here.count if here else 0
        if count == 0:
            raise _Withheld("read")
        last = uow.activities.last(push.member_id)
        if last is not None and now - last < IS_BUSY:
            # A like was told on the page this moment; a message waits until it is clear that nobody reads it there.
            if push.notice.is_of_messages:
                raise _Later(IS_BUSY - (now - last) + timedelta(seconds=1))
            raise _Withheld("busy")
        names = {one: uow.names.of(one) for one in about}
    shown = room.sight.shown(push.member_id, about)
    if about and not shown:
        raise _Withheld("hidden")
    if push.notice is Notice.UNREAD:
        count = len([one for one in about if one in shown])
    return device, count, _all_fictional(names[one] for one in shown if one in names)


def _all_fictional(names: Iterable[Name | None]) -> bool:
    known = list(names)
    return bool(known) and all(name is not None and name.is_fictional for name in known)


def _try_again_or_give_up(room: PushRoom, push: Push, pause: timedelta | None) -> None:
    if push.tries >= MOST_TRIES:
        logger().warning("push_given_up", push_id=str(push.id))
        _finish(room, push, "failed", "given_up")
    else:
        _put_back(room, push, pause_after(push.tries, pause), counts=True)


def _finish(room: PushRoom, push: Push, state: str, reason: str | None) -> None:
    with room.unit_of_work() as uow:
        uow.pushes.finish(push, state, reason)
        uow.commit()


def _put_back(room: PushRoom, push: Push, pause: timedelta, *, counts: bool) -> None:
    with room.unit_of_work() as uow:
        uow.pushes.put_back(push, pause, counts=counts)
        uow.commit()
