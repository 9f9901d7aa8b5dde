from collections.abc import Callable
from dataclasses import dataclass, replace

from shared.pictures import PictureStore, ProcessedImage

from chat.domain.message import Draft, Message, Photo
from chat.domain.wallet import Wallet
from chat.ports import Billing, CheckedPicture, PictureCheck
from chat.storage import ChatUnit
from chat.usecases.send_message import Limits, check_send
from chat.usecases.send_with_files import Upload, new_media, send_with_files

LARGEST = "800"


@dataclass(frozen=True)
class PhotoDependencies:
    """Dependencies of `send_photo`."""

    unit_of_work: Callable[[], ChatUnit]
    media: PictureStore
    process_image: Callable[[bytes], ProcessedImage]
    checks: PictureCheck
    site: str


def send_photo(
    dependencies: PhotoDependencies, billing: Billing, limits: Limits, draft: Draft, content: bytes
) -> tuple[Message, Wallet]:
    """Process an upload and send it as a message, once for its id.

    The picture is processed before the charge: a broken file costs nothing. One that the site's classifier is unsure
    of arrives blurred.
    Raises PictureRefused, Forbidden for a picture that may not pass, the refusals of `send_message`, and Unavailable.
    """
    unit_of_work = dependencies.unit_of_work
    if earlier := check_send(unit_of_work(), limits, draft):
        return earlier.message, earlier.wallet
    processed = dependencies.process_image(content)
    # Before a file is written and before the charge: a refused picture leaves nothing behind here, and costs nothing.
    picture = CheckedPicture(dependencies.site, draft, content, processed.fingerprint, processed.files[LARGEST])
    is_doubtful = dependencies.checks.check(picture)
    upload = Upload(new_media(), processed.files)
    photo = Photo(upload.media, processed.thumbhash, processed.width, processed.height, is_doubtful=is_doubtful)
    return send_with_files(unit_of_work, dependencies.media, billing, limits, replace(draft, photo=photo), upload)
