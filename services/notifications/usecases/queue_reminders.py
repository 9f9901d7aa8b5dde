"""Emails and pushes queued by the clock."""

from collections.abc import Callable
from datetime import timedelta

from shared.kit.core import new_id

from notifications.domain.email import Email
from notifications.domain.email_templates import EmailTemplate
from notifications.domain.push import PushRequest
from notifications.domain.push_kinds import PushKind
from notifications.storage import NotificationsUnit

BATCH = 100
# An unread message is mailed after the first period; after the second the member is reminded of all unread ones.
UNREAD_FOR, REMIND_AFTER, REMIND_AGAIN_AFTER = timedelta(minutes=15), timedelta(days=1), timedelta(days=3)
# Likes are collected: one email a day at most.
LIKES_FOR, LIKES_AGAIN_AFTER = timedelta(minutes=30), timedelta(days=1)
A_WEEK = timedelta(days=7)

UnitFactory = Callable[[], NotificationsUnit]


def queue_unread_emails(units: UnitFactory) -> int:
    """Queue an email for each conversation with unread messages, once until it is read."""
    with units() as uow:
        unmailed = uow.unreads.take_unmailed(UNREAD_FOR, BATCH)
        for unread in unmailed:
            uow.emails.queue(
                Email(
                    id=new_id(),
                    member_id=unread.member_id,
                    template=EmailTemplate.UNREAD_MESSAGE,
                    about_id=unread.about_id,
                    params={"conversation_id": str(unread.conversation_id)},
                )
            )
        uow.commit()
    return len(unmailed)


def queue_unread_reminders(units: UnitFactory) -> int:
    """Remind members, by email and push, of messages unread for a day."""
    with units() as uow:
        members = uow.unreads.take_unreminded(REMIND_AFTER, REMIND_AGAIN_AFTER, BATCH)
        for member_id in members:
            uow.emails.queue(Email(id=new_id(), member_id=member_id, template=EmailTemplate.UNREAD_REMINDER))
        uow.pushes.queue(*(PushRequest(member_id, PushKind.UNREAD) for member_id in members))
        uow.commit()
    return len(members)


def queue_like_emails(units: UnitFactory) -> int:
    """Queue an email with the count of new likes, at most once a day."""
    with units() as uow:
        members = uow.new_likes.take_unmailed(LIKES_FOR, LIKES_AGAIN_AFTER, BATCH)
        for member_id in members:
            uow.emails.queue(Email(id=new_id(), member_id=member_id, template=EmailTemplate.LIKES))
        uow.commit()
    return len(members)


def queue_weekly_emails(units: UnitFactory) -> int:
    """Queue the weekly digest for members who turned it on."""
    with units() as uow:
        queued = uow.emails.queue_weekly(A_WEEK, BATCH)
        uow.commit()
    return queued
