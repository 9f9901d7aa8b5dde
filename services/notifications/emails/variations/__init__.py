"""Variations of the standard content, for templates with facts or with texts that depend on the email."""

from notifications.emails.variations import account, campaigns, dates, moderation, payments, weekly

VARIATIONS = {
    **account.VARIATIONS,
    **campaigns.VARIATIONS,
    **dates.VARIATIONS,
    **moderation.VARIATIONS,
    **payments.VARIATIONS,
    **weekly.VARIATIONS,
}
