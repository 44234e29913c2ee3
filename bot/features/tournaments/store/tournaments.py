"""Loads, locks, stores and lists tournaments with their entrants and games."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from bot.features.tournaments.domain.dice_seals import DiceSeal
from bot.features.tournaments.domain.pairings import Pairing
from bot.features.tournaments.domain.tournament import (
    OPEN_FOR,
    Entrant,
    Tournament,
    TournamentGame,
    TournamentSetup,
    TournamentStatus,
)
from bot.features.tournaments.store.terms_columns import TermsColumns
from bot.features.tournaments.store.tournament_tables import (
    TOURNAMENT_TIMER,
    dice_trees,
    entrants,
    tournament_games,
    tournaments,
)
from bot.model.match.dice_leaf import DiceLeaf
from bot.model.match.match import TIMEOUT
from bot.model.people.players import EnginePlayer, HumanPlayer, Player, person_of
from bot.model.tournament_references import Cup, TournamentRef
from bot.repositories.rows.row_mapping import RowMapping, RowPart
from bot.repositories.rows.shared_parts import BOARD, CHANNEL, DICE_LEAF
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.match_tables import games, seats
from bot.repositories.tables.person_tables import players
from bot.repositories.tables.server_tables import servers
from data.cluster.cluster_tables import timers
from data.cluster.timers import TimerRepository
from data.session import Session

_TERMS: Final = TermsColumns(tournaments, others="terms")
_SETUP: Final = RowMapping(TournamentSetup, apart=("terms",))
_TOURNAMENT: Final = RowMapping(
    Tournament,
    parts={"place": CHANNEL},
    apart=("setup", "organiser", "entrants", "games", "seals", "names"),
    read_only=("id",),
)
_CUP: Final = RowMapping(Cup, columns={"tournament": "id"}, parts={"place": CHANNEL}, apart=("season",))
_ENTRANT: Final = RowMapping(Entrant, apart=("player",), read_only=("number",))
_PAIRING: Final = RowMapping(Pairing)
_GAME: Final = RowMapping(
    TournamentGame, parts={"pairing": RowPart(_PAIRING), "leaf": DICE_LEAF, "board": BOARD}
)
_SEAL: Final = RowMapping(DiceSeal)
_BY_ID: Final = (
    sa.select(
        *(column for column in tournaments.c if column.name != "locale"),
        sa.func.coalesce(servers.c.locale, tournaments.c.locale).label("locale"),
    )
    .outerjoin(servers, servers.c.id == tournaments.c.server)
    .where(tournaments.c.id == sa.bindparam("id"))
)
_LOCK: Final = (
    sa.select(tournaments.c.id).where(tournaments.c.id == sa.bindparam("id")).with_for_update(key_share=True)
)
_ENTRANTS: Final = (
    sa.select(entrants, players.c.name)
    .outerjoin(players, players.c.id == entrants.c.player)
    .where(entrants.c.tournament == sa.bindparam("id"))
    .order_by(entrants.c.number)
)
_GAMES: Final = (
    sa.select(
        tournament_games,
        challenges.c.message.label("card"),
        games.c.id.label("match"),
        games.c.board_channel,
        games.c.board_message,
    )
    .outerjoin(challenges, challenges.c.id == tournament_games.c.challenge)
    .outerjoin(
        games,
        (games.c.challenge == tournament_games.c.challenge) & (games.c.number == sa.literal_column("1")),
    )
    .where(tournament_games.c.tournament == sa.bindparam("id"))
    .order_by(tournament_games.c.id)
)
_SEALS: Final = (
    # Columns that are not selected cannot leak.
    sa.select(*(column for column in dice_trees.c if column.name != "seeds"))
    .where(dice_trees.c.tournament == sa.bindparam("id"))
    .order_by(dice_trees.c.id)
)
_REFERENCE: Final = RowMapping(TournamentRef, columns={"game": "id"})
_GAME_OF: Final = (
    sa.select(
        tournament_games.c.tournament, tournament_games.c.id, tournament_games.c.round, tournaments.c.name
    )
    .join(tournaments, tournaments.c.id == tournament_games.c.tournament)
    .where(tournament_games.c.challenge == sa.bindparam("challenge"))
)
_IN_SERVER: Final = (
    sa.select(tournaments.c.id)
    .where(
        tournaments.c.server == sa.bindparam("server"),
        tournaments.c.status.in_(sa.bindparam("statuses", expanding=True)),
    )
    .order_by(tournaments.c.id.desc())
    .limit(sa.bindparam("limit"))
    .offset(sa.bindparam("offset"))
)
_ENDED: Final = (
    sa.select(tournaments.c.id)
    .where(
        tournaments.c.server == sa.bindparam("server"),
        tournaments.c.status == sa.literal_column("'finished'"),
        tournaments.c.ended >= sa.bindparam("since"),
        tournaments.c.ended < sa.bindparam("until"),
    )
    .order_by(tournaments.c.ended.desc(), tournaments.c.id.desc())
    .limit(sa.bindparam("limit"))
)
_LIVE: Final = (
    sa.select(tournaments.c.id, tournaments.c.channel)
    .join(timers, timers.c.subject == tournaments.c.id)
    .where(timers.c.kind == sa.literal_column(f"'{TOURNAMENT_TIMER}'"))
    .order_by(timers.c.due, tournaments.c.id)
)
_ENTERED: Final = (
    sa.select(entrants.c.tournament)
    .join(tournaments, tournaments.c.id == entrants.c.tournament)
    .where(
        entrants.c.player == sa.bindparam("person"),
        sa.not_(entrants.c.withdrawn),
        tournaments.c.status.in_(sa.bindparam("statuses", expanding=True)),
    )
    .order_by(entrants.c.tournament)
)
_CUPS: Final = (
    sa.select(
        *(tournaments.c[name] for name in ("id", "name", "key", "server", "channel", "locale", "rules")),
    )
    .join(entrants, entrants.c.tournament == tournaments.c.id)
    .where(
        entrants.c.player == sa.bindparam("person"),
        entrants.c.cup == sa.true(),
        tournaments.c.status == sa.literal_column("'finished'"),
    )
    .order_by(tournaments.c.id.desc())
)
_LOST_ON_TIME: Final = (
    sa.select(games.c.outcome, seats.c.seat)
    .join(seats, seats.c.game == games.c.id)
    .where(
        seats.c.player == sa.bindparam("person"),
        games.c.status == sa.literal_column("'finished'"),
        games.c.updated >= sa.bindparam("since"),
    )
)
_ADD: Final = sa.insert(tournaments).returning(tournaments.c.id)
_CHANGE: Final = sa.update(tournaments).where(tournaments.c.id == sa.bindparam("_id"))
_ADD_ENTRANT: Final = sa.insert(entrants)
_CHANGE_ENTRANT: Final = sa.update(entrants).where(
    entrants.c.tournament == sa.bindparam("_id"), entrants.c.number == sa.bindparam("_number")
)
_DROP_ENTRANTS: Final = sa.delete(entrants).where(entrants.c.tournament == sa.bindparam("id"))
_ADD_GAME: Final = sa.insert(tournament_games)
_CHANGE_GAME: Final = sa.update(tournament_games).where(tournament_games.c.id == sa.bindparam("_id"))
_DROP_GAME: Final = sa.delete(tournament_games).where(tournament_games.c.id == sa.bindparam("id"))


class TournamentRepository:
    """The tables `tournaments`, `entrants` and `tournament_games` within one connection.

    A tournament has a timer until its last check.
    """

    def __init__(self, session: Session) -> None:
        self._connection = session.connection
        self._timers = session.of(TimerRepository)

    async def get(self, tournament: int) -> Tournament | None:
        """Return a tournament, None if there is none."""
        row = (await self._connection.execute(_BY_ID, {"id": tournament})).one_or_none()
        if row is None:
            return None
        entered = (await self._connection.execute(_ENTRANTS, {"id": tournament})).all()
        games = (await self._connection.execute(_GAMES, {"id": tournament})).all()
        sealed = (await self._connection.execute(_SEALS, {"id": tournament})).all()
        return _tournament(row, entered, games, sealed)

    async def lock(self, tournament: int) -> Tournament | None:
        """Lock and return a tournament, None if there is none."""
        # Separate statements, so that the second one reads the rows as they are after the lock.
        await self._connection.execute(_LOCK, {"id": tournament})
        return await self.get(tournament)

    async def game_of(self, challenge: int) -> TournamentRef | None:
        """Return the tournament game of a challenge, None without one."""
        row = (await self._connection.execute(_GAME_OF, {"challenge": challenge})).first()
        return None if row is None else _REFERENCE.read(row)

    async def in_server(
        self, server: int, statuses: Sequence[TournamentStatus], limit: int, offset: int = 0
    ) -> tuple[Tournament, ...]:
        """Return the tournaments of a server, the newest first, from an offset."""
        values = {"server": server, "statuses": statuses, "limit": limit, "offset": offset}
        return await self._all(await self._connection.execute(_IN_SERVER, values))

    async def list_ended(
        self, server: int, since: datetime, until: datetime, limit: int
    ) -> tuple[Tournament, ...]:
        """Return a server's tournaments that ended since `since` and before `until`, the latest first."""
        values = {"server": server, "since": since, "until": until, "limit": limit}
        return await self._all(await self._connection.execute(_ENDED, values))

    async def live(self) -> tuple[tuple[int, int], ...]:
        """Return the tournaments with a timer, each with its channel, by the time of their next check.

        These are the open and the running ones, and finished ones until their last check.
        """
        rows = await self._connection.execute(_LIVE)
        return tuple((row.id, row.channel) for row in rows)

    async def tournaments_of(self, person: int, statuses: Sequence[TournamentStatus]) -> tuple[int, ...]:
        """Return the ids of the tournaments with these statuses in which a person still takes part."""
        values = {"person": person, "statuses": statuses}
        return tuple((await self._connection.execute(_ENTERED, values)).scalars())

    async def cups(self, person: int) -> tuple[Cup, ...]:
        """Return the tournaments that a person has won, the latest created first."""
        rows = await self._connection.execute(_CUPS, {"person": person})
        return tuple(_CUP.read(row, season=row.rules.season) for row in rows)

    async def count_losses_on_time(self, person: int, since: datetime) -> int:
        """Count a person's losses on time in games that changed last at or after `since`."""
        rows = await self._connection.execute(_LOST_ON_TIME, {"person": person, "since": since})
        outcomes = ((row.outcome, row.seat) for row in rows)
        return sum(
            outcome is not None and outcome.reason == TIMEOUT and seat not in outcome.winners
            for outcome, seat in outcomes
        )

    async def add(self, tournament: Tournament) -> int:
        """Insert a new tournament and return its id."""
        setup = tournament.setup
        due = setup.starts or tournament.created + OPEN_FOR
        values = {
            **_TOURNAMENT.columns_of(tournament),
            **_TERMS.columns_of(setup.terms),
            **_SETUP.columns_of(setup),
            "organiser": tournament.organiser,
        }
        new: int = (await self._connection.execute(_ADD, values)).scalar_one()
        await self._timers.set(TOURNAMENT_TIMER, new, due)
        return new

    async def set_status(self, tournament: int, status: TournamentStatus, due: datetime | None) -> None:
        """Store a tournament's status and the time of its next check, None for no further one."""
        await self._connection.execute(_CHANGE, {"_id": tournament, "status": status})
        await self._timers.set(TOURNAMENT_TIMER, tournament, due)

    async def end(self, tournament: int, now: datetime, due: datetime | None = None) -> None:
        """Store a tournament's end and the time of its last check, None for no further one."""
        over = {"status": TournamentStatus.FINISHED, "ended": now}
        await self._connection.execute(_CHANGE, {"_id": tournament, **over})
        await self._timers.set(TOURNAMENT_TIMER, tournament, due)

    async def set_due(self, tournament: int, due: datetime) -> None:
        """Store the time of a tournament's next check."""
        await self._timers.set(TOURNAMENT_TIMER, tournament, due)

    async def set_message(self, tournament: int, message: int) -> None:
        """Store a tournament's message."""
        await self._connection.execute(_CHANGE, {"_id": tournament, "message": message})

    async def save_entrants(self, tournament: int, entered: Sequence[Entrant]) -> None:
        """Replace the entrants of a tournament."""
        await self._connection.execute(_DROP_ENTRANTS, {"id": tournament})
        for entry in entered:
            await self._connection.execute(
                _ADD_ENTRANT, {"tournament": tournament, "number": entry.number, **_entrant_values(entry)}
            )

    async def save_entrant(self, tournament: int, entrant: Entrant) -> None:
        """Store an entrant's new state."""
        values = {"_id": tournament, "_number": entrant.number, **_entrant_values(entrant)}
        await self._connection.execute(_CHANGE_ENTRANT, values)

    async def add_games(
        self, tournament: int, pairings: Sequence[Pairing], leaves: Mapping[Pairing, DiceLeaf]
    ) -> None:
        """Insert the games of a round, in order; `leaves` are the places of their seeds in a tree."""
        for puzzle in pairings:
            values = {
                "tournament": tournament,
                **_PAIRING.columns_of(puzzle),
                **DICE_LEAF.mapping.columns_of(leaves.get(puzzle)),
            }
            await self._connection.execute(_ADD_GAME, values)

    async def add_step(
        self,
        tournament: int,
        step: Pairing,
        *,
        challenge: int | None = None,
        decided: datetime | None = None,
        leaf: DiceLeaf | None = None,
    ) -> None:
        """Insert a step of a ladder: a challenge, or the loss of a rung without a game."""
        values = {
            "tournament": tournament,
            **_PAIRING.columns_of(step),
            "challenge": challenge,
            "decided": decided,
            **DICE_LEAF.mapping.columns_of(leaf),
        }
        await self._connection.execute(_ADD_GAME, values)

    async def begin_game(self, game: int, challenge: int) -> None:
        """Store a game's challenge."""
        await self._connection.execute(_CHANGE_GAME, {"_id": game, "challenge": challenge})

    async def decide(self, game: int, pairing: Pairing) -> None:
        """Store a game's result."""
        await self._connection.execute(_CHANGE_GAME, {"_id": game, **_result(pairing)})

    async def decide_step(self, game: int, step: Pairing, decided: datetime) -> None:
        """Store the result of a ladder game, with its rank among the results and its time."""
        values = {"_id": game, "round": step.round, "decided": decided, **_result(step)}
        await self._connection.execute(_CHANGE_GAME, values)

    async def drop_game(self, game: int) -> None:
        """Remove a game from its tournament."""
        await self._connection.execute(_DROP_GAME, {"id": game})

    async def _all(self, ids: sa.Result[int]) -> tuple[Tournament, ...]:
        tournaments = [await self.get(number) for number in list(ids.scalars())]
        return tuple(tournament for tournament in tournaments if tournament is not None)


def _entrant_values(entrant: Entrant) -> dict[str, object]:
    person = person_of(entrant.player)
    return {
        **_ENTRANT.columns_of(entrant),
        "player": None if person is None or person < 0 else person,
        "level": entrant.player.level if isinstance(entrant.player, EnginePlayer) else None,
    }


def _result(pairing: Pairing) -> dict[str, object]:
    return {"points": pairing.points, "played": pairing.played}


def _tournament(
    row: sa.Row[*tuple[Any, ...]],
    entered: Sequence[sa.Row[*tuple[Any, ...]]],
    games: Sequence[sa.Row[*tuple[Any, ...]]],
    sealed: Sequence[sa.Row[*tuple[Any, ...]]],
) -> Tournament:
    return _TOURNAMENT.read(
        row,
        setup=_SETUP.read(row, terms=_TERMS.read(row)),
        organiser=row.organiser or 0,
        entrants=tuple(_ENTRANT.read(entry, player=_player(row.key, entry)) for entry in entered),
        games=tuple(map(_GAME.read, games)),
        seals=tuple(map(_SEAL.read, sealed)),
        names={entry.player: entry.name for entry in entered if entry.player is not None},
    )


def _player(key: str, row: sa.Row[*tuple[Any, ...]]) -> Player:
    if row.level is not None:
        return EnginePlayer(key, row.level)
    # Only the entrants' numbers distinguish deleted people.
    return HumanPlayer(-row.number if row.player is None else row.player)
