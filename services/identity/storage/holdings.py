"""What identity holds of members."""

from datetime import timedelta

from holdings import UNTIL_ERASED, Cascades, Deleted, Forgotten, Ground, Holding, NotPersonal, Taken, Untaken

from identity.storage.tables import (
    AccountRow,
    AttemptsRow,
    AuthenticatorRow,
    ChallengeRow,
    GreetingRow,
    KnownDeviceRow,
    LoginGuardRow,
    PasskeyRow,
    RecoveryCodeRow,
    SessionRow,
    TokenRow,
)

HOLDINGS: tuple[Holding, ...] = (
    Holding(
        AccountRow,
        purpose="let a member log in, write to them and know what they chose",
        ground=Ground.CONTRACT,
        erased=Deleted("id"),
        kept=UNTIL_ERASED,
        taken=Taken("id", without=("password_hash", "credits_version")),
    ),
    Holding(
        GreetingRow,
        purpose="send what a member wrote to someone before the sign-up was complete",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id", "recipient_id"),
        kept=Forgotten(timedelta(days=30), by="made_at"),
        taken=Taken("member_id"),
    ),
    Holding(
        LoginGuardRow,
        purpose="slow down who guesses passwords",
        ground=Ground.INTEREST,
        erased=Cascades("accounts"),
        kept=Forgotten(timedelta(days=90), by="blocked_until"),
        taken=Taken("member_id"),
    ),
    Holding(
        SessionRow,
        purpose="keep a member logged in",
        ground=Ground.CONTRACT,
        erased=Cascades("accounts"),
        kept=Forgotten(timedelta(), by="expires_at"),
        taken=Taken("member_id", without=("secret_hash",)),
    ),
    Holding(
        TokenRow,
        purpose="prove that an address is the member's",
        ground=Ground.CONTRACT,
        erased=Cascades("accounts"),
        kept=Forgotten(timedelta(days=30), by="expires_at"),
        taken=Untaken("secrets of links"),
    ),
    Holding(
        KnownDeviceRow,
        purpose="tell a member of log-ins on devices they have not used before",
        ground=Ground.INTEREST,
        erased=Cascades("accounts"),
        kept=Forgotten(timedelta(days=400), by="used_on"),
        taken=Taken("member_id", without=("secret_hash",)),
    ),
    Holding(
        AttemptsRow,
        purpose="slow down who guesses; what was tried is a hash",
        ground=Ground.NOT_PERSONAL,
        erased=NotPersonal(),
        kept=Forgotten(timedelta(days=2), by="counted_at", where="coalesce(blocked_until, counted_at) < now()"),
        taken=Untaken("hashes and counts"),
    ),
    Holding(
        AuthenticatorRow,
        purpose="ask for a second factor, as the member wishes",
        ground=Ground.CONTRACT,
        erased=Cascades("accounts"),
        kept=UNTIL_ERASED,
        taken=Taken("member_id", without=("sealed_secret", "last_step")),
    ),
    Holding(
        RecoveryCodeRow,
        purpose="let a member in who has lost the second factor",
        ground=Ground.CONTRACT,
        erased=Cascades("accounts"),
        kept=UNTIL_ERASED,
        taken=Untaken("hashes of codes"),
    ),
    Holding(
        PasskeyRow,
        purpose="let a member log in without a password",
        ground=Ground.CONTRACT,
        erased=Cascades("accounts"),
        kept=UNTIL_ERASED,
        taken=Taken("member_id", without=("credential_id", "public_key", "sign_count")),
    ),
    Holding(
        ChallengeRow,
        purpose="let each signature of a passkey count once",
        ground=Ground.CONTRACT,
        erased=Cascades("accounts"),
        kept=Forgotten(timedelta(hours=1), by="expires_at"),
        taken=Untaken("random numbers that live for minutes"),
    ),
)
