"""Every check by its name, in the order of a report."""

from shared.doctor import (
    documents,
    hosts,
    mail,
    models,
    parts,
    payments,
    push,
    stores,
    text_messages,
    translation,
    upkeep,
)
from shared.doctor.finding import BrandCheck, Check

CHECKS: dict[str, Check] = {
    "databases": parts.databases,
    "nats": parts.nats,
    "redis": parts.redis_server,
    "buckets": stores.buckets,
    "backups": upkeep.backups,
    "clock": upkeep.clock,
    "clock-of-databases": upkeep.clock_of_databases,
    "limits": upkeep.limits,
    "settings": documents.placeholders_in_settings,
    "payment-keys": payments.keys_are_live,
    "payment-provider": payments.provider_answers,
    "payment-webhook": payments.webhook_is_reached,
    "payment-webhook-seen": payments.webhook_was_seen,
    "mail-server": mail.server,
    "mail-bounces": mail.bounces,
    "sms-provider": text_messages.provider_answers,
    "sms-reports": text_messages.reports_were_seen,
    "push-keys": push.keys_fit,
}
# What `helm test` checks of a development release, which has stand-ins and example addresses.
PARTS = ("databases", "nats", "redis", "buckets")
OF_A_BRAND: dict[str, BrandCheck] = {
    "placeholders": documents.placeholders,
    "terms": documents.terms,
    "payment-account": payments.accounts_have_keys,
    "staff": upkeep.staff,
    "tls": hosts.tls,
    "hsts": hosts.hsts,
    "translation": translation.service_answers,
    "verification-model": models.face_model_is_there,
    "push-key": push.key_of_brand_fits,
    "mail-account": mail.account_has_server,
    "sms-account": text_messages.account_has_address,
    "mx": mail.mx,
    "spf": mail.spf,
    "dkim": mail.dkim,
    "dmarc": mail.dmarc,
}
