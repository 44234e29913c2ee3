"""What follows from blocks: who begins nothing new with whom."""

from collections.abc import Iterable

from bot.play.domain.refusal import Refusal
from data.records import MatchRecord
from data.store import Tables

_TWO = 2


async def check_together(tables: Tables, person: int, others: Iterable[int | None]) -> None:
    """Check that someone may begin something with others: neither has blocked the other.

    Raises Refusal: "takes-no-challenges", "blocked-by-you".
    """
    found = await tables.blocks.between(person, {one for one in others if one not in {None, person}})
    for block in found:
        if block.blocker == person:
            raise Refusal("blocked-by-you", player=str(block.blocked))
    for block in found:
        raise Refusal("takes-no-challenges", player=str(block.blocker))


async def drops_offers_of(tables: Tables, record: MatchRecord, seat: int) -> int | None:
    """Return the opponent in a match of two who takes no offers of a seat, as they have blocked its player.

    Where more than two play, an offer is for all of them, and nobody alone can keep it away.
    """
    person = record.person_at(seat)
    if len(record.players) != _TWO or person is None:
        return None
    found = await tables.blocks.between(person, [one for one in record.people if one != person])
    return next((block.blocker for block in found if block.blocked == person), None)
