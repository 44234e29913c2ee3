from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from render import Gallery
from tests.galleries import GALLERY
from tests.witness import manifest
from tests.witness.manifest import Manifest
from tests.witness.restored import Restored, restored
from tests.witness.support import Kept, fill_postgresql, kept_at, unpack


@pytest.fixture(scope="session")
def told() -> Manifest:
    """What the witness holds."""
    return manifest.load()


@pytest.fixture(scope="session")
def gallery() -> Gallery:
    """The painters, warm for all tests."""
    return GALLERY


@pytest.fixture
async def witness_url(database_url: str, tmp_path: Path) -> str:
    """The address of the witness's database, a fresh copy of each kind, not migrated yet."""
    if database_url.startswith("postgresql"):
        await fill_postgresql(database_url)
        return database_url
    return f"sqlite:///{unpack(tmp_path).database}"


@pytest.fixture
async def kept(witness_url: str, told: Manifest) -> AsyncIterator[Kept]:
    """The witness's database, opened with the present code at the moment it was made."""
    async with kept_at(witness_url, told.now) as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def then(
    told: Manifest, gallery: Gallery, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Restored]:
    """The witness, restored for the tests of this module; each touches games and challenges of its own."""
    async with restored(tmp_path_factory.mktemp("then"), told, gallery) as running:
        await running.settled()
        yield running
