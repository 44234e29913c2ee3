"""The table of reviewed plies and its statements."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from bot.features.reviews.domain import ReviewedPly
from bot.kernel.personal.tables import Key, OwnedTable
from bot.repositories.matches.own_plies import own_plies, plies_after_takeover
from bot.repositories.records.people import ExportedTable
from bot.repositories.rows.row_mapping import RowMapping
from data.connections.dialects import upserts
from data.connections.engines import Connection
from data.schema.base import metadata
from data.schema.columns import json_of
from data.session import Session
from engines import Fact, GameValue, MoveWorth, PlyVerdict


@dataclass(frozen=True, slots=True)
class _Proof:
    """The proved results of the best and of the played move, and the moves that keep the best result."""

    best: tuple[GameValue, int]
    played: tuple[GameValue, int]
    keepers: tuple[str, ...]


# Verdicts on the plies of finished games, per version of the rules; no personal data.
reviewed_plies: Final = sa.Table(
    "reviewed_plies",
    metadata,
    # Cascades, as a version of the program without this table can also delete games.
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("text", sa.Text, nullable=False),
    # The number of searches.
    sa.Column("looks", sa.Integer, nullable=False),
    # The best move, null without a choice; winning chances, and the plies to the end.
    sa.Column("best", sa.Text),
    sa.Column("best_chance", sa.Float),
    sa.Column("best_ends", sa.Integer),
    sa.Column("played_chance", sa.Float),
    sa.Column("played_ends", sa.Integer),
    sa.Column("shares", json_of(tuple[float, ...])),
    # Whether every move was proved to lose; null in rows of older versions, which relied on one lost move.
    sa.Column("refuted", sa.Boolean),
    sa.Column("proof", json_of(_Proof)),
    sqlite_with_rowid=False,
)

_PLY: Final = RowMapping(ReviewedPly, apart=("verdict",))
_VALUE_COLUMNS: Final = tuple(column.name for column in reviewed_plies.c if not column.primary_key)
_SELECT_MATCH: Final = (
    sa.select(reviewed_plies)
    .where(reviewed_plies.c.game == sa.bindparam("match"), reviewed_plies.c.rules == sa.bindparam("rules"))
    .order_by(reviewed_plies.c.number)
)
_UPSERT: Final = upserts(reviewed_plies, ["game", "number"], *_VALUE_COLUMNS)


class ReviewRepository:
    """The table `reviewed_plies` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def of(self, match: int, rules: int) -> tuple[ReviewedPly, ...]:
        """Return the reviewed plies of a match under a version of its rules, in order.

        Omits plies for which an older version stored a loss without proof: they are reviewed again.
        """
        rows = await self._connection.execute(_SELECT_MATCH, {"match": match, "rules": rules})
        return tuple(
            _PLY.read(row, verdict=_verdict(row))
            for row in rows
            if row.refuted or row.best is None or row.best_ends >= 0
        )

    async def save(self, match: int, rules: int, plies: Iterable[ReviewedPly]) -> None:
        """Store verdicts on plies, replacing earlier ones."""
        rows = [{**_columns(ply), "game": match, "rules": rules} for ply in plies]
        if rows:
            await self._connection.execute(_UPSERT[self._connection.dialect.name], rows)


def _verdict(row: sa.Row[tuple[object, ...]]) -> PlyVerdict | None:
    if row.best is None:
        return None
    proof: _Proof | None = row.proof
    return PlyVerdict(
        row.best,
        MoveWorth(row.best_chance, row.best_ends, None if proof is None else Fact(*proof.best)),
        MoveWorth(row.played_chance, row.played_ends, None if proof is None else Fact(*proof.played)),
        row.shares,
        () if proof is None else proof.keepers,
    )


def _proof(verdict: PlyVerdict) -> _Proof | None:
    """Return the proved results of a ply, None unless both are proved."""
    best, actual = verdict.of_best.fact, verdict.of_played.fact
    if best is None or actual is None:
        return None
    return _Proof((best.result, best.plies), (actual.result, actual.plies), verdict.keepers)


def _columns(ply: ReviewedPly) -> dict[str, object]:
    columns = {**dict.fromkeys(_VALUE_COLUMNS), **_PLY.columns_of(ply)}
    verdict = ply.verdict
    if verdict is None:
        return columns
    return columns | {
        "best": verdict.best,
        "best_chance": verdict.of_best.chance,
        "best_ends": verdict.of_best.ends,
        "played_chance": verdict.of_played.chance,
        "played_ends": verdict.of_played.ends,
        "shares": verdict.shares,
        "refuted": verdict.of_best.loses,
        "proof": _proof(verdict),
    }


_OWN_REVIEWS: Final = plies_after_takeover(reviewed_plies)


async def export_reviews(connection: Connection, person: int) -> list[ExportedTable]:
    """Return the computer's reviews of the plies that a person played."""
    (reviewed,) = await own_plies(connection, person, _OWN_REVIEWS)
    return [ExportedTable("reviewed", reviewed)]


TABLES: Final = (OwnedTable(reviewed_plies, of_server={"game": Key.GAME}),)
