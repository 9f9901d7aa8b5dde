from flask import Blueprint
from shared.kit.http import Caller, caller, endpoint
from shared.pictures import delete_media, process_image

from profiles.domain.photo import PhotoRules
from profiles.domain.profile import Viewer
from profiles.usecases.photos.add_photo import PhotoDependencies, add_photo
from profiles.usecases.photos.delete_photo import delete_photo
from profiles.usecases.photos.list_own_photos import list_own_photos
from profiles.usecases.photos.order_photos import order_photos
from profiles.web.context import current_site, current_site_key, wiring
from profiles.web.photo_models import DeletePhoto, OrderPhotos, OwnPhotoOut, OwnPhotosAnswer, PhotoAnswer, PhotoForm

photos = Blueprint("photos", __name__, url_prefix="/api")


@photos.get("/photo.php")
@endpoint()
def get_photos() -> OwnPhotosAnswer:
    """The caller's photos, whether others may see them or not."""
    return _own(caller())


@photos.post("/photo.php")
@endpoint(status=201)
def post_photo(form: PhotoForm) -> PhotoAnswer:
    """Add a photo."""
    dependencies, asking = wiring(), caller()
    room = PhotoDependencies(
        dependencies.unit_of_work,
        dependencies.media,
        process_image,
        dependencies.pause,
        current_site_key(),
        dependencies.picture_guard,
        dependencies.classifiers.check_of(current_site()),
    )
    photo = add_photo(room, asking.member_id, form.id, form.photo, lambda viewer: _rules(viewer, asking))
    with dependencies.reads() as reads:
        return PhotoAnswer(photo=OwnPhotoOut.of(photo, asking.member_id, dependencies.links, reads.now()))


@photos.put("/photo.php")
@endpoint()
def put_photos(body: OrderPhotos) -> OwnPhotosAnswer:
    """Put the own photos in an order; the first is the main one."""
    order_photos(wiring().unit_of_work(), caller().member_id, body.order)
    return _own(caller())


@photos.delete("/photo.php")
@endpoint()
def delete_own_photo(body: DeletePhoto) -> OwnPhotosAnswer:
    """Delete an own photo with its files."""
    dependencies = wiring()
    media = delete_photo(dependencies.unit_of_work(), caller().member_id, body.photo_id)
    delete_media(dependencies.unit_of_work, dependencies.media, [media])
    return _own(caller())


def _own(asking: Caller) -> OwnPhotosAnswer:
    dependencies = wiring()
    own, viewer, at = list_own_photos(dependencies.reads(), dependencies.pause, asking.member_id)
    return OwnPhotosAnswer(
        photos=[OwnPhotoOut.of(photo, asking.member_id, dependencies.links, at) for photo in own],
        limit=_rules(viewer, asking).limit,
        premium_limit=current_site().photos_premium,
    )


def _rules(viewer: Viewer, asking: Caller) -> PhotoRules:
    site = current_site()
    is_premium = viewer.is_premium or asking.is_premium
    return PhotoRules(
        limit=site.photos_premium if is_premium else site.photos_free,
        is_automatic=site.photo_inspection == "automatic",
    )
