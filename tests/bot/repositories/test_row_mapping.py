"""Row mapping: fields to columns, parts to several columns, only changes written."""

from dataclasses import dataclass, replace
from typing import Any, Final

import sqlalchemy as sa

from bot.repositories.rows.row_mapping import RowMapping, RowPart


@dataclass(frozen=True)
class Spot:
    channel: int
    message: int


@dataclass(frozen=True)
class Board:
    id: int
    title: str
    spot: Spot | None
    marks: tuple[str, ...] = ()


TABLE: Final = sa.Table(
    "boards",
    sa.MetaData(),
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text),
    sa.Column("spot_channel", sa.Integer),
    sa.Column("spot", sa.Integer),
)
SPOT: Final = RowMapping(Spot, columns={"channel": "spot_channel", "message": "spot"})
BOARDS: Final = RowMapping(
    Board,
    columns={"title": "name"},
    parts={"spot": RowPart(SPOT, "spot")},
    apart=("marks",),
    read_only=("id",),
)
SHOWN: Final = Board(1, "Hall", Spot(7, 8), ("x",))


def store_row(board: Board) -> sa.Row[*tuple[Any, ...]]:
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        TABLE.create(connection)
        connection.execute(sa.insert(TABLE).values(id=board.id, **BOARDS.columns_of(board)))
        row = connection.execute(sa.select(TABLE)).one()
    engine.dispose()
    return row


def test_a_value_round_trips_through_its_row() -> None:
    assert BOARDS.read(store_row(SHOWN), marks=("x",)) == SHOWN


def test_a_missing_part_is_null_in_all_its_columns() -> None:
    hidden = replace(SHOWN, spot=None)
    assert BOARDS.columns_of(hidden) == {"name": "Hall", "spot_channel": None, "spot": None}
    assert BOARDS.read(store_row(hidden), marks=("x",)) == hidden


def test_only_changed_columns_are_written() -> None:
    assert BOARDS.changed_columns(SHOWN, SHOWN) == {}
    assert BOARDS.changed_columns(SHOWN, replace(SHOWN, title="Room")) == {"name": "Room"}
    assert BOARDS.changed_columns(SHOWN, replace(SHOWN, spot=Spot(7, 9))) == {"spot": 9}


def test_separate_and_read_only_fields_are_not_written() -> None:
    assert BOARDS.changed_columns(SHOWN, replace(SHOWN, id=2, marks=())) == {}


@dataclass(frozen=True, kw_only=True)
class Sign:
    name: str
    id: int


def test_a_value_is_read_by_position_or_keyword() -> None:
    row = store_row(SHOWN)
    assert RowMapping(Sign).read(row) == Sign(name="Hall", id=1)
    assert RowMapping(Spot, columns={"message": "spot"}, apart=("channel",)).read(row, channel=3) == Spot(
        3, 8
    )
