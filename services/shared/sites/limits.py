"""Limits of a site: sign-up, photos, likes and history."""

from typing import Literal

from pydantic import Field

from shared.sites.classifier import PhotoClassifier
from shared.sites.document import Document


class LimitSettings(Document):
    """Limits of sign-up, photos, likes and history."""

    signups: Literal["all", "with_trafficsource", "invite"] = "all"
    disposable_mail: Literal["refuse", "allow"] = Field(
        "refuse", description="Whether an account may have an address of a provider of throwaway mailboxes"
    )
    email_local_parts: Literal["ascii", "utf8"] = Field(
        "ascii",
        description="Letters that a new address may have before the @; utf8 only with a mail relay that has SMTPUTF8",
    )
    photos_free: int = Field(3, ge=1)
    photos_premium: int = Field(25, ge=1)
    photo_inspection: Literal["automatic", "desk"] = Field(
        "desk", description="Approval of photos: by a rule, or by people at the desk"
    )
    photo_classifier: PhotoClassifier | None = Field(
        None, description="Rules for the scores of the installation's image classifier, where there is one"
    )
    evidence_days: int = Field(
        365, ge=1, le=730, description="How long a refused picture on a hash list is kept sealed, for an authority"
    )
    contact_details: Literal["hold", "show"] = Field(
        "hold",
        description="Who sees a profile's text with contact details, before the desk has looked: its member, or all",
    )
    warning_counts_days: int = Field(365, ge=1, description="How long the desk counts a warning of a member")
    swipe_likes: int = Field(4, ge=1, description="likes a day in the swipe game, by the member's own day")
    history_months: int = Field(12, ge=1)
