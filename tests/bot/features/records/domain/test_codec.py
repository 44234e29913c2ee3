"""Records as files: a written record is read back, and any other input is refused with a reason."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.records.domain.codec import LARGEST, read_record, write_moves, write_record
from bot.features.records.domain.record import MAX_PLIES, RecordedDice
from bot.features.records.domain.replaying import REASONS, check
from bot.model.refusal import Refusal
from rules import GAMES, Game
from rules.__main__ import main
from tests.bot.features.records.domain.playing import random_record, variants
from tests.repeats import repeats

DICE = {"match": 1, "seed": "a" * 64, "commitment": "a" * 44, "message": "7", "words": []}
CONHEX = write_record(random_record(GAMES["conhex"], {}, plies=4))


def read_refusal(data: bytes) -> Refusal:
    with pytest.raises(Refusal) as caught:
        read_record(data)
    return caught.value


def reads_or_refuses(data: bytes) -> bool:
    """Return whether the input is read or refused; other errors propagate."""
    try:
        read_record(data)
    except Refusal as refusal:
        return refusal.reason in REASONS
    return True


def record_with(**fields: object) -> bytes:
    return json.dumps(json.loads(CONHEX) | fields).encode()


def test_the_longest_record_is_read() -> None:
    (ply, *_) = json.loads(CONHEX)["plies"]
    assert len(read_record(record_with(plies=[ply] * MAX_PLIES)).plies) == MAX_PLIES


@pytest.mark.parametrize(
    ("game", "options", "players"),
    list(variants()),
    ids=lambda value: getattr(value, "key", None) or str(value)[-60:],
)
def test_every_game_round_trips_with_every_option(
    game: Game, options: Mapping[str, str], players: int | None
) -> None:
    record = random_record(game, options, players)
    read_back = read_record(write_record(record))
    assert read_back == record
    assert check(read_back, GAMES) == record

    arguments = [argument for item in record.options.items() for argument in ("--option", "=".join(item))]
    out, err = StringIO(), StringIO()
    lines = write_moves(record).decode().splitlines()
    argv = ["replay", game.key, *arguments, "--players", str(len(record.players))]
    assert main(argv, lines, out, err) == 0, err.getvalue()
    assert len(out.getvalue().splitlines()) == len(record.plies) + 1


def test_the_replay_tool_reads_departures() -> None:
    out, err = StringIO(), StringIO()
    lines = ["roll:6", "retire 1", "retire 1"]
    assert main(["replay", "catch-the-hat", "--players", "3"], lines, out, err) == 1
    assert len(out.getvalue().splitlines()) == 3
    assert "ply 3: 'retire 1'" in err.getvalue()


def test_a_running_game_round_trips_without_result_or_seed() -> None:
    running = replace(random_record(GAMES["hounds-and-jackals"], {}), ended=None, result=None, dice=None)
    assert read_record(write_record(running)) == running
    assert b"seed" not in write_record(running)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "record-not-json"),
        (b"\xff\xfe", "record-not-json"),
        (b"\x89PNG\r\n\x1a\n", "record-not-json"),
        (b"[" * 100_000, "record-not-json"),
        (b'{"a":' * 20_000, "record-not-json"),
        (b"[]", "record-other-format"),
        (b"3", "record-other-format"),
        (b"{}", "record-other-format"),
        (b'{"format": "fernpartie-record", "format": "fernpartie-record"}', "record-not-json"),
        (b'{"format": NaN}', "record-not-json"),
        (b'{"format": 1e999}', "record-not-json"),
        (b'{"format": ' + b"9" * 5000 + b"}", "record-not-json"),
        (b'{"format": "\\ud800"}', "record-not-json"),
        (record_with(version=4), "record-version"),
        (record_with(version=True), "record-version"),
        (record_with(version="1"), "record-version"),
        (record_with(version=None), "record-version"),
        (record_with(plies=[{}] * (MAX_PLIES + 1)), "record-too-long"),
        (b" " * (LARGEST + 1), "record-too-large"),
    ],
    ids=lambda value: value[:12] if isinstance(value, bytes) else value,
)
def test_an_invalid_record_is_refused(data: bytes, reason: str) -> None:
    assert read_refusal(data).reason == reason


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"game": 3}, "game"),
        ({"options": []}, "options"),
        ({"options": {"swap": 1}}, "options.swap"),
        ({"players": {}}, "players"),
        ({"players": [{"role": "red", "name": ""}]}, "players[0].name"),
        ({"players": [{"role": "red", "name": "A", "id": 1001}]}, "players[0].id"),
        ({"players": [{"role": "red", "name": "A" * 101}]}, "players[0].name"),
        ({"begun": 1_790_000_000}, "begun"),
        ({"begun": "2026-11-20T12:00:00"}, "begun"),
        ({"begun": "yesterday"}, "begun"),
        ({"begun": "1790000000"}, "begun"),
        ({"begun": "1790000000.5"}, "begun"),
        ({"begun": "0"}, "begun"),
        ({"begun": "-1"}, "begun"),
        ({"begun": True}, "begun"),
        ({"ended": "1790000000"}, "ended"),
        ({"begun": "2026-11-20"}, "begun"),
        ({"begun": "2026-11-20_12:00:00Z"}, "begun"),
        ({"begun": "2026-02-30T12:00:00Z"}, "begun"),
        ({"begun": "0001-01-01T00:00:00+23:59"}, "begun"),
        ({"ended": "9999-12-31T23:59:59-23:59"}, "ended"),
        ({"plies": [{"text": "f6", "seat": 0, "played": "1790000000"}]}, "plies[0].played"),
        ({"ended": "99999-01-01T00:00:00Z"}, "ended"),
        ({"plies": [{"text": "f6", "seat": True, "played": "2026-11-20T12:00:00Z"}]}, "plies[0].seat"),
        ({"plies": [{"text": "f6", "seat": -1, "played": "2026-11-20T12:00:00Z"}]}, "plies[0].seat"),
        ({"plies": [{"text": "f6", "seat": 10**400, "played": "2026-11-20T12:00:00Z"}]}, "plies[0].seat"),
        ({"plies": [{"text": "f6", "seat": 0}]}, "plies[0].played"),
        ({"plies": [[]]}, "plies[0]"),
        ({"result": {"winners": "0", "reason": "x"}}, "result.winners"),
        ({"dice": {"match": 0, "seed": "a" * 64, "commitment": "a" * 64}}, "dice.match"),
        ({"dice": {"match": 1, "seed": "A" * 64, "commitment": "a" * 64}}, "dice.seed"),
        ({"dice": {"match": 1, "seed": "a" * 64, "commitment": "a" * 50}}, "dice.commitment"),
        ({"dice": {**DICE, "message": 7}}, "dice.message"),
        ({"dice": {**DICE, "message": "07"}}, "dice.message"),
        ({"dice": {**DICE, "message": "x"}}, "dice.message"),
        ({"dice": {**DICE, "words": ["Pomeranze"]}}, "dice.words[0]"),
        ({"dice": {name: DICE[name] for name in ("match", "seed", "commitment")}}, "dice.message"),
        ({"version": 1, "dice": DICE}, "dice.message"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_wrong_field_is_named(fields: Mapping[str, object], place: str) -> None:
    refusal = read_refusal(record_with(**fields))
    assert (refusal.reason, refusal.details.get("field")) == ("record-field", place)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-11-20T12:00:00Z", datetime(2026, 11, 20, 12, tzinfo=UTC)),
        ("2026-11-20T12:00Z", datetime(2026, 11, 20, 12, tzinfo=UTC)),
        ("2026-11-20T12:00:00.25+01:30", datetime(2026, 11, 20, 10, 30, 0, 250_000, tzinfo=UTC)),
    ],
)
def test_iso_8601_times_are_read(text: str, moment: datetime) -> None:
    assert read_record(record_with(begun=text)).begun == moment


def test_a_version_1_record_is_read() -> None:
    first = replace(
        random_record(GAMES["conhex"], {}, plies=4),
        version=1,
        dice=RecordedDice(3, "b" * 64, "c" * 64, None, (), None),
    )
    fields = json.loads(write_record(first)) | {"version": 1}
    fields["dice"] = {name: fields["dice"][name] for name in ("match", "seed", "commitment")}
    with pytest.raises(Refusal, match="record-field"):
        read_record(json.dumps(fields).encode())
    del fields["rules"]
    assert read_record(json.dumps(fields).encode()) == first


@given(st.integers(0, len(CONHEX) - 1), st.binary(max_size=4))
def test_a_changed_byte_is_read_or_refused(place: int, part: bytes) -> None:
    data = CONHEX[:place] + part + CONHEX[place + 1 :]
    assert reads_or_refuses(data)


_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=repeats(25, 100))
@given(st.sampled_from(sorted(json.loads(CONHEX))), _ANY)
def test_any_field_value_is_read_or_refused(field: str, value: object) -> None:
    assert reads_or_refuses(record_with(**{field: value}))
