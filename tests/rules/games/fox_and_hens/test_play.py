"""Fox and Hens: worked examples, rulings and refusals."""

import pytest

from rules import AmbiguousMove, Event, IllegalMove, InvalidMove, Move, Outcome
from rules.games.fox_and_hens import GAME, FoxState

ENFORCED = {"missed_capture": "enforced"}
BOTH_MISSED = "b4-b5,c5-c6,f4-f5,c6-c5,b3-b4,c5-c6"
"""Both foxes could have captured; the fox on c5 stepped."""


def after(moves: str, start: FoxState | None = None, /, **options: str) -> FoxState:
    state = start or GAME.new(options)
    for text in moves.split(","):
        state = state.play(state.parse(text))
    return state


def at(text: str, **options: str) -> FoxState:
    return GAME.from_position(text, options)


def texts(state: FoxState) -> set[str]:
    return {str(move) for move in state.legal_moves()}


def refusal(state: FoxState, text: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        state.parse(text)
    assert text not in texts(state)
    return caught.value.reason


# The worked examples, 1 to 7.


def test_hens_have_their_moves() -> None:
    state = at("hens a5 b5 c5 d5 g5 e6 c7 b4 c4 a3 d4; foxes e7 d7; off 0; turn hens", **ENFORCED)
    assert texts(state) == {"a3-a4", "c5-c6", "c5-d6", "d4-e5", "d5-d6", "g5-f5"}


def test_capture_chain_can_win() -> None:
    state = at("hens d5 d3 c2 b4 f4 a3 g3 c1 e1 d1 g4; foxes d4 a5; off 0; turn foxes", **ENFORCED)
    assert texts(state) == {"a5xc3xe3xg5", "d4xd2", "d4xd6"}
    state = after("a5xc3xe3xg5", state)
    assert state.events == (Event("capture", ("b4", "d3", "f4"), 0),)
    assert state.last == Move("a5xc3xe3xg5", ("a5", "c3", "e3", "g5"))
    assert state.outcome == Outcome((1,), "too-few-hens")


def test_claim_removes_the_fox() -> None:
    state = after("b4-b5,e5-e6")
    assert "claim c5" in texts(state)
    assert state.position.endswith("foxes c5 e6; off 0; turn hens; claimable c5; step e5-e6")
    state = after("claim c5", state)
    assert (state.foxes, state.off, state.turn) == (("e6",), 1, 0)
    assert len(texts(state)) == 14
    assert "b5-c5" in texts(state)
    assert state.events == (Event("claim", ("c5",), 1), Event("fox-removed", ("c5",), 1))
    assert state.last == Move("claim c5", ("c5",), "claim")


ONE_OFF = "hens b5 a3 a4 b3 b4 c1 c2 c3 d1 d2; foxes c5; off 1; turn foxes"


@pytest.mark.parametrize(("zone", "points"), [("anywhere", 23), ("outside-house", 14)])
def test_fox_returns_after_a_capture(zone: str, points: int) -> None:
    state = after("c5xa5", at(ONE_OFF, return_zone=zone))
    assert state.position.endswith("foxes a5; off 1; turn foxes; place")
    assert (state.turn, state.pending, len(texts(state))) == (1, "place", points)
    assert {"place b5", "place d4"} <= texts(state), "the points just left are free (ruling A14)"
    assert ("place c5" in texts(state)) == (zone == "anywhere")
    state = after("place d4", state)
    assert (state.foxes, state.off, state.turn, state.pending) == (("a5", "d4"), 0, 0, "")
    assert state.events == (Event("fox-returned", ("d4",), 1),)


def test_winning_capture_returns_no_fox() -> None:
    state = after("c5xa5", at(ONE_OFF.replace(" d2", "")))
    assert state.outcome == Outcome((1,), "too-few-hens")
    assert state.position == "hens a3 a4 b3 b4 c1 c2 c3 d1; foxes a5; off 1; turn hens"


# The hens: rules 2, rulings A1-A4.


def test_hens_cannot_move_back_sideways_or_outwards() -> None:
    state = at("hens b5 c6 d5 d4 a3 a4 c1 e1 e2 f5; foxes c7 e7; off 0; turn hens")
    for text in ("b5-a5", "d5-c5", "d5-e5", "c6-c5", "c6-d6", "f5-g5", "b5-b4"):
        assert refusal(state, text) == "hens-go-forward"
    assert {"b5-c5", "f5-e5", "b4-a5", "a4-b5"} & texts(state) == {"b5-c5", "f5-e5"}


def test_hens_keep_four_ways_in_without_diagonals() -> None:
    assert texts(GAME.new({"diagonals": "none"})) == {"a4-a5", "b4-b5", "d4-d5", "f4-f5", "g4-g5"}
    state = at("hens a5 g5 a3 a4 b3 b4 c1 c2 c3; foxes c7 d7; off 0; turn hens", diagonals="none")
    assert {"a5-b5", "g5-f5"} <= texts(state)
    assert refusal(state, "b4-c5") == "not-neighbours"


# The foxes: rules 3-5, rulings A5 and A12.


def test_foxes_may_step_instead_of_capturing() -> None:
    moves = [str(move) for move in after("b4-b5").legal_moves()]
    assert moves == ["c5-b4", "c5-c6", "c5-d5", "c5-d6", "c5xa5", "e5-d5", "e5-d6", "e5-e6", "e5-f5"]


def test_capture_chains_must_be_completed_in_every_mode() -> None:
    text = "hens d5 d3 c2 b4 f4 a3 g3 c1 e1 d1 g4; foxes d4 a5; off 0; turn foxes"
    for missed in ("remove-fox", "takeback", "enforced"):
        state = at(text, missed_capture=missed)
        assert refusal(state, "a5xc3") == "chain-goes-on"
        assert refusal(state, "a5xc3xe3") == "chain-goes-on"
        assert refusal(state, "a5xc3xe3xg5xg3") == "no-capture"
        with pytest.raises(IllegalMove):
            state.play(Move("a5xc3", ("a5", "c3")))


def test_capture_chain_may_end_where_it_began() -> None:
    ring = "hens d4 e5 d6 c5 a3 a4 b3 c1 d1 e1 g3 g4 f3; foxes c4 g5; off 0; turn foxes"
    state = at(ring, diagonals="none", **ENFORCED)
    assert {"c4xe4xe6xc6xc4", "c4xc6xe6xe4xc4"} <= texts(state)
    state = after("c4xe4xe6xc6xc4", state)
    assert (state.foxes, len(state.hens)) == (("c4", "g5"), 9)
    assert state.outcome is None


def test_chain_jumps_no_hen_twice_and_no_fox() -> None:
    state = at("hens c5 a3 a4 b3 b4 c1 c2 c3 d1; foxes b5 d6; off 0; turn foxes", **ENFORCED)
    assert "b5xd5" in texts(state)
    state = at("hens c7 a3 a4 b3 b4 c1 c2 c3 d1; foxes d5 d6; off 0; turn foxes", **ENFORCED)
    assert not [text for text in texts(state) if "x" in text]


# The claim: rule 6, rulings A8-A11, A15, A16, A19.


def test_calls_do_not_reveal_whether_a_claim_holds() -> None:
    offence, none = after("b4-b5,e5-e6"), after("d4-d5,e5-e6")
    assert offence.calls == none.calls == ("claim",)
    assert none.claimable == ()
    with pytest.raises(IllegalMove) as caught:
        none.parse("claim")
    assert caught.value.reason == "claim-unjustified"
    assert refusal(none, "claim c5") == "claim-unjustified-fox"
    assert refusal(none, "claim d1") == "no-fox"


def test_hens_can_claim_only_before_their_move() -> None:
    assert GAME.new().calls == (), "no fox has moved yet"
    assert after("b4-b5").calls == ()
    assert refusal(after("b4-b5"), "claim") == "claim-not-now"
    assert after("b4-b5,e5-e6,claim").calls == ()
    assert after("b4-b5,e5-e6", missed_capture="takeback").calls == ("claim",)
    assert after("d4-d5,e5-e6", **ENFORCED).calls == ()
    assert after("b4-b5,c5xa5").calls == (), "a capturing fox missed nothing"
    assert refusal(after("d4-d5,e5-e6", **ENFORCED), "claim") == "no-claims"


def test_bare_claim_means_the_only_offender() -> None:
    state = after("b4-b5,e5-e6")
    assert state.parse(" Claim ") == Move("claim c5", ("c5",), "claim")
    assert refusal(state, "claim e6") == "claim-unjustified-fox"


def test_stepped_offender_is_claimed_at_its_new_point() -> None:
    state = after("b4-b5,c5-c6")
    assert state.claimable == ("c6",)
    assert after("claim c6", state).foxes == ("e5",)


def test_right_to_claim_lapses_with_the_hens_move() -> None:
    state = after("b4-b5,e5-e6,d4-d5")
    assert (state.pending, state.claimable) == ("", ())
    assert "claimable" not in state.position


def test_only_one_claim_is_allowed_per_turn() -> None:
    state = after(BOTH_MISSED)
    assert state.claimable == ("c6", "e5")
    state = after("claim c6", state)
    assert (state.foxes, state.turn, state.claimable) == (("e5",), 0, ())
    assert refusal(state, "claim e5") == "claim-unjustified-fox"


def test_capture_by_a_fox_is_no_offence() -> None:
    assert after("b4-b5,c5xa5").claimable == ()
    assert after(BOTH_MISSED.removesuffix("c5-c6") + "c5xa5").claimable == ()


def test_second_removed_fox_wins_for_the_hens() -> None:
    state = after("c5-c6,claim c6", at(ONE_OFF))
    assert state.outcome == Outcome((0,), "no-foxes")
    assert state.position.endswith("foxes; off 2; turn hens")
    assert (state.turn, state.legal_moves(), state.calls) == (None, (), ())


STUCK_BUT_FOR_A_CLAIM = "hens {} c5 c6 c7 d6 d7 e5 e6 e7; foxes b5 d4; off 0; turn foxes"


def test_stuck_hens_may_claim_first() -> None:
    state = after("d4-d5", at(STUCK_BUT_FOR_A_CLAIM.format("a5")))
    assert (state.outcome, texts(state)) == (None, {"claim b5"})
    state = after("claim b5", state)
    assert (state.outcome, texts(state)) == (None, {"a5-b5"})


def test_hens_still_stuck_after_their_claim_have_lost() -> None:
    text = STUCK_BUT_FOR_A_CLAIM.format("f5")
    assert after("d4-d5,claim b5", at(text)).outcome == Outcome((1,), "hens-stuck")
    assert after("d4-d5,claim b5", at(text, hens_stuck="draw")).outcome == Outcome((), "hens-stuck")


# Missed captures: options `missed_capture` and `both_missed`.


def test_hens_choose_which_fox_is_removed() -> None:
    state = after(BOTH_MISSED)
    assert {"claim c6", "claim e5"} <= texts(state)
    with pytest.raises(AmbiguousMove) as caught:
        state.parse("claim")
    assert (caught.value.reason, dict(caught.value.details)) == ("claim-which", {"points": "c6 e5"})
    assert after("claim e5", state).foxes == ("c6",)


def test_foxes_choose_which_fox_is_removed() -> None:
    state = after(BOTH_MISSED, both_missed="foxes-choose")
    assert "claim" in texts(state)
    assert refusal(state, "claim c6") == "claim-without-point"
    state = after("claim", state)
    assert (state.turn, state.pending, texts(state)) == (1, "remove", {"remove c6", "remove e5"})
    assert state.events == (Event("claim", ("c6", "e5"), 1),)
    assert state.position.endswith("foxes c6 e5; off 0; turn foxes; remove")
    assert refusal(state, "e5-e6") == "remove-first"
    assert refusal(state, "remove d5") == "no-fox"
    assert refusal(state, "claim") == "claim-not-now"
    state = after("remove c6", state)
    assert (state.turn, state.foxes, state.pending, state.calls) == (0, ("e5",), "", ())
    assert state.events == (Event("fox-removed", ("c6",), 1),)
    assert "claim e6" not in texts(state)


def test_single_offender_is_named_under_every_rule() -> None:
    for both in ("hens-choose", "foxes-choose", "moved-fox", "hens-win", "takeback"):
        state = after("b4-b5,e5-e6", both_missed=both)
        assert {text for text in texts(state) if "claim" in text} == {"claim c5"}
        assert after("claim c5", state).foxes == ("e6",)


def test_moved_fox_is_removed() -> None:
    state = after(BOTH_MISSED + ",claim", both_missed="moved-fox")
    assert (state.foxes, state.turn) == (("e5",), 0)
    assert state.events == (Event("claim", ("c6", "e5"), 1), Event("fox-removed", ("c6",), 1))


def test_hens_win_if_both_foxes_missed() -> None:
    state = after(BOTH_MISSED + ",claim", both_missed="hens-win")
    assert (state.outcome, state.off) == (Outcome((0,), "no-foxes"), 2)
    assert state.events[-1] == Event("fox-removed", ("c6", "e5"), 1)
    assert state.position.endswith("foxes; off 2; turn hens")


@pytest.mark.parametrize(
    "options", [{"both_missed": "takeback"}, {"missed_capture": "takeback", "both_missed": "hens-win"}]
)
def test_takeback_undoes_the_step(options: dict[str, str]) -> None:
    state = after(BOTH_MISSED + ",claim", **options)
    assert (state.foxes, state.turn, state.off) == (("c5", "e5"), 1, 0)
    assert state.position.endswith("turn foxes; must-capture")
    assert state.events == (Event("claim", ("c6", "e5"), 1), Event("takeback", ("c6", "c5"), 1))
    assert texts(state) == {"c5xa5", "e5xg5"}
    assert refusal(state, "c5-c6") == "must-capture"
    state = after("e5xg5", state)
    assert (state.turn, state.pending, state.claimable) == (0, "", ())


def test_takeback_needs_a_bare_claim_even_for_one_fox() -> None:
    state = after("b4-b5,e5-e6", missed_capture="takeback")
    assert {text for text in texts(state) if "claim" in text} == {"claim"}
    assert refusal(state, "claim c5") == "claim-without-point"
    state = after("claim", state)
    assert (state.foxes, texts(state)) == (("c5", "e5"), {"c5xa5"})


# The return of a fox: rule 7.


def test_hens_can_place_the_returning_fox() -> None:
    state = after("c5xa5", at(ONE_OFF, return_by="hens"))
    assert (state.turn, state.pending, state.calls) == (0, "place", ())
    assert state.position.endswith("turn hens; place")
    assert refusal(state, "a3-a4") == "place-first"
    assert refusal(state, "claim") == "claim-not-now"
    state = after("place e7", state)
    assert (state.turn, state.foxes) == (0, ("a5", "e7"))


def test_fox_is_placed_only_when_due_and_on_an_empty_point() -> None:
    state = after("c5xa5", at(ONE_OFF, return_zone="outside-house"))
    assert refusal(state, "place a3") == "occupied"
    assert refusal(state, "place d6") == "in-house"
    assert refusal(state, "place a1") == "no-such-point"
    assert refusal(state, "remove a5") == "nothing-to-remove"
    assert refusal(state, "a5xc3") == "place-first"
    assert refusal(GAME.new(), "place d5") == "nothing-to-place"


# The ends: rules 8 and 9, rulings A6, A7, A13.


def test_hens_win_by_filling_the_house() -> None:
    state = at("hens c4 c6 c7 d5 d6 d7 e5 e6 e7; foxes a3 g3; off 0; turn hens")
    assert state.outcome is None
    state = after("c4-c5", state)
    assert state.outcome == Outcome((0,), "house-full")
    assert state.position.endswith("turn foxes")


def test_hens_win_by_trapping_the_foxes() -> None:
    state = at("hens c6 d6 e7 c5 e5 d4 a3 a4 b3; foxes c7 d7; off 0; turn hens")
    assert after("d4-d5", state).outcome == Outcome((0,), "foxes-stuck")
    assert after("a4-a5", state).outcome is None, "d7 can still jump to d5"


def test_one_trapped_fox_loses_only_while_the_other_is_off() -> None:
    text = "hens c6 d6 d7 c5 e5 e7 a3 a4 b3; foxes c7{}; off {}; turn foxes"
    assert at(text.format("", 1)).outcome == Outcome((0,), "foxes-stuck")
    assert at(text.format(" g3", 0)).outcome is None


def test_stuck_hens_lose_or_draw_by_option() -> None:
    text = "hens f5 c5 c6 c7 d6 d7 e5 e6 e7; foxes d5 a3; off 0; turn hens"
    assert at(text).outcome == Outcome((1,), "hens-stuck")
    assert at(text, hens_stuck="draw").outcome == Outcome((), "hens-stuck")
    assert at(text.replace("turn hens", "turn foxes")).outcome is None


# Typed moves.


@pytest.mark.parametrize("text", ["D4-D5", "d4d5", " d4 - d5 ", "d4-d5\n"])
def test_move_spelling_is_forgiving(text: str) -> None:
    assert GAME.new().parse(text) == Move("d4-d5", ("d4", "d5"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "d4",
        "d4-",
        "h3-h4",
        "d0-d1",
        "c5-d5-e5",
        "c5xd5-e5",
        "place",
        "remove",
        "claim me",
        "d4-d5 d5",
        "pass",
        "d4-d5" * 500,
        "\0",
        "\N{FOX FACE}",
        "@everyone",
    ],
)
def test_invalid_move_texts_are_rejected(text: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        GAME.new().parse(text)
    assert caught.value.reason == "not-a-move"
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "move",
    [
        Move("d4-d5", ("d4", "d6")),
        Move("d4-d5", ("d4", "d5"), "claim"),
        Move("c4-c5", ("c4", "c5")),
        Move("", ()),
        Move("z9", ("z9",)),
        Move("z9xa1", ("z9", "a1")),
        Move("claim", (), "claim"),
        Move("claim c5", ("c5",), "claim"),
        Move("place d5", ("d5",), "place"),
        Move("nonsense", (), "nonsense"),
    ],
)
def test_illegal_moves_cannot_be_played(move: Move) -> None:
    for state in (GAME.new(), after("b4-b5"), after("b4-b5,e5-e6,claim,b5-c5")):
        with pytest.raises(IllegalMove):
            state.play(move)


def test_nothing_can_be_played_after_the_end() -> None:
    state = at("hens; foxes c5 e5; off 0; turn hens")
    assert state.outcome == Outcome((1,), "too-few-hens")
    for text in ("d4-d5", "a1-a2", "claim", "place d5", "c5xc3"):
        assert refusal(state, text) == "game-over"
    with pytest.raises(InvalidMove):
        state.parse("what")
    with pytest.raises(IllegalMove, match="over"):
        state.play(Move("c5-c6", ("c5", "c6")))


def test_claim_names_the_fox_the_hens_choose() -> None:
    both = "hens a3 a4 b3 b4 c1 c2 c3 c4 d1 d2 d4 d6 e1 e2 e4 e5 f3 f4 g3 g5; foxes c6 e6; off 0; turn hens"
    state = GAME.from_position(f"{both}; claimable c6 e6; step c5-c6")
    after = state.play(state.parse("claim e6"))
    assert next((event.kind, event.points) for event in after.events) == ("claim", ("e6",))
