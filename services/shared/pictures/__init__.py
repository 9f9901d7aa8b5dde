"""Image processing of uploads, their storage and signed links. Independent of members."""

from shared.pictures.classifier import ClassificationFailed, ClassifierModel, Failure, ModelRefused, OnnxModel, Reading
from shared.pictures.digests import digests_of
from shared.pictures.errors import PictureRefused
from shared.pictures.face_comparison import MOST_PHOTOS, Comparison, FaceModel, FaceReading
from shared.pictures.fingerprint import NEAR, hashes_of, look_alike
from shared.pictures.header import Header, Limits, read_header
from shared.pictures.image_processing import PAGE_FILES, PAGE_WIDTHS, Crop, ProcessedImage, process_image
from shared.pictures.links import PictureLinks
from shared.pictures.store import SOUND, SOUND_MP3, VARIANTS, PictureStore
from shared.pictures.unreferenced_files import UnreferencedFiles, delete_media, delete_unreferenced_media

__all__ = [
    "MOST_PHOTOS",
    "NEAR",
    "PAGE_FILES",
    "PAGE_WIDTHS",
    "SOUND",
    "SOUND_MP3",
    "VARIANTS",
    "ClassificationFailed",
    "ClassifierModel",
    "Comparison",
    "Crop",
    "FaceModel",
    "FaceReading",
    "Failure",
    "Header",
    "Limits",
    "ModelRefused",
    "OnnxModel",
    "PictureLinks",
    "PictureRefused",
    "PictureStore",
    "ProcessedImage",
    "Reading",
    "UnreferencedFiles",
    "delete_media",
    "delete_unreferenced_media",
    "digests_of",
    "hashes_of",
    "look_alike",
    "process_image",
    "read_header",
]
