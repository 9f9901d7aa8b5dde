"""A fixture for tests of services that upload the same few pictures again and again."""

from collections.abc import Iterator
from functools import cache

import pytest

from shared.pictures import image_processing


@pytest.fixture(scope="session", autouse=True)
def each_picture_processed_once() -> Iterator[None]:
    """Give a file that was processed in this run the result of then: a child process takes 0.4 s of processor time."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(image_processing, "_run_child", cache(image_processing._run_child))
        yield
