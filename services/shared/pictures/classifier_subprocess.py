"""The sandboxed models: `python -I classifier_subprocess.py MODEL CPU_SECONDS`, the request and the pictures on stdin.

The request is one line of JSON with the model's SHA-256, the input, the sizes of the pictures in bytes, and either the
output function of an image classifier or the number of live pictures of a comparison; our WebP files follow. The answer
is one line of JSON: a score for each label of one picture, or how much the faces of pictures are alike. The vectors of
the faces (biometric templates) are in this process alone, which ends with the answer. Imports no module of ours, and
sets its resource limits before it reads a byte.
"""

import os
import resource
import sys

MEGABYTE = 1 << 20
# onnxruntime and numpy write to 75 MB. Loading a model takes up to three times its file, because the graph is parsed,
# optimised and packed; the rest is for what the layers compute.
BASE_MEGABYTES, TIMES_MODEL = 256, 4
ADDRESSES_MEGABYTES = 1024
MODEL, CPU_SECONDS = sys.argv[1], int(sys.argv[2])
MEMORY = BASE_MEGABYTES * MEGABYTE + TIMES_MODEL * os.path.getsize(MODEL)
LIMITS = {
    resource.RLIMIT_DATA: MEMORY,
    resource.RLIMIT_AS: MEMORY + ADDRESSES_MEGABYTES * MEGABYTE,
    # Of which loading the libraries takes one.
    resource.RLIMIT_CPU: CPU_SECONDS,
    resource.RLIMIT_FSIZE: 0,
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_NOFILE: 64,
}
for name, most in LIMITS.items():
    resource.setrlimit(name, (most, most))
# onnxruntime reports its use to its maker unless this is set before it is imported.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import hashlib  # noqa: E402
import io  # noqa: E402
import json  # noqa: E402
from typing import Any  # noqa: E402

import numpy as np  # noqa: E402
import onnxruntime  # type: ignore[import-untyped]  # noqa: E402
from PIL import Image, ImageOps  # noqa: E402

BROKEN, CHANGED = 3, 4
ONLY_ERRORS = 3


def session_of(sha256: str) -> Any:
    """Load the model from the very bytes that were hashed, in one thread."""
    with open(MODEL, "rb") as file:
        content = file.read()
    if hashlib.sha256(content).hexdigest() != sha256:
        sys.exit(CHANGED)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = ONLY_ERRORS
    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])


def input_of(picture: bytes, wanted: dict[str, Any]) -> Any:
    """The picture as numbers: one batch of one."""
    image = Image.open(io.BytesIO(picture), formats=["WEBP"]).convert("RGB")
    size = wanted["width"], wanted["height"]
    method = Image.Resampling.BILINEAR
    image = ImageOps.fit(image, size, method) if wanted["fit"] == "crop" else image.resize(size, method)
    pixels = np.asarray(image, dtype=np.float32) / 255
    if wanted["channels"] == "bgr":
        pixels = pixels[:, :, ::-1]
    pixels = (pixels - np.array(wanted["mean"], np.float32)) / np.array(wanted["std"], np.float32)
    if wanted["layout"] == "nchw":
        pixels = pixels.transpose(2, 0, 1)
    return np.ascontiguousarray(pixels[np.newaxis], dtype=np.float32)


def probabilities(scores: Any, function: str) -> Any:
    """Scores of a model as probabilities: by `softmax`, by `sigmoid`, or as they are."""
    if function == "softmax":
        powers = np.exp(scores - scores.max())
        return powers / powers.sum()
    return 1 / (1 + np.exp(-scores)) if function == "sigmoid" else scores


def direction(face: Any) -> Any:
    """The vector of a face with the length 1; None for zeros, which say that there is not exactly one face."""
    vector = np.asarray(face, dtype=np.float64).ravel()
    length = np.linalg.norm(vector)
    return vector / length if np.isfinite(length) and length > 0 else None


def compared(answers: list[dict[str, Any]], live: int) -> dict[str, Any]:
    """For each live picture: the cosine of its face with those of all pictures (null without one face in each), the
    scores of poses, and of being no picture of a picture, where the model has that."""
    faces = [direction(answer["face"]) for answer in answers]

    def same(one: Any, other: Any) -> float | None:
        return None if one is None or other is None or one.shape != other.shape else float(one @ other)

    return {
        "same": [[same(face, other) for other in faces] for face in faces[:live]],
        "poses": [np.asarray(answer["poses"], dtype=np.float64).ravel().tolist() for answer in answers[:live]],
        "live": [np.asarray(answer["live"], dtype=np.float64).ravel().tolist() for answer in answers[:live]]
        if "live" in answers[0]
        else None,
    }


def main() -> None:
    """Read a request as a line of JSON and pictures from stdin, and print the answer as JSON."""
    request = json.loads(sys.stdin.buffer.readline())
    session = session_of(request["sha256"])
    pictures = [input_of(sys.stdin.buffer.read(size), request["input"]) for size in request["sizes"]]
    # No file and no socket can be opened from here on.
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
    entry = session.get_inputs()[0].name
    if "live" in request:
        names = [output.name for output in session.get_outputs()]
        answers = [dict(zip(names, session.run(None, {entry: pixels}), strict=True)) for pixels in pictures]
        print(json.dumps(compared(answers, request["live"])))
        return
    scores = session.run(None, {entry: pictures[0]})[0]
    found = probabilities(np.asarray(scores, dtype=np.float64).ravel(), request["output"])
    print(json.dumps({"scores": found.tolist()}))


if __name__ == "__main__":
    try:
        main()
    except Exception as problem:
        print(type(problem).__name__, file=sys.stderr)
        sys.exit(BROKEN)
