"""The statement that opens the wallets of new members: after an import there are many of them."""

from collections.abc import Sequence

from shared.kit.db import Statement
from sqlalchemy import text
from sqlalchemy.orm import Session

from billing.domain.transfer import HOUSE, TransferKind, gift
from billing.domain.wallet import SignUp, Wallet

# Rows are locked in the order of ids, so that two batches with the same members cannot deadlock. A wallet that a charge
# is opening is waited for, and then only gets the facts of the sign-up.
OPEN = Statement(
    text(
        """
        WITH sign_up AS (
            SELECT * FROM unnest(
                CAST(:member_ids AS uuid[]), CAST(:causes AS uuid[]), CAST(:sites AS text[]),
                CAST(:credits AS bigint[]), CAST(:free_messages AS int[]), CAST(:signed_up_at AS timestamptz[]),
                CAST(:countries AS text[])
            ) AS sign_up (member_id, cause, site, credits, free_messages, signed_up_at, country)
        ), wallet AS (
            INSERT INTO wallets (member_id, site, balance, free_messages_left, version, signed_up_at, country)
            SELECT member_id, site, credits, free_messages, 1, coalesce(signed_up_at, now()), country
            FROM sign_up ORDER BY member_id
            ON CONFLICT (member_id) DO UPDATE SET
                site = excluded.site,
                country = coalesce(excluded.country, wallets.country),
                signed_up_at = coalesce(
                    (SELECT signed_up_at FROM sign_up WHERE sign_up.member_id = excluded.member_id),
                    wallets.signed_up_at
                )
            RETURNING new.*, old.member_id IS NULL AS is_new
        ), gift AS (
            INSERT INTO transfers (id, kind, member_id, credits, free_messages, balance_after, version)
            SELECT gen_random_uuid(), :kind, member_id, balance, free_messages_left, balance, version
            FROM wallet WHERE is_new
            RETURNING id, kind, member_id, credits
        ), caused AS (
            INSERT INTO transfer_causes (kind, cause, transfer_id)
            SELECT gift.kind, sign_up.cause, gift.id FROM gift JOIN sign_up USING (member_id)
        ), entered AS (
            INSERT INTO entries (transfer_id, account, amount)
            SELECT gift.id, entry.account, entry.amount FROM gift,
                LATERAL (VALUES ('member:' || gift.member_id, gift.credits), (:house, -gift.credits))
                    AS entry (account, amount)
            WHERE gift.credits <> 0
        )
        SELECT member_id, site, balance, free_messages_left, is_premium, version, signed_up_at, country, debt
        FROM wallet WHERE is_new
        """
    )
)


def open_all(session: Session, sign_ups: Sequence[SignUp]) -> list[Wallet]:
    """Open a wallet with the gift for each of these members, who differ, and store the facts of their sign-up.

    Returns the wallets that were opened, in the order of `sign_ups`. A member who has one keeps it; what the sign-up
    does not tell stays as it is there.
    """
    rows = OPEN.on(
        session,
        member_ids=[each.member_id for each in sign_ups],
        causes=[gift(each.member_id, 0, 0).id for each in sign_ups],
        sites=[each.site.key for each in sign_ups],
        credits=[each.site.signup_credits for each in sign_ups],
        free_messages=[each.site.free_messages for each in sign_ups],
        signed_up_at=[each.signed_up_at for each in sign_ups],
        countries=[each.country for each in sign_ups],
        kind=TransferKind.SIGNUP_GIFT,
        house=HOUSE[TransferKind.SIGNUP_GIFT],
    )
    opened = {row.member_id: Wallet(**row._asdict()) for row in rows}
    return [opened[each.member_id] for each in sign_ups if each.member_id in opened]
