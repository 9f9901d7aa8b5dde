"""Variations of the standard content, for templates with facts or with texts that depend on the email."""

from notifications.emails.variations import account, moderation, payments, weekly

VARIATIONS = {**account.VARIATIONS, **moderation.VARIATIONS, **payments.VARIATIONS, **weekly.VARIATIONS}
