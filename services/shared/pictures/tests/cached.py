"""A fixture for tests of services that upload the same few pictures again and again."""

from collections.abc import Iterator
from functools import cache

import pytest

from shared.pictures import image_processing

run_child_once = cache(image_processing._run_child)


@pytest.fixture(scope="module", autouse=True)
def each_picture_processed_once() -> Iterator[None]:
    """Give a file that was processed in this run the result of then: a child process takes 0.4 s of processor time.

    Patched for each module of the service alone, because tests of the child itself may run in the same process.
    """
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(image_processing, "_run_child", run_child_once)
        yield
