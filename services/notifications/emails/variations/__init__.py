"""Variations of the standard content, for templates with facts or with texts that depend on the email."""

from notifications.emails.variations import account, campaigns, moderation, payments, weekly

VARIATIONS = {
    **account.VARIATIONS,
    **campaigns.VARIATIONS,
    **moderation.VARIATIONS,
    **payments.VARIATIONS,
    **weekly.VARIATIONS,
}
