from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from playground.server import Playground
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.readings import faults
from tests.end_to_end.three_games.rounds import ENGLISH, GERMAN


@pytest.fixture(autouse=True)
def check_texts(request: pytest.FixtureRequest) -> Iterator[None]:
    """Check every text in a test; at a single-language table it must be in that language."""
    running: Playground = request.getfixturevalue("playground")
    past = running.journal.since(0)[-1:]
    yield
    only = (
        "de" if "german_table" in request.fixturenames else "en" if "table" in request.fixturenames else None
    )
    complaints = faults(running.journal.since(past[0].n if past else 0), (ENGLISH, GERMAN), only=only)
    assert not complaints, "\n".join(complaints)


@pytest_asyncio.fixture(loop_scope="module")
async def six_people(table: Table) -> AsyncIterator[list[Person]]:
    """Six people at the English table, including Anna and Ben."""
    others = [await table.newcomer(name) for name in ("Clara", "David", "Emma", "Finn")]
    yield [table.anna, table.ben, *others]
