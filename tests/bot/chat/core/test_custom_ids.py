import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.core import custom_ids, position_token
from bot.chat.parts.moves import explored_line


@given(
    st.sampled_from(["move", "decline-because"]),
    st.lists(st.integers(0, 10**12), max_size=3),
    st.text(max_size=20),
)
def test_written_ids_are_read_back(verb: str, numbers: list[int], rest: str) -> None:
    press = custom_ids.read(custom_ids.write(verb, *numbers, rest))
    assert press.verb == verb
    assert press.numbers(len(numbers)) == tuple(numbers)
    assert press.after(len(numbers)) == rest


@pytest.mark.parametrize("text", ["", "fp", "fp:", "other:move:1", "fp:MOVE:1", "fp:move\n:1x" + "y" * 5000])
def test_foreign_ids_are_refused_or_have_no_numbers(text: str) -> None:
    with pytest.raises(custom_ids.MalformedId):
        custom_ids.read(text).numbers(1)


@pytest.mark.parametrize("rest", ["", "x", "-1", "1.5", str(2**63), "9" * 20, "\u0661"])
def test_non_numeric_arguments_are_refused(rest: str) -> None:
    with pytest.raises(custom_ids.MalformedId):
        custom_ids.Press("move", rest).numbers(1)


@given(
    st.text("abcdefghijklmnopqrstuvwxyz-", min_size=1, max_size=20),
    st.lists(st.integers(0, 10**18 - 1), max_size=3),
    st.text(max_size=60),
    st.integers(0, custom_ids.LAST_EPOCH),
)
def test_every_written_id_fits_and_reads_back_in_any_epoch(
    verb: str, numbers: list[int], rest: str, epoch: int
) -> None:
    try:
        custom_id = custom_ids.write(verb, *numbers, rest)
    except custom_ids.MalformedId:
        return
    stored_id = custom_ids.of_epoch(custom_id, epoch)
    assert len(stored_id) <= 100
    before, after = custom_ids.read(custom_id), custom_ids.read(stored_id)
    assert (after.verb, after.rest, after.epoch) == (before.verb, before.rest, epoch)
    assert custom_ids.of_epoch(stored_id, epoch) == stored_id
    assert custom_ids.is_mark(stored_id, custom_id, epoch)
    assert not custom_ids.is_mark(stored_id, custom_id, epoch + 1)


def test_epoch_0_leaves_ids_unchanged() -> None:
    assert custom_ids.of_epoch(custom_ids.write("move", 105, 12), 0) == "fp:move:105:12"
    assert custom_ids.of_epoch(custom_ids.write("move", 105, 12), 36) == "fp10:move:105:12"


@pytest.mark.parametrize(
    ("verb", "match", "ply", "taken_back"),
    [("explore", 9_999_999_999, 999_999, 999), ("import-explore", 99_999_999, 9_999, 0)],
)
def test_the_longest_explored_line_fits(verb: str, match: int, ply: int, taken_back: int) -> None:
    marked = position_token.of(ply, taken_back)
    text = "?" + "x" * explored_line.LONGEST + "." + "x" * 5
    assert len(custom_ids.of_epoch(custom_ids.write(verb, match, marked, text), custom_ids.LAST_EPOCH)) <= 100


@pytest.mark.assumes("custom-id-unique")
def test_an_id_too_long_for_discord_is_refused() -> None:
    with pytest.raises(custom_ids.MalformedId):
        custom_ids.write("confirm", 1, 2, "x" * 100)


def test_snowflakes_are_numbers_that_fit_the_database() -> None:
    today = 1_180_000_000_000_000_000
    assert custom_ids.read(custom_ids.write("block", today, 5)).numbers(2) == (today, 5)
    assert custom_ids.snowflake(str(2**63 - 1)) == 2**63 - 1
    with pytest.raises(custom_ids.MalformedId):
        custom_ids.snowflake(str(2**63))
