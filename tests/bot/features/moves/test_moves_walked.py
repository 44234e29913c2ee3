"""Walkthroughs of moves: in the panel, from the board, typed, planned, undone."""

from dataclasses import replace
from datetime import timedelta

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import position_token
from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from tests.bot.chat import guilds
from tests.bot.chat.walks import CONHEX, MOVES, Walk, begin, set_language, walk_between
from tests.bot.features.engines.service.test_practice import begin_practice
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

BRANDUBH = Terms("hnefatafl", {"board": "brandubh-7"}, "attackers")


async def mark(world: World, match: Match) -> int:
    """Return the token of the match's current position."""
    return int(position_token.mark(await world.services.matches.get(match.id)))


async def test_the_move_panel(world: World, approved: SnapshotAssertion) -> None:
    """A piece, its target, the preview, the confirmation, and the way back."""
    walk = await walk_between(world, "de", "en")
    match = await begin(world, BRANDUBH)
    await walk.posted.deliver()
    await walk.press(CARA, "move", match.id, 0)
    await walk.press(BEN, "move", match.id, 0)
    await walk.press(ANNA, "move", match.id, 0)
    await walk.press(ANNA, "choose", match.id, 0, ":d7")
    await walk.press(ANNA, "confirm", match.id, 0, "d7-c7")
    await walk.press(ANNA, "confirm", match.id, 0, "d7-c7")
    await walk.deliver()
    await walk.press(ANNA, "undo", match.id, 1, 0)
    await walk.press(ANNA, "undo", match.id, 1, 0)
    await walk.deliver()
    token = await mark(world, match)
    await walk.press(ANNA, "choose", match.id, 0, ":d6")
    await walk.press(ANNA, "play", match.id, token, "d7-b7")
    await walk.click(ANNA, "button.back")
    await walk.press(ANNA, "confirm", match.id, token, "d7-b7")
    await walk.press(BEN, "undo", match.id, 1, 1)
    await play(world, match, BEN, move="c4-c6")
    await walk.press(ANNA, "undo", match.id, 1, 1)
    world.time.pass_by(timedelta(seconds=121))
    await walk.press(BEN, "undo", match.id, 2, 1)
    assert walk.text == approved(name="de-en")


async def test_the_public_board_menu(world: World, approved: SnapshotAssertion) -> None:
    """Presses on a public board by the mover, by others, and after the game has advanced."""
    walk = await walk_between(world, "en", "de")
    match = await begin(world)
    await walk.posted.deliver()
    await walk.press(BEN, "pick", match.id, 0, 0, "", "", choose=["sa1"])
    await walk.press(CARA, "pick", match.id, 0, 0, "", "", choose=["s:a1"])
    await walk.press(ANNA, "pick", match.id, 0, 0, "", "", choose=["s:|c~a~a"])
    await walk.press(ANNA, "pick", match.id, 0, 0, "", "", choose=["ma1"])
    await walk.press(ANNA, "pick", match.id, 0, 0, "", "", choose=["x"])
    await play(world, match, ANNA, move="a1")
    await walk.press(ANNA, "pick", match.id, 0, 0, "", "", choose=["ma1"])
    await walk.press(ANNA, "move", match.id, 0)
    await play(world, match, BEN, move="k1")
    await walk.press(ANNA, "pick", match.id, 0, 0, "", "", choose=["mc2"])
    await walk.press(ANNA, "move", match.id, 0)
    await world.services.resignations.resign(world.by(BEN), match.id)
    await walk.press(ANNA, "pick", match.id, 0, 0, "", "", choose=["mc2"])
    assert walk.text == approved(name="en-de")


async def test_typed_moves_are_played_refused_or_ambiguous(world: World, approved: SnapshotAssertion) -> None:
    """Typed moves that are played, refused or ambiguous; in a thread, and with several games."""
    walk = await walk_between(world, "de", "en")
    await walk.command(ANNA, "move", move="d7-c7")
    match = await begin(world, BRANDUBH)
    await walk.posted.deliver()
    await walk.command(CARA, "move", move="d7-c7", game=str(match.id))
    await walk.command(BEN, "move", move="d7-c7")
    await walk.command(ANNA, "move")
    await walk.command(ANNA, "move", move="d7-d1")
    await walk.command(ANNA, "move", move="d7")
    await walk.command(ANNA, "move", move="nonsense")
    await walk.suggestions(ANNA, "move", "d7", "move")
    await walk.suggestions(BEN, "move", "d7", "move")
    await walk.suggestions(ANNA, "move", "zz", "move")
    await walk.suggestions(ANNA, "game", "", "move")
    await walk.command(ANNA, "move", move=" D7C7 ")
    second = await begin(world)
    await walk.posted.deliver()
    await play(world, match, BEN, move="c4-c6")
    await walk.command(ANNA, "move", move="c7-b7")
    await walk.command(ANNA, "move")
    await walk.press(ANNA, "move-in", second.id, "")
    await walk.press(ANNA, "move-in", match.id, "c7-b7")
    thread = (await world.services.matches.get(second.id)).thread or 0
    walk.presses.server = guilds.guild((HALL.channel,), threads={thread: HALL.channel})
    walk.presses.thread, walk.presses.channel = True, thread
    await walk.command(ANNA, "move", move="a1")
    await play(world, second, BEN, move="k1")
    await walk.command(ANNA, "move", move="zz")
    await walk.command(DORA, "move", move="a1")
    assert walk.text == approved(name="de-en")


async def test_planned_replies_are_listed_deleted_and_played(
    world: World, approved: SnapshotAssertion
) -> None:
    """Lines are entered in the panel, listed, deleted, and played when they match."""
    walk = await walk_between(world, "en", "de")
    match = await begin(world, replace(BRANDUBH, exploring=False))
    await walk.posted.deliver()
    await walk.command(ANNA, "plan")
    await walk.command(CARA, "plan", game=str(match.id))
    await walk.suggestions(BEN, "game", "", "plan")
    await walk.suggestions(ANNA, "game", "", "plan")
    await walk.command(BEN, "plan")
    await walk.click(BEN, "button.new-line")
    for point in ("d7", "c7", "c4", "c6"):
        await walk.click(BEN, point)
    await walk.click(BEN, "button.save-line")
    await walk.click(BEN, "button.new-line")
    await walk.click(BEN, "d6")
    await walk.click(BEN, "button.back")
    await walk.press(BEN, "plan-list", match.id)
    await walk.press(BEN, "plan-delete", match.id, 0, choose=["whatever"])
    await walk.press(BEN, "plan", match.id)
    await walk.choose(BEN)
    await walk.press(BEN, "plan", match.id)
    await walk.click(BEN, "button.new-line")
    for point in ("a4", "a3"):
        await walk.click(BEN, point)
    await walk.choose(BEN, 2)
    await walk.click(BEN, "button.save-line")
    await walk.click(BEN, "button.delete-lines")
    await walk.press(BEN, "plan-save", match.id, 0, "whatever")
    await play(world, match, ANNA, move="a4-a3")
    await walk.press(BEN, "plan-at", match.id, 0, "")
    await play(world, match, BEN, move="d5-a5")
    await walk.posted.deliver()
    await walk.command(ANNA, "plan")
    plans = world.services.conditional_moves
    await plans.add(world.by(BEN), match.id, ("d7-c7", "c4-c6"), 2)
    await walk.command(ANNA, "move", move="d7-c7")
    await walk.deliver()
    assert walk.text == approved(name="en-de")


async def test_the_page_after_a_move(world: World, approved: SnapshotAssertion) -> None:
    """The page links the new board and the next game, and asks about confirming when that is due."""
    walk = await walk_between(world, "de", "en")
    await world.play_forced_moves(ANNA)
    first, second = await begin(world), await begin(world, replace(CONHEX, role="blue"))
    await walk.posted.deliver()
    await walk.press(ANNA, "confirm", first.id, 0, "a1")
    await play(world, second, BEN, move=MOVES[0])
    await play(world, first, BEN, move=MOVES[1])
    token = await mark(world, first)
    thread = (await world.services.matches.get(first.id)).thread or 0
    walk.presses.server = guilds.guild((HALL.channel,), threads={thread: HALL.channel})
    walk.presses.thread, walk.presses.channel = True, thread
    await walk.press(ANNA, "confirm", first.id, token, "c2")
    await walk.press(ANNA, "next", first.id)
    walk.presses.thread, walk.presses.channel, walk.presses.direct = False, HALL.channel, True
    await walk.press(ANNA, "confirm", second.id, await mark(world, second), "k1")
    assert walk.text == approved(name="de-en")


async def test_practice_moves_are_answered_on_the_same_page(
    world: World, approved: SnapshotAssertion
) -> None:
    """The engine replies on the same page, where moves are also taken back."""
    engines = with_engines(world)
    walk = await walk_between(world, "en", "de")
    match = await begin_practice(world, engines)
    await walk.press(ANNA, "choose", match.id, 0, "")
    await walk.press(ANNA, "choose", match.id, 0, ":|c~a~a")
    await walk.press(ANNA, "play", match.id, 0, "f6")
    await walk.command(ANNA, "move", move="zz")
    assert walk.text == approved(name="en-de")


async def test_exploring_moves(world: World, approved: SnapshotAssertion) -> None:
    """By command, in the only game or a chosen one; a short line can be played or planned."""
    walk = await walk_between(world, "de", "en")
    await walk.command(ANNA, "explore")
    match = await begin(world, BRANDUBH)
    await walk.posted.deliver()
    await walk.command(ANNA, "explore")
    await walk.click(ANNA, "d7")
    await walk.click(ANNA, "c7")
    second = await begin(world, replace(CONHEX, exploring=False))
    await walk.posted.deliver()
    await walk.command(ANNA, "explore")
    await walk.press(ANNA, "explore-in", second.id, "")
    await walk.press(CARA, "explore", match.id, 0)
    assert walk.text == approved(name="de-en")


async def test_a_saved_line_opens_at_its_own_ply(world: World, approved: SnapshotAssertion) -> None:
    """The line opens at its own ply, however far the game has advanced."""
    await set_language(world, "en")
    walk = Walk(world)
    match = await begin(world, BRANDUBH)
    await play(world, match, ANNA, move="d7-c7")
    await play(world, match, BEN, move="c4-c6")
    await walk.command(ANNA, "explore")
    for label in ("d6", "f6", "Keep note"):
        await walk.click(ANNA, label)
    await play(world, match, ANNA, move="c7-b7")
    await walk.press(ANNA, "lines", match.id)
    await walk.choose(ANNA)
    assert walk.text == approved(name="en")


async def test_the_confirmation_question_is_asked_once(world: World, approved: SnapshotAssertion) -> None:
    """After ten finished games; the answer is stored, and the page continues."""
    walk = await walk_between(world, "en", "de")
    for _ in range(10):
        match = await begin(world)
        await world.services.resignations.resign(world.by(BEN), match.id)
    match, other = await begin(world), await begin(world)
    await walk.posted.deliver()
    await walk.press(ANNA, "confirm", match.id, 0, "a1")
    await walk.press(ANNA, "confirming", 0, match.id, 1, 0)
    await walk.press(ANNA, "confirm", other.id, 0, "a1")
    await walk.press(ANNA, "confirming", 7, other.id, 1, 0)
    assert walk.text == approved(name="en-de")


async def test_a_swap_is_a_named_move(world: World, approved: SnapshotAssertion) -> None:
    """Taking over the first ball is a named move: in the panel, typed, and on the board."""
    walk = await walk_between(world, "de", "en")
    match = await begin(world, Terms("conhex", {}, "red"))
    await play(world, match, ANNA, move="f6")
    await walk.posted.deliver()
    await walk.press(BEN, "move", match.id, 1)
    await walk.press(BEN, "choose", match.id, 1, "swap:")
    await walk.command(BEN, "move", move="swap")
    await walk.deliver()
    assert walk.text == approved(name="de-en")


async def test_games_with_dice_have_no_plans(world: World) -> None:
    walk = Walk(world)
    lobby = await world.services.invitations.challenge(world.by(ANNA), Terms("catch-the-hat", {}), HALL)
    await world.services.lobbies.join(world.by(BEN), lobby.id)
    await world.services.lobbies.start(world.by(ANNA), lobby.id)
    for person in (ANNA, BEN):
        (answer,) = await walk.command(person, "plan")
        assert answer.text.strip() == "In games with dice, nothing can be planned ahead."


FORGED = (
    "plan", "plan:x", "plan:424242", "plan-at:{n}:0:zzzz", "plan-at:{n}:0:0+zz.1", "plan-at:{n}:7:0",
    "plan-pick:{n}:0:0:", "plan-pick:{n}:0:0:0+0.9", "plan-save:{n}:0:", "plan-save:{n}:0:0",
    "plan-save:{n}:0:..", "plan-delete:{n}:0", "plan-list:424242", "plan-clear:424242",
    "plan-at:{n}:0:0.0.0.0.0.0.0.0.0.0.0.0",
)  # fmt: skip


async def test_forged_plan_ids_change_nothing(world: World) -> None:
    walk = Walk(world)
    match = await begin(world, BRANDUBH)
    for forged in FORGED:
        verb, *parts = forged.replace("{n}", str(match.id)).split(":")
        for value in ("", "pz9", "m9999999", "m\xe9"):
            for person in (BEN, CARA):
                (answer,) = await walk.press(person, verb, *parts, choose=[value] if value else [])
                assert "went wrong" not in answer.text, (forged, value)
    assert (await world.services.conditional_moves.lines(BEN.id, match.id)).lines == ()
