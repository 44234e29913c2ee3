from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from bot.chat.core import custom_ids
from bot.features.moves import domain as line_draft
from bot.features.moves.domain import Draft
from rules.contract import Move, State
from rules.contract.capabilities import calls_of

WHOLE = ("hnefatafl", "ludus-latrunculorum", "conhex", "fox-and-hens")
places = st.integers(0, 36**4 - 1)
picks = st.lists(st.integers(0, 36**2 - 1), max_size=3)


@given(st.builds(Draft, st.lists(places, max_size=10).map(tuple), picks.map(tuple)))
def test_a_draft_round_trips_through_text(draft: Draft) -> None:
    assert line_draft.read_draft(str(draft)) == draft


@pytest.mark.parametrize(
    "text",
    [
        "-1",
        "a..b",
        ".",
        "a.",
        "+",
        "a+",
        "a+1.",
        "a/1.1",
        "A",
        "a b",
        "\N{ARABIC-INDIC DIGIT ONE}",
        "zzzzz",
        "a+1.2+3.4",
    ],
)
def test_a_malformed_draft_is_refused(text: str) -> None:
    with pytest.raises(custom_ids.MalformedId):
        line_draft.read_draft(text)


def reachable_moves(state: State, draft: Draft) -> Iterator[Move]:
    """Yield every move reachable by choices from a draft."""
    _, choices = line_draft.next_step(state, draft)
    for number, choice in enumerate(choices):
        if choice.move is not None:
            yield choice.move
        else:
            yield from reachable_moves(state, draft.pick(number))


@pytest.mark.parametrize("key", WHOLE)
def test_exactly_the_legal_moves_without_claims_can_be_planned(key: str) -> None:
    state = rules.GAMES[key].new()
    for _ in range(6):
        legal = state.legal_moves()
        assert sorted(move.text for move in reachable_moves(state, Draft())) == sorted(
            move.text for move in legal if move.action not in calls_of(state)
        )
        state = state.play(legal[len(legal) // 3])


def test_ten_plies_on_the_largest_board_fit_into_a_custom_id() -> None:
    state = start = rules.GAMES["hnefatafl"].new({"board": "alea-evangelii-19"})
    draft = Draft()
    for _ in range(10):
        legal = state.legal_moves()
        last = max(place for place, move in enumerate(legal) if state.play(move).outcome is None)
        draft, state = draft.on(last), state.play(legal[last])
    moves, end = line_draft.walk(start, draft)
    assert (len(moves), end) == (10, state)
    line = draft.pick(24)
    assert line_draft.draft_of(start, moves) == draft
    custom_id = custom_ids.write("plan-pick", 999_999_999_999, 999_999_999, 4, str(line))
    assert len(custom_id) <= custom_ids.LONGEST
    assert line_draft.read_draft(custom_ids.read(custom_id).after(3)) == line


def test_moves_out_of_range_are_refused() -> None:
    state = rules.GAMES["conhex"].new()
    with pytest.raises(custom_ids.MalformedId):
        line_draft.walk(state, Draft((len(state.legal_moves()),)))
    for picks in ((25,), (0, 25)):
        with pytest.raises(custom_ids.MalformedId):
            line_draft.next_step(state, Draft((), picks))


def test_back_undoes_one_choice() -> None:
    assert Draft((1, 2), (3,)).back() == Draft((1, 2))
    assert Draft((1, 2)).back() == Draft((1,))


def test_a_complete_move_cannot_be_continued() -> None:
    """A forged draft chooses a further step after a whole move, or a step that does not exist."""
    state = rules.GAMES["hnefatafl"].new({"board": "brandubh-7"})
    _, pieces = line_draft.next_step(state, Draft())
    step, targets = line_draft.next_step(state, Draft((), (0,)))
    assert step == pieces[0].step
    assert not [choice for choice in targets if choice.move is None]
    for picks in ((0, 0), (0, len(targets)), (len(pieces),)):
        with pytest.raises(custom_ids.MalformedId):
            line_draft.next_step(state, Draft((), picks))
