import pytest

from tests.adopted.left import put

pytest_plugins = ("tests.data.databases",)


@pytest.fixture
async def adopted_url(database_url: str) -> str:
    """The address of a database that 0.11.0 left, not opened yet."""
    await put(database_url)
    return database_url
