"""The erasers: for each table that says something of a person, how that is forgotten, and how it is shown.

Every table belongs either to `ERASERS` or to `OF_NOBODY`; a test fails while a new one is in neither.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import sqlalchemy as sa

from data.engines import Connection
from data.schema import (
    audit_entries,
    blocks,
    challenges,
    deletions,
    earlier_names,
    entrants,
    followers,
    games,
    guests,
    habits,
    imports,
    kept_lines,
    lesson_results,
    notices,
    players,
    puzzle_results,
    puzzle_streaks,
    rating_changes,
    ratings,
    requests,
    seats,
    server_rules,
    substitutions,
    tournaments,
)
from data.tables.privacy.erasure_subject import GONE_NAME, ErasureSubject
from data.tables.privacy.others import NOTES, KnownNames, Others, notes_in, numbers_in

Row = Mapping[str, object]
_LISTS: Final = frozenset({"calls", "direct"})
"""Where notices name people to be told; nobody stands there in place of a person."""


class Eraser(Protocol):
    """What one table says of people. `columns` are those that hold a person's id."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the columns that hold a person's id."""

    async def erase(self, connection: Connection, gone: ErasureSubject) -> None:
        """Forget a person."""

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        """Return what is kept of a person, without the ids of others."""


@dataclass(frozen=True, slots=True)
class Deleted:
    """A table whose rows of a person are deleted.

    Where there is an `author`, rows are shown whole to the person in that column, and to nobody else.
    """

    table: sa.Table
    columns: tuple[str, ...]
    author: str | None = None

    async def erase(self, connection: Connection, gone: ErasureSubject) -> None:
        """Delete the rows."""
        await connection.execute(sa.delete(self.table).where(_is_of(self.table, self.columns, gone.person)))

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        """Return the rows."""
        columns = self.columns if self.author is None else (self.author,)
        return await rows_of(connection, self.table, columns, person)


@dataclass(frozen=True, slots=True)
class Aliased:
    """A table in which an alias takes the place of a person; `challenge` says of which challenge a row is."""

    table: sa.Table
    columns: tuple[str, ...]
    challenge: sa.ColumnElement[int]

    async def erase(self, connection: Connection, gone: ErasureSubject) -> None:
        """Write the aliases."""
        values = [{"_challenge": one, "_alias": alias} for one, alias in gone.aliases.items()]
        for name in self.columns if values else ():
            column = self.table.c[name]
            change = (
                sa.update(self.table)
                .where(column == gone.person, self.challenge == sa.bindparam("_challenge"))
                .values({name: sa.bindparam("_alias")})
            )
            for one in values:
                await connection.execute(change, one)

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        """Return the rows."""
        return await rows_of(connection, self.table, self.columns, person)


@dataclass(frozen=True, slots=True)
class Organised:
    """The tournaments that a person runs, and those of others whose names speak of them."""

    columns: tuple[str, ...] = ("organiser",)

    async def erase(self, connection: Connection, gone: ErasureSubject) -> None:
        """Have nobody run them, and their names not name the person."""
        named = (await connection.execute(sa.select(tournaments.c.id, tournaments.c.name))).all()
        change = sa.update(tournaments).where(tournaments.c.id == sa.bindparam("_id"))
        for row in named:
            name = gone.in_note(row.name, None)
            if name != row.name:
                await connection.execute(change, {"_id": row.id, "name": name})
        own = sa.update(tournaments).where(tournaments.c.organiser == gone.person)
        await connection.execute(own.values(organiser=None))

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        """Return a person's tournaments, and those of others that are named after them."""
        known = await KnownNames.read(connection, person)
        found: list[Row] = []
        for row in (await connection.execute(sa.select(tournaments).order_by(tournaments.c.id))).mappings():
            if row["organiser"] == person:
                found.append(dict(row))
            elif known.names_them(row["name"]):
                name = Others(known, ()).out_of_words(row["name"])
                found.append({**row, "organiser": None, "name": name})
        return found


@dataclass(frozen=True, slots=True)
class Emptied:
    """A table whose rows go on without a person; `also` is what becomes of a row by that."""

    table: sa.Table
    columns: tuple[str, ...]
    also: Mapping[str, object]

    async def erase(self, connection: Connection, gone: ErasureSubject) -> None:
        """Empty the column."""
        for name in self.columns:
            column = self.table.c[name]
            await connection.execute(
                sa.update(self.table).where(column == gone.person).values({name: None, **self.also})
            )

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        """Return the rows."""
        return await rows_of(connection, self.table, self.columns, person)


@dataclass(frozen=True, slots=True)
class Rated:
    """What results did to ratings. Others' ratings follow from how a person was rated before each result."""

    columns: tuple[str, ...] = ("player",)

    async def erase(self, connection: Connection, gone: ErasureSubject) -> None:
        """Keep how they were rated before a result under the alias, and not what the result did to that."""
        changed, before = rating_changes.c, {"value": "value_before", "deviation": "deviation_before"}
        forget = sa.update(rating_changes).where(changed.player == gone.person)
        await connection.execute(forget.values({name: changed[kept] for name, kept in before.items()}))
        await Aliased(rating_changes, self.columns, _of_game(rating_changes)).erase(connection, gone)

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        """Return the rows."""
        return await rows_of(connection, rating_changes, self.columns, person)


@dataclass(frozen=True, slots=True)
class Asked:
    """The requests: what others have asked for names people, too."""

    columns: tuple[str, ...] = ("player",)

    async def erase(self, connection: Connection, gone: ErasureSubject) -> None:
        """Delete the person's own, and those of others that name them: nobody asks for these again."""
        named = requests.c.action.contains(str(gone.person))
        await connection.execute(sa.delete(requests).where(sa.or_(requests.c.player == gone.person, named)))

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        """Return the person's own, and what of those of others names them."""
        found = await rows_of(connection, requests, self.columns, person)
        naming = sa.and_(requests.c.player != person, requests.c.action.contains(str(person)))
        known = await KnownNames.read(connection, person)
        for row in (await connection.execute(sa.select(requests).where(naming))).mappings().all():
            if person in numbers_in(row["action"]):
                others = Others(known, numbers_in(row["action"]))
                found.append({"made": row["made"], "action": others.out_of_text(row["action"])})
        return found


@dataclass(frozen=True, slots=True)
class NoticeEraser:
    """The notices: to a person, and of them."""

    columns: tuple[str, ...] = ("audience",)

    async def erase(self, connection: Connection, gone: ErasureSubject) -> None:
        """Delete what is for the person, and name them no more in what is for others."""
        await connection.execute(sa.delete(notices).where(notices.c.audience == gone.person))
        words = sa.cast(notices.c.data, sa.Text)
        noted = (words.contains(f'"{key}"') for key in sorted(NOTES))
        about = (
            sa.select(notices.c.id, notices.c.kind, notices.c.data, notices.c.stream, games.c.challenge)
            .outerjoin(games, games.c.id == notices.c.game)
            .where(sa.or_(words.contains(str(gone.person)), *noted))
        )
        change = sa.update(notices).where(notices.c.id == sa.bindparam("_id"))
        for row in (await connection.execute(about)).all():
            data = _without(row.data, gone, row.challenge or row.stream)
            under_way = _erased_by(row.kind, row.data) == gone.person
            if data != row.data and not under_way:
                await connection.execute(change, {"_id": row.id, "data": data})

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        """Return what was for the person, and what was for others that speaks of them."""
        words = sa.cast(notices.c.data, sa.Text)
        noted = (words.contains(f'"{key}"') for key in sorted(NOTES))
        about = sa.select(notices).where(
            sa.or_(notices.c.audience == person, words.contains(str(person)), *noted)
        )
        known = await KnownNames.read(connection, person)
        found: list[Row] = []
        for row in (await connection.execute(about.order_by(notices.c.id))).mappings().all():
            numbers = set(numbers_in(row["data"]))
            forgets_another = _erased_by(row["kind"], row["data"]) not in {None, person}
            is_named = person in numbers or any(map(known.names_them, notes_in(row["data"])))
            if forgets_another or (row["audience"] != person and not is_named):
                continue
            others = Others(known, {*numbers, *await _people_of(connection, row["game"])})
            to = row["audience"] if row["audience"] == person else None
            found.append({**row, "audience": to, "data": others.out_of(row["data"])})
        return found


@dataclass(frozen=True, slots=True)
class Audited:
    """The audit logs of servers: what a person has done, and what was written of them."""

    columns: tuple[str, ...] = ("player",)

    async def erase(self, connection: Connection, gone: ErasureSubject) -> None:
        """Keep what was done without who did it, or whom it was done to."""
        table = audit_entries
        about = sa.select(table.c.id, table.c.player, table.c.note, games.c.challenge).outerjoin(
            games, games.c.id == table.c.game
        )
        change = sa.update(table).where(table.c.id == sa.bindparam("_id"))
        for row in (await connection.execute(about)).all():
            who = gone.alias_in(row.challenge) if row.player == gone.person else row.player
            note = gone.in_note(row.note, row.challenge)
            if (who, note) != (row.player, row.note):
                await connection.execute(change, {"_id": row.id, "player": who, "note": note})

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        """Return what the person has done, and what others have done in their games or to them."""
        table = audit_entries
        theirs = sa.union(
            sa.select(seats.c.game).where(seats.c.player == person),
            sa.select(substitutions.c.game).where(substitutions.c.leaver == person),
        )
        own_games = frozenset((await connection.execute(theirs)).scalars())
        # Names may be in any note, of any game.
        about = sa.select(table).where(
            sa.or_(table.c.player == person, table.c.note != "", table.c.game.in_(theirs))
        )
        known = await KnownNames.read(connection, person)
        found: list[Row] = []
        for row in (await connection.execute(about.order_by(table.c.id))).mappings().all():
            if row["player"] == person:
                found.append(dict(row))
                continue
            numbers = set(numbers_in(row["note"]))
            if row["game"] in own_games or person in numbers or known.names_them(row["note"]):
                people = await _people_of(connection, row["game"])
                others = Others(known, {*people, *numbers, row["player"]})
                found.append({**row, "player": None, "note": others.out_of_words(row["note"])})
        return found


@dataclass(frozen=True, slots=True)
class Imported:
    """The records that people have brought along: a person's own, and those of others that name them."""

    columns: tuple[str, ...] = ("player",)

    async def erase(self, connection: Connection, gone: ErasureSubject) -> None:
        """Delete the person's own; in those of others a sign takes their name's place."""
        await connection.execute(sa.delete(imports).where(imports.c.player == gone.person))
        listed = (await connection.execute(sa.select(imports.c.id, imports.c.names))).all()
        change = sa.update(imports).where(imports.c.id == sa.bindparam("_id"))
        for row in listed:
            if not any(map(gone.is_called, row.names)):
                continue
            one = sa.select(imports.c.record).where(imports.c.id == row.id)
            record = json.loads((await connection.execute(one)).scalar_one())
            for player in record["players"]:
                player["name"] = GONE_NAME if gone.is_called(player["name"]) else player["name"]
            names = [GONE_NAME if gone.is_called(name) else name for name in row.names]
            values = {"_id": row.id, "names": names, "record": json.dumps(record, ensure_ascii=False)}
            await connection.execute(change, values)

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        """Return the person's own."""
        return await rows_of(connection, imports, self.columns, person)


@dataclass(frozen=True, slots=True)
class Listed:
    """The lists of those who may not play in a server, and who alone may."""

    columns: tuple[str, ...] = ("barred_people", "allowed_people")

    async def erase(self, connection: Connection, gone: ErasureSubject) -> None:
        """Take the person off all lists."""
        for server, lists in (await self._lists(connection, gone.person)).items():
            left = {name: [one for one in listed if one != gone.person] for name, listed in lists.items()}
            change = sa.update(server_rules).where(server_rules.c.server == sa.bindparam("_server"))
            await connection.execute(change, {"_server": server, **left})

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        """Return on which lists the person is."""
        found = await self._lists(connection, person)
        return [
            {"server": server, "list": name}
            for server, lists in found.items()
            for name, listed in lists.items()
            if person in listed
        ]

    async def _lists(self, connection: Connection, person: int) -> dict[int, dict[str, list[int]]]:
        columns = [server_rules.c[name] for name in self.columns]
        named = (sa.cast(column, sa.Text).contains(str(person)) for column in columns)
        rows = await connection.execute(sa.select(server_rules.c.server, *columns).where(sa.or_(*named)))
        return {
            row.server: {"barred_people": row.barred_people or [], "allowed_people": row.allowed_people or []}
            for row in rows.all()
        }


def _of_game(table: sa.Table) -> sa.ScalarSelect[int]:
    """Return the challenge that has led to the game of a row."""
    return sa.select(games.c.challenge).where(games.c.id == table.c.game).scalar_subquery()


_WITHDRAWN: Final = sa.or_(
    entrants.c.withdrawn,
    sa.exists().where(
        tournaments.c.id == entrants.c.tournament, tournaments.c.status.in_(("open", "running"))
    ),
)
"""Whether somebody has withdrawn who is deleted: not from what is over."""

ERASERS: Final[Mapping[str, Eraser]] = {
    "challenges": Aliased(challenges, ("challenger", "opponent", "accepted_by"), challenges.c.id),
    "guests": Aliased(guests, ("player",), guests.c.challenge),
    "seats": Aliased(seats, ("player",), _of_game(seats)),
    "substitutions": Aliased(
        substitutions, ("leaver", "offered_by", "wanted", "substitute"), _of_game(substitutions)
    ),
    "requests": Asked(),
    "notices": NoticeEraser(),
    "imports": Imported(),
    "ratings": Deleted(ratings, ("player",)),
    "rating_changes": Rated(),
    "habits": Deleted(habits, ("player",)),
    "server_rules": Listed(),
    "deeds": Audited(),
    # Nobody is told who blocks them.
    "blocks": Deleted(blocks, ("blocker", "blocked"), author="blocker"),
    "deletions": Deleted(deletions, ("player",)),
    "earlier_names": Deleted(earlier_names, ("player",)),
    "entrants": Emptied(entrants, ("player",), {"withdrawn": _WITHDRAWN}),
    "tournaments": Organised(),
    "followers": Deleted(followers, ("player",)),
    "kept_lines": Deleted(kept_lines, ("player",)),
    "lesson_results": Deleted(lesson_results, ("player",)),
    "puzzle_results": Deleted(puzzle_results, ("player",)),
    "puzzle_streaks": Deleted(puzzle_streaks, ("player",)),
    # Last: the others point to it.
    "players": Deleted(players, ("id",)),
}
"""By table, in the order they are gone through. A new table with a person's id gets its line here."""

OF_NOBODY: Final = frozenset(
    {
        "servers",
        "games",
        "plies",
        "undone",
        "plans",
        "tournament_games",
        "dice_trees",
        "reviewed_plies",
        "limitations",
        "overviews",
        "welcomes",
        "daily_puzzles",
        "weekly_letters",
        "processes",
        "shards",
        "identifies",
        "job_claims",
        "refused_requests",
        "holds",
        "epochs",
        "backups",
        "alarms",
    }
)
"""The tables that name no person: what happens in games is kept by seats."""


async def rows_of(connection: Connection, table: sa.Table, columns: Sequence[str], person: int) -> list[Row]:
    """Return the rows of a table that name a person in one of these columns, without the ids of others."""
    rows = await connection.execute(sa.select(table).where(_is_of(table, columns, person)))
    return [
        {name: None if name in columns and value != person else value for name, value in row.items()}
        for row in rows.mappings().all()
    ]


def _is_of(table: sa.Table, columns: Sequence[str], person: int) -> sa.ColumnElement[bool]:
    return sa.or_(*(table.c[name] == person for name in columns))


async def _people_of(connection: Connection, game: int | None) -> set[int]:
    """Return who plays a game, or has played it before their seat was another's."""
    if game is None:
        return set()
    playing = sa.select(seats.c.player).where(seats.c.game == game, seats.c.player.is_not(None))
    leaving = sa.select(substitutions.c.leaver).where(substitutions.c.game == game)
    return set((await connection.execute(sa.union(playing, leaving))).scalars())


def _erased_by(kind: str, data: Mapping[str, Any]) -> int | None:
    """Return whom messages are to name no more by a notice, which is gone itself once that is done.

    None for any other notice.
    """
    match kind:
        case "NameErasure":
            person: int = data["event"]["person"]
        case "name-gone":
            # As the version before has written it.
            person = data["person"]
        case _:
            return None
    return person


def _without(value: Any, gone: ErasureSubject, challenge: int, *, note: bool = False) -> Any:  # noqa: ANN401  # JSON
    """Return a part of what a notice holds without a person."""
    match value:
        case dict():
            return {
                key: [one for one in part if one != gone.person]
                if key in _LISTS
                else _without(part, gone, challenge, note=key in NOTES)
                for key, part in value.items()
            }
        case list():
            return [_without(part, gone, challenge) for part in value]
        case str() if note:
            return gone.in_note(value, challenge)
        case str():
            return gone.in_text(value, gone.alias_in(challenge))
        case int() if value == gone.person and not isinstance(value, bool):
            return gone.alias_in(challenge)
        case _:
            return value
