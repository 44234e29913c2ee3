"""Substitutions: open seats, and past changes of players."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from bot.model.match.substitutions import Handover, Substitution, SubstitutionStatus
from bot.model.people.person import MessageRef
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.repositories.matches.match_rows import seat_values
from bot.repositories.rows.row_mapping import RowMapping, RowPart
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.match_tables import SEAT_TIMER, SUBSTITUTION_IS_OPEN, games, seats, substitutions
from data.cluster.timers import TimerRepository
from data.session import Session

_SUBSTITUTION: Final = RowMapping(
    Substitution,
    columns={"match": "game"},
    parts={"message": RowPart(RowMapping(MessageRef, columns={"channel": "message_channel"}), "message")},
    read_only=("id",),
)
_ACCEPTED: Final = substitutions.c.status == sa.literal_column("'accepted'")
_ALL: Final = sa.select(substitutions).order_by(substitutions.c.id)
_BY_ID: Final = _ALL.where(substitutions.c.id == sa.bindparam("id"))
_OPEN_OF: Final = _ALL.where(SUBSTITUTION_IS_OPEN, substitutions.c.game == sa.bindparam("game"))
_OPEN_IN: Final = _ALL.where(
    SUBSTITUTION_IS_OPEN, substitutions.c.game.in_(sa.bindparam("games", expanding=True))
)
_ACCEPTED_OF: Final = _ALL.where(_ACCEPTED, substitutions.c.game == sa.bindparam("game"))
_ACCEPTED_IN: Final = _ALL.join(games, games.c.id == substitutions.c.game).where(
    _ACCEPTED, games.c.challenge == sa.bindparam("challenge")
)
_ACCEPTED_RATED: Final = (
    _ALL.join(games, games.c.id == substitutions.c.game)
    .join(challenges, challenges.c.id == games.c.challenge)
    .where(_ACCEPTED, challenges.c.rated == sa.true(), challenges.c.key == sa.bindparam("key"))
)
_ADD: Final = sa.insert(substitutions).returning(substitutions.c.id)
_UPDATE: Final = sa.update(substitutions).where(substitutions.c.id == sa.bindparam("_id"))
_SEAT_PLAYER: Final = sa.update(seats).where(
    seats.c.game == sa.bindparam("_game"), seats.c.seat == sa.bindparam("_seat")
)
# Players cannot undo another person's plies.
_KEEP_PLIES: Final = sa.update(games).where(games.c.id == sa.bindparam("_id")).values(undo=sa.null())


class SubstitutionRepository:
    """The table `substitutions` within one connection, and the timers of open offers."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection
        self._timers = session.of(TimerRepository)

    async def add(self, offer: Substitution) -> int:
        """Insert the offer of a seat and return its id."""
        values = _SUBSTITUTION.columns_of(offer)
        number: int = (await self._connection.execute(_ADD, values)).scalar_one()
        await self._timers.set(SEAT_TIMER, number, offer.expires)
        return number

    async def get(self, number: int) -> Substitution | None:
        """Return a substitution, None if it does not exist."""
        row = (await self._connection.execute(_BY_ID, {"id": number})).one_or_none()
        return None if row is None else _SUBSTITUTION.read(row)

    async def open_of(self, match_id: int) -> tuple[Substitution, ...]:
        """Return a game's open offers of seats."""
        return tuple(map(_SUBSTITUTION.read, await self._connection.execute(_OPEN_OF, {"game": match_id})))

    async def open_in(self, matches: Collection[int]) -> tuple[Substitution, ...]:
        """Return these games' open offers of seats."""
        return tuple(
            map(_SUBSTITUTION.read, await self._connection.execute(_OPEN_IN, {"games": sorted(matches)}))
        )

    async def accepted_in_match(self, match_id: int) -> tuple[Substitution, ...]:
        """Return a game's accepted substitutions, in order."""
        return tuple(
            map(_SUBSTITUTION.read, await self._connection.execute(_ACCEPTED_OF, {"game": match_id}))
        )

    async def handovers_in(self, challenge: int) -> tuple[Handover, ...]:
        """Return the substitutes and leavers in a challenge's matches, in order."""
        return _handovers(await self._connection.execute(_ACCEPTED_IN, {"challenge": challenge}))

    async def handovers_in_rated_matches(self, key: str) -> tuple[Handover, ...]:
        """Return the substitutes and leavers in all rated matches of a game, in order."""
        return _handovers(await self._connection.execute(_ACCEPTED_RATED, {"key": key}))

    async def settle(self, number: int, status: SubstitutionStatus, settled: datetime) -> None:
        """Close the offer of a seat."""
        await self._change(number, status=status, settled=settled)
        await self._timers.cancel(SEAT_TIMER, number)

    async def hand_over(
        self,
        offer: Substitution,
        substitute: int,
        plies: int,
        taken_back: int,
        settled: datetime,
        engine: EnginePlayer | None = None,
    ) -> None:
        """Hand an offered seat over; `plies` and `taken_back` are the counts of its game at that time.

        With an `engine`, the engine takes the seat; `substitute` is then the bot's account.
        """
        await self._change(
            offer.id,
            status=SubstitutionStatus.ACCEPTED,
            substitute=substitute,
            plies=plies,
            taken_back=taken_back,
            settled=settled,
        )
        player = HumanPlayer(substitute) if engine is None else engine
        seat = {"_game": offer.match, "_seat": offer.seat, **seat_values(player)}
        await self._connection.execute(_SEAT_PLAYER, seat)
        await self._connection.execute(_KEEP_PLIES, {"_id": offer.match})
        await self._timers.cancel(SEAT_TIMER, offer.id)

    async def set_message(self, number: int, message: MessageRef) -> None:
        """Store the message that offers a seat."""
        await self._change(number, message_channel=message.channel, message=message.message)

    async def _change(self, number: int, **values: object) -> None:
        await self._connection.execute(_UPDATE, {"_id": number, **values})


def _handovers(rows: Iterable[sa.Row[*tuple[Any, ...]]]) -> tuple[Handover, ...]:
    return tuple(Handover(row.game, row.leaver, row.substitute) for row in rows if row.substitute is not None)
