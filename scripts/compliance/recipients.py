"""Recipients of personal data outside the operator, and the security measures, for the record of processing."""

from typing import NamedTuple


class Recipient(NamedTuple):
    name: str
    role: str
    gets: str
    why: str
    third_country: str


RECIPIENTS = (
    Recipient(
        "payment provider",
        "controller of its own",
        "amount, order number, name and mandate of the payer, way to pay, country",
        "take payments and pay money back; card and account numbers are typed at the provider or go to it directly",
        "no",
    ),
    Recipient(
        "SMS provider (`SMS_URL`)",
        "processor",
        "telephone number; one code, or a member's name and a link to the plan of a date",
        "confirm a mobile number before a direct debit; tell the person that a member chose for a date",
        "by contract: no",
    ),
    Recipient(
        "mail provider (`SMTP_URL`)",
        "processor",
        "mail address, first name, the mail",
        "deliver mails about the account and those a member chose",
        "by contract: no",
    ),
    Recipient(
        "translation service (`TRANSLATOR_URL`), named by the site's `translation`",
        "processor",
        "the words of a message that its reader asked to translate, and the two languages",
        "show a message in the reader's language; nothing of it is stored here",
        "by contract: no",
    ),
    Recipient(
        "provider of lists of illegal pictures (`PICTURE_MATCHER_URL`)",
        "processor",
        "each uploaded picture and hashes of its file, without a member's id",
        "refuse known child sexual abuse material",
        "by contract: no",
    ),
    Recipient(
        "push services of the browsers (`PUSH_HOSTS`)",
        "controllers of their own, chosen by the member's browser",
        "an address of the browser, an encrypted message",
        "show a notification on a device whose owner asked for it",
        "yes: Apple, Google, Microsoft and Mozilla; the content is end-to-end encrypted (RFC 8291)",
    ),
    Recipient(
        "host of servers, database backups and object storage",
        "processor",
        "everything, on encrypted disks",
        "run the product",
        "by contract: no",
    ),
    Recipient(
        "authorities and courts",
        "controllers of their own",
        "what an order names",
        "legal obligation (DSA, Articles 9, 10 and 18; criminal procedure)",
        "no",
    ),
)

MEASURES = (
    "Each service has a database of its own, under a role that owns nothing and can neither change nor delete what is"
    " append-only ([decision 20](decisions/0020-internal-access.md)).",
    "Services prove who they are to each other; NATS and Redis let each do what it is listed for"
    " ([20](decisions/0020-internal-access.md), [internal access](internal-access.md)).",
    "Passwords are hashed with argon2id; second factors and passkeys; guesses are counted"
    " ([26](decisions/0026-authentication.md), [15](decisions/0015-rate-limits.md)).",
    "Addresses in transit between services, authenticator secrets, exports and payment data are sealed with keys of"
    " one purpose each, which rotate without downtime ([keys](keys.md)).",
    "Logs hold ids, no texts, addresses or names ([25](decisions/0025-exceptions-in-logs.md)); security events are"
    " listed in [security-events.md](security-events.md).",
    "Staff see a member only for a case or a stated reason, for an hour, and each look is stored"
    " (services/profiles/README.md, Moderation).",
    "A town is the finest place that is stored; presence is stored by the day"
    " ([27](decisions/0027-presence-and-distance.md)).",
    "Special categories of data are stored only with explicit consent ([30](decisions/0030-matching-consent.md)).",
    "Photos and voice messages are encoded anew in a limited process, without metadata, and served by links for one"
    " viewer.",
    "Erasure reaches every service, is confirmed by each and is repeated after a restored backup"
    " (`scripts/pairwise backup repeat-erasures`).",
    "Tests try each of these: `scripts/test`.",
)
