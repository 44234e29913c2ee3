"""Effects of blocks: nothing new starts between two people if one has blocked the other."""

from collections.abc import Iterable

from bot.model.match.match import Match
from bot.model.refusal import Refusal
from bot.repositories.people.blocks import BlockRepository
from data.session import Session


async def check_together(session: Session, person: int, others: Iterable[int | None]) -> None:
    """Check that a person may begin something with others: no blocks between them.

    Raises Refusal: "takes-no-challenges", "blocked-by-you".
    """
    blocks = await session.of(BlockRepository).between(
        person, {other for other in others if other not in {None, person}}
    )
    for block in blocks:
        if block.blocker == person:
            raise Refusal("blocked-by-you", player=str(block.blocked))
    for block in blocks:
        raise Refusal("takes-no-challenges", player=str(block.blocker))


async def blocking_opponent(session: Session, match: Match, seat: int) -> int | None:
    """Return a remaining player that blocks the player of a seat, and so takes no offers from them.

    With more than two players this blocks an offer to all: it cannot be settled without that player.
    """
    person, absent = match.person_at(seat), set(match.retired)
    if person is None:
        return None
    others = (match.person_at(other) for other in range(len(match.players)) if other not in absent | {seat})
    blocks = await session.of(BlockRepository).between(
        person, [other for other in others if other is not None]
    )
    return next((block.blocker for block in blocks if block.blocked == person), None)
