import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from bot.chat.core import custom_ids
from bot.chat.features.moves import move_picker
from bot.chat.features.moves.plans import line_draft
from bot.chat.features.moves.plans.line_draft import Draft, Touch
from rules.contract import State
from rules.contract.capabilities import calls_of

WHOLE = ("hnefatafl", "ludus-latrunculorum", "conhex", "fox-and-hens")
places = st.integers(0, 36**4 - 1)
touches = st.none() | st.builds(Touch, places, st.integers(0, 36**2 - 1))


@given(st.builds(Draft, st.lists(places, max_size=10).map(tuple), touches))
def test_a_draft_survives_being_written(draft: Draft) -> None:
    assert line_draft.read_draft(str(draft)) == draft


@pytest.mark.parametrize(
    "text",
    [
        "-1",
        "a..b",
        ".",
        "a.",
        "/",
        "a/1",
        "a/1.",
        "A",
        "a b",
        "\N{ARABIC-INDIC DIGIT ONE}",
        "zzzzz",
        "a/1.2/3.4",
    ],
)
def test_what_is_no_draft_is_refused(text: str) -> None:
    with pytest.raises(custom_ids.MalformedId):
        line_draft.read_draft(text)


def reached(state: State, draft: Draft) -> Iterator[int]:
    """Walk every choice at a draft; yield the places of the moves it leads to."""
    step = line_draft.step_of(state, draft)
    choice = move_picker.choose(line_draft.plannable(state), step)
    yield from line_draft.places(state.legal_moves(), choice.moves)
    for point, _ in choice.points:
        yield from reached(state, line_draft.at_step(state, draft, step.on(point)))
    for action in choice.actions:
        yield from reached(state, line_draft.at_step(state, draft, move_picker.PickerStep(action)))


@pytest.mark.parametrize("key", WHOLE)
def test_every_move_can_be_planned_and_no_other(key: str) -> None:
    state = rules.GAMES[key].new()
    for _ in range(6):
        legal = state.legal_moves()
        assert sorted(reached(state, Draft())) == sorted(
            line_draft.places(legal, line_draft.plannable(state))
        )
        state = state.play(legal[len(legal) // 3])


def test_ten_plies_on_the_largest_board_fit_into_a_custom_id() -> None:
    state = start = rules.GAMES["hnefatafl"].new({"board": "alea-evangelii-19"})
    draft = Draft()
    for _ in range(10):
        legal = state.legal_moves()
        last = max(place for place, move in enumerate(legal) if state.play(move).outcome is None)
        draft, state = draft.on(last), state.play(legal[last])
    moves, end = line_draft.walked(start, draft)
    assert (len(moves), end) == (10, state)
    begun = line_draft.at_step(end, draft, move_picker.PickerStep("", end.legal_moves()[-1].path[:1]))
    written = custom_ids.write("plan-pick", 999_999_999_999, 999_999_999, 4, str(begun))
    assert len(written) <= custom_ids.LONGEST
    assert line_draft.read_draft(custom_ids.read(written).after(3)) == begun


def test_moves_that_are_none_are_refused() -> None:
    state = rules.GAMES["conhex"].new()
    with pytest.raises(custom_ids.MalformedId):
        line_draft.walked(state, Draft((len(state.legal_moves()),)))
    with pytest.raises(custom_ids.MalformedId):
        line_draft.step_of(state, Draft((), Touch(0, 2)))
    with pytest.raises(custom_ids.MalformedId):
        line_draft.at_step(state, Draft(), move_picker.PickerStep("", ("z9",)))


def test_calls_are_not_offered_whether_or_not_they_are_legal() -> None:
    state = rules.GAMES["fox-and-hens"].new()
    called = 0
    for _ in range(40):
        moves = state.legal_moves()
        if not moves:
            break
        called += any(move.action in calls_of(state) for move in moves)
        assert not any(move.action in calls_of(state) for move in line_draft.plannable(state))
        quiet = [move for move in moves if not re.search("claim", move.action)]
        state = state.play(quiet[-1])
    assert called, "the test must come across a call"
