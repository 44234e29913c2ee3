"""Pages as approved texts: syrupy keeps a readable file for each page and language next to the test.

`pytest --snapshot-update` rewrites them; review the diff before committing it.
"""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation
from syrupy.types import SnapshotIndex


class ApprovedText(SingleFileSnapshotExtension):
    """A text file that is the same for every database a test runs over."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"

    @classmethod
    def get_snapshot_name(cls, *, test_location: PyTestLocation, index: SnapshotIndex = 0) -> str:
        return f"{test_location.methodname}[{index}]"

    @classmethod
    def matches_test_location(cls, *, test_location: PyTestLocation, snapshot_location: str) -> bool:
        is_its_own = Path(snapshot_location).name.startswith(f"{test_location.methodname}[")
        return is_its_own and test_location.matches_snapshot_site(snapshot_location)


@pytest.fixture
def approved(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """The approved texts of a test's pages, by a name that ends with the language."""
    return snapshot.use_extension(ApprovedText)
