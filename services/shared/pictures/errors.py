"""Refusals of uploads."""

from shared.kit.core import Invalid


class PictureRefused(Invalid):
    """A file that is refused as a picture."""

    code = "photo_broken"


class PictureEmpty(PictureRefused):
    code = "photo_empty"


class PictureTooLarge(PictureRefused):
    code = "photo_too_large"


class PictureWrongType(PictureRefused):
    code = "photo_wrong_type"


class PictureAnimated(PictureRefused):
    code = "photo_animated"


class PictureTooManyPixels(PictureRefused):
    code = "photo_too_many_pixels"


class PictureTooSmall(PictureRefused):
    code = "photo_too_small"


class PictureBroken(PictureRefused):
    code = "photo_broken"
