"""Conditional moves: valid plans, their storage and their replies."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from bot.features.matches.domain.conditional_moves import (
    DEEPEST,
    MAX_REPLIES,
    REASONS,
    Branch,
    ConditionalMoves,
    FollowedLine,
    read_conditional_moves,
)
from bot.model.refusal import Refusal
from rules.contract import IllegalMove, InvalidMove, Move, State
from tests.bot.support.fakes import Counting, CountingState

CONHEX = rules.GAMES["conhex"].new()
NODES = [move.text for move in CONHEX.legal_moves()]


def counting(players: int = 2, **options: str) -> State:
    return CountingState(Counting(), {"goal": "10", "again": "off", **options}, players)


def plan(state: State, seat: int, *lines: list[str]) -> ConditionalMoves:
    planned = ConditionalMoves.at(state, seat)
    for line in lines:
        planned = planned.add(state, line)
    return planned


def expect_refusal(reason: str, attempt: Callable[[], object], **details: str) -> Refusal:
    with pytest.raises(Refusal) as error:
        attempt()
    assert (error.value.reason, error.value.details) == (reason, details)
    assert set(details) == set(REASONS[reason])
    return error.value


class TestAdding:
    def test_lines_share_their_common_start(self) -> None:
        a, b, c, d, e, *_ = NODES
        planned = plan(CONHEX, 1, [a, b, c, d], [a, b, d, c], [c, e])
        assert planned.lines() == ((a, b, c, d), (a, b, d, c), (c, e))
        assert len(planned.branches) == 2

    def test_moves_are_stored_in_canonical_form(self) -> None:
        a, b, *_ = NODES
        assert plan(CONHEX, 1, [a.upper(), f" {b} "]).lines() == ((a, b),)

    def test_a_longer_line_extends_a_shorter(self) -> None:
        a, b, c, d, *_ = NODES
        assert plan(CONHEX, 1, [a, b], [a, b, c, d]).lines() == ((a, b, c, d),)

    def test_a_redundant_line_is_refused(self) -> None:
        a, b, c, d, *_ = NODES
        planned = plan(CONHEX, 1, [a, b, c, d])
        expect_refusal("line-known", lambda: planned.add(CONHEX, [a, b]))

    def test_one_ply_has_one_reply(self) -> None:
        a, b, c, d, e, *_ = NODES
        planned = plan(CONHEX, 1, [a, b, c, d])
        expect_refusal("line-contradicts", lambda: planned.add(CONHEX, [a, c]), number="2", move=a, reply=b)
        expect_refusal(
            "line-contradicts", lambda: planned.add(CONHEX, [a, b, c, e]), number="4", move=c, reply=d
        )
        assert planned.delete([a, b]).add(CONHEX, [a, c]).lines() == ((a, c),)

    def test_every_planned_move_must_be_legal_at_its_position(self) -> None:
        a, b, *_ = NODES
        planned = ConditionalMoves.at(CONHEX, 1)
        refusal = expect_refusal(
            "line-illegal", lambda: planned.add(CONHEX, [a, b, a, b]), number="3", move=a
        )
        assert isinstance(refusal.__cause__, IllegalMove)
        illegal_move = expect_refusal(
            "line-illegal", lambda: planned.add(CONHEX, [a, "?"]), number="2", move="?"
        )
        assert isinstance(illegal_move.__cause__, InvalidMove)

    def test_moves_beyond_the_end_cannot_be_planned(self) -> None:
        state = counting(goal="4")
        expect_refusal(
            "line-illegal",
            lambda: ConditionalMoves.at(state, 1).add(state, ["take 2", "take 2", "take 1", "take 1"]),
            number="3",
            move="take 1",
        )
        assert plan(state, 1, ["take 2", "take 2"]).lines()

    def test_a_line_ends_with_an_own_reply_within_the_limit(self) -> None:
        planned = ConditionalMoves.at(CONHEX, 1)
        expect_refusal("line-without-reply", lambda: planned.add(CONHEX, []))
        expect_refusal("line-without-reply", lambda: planned.add(CONHEX, NODES[:3]))
        expect_refusal("line-too-long", lambda: planned.add(CONHEX, NODES[: DEEPEST + 2]), limit="10")
        assert planned.add(CONHEX, NODES[:DEEPEST]).lines() == (tuple(NODES[:DEEPEST]),)

    def test_planned_moves_must_alternate(self) -> None:
        state = counting(again="on")
        planned = ConditionalMoves.at(state, 1)
        expect_refusal(
            "line-not-alternating",
            lambda: planned.add(state, ["take 1", "take 1"]),
            number="2",
            move="take 1",
        )
        expect_refusal(
            "line-not-alternating",
            lambda: planned.add(state, ["take 2", "take 1", "take 1", "take 2"]),
            number="3",
            move="take 1",
        )

    def test_moves_across_dice_cannot_be_planned(self) -> None:
        state = counting(players=3)
        rolling = state.play(state.parse("take 1")).play(Move("take 1"))
        assert rolling.is_chance
        expect_refusal("plan-dice", lambda: ConditionalMoves.at(rolling, 0))
        before = state.play(state.parse("take 1"))
        expect_refusal("plan-dice", lambda: ConditionalMoves.at(before, 2).add(before, ["take 1", "take 1"]))

    def test_plans_are_made_only_on_the_opponent_s_turn(self) -> None:
        expect_refusal("plan-own-turn", lambda: ConditionalMoves.at(CONHEX, 0))
        state = counting(goal="4")
        final_state = state.play(Move("take 2")).play(Move("take 2"))
        expect_refusal("position-changed", lambda: ConditionalMoves.at(final_state, 0))

    def test_a_plan_belongs_to_one_position(self) -> None:
        planned = ConditionalMoves.at(CONHEX, 1)
        other_state = CONHEX.play(CONHEX.parse(NODES[0]))
        expect_refusal("position-changed", lambda: planned.add(other_state, NODES[1:3]))

    def test_a_plan_has_limited_replies(self) -> None:
        a, b, c, d, *_ = NODES
        lines = [[a, b, move, c if move != c else d] for move in NODES[2:]] + [[c, d]]
        lines += [[move, a] for move in NODES[4:]]
        planned = ConditionalMoves.at(CONHEX, 1)
        for line in lines[: MAX_REPLIES - 1]:
            planned = planned.add(CONHEX, line)
        expect_refusal("plan-full", lambda: planned.add(CONHEX, lines[MAX_REPLIES - 1]), limit="100")


class TestDeleting:
    def test_deleting_a_line_removes_its_unshared_moves(self) -> None:
        a, b, c, d, e, *_ = NODES
        planned = plan(CONHEX, 1, [a, b, c, d], [a, b, d, c], [c, e])
        assert planned.delete([a, b, c, d]).lines() == ((a, b, d, c), (c, e))
        assert planned.delete([a, b]).lines() == ((c, e),)
        assert planned.delete([c, e]).delete([a, b, d, c]).delete([a, b, c, d]).branches == ()

    def test_deleting_an_unknown_line_is_refused(self) -> None:
        a, b, c, d, *_ = NODES
        planned = plan(CONHEX, 1, [a, b])
        for line in ([], [a], [a, c], [b, a], [a, b, c, d], [a, b, c]):
            expect_refusal("unknown-line", lambda line=line: planned.delete(line))  # type: ignore[misc]  # bound now


class TestFollowing:
    def test_a_foreseen_ply_is_answered_down_the_line(self) -> None:
        a, b, c, d, e, f, *_ = NODES
        remaining: ConditionalMoves | None = plan(CONHEX, 1, [a, b, c, d], [a, b, e, f], [b, a])
        state = CONHEX
        assert remaining is not None
        followed = remaining.follow(state, state.parse(a))
        assert followed.reply is not None
        assert followed.reply.text == b
        assert followed.rest is not None
        assert followed.rest.lines() == ((c, d), (e, f))
        state = state.play(state.parse(a)).play(followed.reply)
        assert followed.rest.start == state.position
        last_step = followed.rest.follow(state, state.parse(e))
        assert last_step.reply is not None
        assert (last_step.reply.text, last_step.rest) == (f, None)

    def test_an_unforeseen_ply_ends_the_plan(self) -> None:
        a, b, c, *_ = NODES
        assert plan(CONHEX, 1, [a, b]).follow(CONHEX, CONHEX.parse(c)) == FollowedLine(None, None)

    def test_a_plan_for_another_position_plays_nothing(self) -> None:
        a, b, c, d, *_ = NODES
        other_state = CONHEX.play(CONHEX.parse(c)).play(CONHEX.parse(d))
        assert plan(CONHEX, 1, [a, b]).follow(other_state, other_state.parse(a)) == FollowedLine(None, None)

    def test_an_illegal_planned_reply_is_not_played(self) -> None:
        a, b, *_ = NODES
        lines = json.loads(str(plan(CONHEX, 1, [a, b])))
        lines["replies"][0][1] = a
        stored = read_conditional_moves(json.dumps(lines, separators=(",", ":")))
        assert stored.follow(CONHEX, CONHEX.parse(a)) == FollowedLine(None, None)

    def test_a_plan_plays_nothing_if_the_turn_stays(self) -> None:
        state = counting(again="on")
        stored = plan(state, 1, ["take 2", "take 2"])
        mismatched = replace(stored, branches=(replace(stored.branches[0], move="take 1"),))
        assert mismatched.follow(state, state.parse("take 1")) == FollowedLine(None, None)

    def test_a_plan_does_not_answer_its_owner_s_move(self) -> None:
        a, b, *_ = NODES
        foreign = replace(plan(CONHEX, 1, [a, b]), seat=0)
        assert foreign.follow(CONHEX, CONHEX.parse(a)) == FollowedLine(None, None)
        state = counting(again="on")
        own = ConditionalMoves(0, state.position, (Branch("take 1", "take 1"),))
        assert own.follow(state, state.parse("take 1")) == FollowedLine(None, None)

    def test_two_plans_answer_each_other_to_the_end(self) -> None:
        a, b, c, d, e, *_ = NODES
        after = CONHEX.play(CONHEX.parse(a))
        plans: dict[int, ConditionalMoves | None] = {
            1: plan(CONHEX, 1, [a, b, c, d]),
            0: plan(after, 0, [b, c, d, e]),
        }
        state, move, moves = CONHEX, CONHEX.parse(a), [a]
        while state.turn is not None:
            waiting_plan = plans[1 - state.turn]
            followed = FollowedLine() if waiting_plan is None else waiting_plan.follow(state, move)
            plans[1 - state.turn] = followed.rest
            if followed.reply is None:
                break
            state, move = state.play(move), followed.reply
            moves.append(move.text)
        assert moves == [a, b, c, d, e]


class TestKeeping:
    def test_a_plan_survives_serialisation(self) -> None:
        a, b, c, d, *_ = NODES
        for planned in (ConditionalMoves.at(CONHEX, 1), plan(CONHEX, 1, [a, b, c, d], [c, d])):
            assert read_conditional_moves(str(planned)) == planned

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "[]",
            '{"seat":1,"start":"x"}',
            '{"seat":"1","start":"x","replies":[]}',
            '{"seat":1,"start":"x","replies":[["a"]]}',
            '{"seat":1,"start":"x","replies":[["a","b",[["c","d"]]]]}',
            '{"seat":1,"start":"x","replies":[],"more":0}',
            '{"seat": 1,"start":"x","replies":[]}',
            '{"start":"x","seat":1,"replies":[]}',
            '{"seat":1,"start":"x","replies":' + '[["a","b",' * 6 + "[]" + "]]" * 6 + "}",
        ],
    )
    def test_invalid_plan_texts_are_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"not a plan|Expecting"):
            read_conditional_moves(text)


@given(st.data(), st.sampled_from(["conhex", "hnefatafl", "ludus-latrunculorum"]))
def test_stored_plans_play_exactly_the_added_lines(data: st.DataObject, key: str) -> None:
    """Add random lines, store and reload the plan, and play one line against it."""
    first = rules.GAMES[key].new()
    planned, lines = ConditionalMoves.at(first, 1), []
    for _ in range(data.draw(st.integers(1, 3))):
        state, line = first, list[str]()
        for _ in range(2 * data.draw(st.integers(1, 3))):
            move = data.draw(st.sampled_from(state.legal_moves()[:6]))
            state = state.play(move)
            line.append(move.text)
        lines.append(line)
        try:
            planned = planned.add(first, line)
        except Refusal as refusal:
            lines.pop()
            if refusal.reason not in {"line-known", "line-contradicts"}:
                raise
    planned = read_conditional_moves(str(planned))
    for line in lines:
        state, remaining = first, planned
        for number in range(0, len(line), 2):
            move = state.parse(line[number])
            followed = remaining.follow(state, move)
            assert followed.reply is not None
            assert followed.reply.text == line[number + 1]
            state = state.play(move).play(followed.reply)
            if number + 2 < len(line):
                assert followed.rest is not None
                remaining = followed.rest
    for known_line in planned.lines():
        planned = planned.delete(known_line)
    assert planned.branches == ()
