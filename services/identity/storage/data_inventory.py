"""Data inventory of identity."""

from datetime import timedelta
from uuid import UUID

from pairwise.identity.v1.events_pb2 import MailRequested, RequestTaken
from shared.privacy import (
    UNTIL_ERASED,
    Cascades,
    DataRecord,
    Deleted,
    DeletedAfter,
    Exported,
    LegalBasis,
    NotExported,
    NotPersonal,
    Overwritten,
    Records,
    Retained,
    WhileNeeded,
)
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from identity.domain.session import IDLE_LASTS
from identity.storage.tables import (
    AccountRow,
    AddressHashRow,
    AgeCheckRow,
    AttemptsRow,
    AuthenticatorRow,
    BanRow,
    ChallengeRow,
    ConsentRow,
    ErasureReceiptRow,
    ExportPartRow,
    ExportRow,
    GreetingRow,
    HiddenContactRow,
    InvitationRow,
    InviteRow,
    KnownContactRow,
    KnownDeviceRow,
    LoginGuardRow,
    MemberInviteRow,
    OriginRow,
    PasskeyRow,
    RecentNetworkRow,
    RecoveryCodeRow,
    SessionRow,
    SignUpRow,
    TokenRow,
    TombstoneRow,
)


def count_of_contacts(session: Session, member_id: UUID) -> Records:
    """The number of people the member hides from; their addresses are not stored."""
    counted = select(func.count()).select_from(KnownContactRow).where(KnownContactRow.member_id == member_id)
    return [{"count": session.scalar(counted) or 0}]


DATA_INVENTORY: tuple[DataRecord, ...] = (
    DataRecord(
        AccountRow,
        purpose="let a member log in, write to them and apply their choices",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("id"),
        retention=UNTIL_ERASED,
        export=Exported("id", without=("password_hash", "credits_version", "credentials_version")),
    ),
    DataRecord(
        AgeCheckRow,
        purpose="keep members out of sight who have not shown their age, where the law asks for it",
        legal_basis=LegalBasis.LAW,
        erasure=Cascades("accounts"),
        retention=UNTIL_ERASED,
        export=Exported("member_id", without=("member_id", "attempt_id", "session_id", "session_url")),
    ),
    DataRecord(
        KnownContactRow,
        purpose="hide a member from people they know, at their wish; only keyed hashes of addresses",
        legal_basis=LegalBasis.INTEREST,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=count_of_contacts,
    ),
    DataRecord(
        AddressHashRow,
        purpose="find the lists on which the confirmed address of a member is; only keyed hashes",
        legal_basis=LegalBasis.INTEREST,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=NotExported("hashes of the address, which is in the copy itself"),
    ),
    DataRecord(
        HiddenContactRow,
        purpose="hide acquainted members from each other",
        legal_basis=LegalBasis.INTEREST,
        erasure=Deleted("member_id", "contact_id"),
        retention=UNTIL_ERASED,
        export=NotExported("would disclose memberships and hidden members"),
    ),
    DataRecord(
        GreetingRow,
        purpose="send the message that a member wrote to another while signing up",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id", "recipient_id"),
        retention=DeletedAfter(timedelta(days=30), by="made_at"),
        export=Exported("member_id"),
    ),
    DataRecord(
        LoginGuardRow,
        purpose="slow down the guessing of passwords",
        legal_basis=LegalBasis.INTEREST,
        erasure=Cascades("accounts"),
        retention=DeletedAfter(timedelta(days=90), by="blocked_until"),
        export=Exported("member_id"),
    ),
    DataRecord(
        SessionRow,
        purpose="keep a member logged in; compare the class of the device with that of a blocked person",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Cascades("accounts"),
        retention=DeletedAfter(
            timedelta(),
            by="created_at",
            where=f"expires_at < now() OR used_on <= current_date - {IDLE_LASTS.days}",
        ),
        export=Exported("member_id", without=("secret_hash",)),
    ),
    DataRecord(
        TokenRow,
        purpose="prove that an address is the member's",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Cascades("accounts"),
        retention=DeletedAfter(timedelta(days=30), by="expires_at"),
        export=NotExported("secrets of links"),
    ),
    DataRecord(
        KnownDeviceRow,
        purpose="tell a member of log-ins on devices they have not used before",
        legal_basis=LegalBasis.INTEREST,
        erasure=Cascades("accounts"),
        retention=DeletedAfter(timedelta(days=400), by="used_on"),
        export=Exported("member_id", without=("secret_hash",)),
    ),
    DataRecord(
        RecentNetworkRow,
        purpose="find accounts that came from one network, for a case at the moderation desk, and the new account of a "
        "blocked person; only keyed hashes",
        legal_basis=LegalBasis.INTEREST,
        erasure=Cascades("accounts"),
        retention=DeletedAfter(timedelta(days=14), by="seen_on"),
        export=Exported("member_id", without=("network_hash",)),
    ),
    DataRecord(
        AttemptsRow,
        purpose="slow down guessing; attempts are stored as hashes",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=DeletedAfter(timedelta(days=2), by="counted_at", where="coalesce(blocked_until, counted_at) < now()"),
        export=NotExported("hashes and counts"),
    ),
    DataRecord(
        AuthenticatorRow,
        purpose="ask for a second factor, as the member wishes",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Cascades("accounts"),
        retention=UNTIL_ERASED,
        export=Exported("member_id", without=("sealed_secret", "last_step")),
    ),
    DataRecord(
        RecoveryCodeRow,
        purpose="let a member log in without the lost second factor",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Cascades("accounts"),
        retention=UNTIL_ERASED,
        export=NotExported("hashes of codes"),
    ),
    DataRecord(
        PasskeyRow,
        purpose="let a member log in without a password",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Cascades("accounts"),
        retention=UNTIL_ERASED,
        export=Exported("member_id", without=("credential_id", "public_key", "sign_count")),
    ),
    DataRecord(
        ChallengeRow,
        purpose="let each signature of a passkey count once",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Cascades("accounts"),
        retention=DeletedAfter(timedelta(hours=1), by="expires_at"),
        export=NotExported("random numbers that live for minutes"),
    ),
    DataRecord(
        TombstoneRow,
        purpose="repeat an erasure after a backup was restored",
        legal_basis=LegalBasis.LAW,
        erasure=Retained("a random id, a day and a keyed hash", ("member_id",)),
        retention=WhileNeeded("as long as backups, and for the proof of the erasure"),
        export=NotExported("only of those who are gone"),
    ),
    DataRecord(
        BanRow,
        purpose="keep a banned person's mailbox and browsers from opening another account",
        legal_basis=LegalBasis.INTEREST,
        erasure=Retained("keyed hashes and a random id; else deleting the account would lift the ban", ("member_id",)),
        retention=DeletedAfter(timedelta(0), by="until"),
        export=Exported("member_id", without=("hash", "member_id")),
    ),
    DataRecord(
        ErasureReceiptRow,
        purpose="prove that every service has erased a member",
        legal_basis=LegalBasis.LAW,
        erasure=Retained("a random id and counts", ("member_id",)),
        retention=WhileNeeded("as long as the tombstone"),
        export=NotExported("only of those who are gone"),
    ),
    DataRecord(
        ConsentRow,
        purpose="prove a member's consents and their times",
        legal_basis=LegalBasis.LAW,
        erasure=Cascades("accounts"),
        retention=UNTIL_ERASED,
        export=Exported("member_id", without=("id", "member_id")),
    ),
    DataRecord(
        InviteRow,
        purpose="let each invited person sign up once",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Overwritten("used_by", {"used_by": None, "name": ""}, why="the invite stays used"),
        retention=DeletedAfter(timedelta(days=365), by="expires_at"),
        export=Exported("used_by", without=("token_hash", "used_by")),
    ),
    DataRecord(
        InvitationRow,
        purpose="let a member invite friends by a link",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Cascades("accounts"),
        retention=UNTIL_ERASED,
        export=Exported("inviter_id", without=("inviter_id",)),
    ),
    DataRecord(
        MemberInviteRow,
        purpose="reward the member by whose invitation another signed up",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Cascades("accounts"),
        retention=UNTIL_ERASED,
        export=Exported("member_id", without=("member_id", "inviter_id", "invitation_id")),
    ),
    DataRecord(
        SignUpRow,
        purpose="give a retried sign-up the answer of the first",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        # As long as a session, which alone gets that answer. Later the address decides, and is taken.
        retention=DeletedAfter(timedelta(days=30), by="made_at"),
        export=NotExported("hashes"),
    ),
    DataRecord(
        OriginRow,
        purpose="none: the table is empty, and goes with the next release",
        legal_basis=LegalBasis.INTEREST,
        erasure=Cascades("accounts"),
        retention=UNTIL_ERASED,
        export=Exported("member_id", without=("member_id",)),
    ),
    DataRecord(
        ExportRow,
        purpose="give a member their own data, once a day",
        legal_basis=LegalBasis.LAW,
        erasure=Cascades("accounts"),
        retention=DeletedAfter(timedelta(days=90), by="requested_at"),
        export=Exported("member_id", without=("member_id", "delivered", "told_at")),
    ),
    DataRecord(
        ExportPartRow,
        purpose="gather the parts of an export",
        legal_basis=LegalBasis.LAW,
        erasure=Cascades("exports"),
        retention=WhileNeeded("until the export is ready, minutes later"),
        export=NotExported("it is the copy itself"),
    ),
)

# Events with sealed addresses. The key outlives the member, so the events must not.
SHORT_LIVED = (MailRequested, RequestTaken)
