"""Event consumers and scheduled jobs of notifications."""

from typing import Any

from shared.kit.core import before_scrape
from shared.kit.events import Consumer, Job, OwnStream, due
from shared.privacy.retain import retention_jobs

from notifications.events import from_billing, from_chat, from_identity, from_likes, from_profiles
from notifications.storage.data_inventory import DATA_INVENTORY
from notifications.storage.due import CAMPAIGNS, EMAILS, PUSHES, REPLIES, SENDERS, SERIES, TEXTS
from notifications.usecases.advance_series import advance_series
from notifications.usecases.draw_campaigns import draw_campaigns
from notifications.usecases.measure_campaigns import record_returns, record_subject_returns, store_results
from notifications.usecases.queue_reminders import (
    queue_like_emails,
    queue_unread_emails,
    queue_unread_reminders,
    queue_weekly_emails,
)
from notifications.usecases.recognise_senders import recognise_senders
from notifications.usecases.send_emails import send_emails
from notifications.usecases.send_pushes import send_pushes
from notifications.usecases.send_support_replies import send_support_replies
from notifications.usecases.send_texts import send_texts
from notifications.usecases.update_metrics import update_metrics
from notifications.wiring import Wiring

A_MINUTE, AN_HOUR = 60, 3600


def consumers(wiring: Wiring) -> list[Consumer[Any, Any]]:
    publishers = (from_identity, from_profiles, from_chat, from_likes, from_billing)
    return [consumer for publisher in publishers for consumer in publisher.subscriptions.consumers(wiring)]


def jobs(wiring: Wiring) -> list[Job]:
    before_scrape("update_metrics", lambda: update_metrics(wiring.unit_of_work()))
    emails_due, pushes_due = due(wiring.database, EMAILS), due(wiring.database, PUSHES)
    return [
        Job("send_emails", 1, lambda: send_emails(wiring.email_delivery()), repeats=True, due_in=emails_due),
        Job(
            "draw_campaigns",
            2,
            lambda: draw_campaigns(wiring.audiences(), wiring.codes),
            due_in=due(wiring.database, CAMPAIGNS),
        ),
        Job(
            "advance_series",
            2,
            lambda: advance_series(wiring.audiences(), wiring.codes),
            due_in=due(wiring.database, SERIES),
        ),
        Job("send_pushes", 1, lambda: send_pushes(wiring.push_delivery()), repeats=True, due_in=pushes_due),
        Job(
            "send_texts",
            1,
            lambda: send_texts(wiring.text_delivery()),
            repeats=True,
            due_in=due(wiring.database, TEXTS),
        ),
        Job(
            "send_support_replies",
            1,
            lambda: send_support_replies(
                wiring.unit_of_work, wiring.mail_server, wiring.sites, wiring.mail_texts, wiring.settings.mail_provider
            ),
            repeats=True,
            due_in=due(wiring.database, REPLIES),
        ),
        Job(
            "recognise_senders",
            5,
            lambda: recognise_senders(wiring.unit_of_work, wiring.contacts),
            due_in=due(wiring.database, SENDERS),
        ),
        Job("queue_unread_emails", A_MINUTE, lambda: queue_unread_emails(wiring.unit_of_work)),
        Job("queue_like_emails", A_MINUTE, lambda: queue_like_emails(wiring.unit_of_work)),
        Job("queue_unread_reminders", A_MINUTE, lambda: queue_unread_reminders(wiring.unit_of_work)),
        Job("record_returns", AN_HOUR, lambda: record_returns(wiring.unit_of_work, wiring.contacts)),
        Job(
            "record_subject_returns",
            AN_HOUR,
            lambda: record_subject_returns(wiring.unit_of_work, wiring.contacts),
        ),
        Job("store_campaign_results", AN_HOUR, lambda: store_results(wiring.unit_of_work)),
        Job("queue_weekly_emails", AN_HOUR, lambda: queue_weekly_emails(wiring.unit_of_work)),
        *retention_jobs(wiring.unit_of_work, DATA_INVENTORY, OwnStream(wiring.settings)),
    ]
