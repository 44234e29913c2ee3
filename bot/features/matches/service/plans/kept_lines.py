"""Private notes: lines that a person explored in a match."""

from collections.abc import Sequence

from bot.features.matches.domain.kept_lines import MOST, KeptLine
from bot.features.matches.service.load_match import find_match
from bot.features.matches.store.kept_lines import KeptLineRepository
from bot.kernel.transactions.unit_of_work import UnitOfWork, is_id
from bot.model.people.person import Request
from bot.model.refusal import Refusal


class KeptLines:
    """Saves explored lines."""

    def __init__(self, unit_of_work: UnitOfWork) -> None:
        self._unit_of_work = unit_of_work

    async def of(self, person: int, match_id: int) -> tuple[KeptLine, ...]:
        """Return a person's saved lines of a match, the oldest first."""
        async with self._unit_of_work.store.read() as session:
            return await session.of(KeptLineRepository).of(person, match_id)

    async def get(self, person: int, match_id: int, number: int) -> KeptLine:
        """Return a person's saved line of a match. Raises Refusal: "unknown-kept-line"."""
        kept_line = next((line for line in await self.of(person, match_id) if line.id == number), None)
        if kept_line is None:
            raise Refusal("unknown-kept-line")
        return kept_line

    async def keep(
        self, request: Request, match_id: int, ply: int, taken_back: int, moves: Sequence[str]
    ) -> tuple[KeptLine, ...]:
        """Save a line from the position after a ply; idempotent.

        Raises Refusal: "too-many-kept-lines".
        """
        person = request.person.id
        async with self._unit_of_work.write() as tx:
            match = await find_match(tx, match_id)
            await self._unit_of_work.people.record_seen_in(tx, request.person)
            lines = await tx.of(KeptLineRepository).of(person, match.id)
            if not any(
                (line.ply, line.taken_back, line.moves) == (ply, taken_back, tuple(moves)) for line in lines
            ):
                if len(lines) >= MOST:
                    raise Refusal("too-many-kept-lines", limit=str(MOST))
                now = self._unit_of_work.clock()
                await tx.of(KeptLineRepository).add(person, match.id, ply, taken_back, moves, now)
            return await tx.of(KeptLineRepository).of(person, match.id)

    async def delete(self, person: int, match_id: int, number: int) -> tuple[KeptLine, ...]:
        """Delete a saved line, if it exists; return the others."""
        async with self._unit_of_work.store.write() as session:
            if is_id(number):
                await session.of(KeptLineRepository).delete(person, match_id, number)
                session.erases = True
            return await session.of(KeptLineRepository).of(person, match_id)
