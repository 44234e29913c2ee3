"""Column types: stored and loaded values."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

import pytest
import sqlalchemy as sa

from data.schema.columns import JsonOf, LaterFlag, TextOf, UnreadableJson, UtcDateTime, json_of, raw_table


@dataclass(frozen=True)
class Terms:
    days: int | None = None
    hours: int | None = None


class Colour(StrEnum):
    RED = "red"
    OTHER = "other"

    @classmethod
    def _missing_(cls, value: object) -> "Colour":
        del value
        return cls.OTHER


TABLE: Final = sa.Table(
    "stones",
    sa.MetaData(),
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("colour", TextOf(Colour)),
    sa.Column("pairs", json_of(tuple[tuple[int, int], ...])),
    sa.Column("options", JsonOf(dict, dict)),
    sa.Column("number", TextOf(int)),
)
VALUES: Final = {
    "colour": Colour.RED,
    "pairs": ((1, 2), (3, 4)),
    "options": MappingProxyType({"size": "11"}),
    "number": 7,
}


def write_and_read(
    values: dict[str, Any], *, table: sa.Table = TABLE, read: sa.Table = TABLE
) -> dict[str, Any]:
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        TABLE.create(connection)
        connection.execute(sa.insert(table).values(id=1, **values))
        row = dict(connection.execute(sa.select(read)).mappings().one())
    engine.dispose()
    del row["id"]
    return row


def test_values_round_trip() -> None:
    assert write_and_read(VALUES) == VALUES


def test_values_are_stored_as_text_and_json() -> None:
    assert write_and_read(VALUES, read=raw_table(TABLE)) == {
        "colour": "red",
        "pairs": [[1, 2], [3, 4]],
        "options": {"size": "11"},
        "number": "7",
    }


def test_none_is_stored_as_null() -> None:
    empty = dict.fromkeys(("colour", "pairs", "number"))
    assert write_and_read(empty, read=raw_table(TABLE)) == {**empty, "options": None}


def test_a_raw_copy_keeps_unknown_texts() -> None:
    plain = raw_table(TABLE)
    strange = {"colour": "mauve", "pairs": {"of": "others"}, "options": {}, "number": "many"}
    assert write_and_read(strange, table=plain, read=plain) == strange


def test_an_unknown_text_is_handled_by_its_enumeration() -> None:
    empty = dict.fromkeys(("pairs", "number"))
    assert write_and_read({**empty, "options": {}, "colour": "mauve"})["colour"] is Colour.OTHER


def test_json_of_another_shape_is_refused() -> None:
    with pytest.raises(UnreadableJson, match=r"^it: Input should be a valid tuple$"):
        json_of(tuple[int, int]).process_result_value(
            "no pair", sa.create_mock_engine("sqlite://", print).dialect
        )


def test_null_is_the_empty_value_of_its_column() -> None:
    pairs = json_of(tuple[int, ...], null=())
    assert (pairs.read(None), pairs.read([]), pairs.write(()), pairs.write((1,))) == ((), (), None, [1])


def test_each_row_keeps_its_time_and_json() -> None:
    table = sa.Table(
        "terms",
        sa.MetaData(),
        sa.Column("at", UtcDateTime, primary_key=True),
        sa.Column("whole", json_of(Terms)),
        sa.Column("sparse", json_of(Terms, sparse=True)),
    )
    noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    rows = [
        {"at": noon.astimezone(timezone(timedelta(hours=5))), "whole": Terms(3), "sparse": Terms(3)},
        {"at": noon + timedelta(days=1), "whole": Terms(hours=4), "sparse": Terms(hours=4)},
    ]
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        table.create(connection)
        connection.execute(sa.insert(table), rows)
        loaded = connection.execute(sa.select(table).order_by(table.c.at)).mappings().all()
        stored = connection.execute(sa.text("SELECT * FROM terms ORDER BY at")).all()
    engine.dispose()
    assert list(map(dict, loaded)) == rows
    assert stored == [
        ("2026-11-20 12:00:00.000000", '{"days": 3, "hours": null}', '{"days": 3}'),
        ("2026-11-21 12:00:00.000000", '{"days": null, "hours": 4}', '{"hours": 4}'),
    ]


def test_a_later_flag_defaults_to_false() -> None:
    table = sa.Table("flags", sa.MetaData(), sa.Column("id", sa.Integer), sa.Column("set", LaterFlag))
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        table.create(connection)
        connection.execute(sa.insert(table), [{"set": None}, {"set": False}, {"set": True}])
        assert connection.execute(sa.select(table.c.set)).scalars().all() == [False, False, True]
    engine.dispose()
