import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.toolkit import custom_ids


@given(
    st.sampled_from(["move", "decline-because"]),
    st.lists(st.integers(0, 10**12), max_size=3),
    st.text(max_size=20),
)
def test_what_is_written_is_read(verb: str, numbers: list[int], rest: str) -> None:
    press = custom_ids.read(custom_ids.write(verb, *numbers, rest))
    assert press.verb == verb
    assert press.numbers(len(numbers)) == tuple(numbers)
    assert press.after(len(numbers)) == rest


@pytest.mark.parametrize("text", ["", "fp", "fp:", "other:move:1", "fp:MOVE:1", "fp:move\n:1x" + "y" * 5000])
def test_a_foreign_id_is_refused_or_has_no_numbers(text: str) -> None:
    with pytest.raises(custom_ids.MalformedId):
        custom_ids.read(text).numbers(1)


@pytest.mark.parametrize("rest", ["", "x", "-1", "1.5", "9" * 19, "\u0661"])
def test_arguments_that_are_no_numbers_are_refused(rest: str) -> None:
    with pytest.raises(custom_ids.MalformedId):
        custom_ids.Press("move", rest).numbers(1)


@pytest.mark.assumes("custom-id-unique")
def test_an_id_too_long_for_discord_is_not_written() -> None:
    with pytest.raises(custom_ids.MalformedId):
        custom_ids.write("confirm", 1, 2, "x" * 100)
