"""Positions of the page as pictures: the marks, and the texts around the board."""

from collections.abc import Sequence

from syrupy.assertion import SnapshotAssertion

from bot.features.web.pages.positions import PositionRequest, Positions, view_of
from tests.bot.features.boards.test_board_composer import app_context
from tests.bot.features.web.pages import open_page
from tests.bot.support.fakes import ANNA, BEN, World
from tests.bot.support.timed import begin_timed

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

MOVES = ("f6", "k1", "c2")


async def test_views_of_positions(world: World, approved: SnapshotAssertion) -> None:
    """Of the past, the present, variations, a move before it is played, and the end."""
    readers = open_page(world).backend(app_context(world).chat).readers
    positions = Positions(world.services.app.matches.services.queries)
    await world.challenge()
    match = await begin_timed(world, "3d", "conhex")
    lines: list[str] = []

    async def show(title: str, seat: int | None, selection: PositionRequest, side: int | None = 0) -> None:
        shown = await positions.display_position(match.id, seat, selection)
        view = view_of(shown, await readers.of(ANNA), side, 480)
        board = view.scoreboard
        assert board is not None
        lines.append(
            f"{title}: ply {shown.ply}, present {shown.is_present}, over {shown.is_over}\n"
            f"  seat {view.seat}, {view.width} px, last {view.trail}, "
            f"before {[trail.path for trail in view.trails]}\n"
            f"  {board.heading}; {' '.join(board.result)}; {board.deadline}; winners {board.winners}\n"
        )

    async def play(moves: Sequence[str]) -> None:
        for number, move in enumerate(moves):
            await world.services.turns.take_turn(world.by((ANNA, BEN)[number % 2]), match.id, move)

    await show("the start", 0, PositionRequest())
    await play(MOVES)
    await show("the present", 1, PositionRequest(), 1)
    await show("the first move", 1, PositionRequest(1))
    await show("a variation of the first move", 1, PositionRequest(1, 0, ("d2", "e2")))
    await show("a variation of the present", None, PositionRequest(explored=("d2",)), None)
    await show("a move before it is played", 1, PositionRequest(3, 0, ("d2",), preview=True))
    await world.services.resignations.resign(world.by(BEN), match.id)
    await show("the end", 1, PositionRequest())
    await show("before the end", 1, PositionRequest(2))
    await show("a variation of the end", 1, PositionRequest(3, 0, ("d2",)))
    assert "\n".join(lines) == approved
