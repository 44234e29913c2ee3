"""All that is kept of a person: shown to them, found in public places, forgotten."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import sqlalchemy as sa

from data.records import ExportedTable, NamePlaceRecord
from data.schema import (
    audit_entries,
    challenges,
    entrants,
    followers,
    games,
    guests,
    plans,
    players,
    plies,
    reviewed_plies,
    seats,
    server_rules,
    substitutions,
    tournaments,
    undone,
)
from data.session import Session
from data.tables.privacy.erasers import ERASERS, Row
from data.tables.privacy.erasure_subject import ErasureSubject

_EARLIER: Final = timedelta(days=1)
"""The clocks here and at Discord need not agree."""

_person: Final[sa.BindParameter[int]] = sa.bindparam("person")
_CHALLENGES: Final = sa.union(
    sa.select(challenges.c.id.label("challenge")).where(
        sa.or_(
            *(challenges.c[name] == _person for name in ("challenger", "opponent", "accepted_by")),
        )
    ),
    sa.select(guests.c.challenge).where(guests.c.player == _person),
    sa.select(games.c.challenge).join(seats, seats.c.game == games.c.id).where(seats.c.player == _person),
    sa.select(games.c.challenge)
    .join(substitutions, substitutions.c.game == games.c.id)
    .where(
        sa.or_(
            *(substitutions.c[name] == _person for name in ("leaver", "offered_by", "wanted", "substitute"))
        )
    ),
)
_LOWEST: Final = sa.select(sa.func.min(players.c.id))
_ADD: Final = sa.insert(players)
_ids: Final[sa.BindParameter[int]] = sa.bindparam("ids", expanding=True)
_ASKED_IN: Final = (
    sa.select(
        challenges.c.id,
        challenges.c.server,
        challenges.c.channel,
        challenges.c.locale,
        challenges.c.created,
        challenges.c.challenger,
        challenges.c.opponent,
        server_rules.c.results,
    )
    .outerjoin(server_rules, server_rules.c.server == challenges.c.server)
    .where(challenges.c.id.in_(_ids))
)
# Results and letters name people in other channels, which admins may have changed since: their log knows all.
_CHOSEN: Final = {
    "rules": re.compile(r"(?:^|, )results=(\d+)"),
    "weekly-letter": re.compile(r"^on (\d+)$"),
}
_CHOSEN_IN: Final = sa.select(audit_entries.c.server, audit_entries.c.deed, audit_entries.c.note).where(
    audit_entries.c.server.in_(_ids), audit_entries.c.deed.in_(_CHOSEN)
)
_ENTERED: Final = (
    sa.select(tournaments.c.channel, tournaments.c.server, tournaments.c.locale, tournaments.c.created)
    .join(entrants, entrants.c.tournament == tournaments.c.id)
    .where(entrants.c.player == _person)
    .order_by(tournaments.c.id)
)
_PLAYED_IN: Final = sa.select(games.c.challenge, games.c.home, games.c.board_channel).where(
    games.c.challenge.in_(_ids)
)
_OFFERED_IN: Final = (
    sa.select(games.c.challenge, substitutions.c.message_channel)
    .join(games, games.c.id == substitutions.c.game)
    .where(games.c.challenge.in_(_ids), substitutions.c.message_channel.is_not(None))
)
_SEATED: Final = (
    sa.select(games.c.challenge, seats.c.player)
    .join(games, games.c.id == seats.c.game)
    .where(games.c.challenge.in_(_ids), seats.c.player.is_not(None))
)
_FOLLOWING: Final = (
    sa.select(games.c.challenge, followers.c.player)
    .join(games, games.c.id == followers.c.game)
    .where(games.c.challenge.in_(_ids))
)
_INVITED: Final = sa.select(guests.c.challenge, guests.c.player).where(guests.c.challenge.in_(_ids))
# The seats that a person holds, and those that are another's by now.
_HELD: Final = sa.union(
    sa.select(seats.c.game, seats.c.seat).where(seats.c.player == _person),
    sa.select(substitutions.c.game, substitutions.c.seat).where(
        sa.or_(substitutions.c.leaver == _person, substitutions.c.substitute == _person),
        substitutions.c.status == "accepted",
    ),
)
_OF_GAMES: Final = ("id", "key", "options", "server", "channel", "status", "outcome", "created", "updated")
_GAMES: Final = (
    sa.select(*(games.c[name] for name in _OF_GAMES), games.c.offers)
    .where(games.c.id.in_(_ids))
    .order_by(games.c.id)
)
_PLIES: Final = (
    sa.select(plies)
    .join(games, games.c.id == plies.c.game)
    # What was taken over of another game its players have played, not whoever goes on from there.
    .where(plies.c.game.in_(_ids), plies.c.number > games.c.taken_over)
    .order_by(*plies.primary_key.columns)
)
_UNDONE: Final = sa.select(undone).where(undone.c.game.in_(_ids)).order_by(*undone.primary_key.columns)
_HOLDERS: Final = sa.select(seats.c.game, seats.c.seat, seats.c.player).where(seats.c.game.in_(_ids))
_CHANGES: Final = (
    sa.select(
        *(substitutions.c[name] for name in ("game", "seat", "leaver", "plies", "taken_back", "settled"))
    )
    .where(substitutions.c.game.in_(_ids), substitutions.c.status == "accepted")
    .order_by(substitutions.c.id)
)
_TAKE_BACKS: Final = sa.select(undone.c.game, undone.c.taken_back, undone.c.number, undone.c.undone).where(
    undone.c.game.in_(_ids)
)
_REVIEWED: Final = (
    sa.select(reviewed_plies)
    .join(games, games.c.id == reviewed_plies.c.game)
    .where(reviewed_plies.c.game.in_(_ids), reviewed_plies.c.number > games.c.taken_over)
    .order_by(*reviewed_plies.primary_key.columns)
)
_PLANS: Final = (
    sa.select(plans)
    .join(seats, sa.and_(seats.c.game == plans.c.game, seats.c.seat == plans.c.seat))
    .where(seats.c.player == _person)
    .order_by(plans.c.game)
)
_AT_ONCE: Final = 200
"""How many games are read at a time."""
_Places = dict[tuple[int | None, int | None], NamePlaceRecord]


@dataclass(frozen=True, slots=True)
class _SeatChange:
    """A seat that has changed hands after so many plies and take-backs of its game.

    `replayed` are the plies that were taken back later, with the numbers of these take-backs.
    """

    leaver: int
    plies: int
    taken_back: int
    replayed: frozenset[tuple[int, int]]

    @classmethod
    def read(cls, row: sa.RowMapping, take_backs: Sequence[sa.RowMapping]) -> "_SeatChange":
        """Return a change in its row. Earlier versions did not store the take-backs before it."""
        before = row["taken_back"]
        if before is None:
            known = (
                take_back["taken_back"] for take_back in take_backs if take_back["undone"] <= row["settled"]
            )
            before = max(known, default=0)
        later = (
            (take_back["number"], take_back["taken_back"])
            for take_back in take_backs
            if take_back["taken_back"] > before
        )
        return cls(row["leaver"], row["plies"], before, frozenset(later))

    def follows(self, ply: sa.RowMapping) -> bool:
        """Return whether a ply, one that stands or one that was taken back, was played before this change."""
        undone_by = ply.get("taken_back")
        if undone_by is not None and undone_by <= self.taken_back:
            return True
        replayed = any(
            number == ply["number"] and (undone_by is None or taken_back < undone_by)
            for number, taken_back in self.replayed
        )
        return not replayed and int(ply["number"]) <= self.plies


class PersonalDataRepository:
    """What every table says of one person, within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def export(self, person: int) -> tuple[ExportedTable, ...]:
        """Return all that is kept of a person; what games hold are the plies that they have played."""
        session = [
            ExportedTable(name, tuple(await eraser.rows(self._connection, person)))
            for name, eraser in ERASERS.items()
        ]
        plans = await self._execute(_PLANS, {"person": person})
        return (
            *session,
            *await self._of_games(person),
            ExportedTable("plans", tuple(dict(row) for row in plans)),
        )

    async def _of_games(self, person: int) -> list[ExportedTable]:
        """Return the data of a person's games: as their plies, those they played themselves.

        The computer's review of these plies is included.
        """
        held: dict[int, list[int]] = {}
        for row in await self._execute(_HELD, {"person": person}):
            held.setdefault(row["game"], []).append(row["seat"])
        ids, found = sorted(held), {"games": list[Row](), "moves": list[Row](), "taken_back": list[Row]()}
        found["reviewed"] = []
        for first in range(0, len(ids), _AT_ONCE):
            these = {"ids": ids[first : first + _AT_ONCE]}
            for row in await self._execute(_GAMES, these):
                found["games"].append({**row, "seats": sorted(held[row["id"]])})
            has_played = await self._players_of(these)
            for name, statement in (("moves", _PLIES), ("taken_back", _UNDONE), ("reviewed", _REVIEWED)):
                rows = await self._execute(statement, these)
                found[name] += [dict(row) for row in rows if has_played(row) == person]
        return [ExportedTable(name, tuple(rows)) for name, rows in found.items()]

    async def _players_of(self, games: Mapping[str, Sequence[int]]) -> Callable[[sa.RowMapping], int | None]:
        """Return what tells who has played a ply of these games."""
        holders = {(row["game"], row["seat"]): row["player"] for row in await self._execute(_HOLDERS, games)}
        take_backs: dict[int, list[sa.RowMapping]] = {}
        for row in await self._execute(_TAKE_BACKS, games):
            take_backs.setdefault(row["game"], []).append(row)
        changes: dict[tuple[int, int], list[_SeatChange]] = {}
        for row in await self._execute(_CHANGES, games):
            change = _SeatChange.read(row, take_backs.get(row["game"], ()))
            changes.setdefault((row["game"], row["seat"]), []).append(change)

        def has_played(ply: sa.RowMapping) -> int | None:
            # The first leaver after it, else the present holder of the seat.
            seat = ply["game"], ply["seat"]
            later = (change.leaver for change in changes.get(seat, ()) if change.follows(ply))
            return next(later, holders.get(seat))

        return has_played

    async def _execute(
        self, statement: sa.Executable, values: Mapping[str, object]
    ) -> Sequence[sa.RowMapping]:
        return (await self._connection.execute(statement, values)).mappings().all()

    async def places(self, person: int) -> tuple[NamePlaceRecord, ...]:
        """Return where messages may name a person: channels, threads, direct messages to who played them."""
        ids = {"ids": await self._challenges_of(person)}
        asked = {row.id: row for row in (await self._connection.execute(_ASKED_IN, ids)).all()}
        servers = {"ids": sorted({row.server for row in asked.values() if row.server is not None})}
        named: list[tuple[int, int | None, int | None]] = []
        chosen = await self._chosen_in(servers)
        for row in asked.values():
            channels = (row.channel, row.results, *chosen.get(row.server, ()))
            named += [(row.id, channel, None) for channel in channels]
            named += [(row.id, None, row.challenger), (row.id, None, row.opponent)]
        for played in (await self._connection.execute(_PLAYED_IN, ids)).all():
            named += [(played.challenge, played.home, None), (played.challenge, played.board_channel, None)]
        for offered in (await self._connection.execute(_OFFERED_IN, ids)).all():
            named.append((offered.challenge, offered.message_channel, None))
        for statement in (_SEATED, _INVITED, _FOLLOWING):
            rows = (await self._connection.execute(statement, ids)).all()
            named += [(row.challenge, None, row.player) for row in rows]
        found: _Places = {}
        for challenge, channel, reader in named:
            # An alias has no direct messages.
            if channel is None and (reader is None or reader <= 0):
                continue
            _add(found, channel, reader, asked[challenge])
        for entered in (await self._connection.execute(_ENTERED, {"person": person})).all():
            _add(found, entered.channel, None, entered)
        return tuple(found[key] for key in sorted(found, key=lambda one: (one[0] or 0, one[1] or 0)))

    async def erase(self, person: int, names: Sequence[str]) -> None:
        """Forget a person, who has had these `names`.

        Where something must stand in their place, it is an alias without a name.
        """
        lowest = min(0, (await self._connection.execute(_LOWEST)).scalar_one() or 0)
        ids = await self._challenges_of(person)
        aliases = {challenge: lowest - number for number, challenge in enumerate(ids, start=2)}
        gone = ErasureSubject(person, tuple(names), aliases, lowest - 1)
        new = [{"id": alias, "name": "", "locale": ""} for alias in (gone.alias, *aliases.values())]
        await self._connection.execute(_ADD, new if len(new) > 1 else new[0])
        for eraser in ERASERS.values():
            await eraser.erase(self._connection, gone)

    async def _chosen_in(self, servers: Mapping[str, Sequence[int]]) -> Mapping[int, Sequence[int]]:
        """Return the channels of servers that ever were chosen for results and letters."""
        found: dict[int, list[int]] = {}
        for row in (await self._connection.execute(_CHOSEN_IN, servers)).all():
            found.setdefault(row.server, []).extend(map(int, _CHOSEN[row.deed].findall(row.note)))
        return found

    async def _challenges_of(self, person: int) -> list[int]:
        found = await self._connection.execute(_CHALLENGES, {"person": person})
        return sorted(found.scalars())


def _add(found: _Places, channel: int | None, reader: int | None, row: sa.Row[*tuple[Any, ...]]) -> None:
    """Add a place that is known by a challenge or a tournament, looked at from the first of them on."""
    since, before = row.created - _EARLIER, found.get((channel, reader))
    since = since if before is None else min(before.since, since)
    found[channel, reader] = NamePlaceRecord(channel, reader, row.server, row.locale, since)
