"""Fox and Hens: whole games by buttons, the claim in every variant, and that nothing gives it away."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

import rules
from render import Gallery, View
from rules.games.fox_and_hens import FoxState
from tests.end_to_end.panels import go_on, moves_in
from tests.end_to_end.seen import Json, Seen
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.gatherings import face_off
from tests.end_to_end.three_games.rounds import ENGLISH, GERMAN, Round

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

KEY = "fox-and-hens"
ONE_MISSED = ["b4-b5", "e5-e6"]
BOTH_MISSED = ["a4-a5", "c5-d6", "d4-d5", "d6-c5"]
HENS_WIN = "f4-f5,c5-d5,claim e5,d4-c5,d5xb5,place e5,b4-c5,e5-d4,claim b5,g3-f4,d4-e5,claim e5"
FOXES_WIN = (
    "f4-f5,e5-d5,claim d5,e4-e5,c5-b5,e3-e4,b5-a5,b4-b5,a5xc5xe3,place b5,a3-b4,b5-c5,c3-d4,e3-f4,e5-e6,"
    "f4-g5,claim c5,g3-f4,g5xg3xe3xc3xa5xa3xc3xe5xe3xg5xe5xe7"
)
RIGHT = ["b4-b5", "c5-c6"]
WRONG = ["b4-a5", "c5-d6", "a5-b5", "d6-c6"]
"""Two ways to the same position: only in the first a fox has missed a capture."""


async def reach(table: Table, moves: Sequence[str], **options: Any) -> Round:
    """Begin a game and type moves."""
    match = await face_off(table, KEY, **options)
    for move in moves:
        await match.type(move)
    return match


async def test_a_whole_game_by_buttons(table: Table) -> None:
    match = await face_off(table, KEY)
    for move in FOXES_WIN.split(","):
        await match.press(move)
    match.over(winners=[1])


async def test_a_whole_game_by_slash(table: Table) -> None:
    match = await reach(table, HENS_WIN.split(","))
    match.over(winners=[0])
    assert "Both foxes are off the board" in match.board.text


async def test_after_a_claim_the_hens_go_on_in_the_same_panel(table: Table) -> None:
    match = await reach(table, ONE_MISSED)
    count = len(match.pings())
    answer = await match.walk("claim c5")
    board = await match.follow("claim c5")
    assert "The fox on c5 missed a capture" in board.text
    assert "the fox on c5 leaves the board" in board.text
    assert "b5-c5" in moves_in(answer.message)
    assert "Claim" not in answer.message.buttons, "once a turn"
    assert f"Game #{match.number}: your move **Claim c5** is played." in answer.text
    assert "Undo" in answer.message.buttons
    assert len(match.pings()) == count
    await match.press("b5-c5")
    match.check_pings()


async def test_a_claim_by_its_bare_word(table: Table) -> None:
    match = await reach(table, ONE_MISSED)
    answer = await match.mover.slash(match.home, "move", move="claim")
    assert "**Claim c5**" in answer.text
    await match.follow("claim c5")


async def test_no_claim_is_offered_before_a_fox_has_moved(table: Table) -> None:
    match = await reach(table, [])
    panel = (await table.anna.press(match.board, "Move")).message
    assert "Claim" not in panel.buttons
    refusal = await table.anna.slash(match.home, "move", move="claim")
    assert "Nothing has changed; it is still your turn." in refusal.text


@pytest.mark.parametrize("moves", [["a4-a5", "c5-d6"], WRONG])
async def test_a_wrong_claim_costs_nothing(table: Table, moves: list[str]) -> None:
    match = await reach(table, moves)
    hens, foxes = table.anna, table.ben
    messages = await foxes.sees(match.home)
    panel = (await hens.press(match.board, "Move")).message
    names = [choice["value"] for choice in await hens.complete(match.home, "move", "move", "")]
    assert names[-1] == "claim", "a wrong claim is not what Enter sends"
    refusals = [
        await hens.press(panel, "Claim"),
        await hens.slash(match.home, "move", move="claim"),
        await hens.slash(match.home, "move", move="claim e5"),
    ]
    for refusal in refusals:
        assert refusal.message.is_private
        assert "Nothing has changed; it is still your turn." in refusal.text
    assert not refusals[0].message.buttons
    assert "You have already claimed in this position" in refusals[1].text
    assert [m.raw for m in await foxes.sees(match.home)] == [m.raw for m in messages], (
        "nobody else hears of it"
    )
    match.check_pings()
    assert "Claim" not in (await hens.press(match.board, "Move")).message.buttons, "it is not offered again"
    again = await hens.complete(match.home, "move", "move", "")
    assert [choice["value"] for choice in again] == names[:-1], "nor suggested"
    page = await go_on(hens, panel, rules.Move("f4-f5", ("f4", "f5")))
    assert "Confirm" in page.message.buttons, "the panel still works"
    await match.press("f4-f5")


async def test_nothing_tells_whether_a_claim_is_right(table: Table) -> None:
    right, wrong = await reach(table, RIGHT), await reach(table, WRONG)
    assert isinstance(right.state, FoxState)
    assert isinstance(wrong.state, FoxState)
    assert right.state.claimable
    assert not wrong.state.claimable
    assert (right.state.hens, right.state.foxes) == (wrong.state.hens, wrong.state.foxes)
    assert plain(right.board, right) == plain(wrong.board, wrong)
    for person in (table.anna, table.ben, table.sam):
        boards = [(await person.press(match.board, "Board")).message for match in (right, wrong)]
        assert plain(boards[0], right) == plain(boards[1], wrong)
    panels = [(await table.anna.press(match.board, "Move")).message for match in (right, wrong)]
    assert "Claim" in panels[0].buttons
    assert plain(panels[0], right) == plain(panels[1], wrong)
    step = rules.Move("f4-f5", ("f4", "f5"))
    steps = [(await go_on(table.anna, panel, step)).message for panel in panels]
    assert plain(steps[0], right) == plain(steps[1], wrong)
    for typed in ("", "c", "claim", "claim c", "b"):
        suggestions = [
            await table.anna.complete(match.home, "move", "move", typed) for match in (right, wrong)
        ]
        assert suggestions[0] == suggestions[1]
        if "claim".startswith(typed):
            assert [c["value"] for c in suggestions[0]].count("claim") == 1
    mores = [(await table.anna.press(match.board, "More")).message for match in (right, wrong)]
    assert list(mores[0].buttons) == list(mores[1].buttons)


@pytest.mark.parametrize("moves", [RIGHT, BOTH_MISSED])
async def test_no_picture_and_no_words_show_an_open_claim(gallery: Gallery, moves: list[str]) -> None:
    state = rules.GAMES[KEY].new()
    for move in moves:
        state = state.play(state.parse(move))
    assert isinstance(state, FoxState)
    innocent = replace(state, miss=None, pending="")
    assert state != innocent
    for view in (View(), View(seat=0), View(seat=1), View(seat=0, chosen=("f4",), targets=("f5",))):
        assert gallery.picture(state, view) == gallery.picture(innocent, view)
        for t in (ENGLISH, GERMAN):
            assert gallery.words(state, t, view) == gallery.words(innocent, t, view)


async def test_the_foxes_are_offered_all_their_steps(table: Table) -> None:
    match = await reach(table, ["b4-b5"])
    panel = (await table.ben.press(match.board, "Move")).message
    assert set(moves_in(panel)) == {move.text for move in match.state.legal_moves()}
    assert "c5xa5" in moves_in(panel)
    ways = {f"{move.path[0]}→{move.path[-1]}" for move in match.state.legal_moves()}
    assert {label.replace(" ", "") for label in panel.buttons} == ways, "a capture looks like any other step"
    assert "capture" not in panel.text + match.board.text


async def test_late_claims_are_refused(table: Table) -> None:
    match = await reach(table, [*ONE_MISSED, "f4-f5"])
    refused = await table.anna.slash(match.home, "move", move="claim")
    assert refused.text.startswith("**It is not your turn. You will be told when it is.")
    foxes = await table.ben.slash(match.home, "move", move="claim")
    assert foxes.text == "Only the hens may claim, and only before their own move."


async def test_hens_choose(table: Table) -> None:
    match = await reach(table, BOTH_MISSED)
    panel = (await table.anna.press(match.board, "Move")).message
    question = (await table.anna.press(panel, "Claim")).message
    assert "Which fox has missed a capture?" in question.text
    assert list(question.buttons) == ["c5", "e5", "Back"]
    typed = await table.anna.slash(match.home, "move", move="claim")
    assert "Both foxes have missed a capture: c5 e5." in typed.text.replace(",", "")
    await match.press("claim e5")
    assert "foxes c5; off 1" in match.state.position
    await match.press("f4-f5")


async def test_foxes_choose(table: Table) -> None:
    match = await reach(table, BOTH_MISSED, both_missed="foxes-choose")
    await match.press("claim")
    assert match.state.turn == 1
    assert "Choose which of the two foxes has to leave." in match.board.text
    refused = await table.ben.slash(match.home, "move", move="c5-c6")
    assert "First you have to name the fox that leaves the board" in refused.text
    panel = (await table.ben.press(match.board, "Move")).message
    assert "Which fox has to leave?" in panel.text
    assert list(panel.buttons) == ["e5", "c5"], "as they lie on the foxes' board"
    await match.press("remove c5")
    assert match.state.turn == 0
    refused = await table.anna.slash(match.home, "move", move="claim")
    assert refused.message.is_private
    await match.press("f4-f5")
    match.check_pings()


async def test_moved_fox(table: Table) -> None:
    match = await reach(table, BOTH_MISSED, both_missed="moved-fox")
    await match.press("claim")
    assert "foxes e5; off 1" in match.state.position
    await match.press("f4-f5")


async def test_hens_win(table: Table) -> None:
    match = await reach(table, BOTH_MISSED, both_missed="hens-win")
    await match.press("claim")
    match.over(winners=[0])
    assert "both foxes leave the board" in match.board.text


@pytest.mark.parametrize(
    ("moves", "options", "capture"),
    [
        (ONE_MISSED, {"missed_capture": "takeback"}, "c5xa5"),
        (BOTH_MISSED, {"missed_capture": "takeback"}, ""),
        (BOTH_MISSED, {"both_missed": "takeback"}, ""),
    ],
)
async def test_takeback(table: Table, moves: list[str], options: dict[str, Any], capture: str) -> None:
    match = await reach(table, moves, **options)
    await match.press("claim")
    assert match.state.turn == 1
    assert "the step is taken back, now the foxes must capture" in match.board.text
    assert "A capture has to be made." in match.board.text
    refused = await table.ben.slash(match.home, "move", move=moves[-1])
    assert refused.text == "A fox can capture, so now a fox has to."
    captures = [str(move) for move in match.state.legal_moves()]
    assert not [move for move in captures if "x" not in move]
    await match.press(capture or captures[0])
    match.check_pings()


async def test_enforced(table: Table) -> None:
    match = await reach(table, ["b4-b5"], missed_capture="enforced")
    panel = (await table.ben.press(match.board, "Move")).message
    capturing = [label for label in panel.buttons if label.startswith("c5 → ") and "catches" in label]
    assert capturing == list(panel.buttons)
    refused = await table.ben.slash(match.home, "move", move="e5-e6")
    assert refused.text == "A fox can capture, so now a fox has to."
    await match.press("c5xa5")
    panel = (await table.anna.press(match.board, "Move")).message
    assert "Claim" not in panel.buttons
    refused = await table.anna.slash(match.home, "move", move="claim")
    assert refused.text == "In this game captures cannot be missed, so there is nothing to claim."


@pytest.mark.parametrize(("by", "seat"), [("foxes", 1), ("hens", 0)])
async def test_who_brings_a_fox_back(table: Table, by: str, seat: int) -> None:
    moves = HENS_WIN.split(",")
    match = await reach(table, moves[:4], return_by=by, return_zone="outside-house")
    await match.press(moves[4])
    assert match.state.turn == seat
    assert "The absent fox has to be put back on the board." in match.board.text
    refused = await match.mover.slash(match.home, "move", move="place d7")
    assert refused.text.startswith("d7 belongs to the hen house")
    panel = (await match.mover.press(match.board, "Move")).message
    assert "Where does the fox come back?" in panel.text
    assert set(panel.buttons) == {move.path[0] for move in match.state.legal_moves()}
    await match.press(str(match.state.legal_moves()[0]))
    match.check_pings()


def plain(message: Seen, match: Round) -> Json:
    """Return the content of a message without the numbers of its match and ply, and without the last move."""

    def strip(value: Any) -> Any:
        if isinstance(value, dict):
            fields = {key: inner for key, inner in value.items() if key not in {"media", "id"}}
            return {key: strip(inner) for key, inner in fields.items()}
        if isinstance(value, list):
            return [strip(inner) for inner in value]
        if isinstance(value, str):
            value = re.sub(rf"#{match.number}\b|(?<=:){match.number}(?=:|$)", "#N", value)
            value = re.sub(rf"(?<=#N:){match.ply}(?=:|$)", "P", value)
            # The board on which a move is to be confirmed has the next number.
            value = re.sub(rf"\bMove {match.ply}\.", "Move P.", value)
            value = re.sub(rf"\bMove {match.ply + 1}\.", "Move P+1.", value)
            value = re.sub(r"(?<=fp:more:#N:)\w+", "notice", value)
            value = re.sub(r"Last move: \S+\.", "Last move.", value)
            return re.sub(r"\*\*\S+-\S+\*\*", "a step", value)
        return value

    stripped = strip(message.raw["components"])
    assert isinstance(stripped, list)
    return {"components": stripped}
