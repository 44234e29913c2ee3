"""Hounds and Jackals: whole games by slash and by buttons, attacks named and forced replies explained."""

import re

import pytest

from bot.chat.core.words.move_labels import plain_moves
from rules.contract.capabilities import duties_of
from rules.games.hounds_and_jackals import HoundsState
from tests.end_to_end.tables import Table, picture_of
from tests.end_to_end.three_games.gatherings import face_off
from tests.end_to_end.three_games.rounds import Round

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

KEY = "hounds-and-jackals"
MOVES = (
    "4-6 5-9 5-7 4-5 3-5 9-26 5-9 5-7 9-24 2-4 2-3 3-5 24-10 26-27 10-11 27-28 11-13 7-9 13-14 1-3 3-5 9-26 "
    "1-2 5-9 7-8 26-27 5-7 9-10 2-3 3-5 14-15 5-7 7-9 4-5 9-10 10-25 3-4 28-29 10-25 25-26 25-26 26-28 6-7 "
    "7-9 15-17 5-7 7-9 9-24 4-5 7-8 8-10 24-25 26-27 25-26 5-7 8-9 9-11 9-10 10-13 10-25"
)
SHORT = MOVES.split()
"""With attacks, shortcuts, a retreat, blocked and shortened answers, and attacks that come to nothing."""


def check_duties(match: Round) -> set[str]:
    """Check that the board names the attacked piece and its duty in words; return the kinds of duties."""
    state = match.state
    assert isinstance(state, HoundsState)
    ((_, words),) = match.board.pictures
    for duty in duties_of(state):
        hole, *others = duty.points
        assert hole in words, "the alt text names the attacked piece as the announcement does"
        text = match.t(
            f"{KEY}.duty.{duty.kind}",
            point=hole,
            others=match.t("list.or").join(others),
            number=duty.number,
        )
        assert text in match.board.text
    attacked = [event for event in state.events if event.kind == "attack"]
    for event in attacked:
        clause = match.t(
            f"{KEY}.event.attack",
            n=len(event.points),
            role=match.role(event.seat or 0),
            points=", ".join(event.points),
        )
        assert clause in match.board.text or clause[:1].upper() + clause[1:] in match.board.text
    assert ("is attacked" in match.board.text) == bool(attacked)
    return {duty.kind for duty in duties_of(state)}


async def test_a_whole_game_one_by_slash_and_one_by_buttons(table: Table) -> None:
    match, met = await face_off(table, KEY), set[str]()
    for move in SHORT:
        await (match.press if match.mover is table.ben else match.type)(move)
        met |= check_duties(match)
    assert met == {"must-move", "must-answer", "void"}
    match.over(winners=[0])
    assert f"{table.ben.mention} has all five pieces home first, and that loses." in match.board.text


async def test_only_answers_are_offered_and_others_are_explained(table: Table) -> None:
    match = await face_off(table, KEY)
    for move in SHORT[:5]:
        await match.type(move)
    assert "B05 is attacked but cannot move 4: B09 must move instead." in match.board.text
    panel = (await table.ben.press(match.board, "Move")).message
    assert {label.partition(",")[0] for label in panel.buttons} == {"9 → 13", "9 → 26"}
    suggestions = await table.ben.complete(match.home, "move", "move", "")
    assert {choice["value"] for choice in suggestions} == {str(move) for move in match.state.legal_moves()}
    refused = await table.ben.slash(match.home, "move", move="1-2")
    assert refused.text == (
        "Your piece on hole 5 is attacked and must move 4; if it is blocked, another answers for it. "
        "Possible: 9-13, 9-26."
    )


async def test_step_counts_are_told_on_request_only(table: Table) -> None:
    match = await face_off(table, KEY)
    await match.type("5-9")
    assert "step" not in match.board.text.lower()
    for person, seat in ((table.anna, 0), (table.ben, 1)):
        own = (await person.press(match.board, "Board")).message
        ((_, words),) = own.pictures
        assert isinstance(match.state, HoundsState)
        for hole, steps in match.state.steps(seat).items():
            assert re.search(rf"{'AB'[seat]}{hole:02} {steps}\b", words)
        assert (await picture_of(table.line, own)).width == 800
    in_words = await table.ben.slash(match.home, "board", text=True)
    assert not in_words.message.pictures
    assert "B05" in in_words.text
    ((_, public),) = match.board.pictures
    ((_, stranger),) = (await table.sam.press(match.board, "Board")).message.pictures
    assert public == stranger


async def test_void_attacks_may_mean_a_pass(table: Table) -> None:
    match = await face_off(table, KEY, void_attack="pass")
    for move in SHORT[:51]:
        await match.type(move)
    assert "this attack comes to nothing" in match.board.text
    panel = (await match.mover.press(match.board, "Move")).message
    assert list(panel.buttons) == ["Pass"]
    assert next(iter(match.board.buttons)) == "Pass", "the board itself offers it"
    await match.press("pass")
    assert match.board.tells("Pass")
    match.check_pings()


async def test_a_move_that_is_played_at_once_may_be_pressed_again_where_no_answer_came(table: Table) -> None:
    match = await face_off(table, KEY)
    await match.type(SHORT[0])
    forced, mover = SHORT[1], match.mover
    assert [str(move) for move in plain_moves(match.state)] == [forced]
    panel, last = await match.prepare(forced)
    assert last != match.button("confirm")
    await table.control.fault("status", "/callback$", "POST", status=500, times=20)
    assert not (await mover.press(panel, last)).answered
    await table.control.clear_faults()
    again = await mover.press(panel, last)
    assert again.text.startswith(f"Game #{match.number}: your move **{forced}** is played already.")
    await match.follow(forced)
