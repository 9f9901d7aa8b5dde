from collections.abc import Callable
from datetime import timedelta

from servicekit.identifiers import new_id

from notifications.domain.mail import Mail, Template
from notifications.domain.push import News, Notice
from notifications.storage import NotificationsUnit

AT_A_TURN = 100
# A message that nobody has read for so long is mailed; for a day, all of them are told once more.
UNREAD_FOR, REMIND_AFTER, REMIND_AGAIN_AFTER = timedelta(minutes=15), timedelta(days=1), timedelta(days=3)
# Likes are gathered: one mail a day at most.
LIKES_FOR, LIKES_AGAIN_AFTER = timedelta(minutes=30), timedelta(days=1)
A_WEEK = timedelta(days=7)

Units = Callable[[], NotificationsUnit]


def mail_unread(units: Units) -> int:
    """Mail what waits in a conversation and was not read on a page meanwhile; once until it is read."""
    with units() as uow:
        waiting = uow.unreads.take_unmailed(UNREAD_FOR, AT_A_TURN)
        for one in waiting:
            uow.mails.queue(
                Mail(
                    id=new_id(),
                    member_id=one.member_id,
                    template=Template.UNREAD_MESSAGE,
                    about_id=one.about_id,
                    params={"conversation_id": str(one.conversation_id)},
                )
            )
        uow.commit()
    return len(waiting)


def remind_of_unread(units: Units) -> int:
    """Remind members, by mail and push, of what they have not read for a day."""
    with units() as uow:
        members = uow.unreads.take_unreminded(REMIND_AFTER, REMIND_AGAIN_AFTER, AT_A_TURN)
        for member_id in members:
            uow.mails.queue(Mail(id=new_id(), member_id=member_id, template=Template.UNREAD_REMINDER))
        uow.pushes.queue(*(News(member_id, Notice.UNREAD) for member_id in members))
        uow.commit()
    return len(members)


def mail_likes(units: Units) -> int:
    """Mail how many new likes there are, at most once a day."""
    with units() as uow:
        members = uow.new_likes.take_unmailed(LIKES_FOR, LIKES_AGAIN_AFTER, AT_A_TURN)
        for member_id in members:
            uow.mails.queue(Mail(id=new_id(), member_id=member_id, template=Template.LIKES))
        uow.commit()
    return len(members)


def mail_weekly(units: Units) -> int:
    """Mail the week to those who asked for it."""
    with units() as uow:
        mailed = uow.mails.queue_weekly(A_WEEK, AT_A_TURN)
        uow.commit()
    return mailed
