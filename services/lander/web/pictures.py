"""Pictures of marketers: the library of the desk, and their files as visitors load them."""

from flask import Blueprint, Response, request
from shared.kit.core import NotFound
from shared.kit.http import Nothing, endpoint
from shared.pictures import PAGE_FILES, Crop, process_image

from lander.domain.picture import LIMITS, Picture
from lander.usecases.change_pictures import add_picture, remove_picture
from lander.web.context import current_marketer, current_site, wiring
from lander.web.pages import FOR_EVER
from lander.web.picture_models import PictureForm, PictureOut, PicturesAnswer, RemovePicture
from lander.web.picture_tags import TOKEN, picture_address
from lander.web.previews import GOOD_FOR_SECONDS

pictures = Blueprint("pictures", __name__)


@pictures.get("/api/marketing-pictures.php")
@endpoint()
def get_marketing_pictures() -> PicturesAnswer:
    """The pictures of this site, newest first."""
    marketer = current_marketer()
    with wiring().unit_of_work().reading() as uow:
        found = uow.pictures.all_of(marketer.site)
    return PicturesAnswer(pictures=[_shown(each) for each in found])


@pictures.post("/api/marketing-pictures.php")
@endpoint(status=201)
def post_marketing_picture(form: PictureForm) -> PictureOut:
    """Add a picture; the same file a second time is the same picture."""
    added = add_picture(
        wiring().unit_of_work,
        wiring().pictures,
        lambda content: process_image(content, cut=Crop.PAGE, limits=LIMITS),
        current_marketer(),
        form.photo,
    )
    return _shown(added)


@pictures.delete("/api/marketing-pictures.php")
@endpoint()
def delete_marketing_picture(body: RemovePicture) -> Nothing:
    """Take a picture away, from live pages too."""
    remove_picture(wiring().unit_of_work(), current_marketer(), body.hash)
    wiring().catalogue.forget()
    return Nothing()


@pictures.get("/landers/pictures/<hash>/<name>")
def get_page_picture(hash: str, name: str) -> Response:
    """A file of a picture that a live page shows, or one of a preview, which its link proves.

    What nobody has published is served to nobody else: with `lander_review: two` a second person has seen it.
    """
    site, token = current_site().key, request.args.get("token", "")
    is_live = wiring().catalogue.has_picture(site, hash)
    is_previewed = wiring().renderings.is_proven(token, GOOD_FOR_SECONDS, TOKEN, site, hash)
    if name not in PAGE_FILES or not (is_live or is_previewed):
        raise NotFound()
    response = Response(wiring().picture_files.read(site, hash, name), content_type=f"image/{name.rpartition('.')[2]}")
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cache-Control"] = FOR_EVER if is_live else f"private, max-age={GOOD_FOR_SECONDS}"
    return response


def _shown(picture: Picture) -> PictureOut:
    site = current_site().key
    return PictureOut(
        hash=picture.hash,
        width=picture.width,
        height=picture.height,
        phone_bytes=picture.phone_bytes,
        src=picture_address(site, picture.hash, "400.webp", is_preview=True),
        is_live=wiring().catalogue.has_picture(site, picture.hash),
        added_at=picture.added_at,
    )
