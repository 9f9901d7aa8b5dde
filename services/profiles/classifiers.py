"""The image classifier of the installation with the rules of each site."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self

from shared.pictures import ClassificationFailed, ClassifierModel, Failure, ModelRefused, Reading
from shared.sites import PhotoClassifier, Site, SiteDirectory

from profiles.domain.photo import CheckAction, PhotoCheck, RejectReason

# Of a picture in a chat, whose sender waits: twice the first and the second are less than chat's deadline.
CHAT_CPU_SECONDS, CHAT_QUEUE_SECONDS = 5, 2.0
# More pictures of chats at once have no answer, so that the threads of the process are left for other calls.
_chats = threading.BoundedSemaphore(2)


@dataclass(frozen=True)
class Classifiers:
    """Checks of new photos. Without a model no site has one."""

    model: ClassifierModel | None = None

    @classmethod
    def load(cls, path: Path | None, sha256: str | None, sites: SiteDirectory) -> Self:
        """Load the model and try it with the rules of every site that has some. Raises ModelRefused."""
        if path is None:
            return cls()
        model = ClassifierModel.load(path, sha256)
        rules = {key: site.photo_classifier for key, site in sites.items() if site.photo_classifier}
        if not rules:
            raise ModelRefused("CLASSIFIER_MODEL is set, and no site's document has photo_classifier.")
        for key, classifier in rules.items():
            model.check(reading_of(classifier), key)
        return cls(model)

    def model_of(self, site: Site) -> str | None:
        """The SHA-256 of the model that looks at this site's new photos; None where no model does."""
        return self.model.sha256 if self.model and site.photo_classifier else None

    def check_of(self, site: Site) -> Callable[[bytes], PhotoCheck] | None:
        """The check of this site's new photos, which takes one of our WebP files and raises nothing."""
        if self.model is None or site.photo_classifier is None:
            return None
        return partial(_check, self.model, site.photo_classifier)

    def check_of_chats(self, site: Site) -> Callable[[bytes], PhotoCheck] | None:
        """As `check_of`, of pictures in chats, where the site has rules for them."""
        if self.model is None or site.photo_classifier is None or site.photo_classifier.chats is None:
            return None
        return partial(_check_of_chat, self.model, site.photo_classifier)


def reading_of(classifier: PhotoClassifier) -> Reading:
    return Reading(classifier.labels, classifier.input.model_dump(mode="json"), classifier.output)


def _check_of_chat(model: ClassifierModel, classifier: PhotoClassifier, picture: bytes) -> PhotoCheck:
    if not _chats.acquire(blocking=False):
        return PhotoCheck(model.sha256, CheckAction.WAIT, failure=Failure.BUSY.value)
    try:
        return _check(model, classifier, picture, in_chat=True)
    finally:
        _chats.release()


def _check(model: ClassifierModel, classifier: PhotoClassifier, picture: bytes, *, in_chat: bool = False) -> PhotoCheck:
    limits = (CHAT_CPU_SECONDS, CHAT_QUEUE_SECONDS) if in_chat else ()
    try:
        verdict = classifier.judge(model.scores(reading_of(classifier), picture, *limits), in_chat=in_chat)
    except ClassificationFailed as failed:
        # Without an answer it waits: never shown, never rejected.
        return PhotoCheck(model.sha256, CheckAction.WAIT, failure=failed.failure.value)
    reason = RejectReason(verdict.reason) if verdict.reason else None
    return PhotoCheck(model.sha256, CheckAction(verdict.action), verdict.label, verdict.score, reason)
