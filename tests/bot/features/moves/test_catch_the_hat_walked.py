"""Walkthroughs of Catch the Hat: rolls on the board, a six that rolls again, players who leave."""

from collections.abc import Mapping

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from bot.model.people.person import Person
from rules.contract import Move, State
from tests.bot.chat.walks import begin, walk_between
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, FINN, HALL, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

KEY = "catch-the-hat"
SHORTEST, TWO_SIXES, NO_SIX = 108, 24, 1
"""Secrets of a short greedy game, and of first rolls."""
GUESTS = (BEN, CARA, DORA, EMIL, FINN)
MOVE_VALUES = {"capture": 10, "golden-caught": 30, "home": 15}


async def begin_table(world: World, seed: int, *guests: Person, options: Mapping[str, str] = {}) -> Match:
    """Start a game of Anna and the guests, Anna to move first."""
    world.chance.result = 2**255 + seed
    terms = Terms(KEY, dict(options), "red", players=1 + len(guests))
    lobby = await world.services.invitations.challenge(world.by(ANNA), terms, HALL)
    for guest in guests:
        await world.services.lobbies.join(world.by(guest), lobby.id)
    number = (await world.services.challenges.get(lobby.id)).match or 0
    await world.open(number)
    return await world.services.matches.get(number)


def greedy(state: State) -> Move:
    """Prefer to catch, then to come home, then to leave home."""

    def move_value(move: Move) -> int:
        if move.action:
            return int(move.action == "roll-again")
        events = state.play(move).events
        return sum(MOVE_VALUES.get(event.kind, 0) for event in events) + 2 * str(move).startswith("H")

    return max(state.legal_moves(), key=move_value)


async def play_greedy_move(world: World, match: Match, people: tuple[Person, ...] = (ANNA, *GUESTS)) -> None:
    """Play a greedy move for the mover."""
    position = await world.services.matches.position(match.id)
    mover = next(person for person in people if person.id == position.match.mover)
    await world.services.turns.take_turn(world.by(mover), match.id, str(greedy(position.state)))


async def test_boards_of_a_whole_game(world: World, approved: SnapshotAssertion) -> None:
    """Each roll is shown with the move before it; a player who stays on turn is mentioned only once."""
    walk = await walk_between(world, "en", "de")
    match = await begin_table(world, SHORTEST, BEN, options={"mode": "golden-hat"})
    posts = [await walk.posted.deliver()]
    while (await world.services.matches.get(match.id)).outcome is None:
        await play_greedy_move(world, match)
        text = (await walk.posted.deliver()).partition(" edits ")[0]
        posts += [line for line in text.splitlines() if not line.startswith(("[button]", "[picture]", "  "))]
    assert "\n".join(posts) == approved(name="en-de")


async def test_a_six_grants_another_roll(world: World, approved: SnapshotAssertion) -> None:
    """The roll is in the same panel; stopping passes the turn, and a move must wait for the choice."""
    walk = await walk_between(world, "de", "en")
    match = await begin_table(world, TWO_SIXES, BEN)
    await walk.posted.deliver()
    await walk.command(ANNA, "move", move="pass")
    await walk.press(ANNA, "move", match.id, 1)
    await walk.press(ANNA, "play", match.id, 1, "H0-R5", private=True)
    await walk.click(ANNA, "button.confirm")
    await walk.deliver()
    await walk.command(ANNA, "move", move="R5-R8")
    await walk.suggestions(ANNA, "move", "", "move", game=str(match.id))
    await walk.press(ANNA, "move", match.id, 2)
    await walk.click(ANNA, "catch-the-hat.action.roll-again")
    await walk.deliver()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "R5-R11")
    await walk.posted.deliver()
    await walk.press(ANNA, "move", match.id, 5)
    await walk.click(ANNA, "catch-the-hat.action.stop")
    await walk.deliver()
    assert walk.text == approved(name="de-en")


async def test_the_others_play_on_without_the_leavers(world: World, approved: SnapshotAssertion) -> None:
    """The others play on without the leavers; the last player wins, and the dice are verified."""
    walk = await walk_between(world, "en", "de")
    await walk.command(ANNA, "dice", "verify")
    match = await begin_table(world, NO_SIX, *GUESTS)
    await walk.posted.deliver()
    await play_greedy_move(world, match)
    await walk.deliver()
    for person in (EMIL, BEN):
        await walk.press(person, "resign", match.id)
        await walk.click(person, "button.confirm")
        await walk.deliver()
    await walk.press(EMIL, "move", match.id, 5)
    await walk.command(EMIL, "move", move="H4-R24", game=str(match.id))
    await walk.press(EMIL, "resign", match.id)
    await walk.command(EMIL, "games")
    await play_greedy_move(world, match)
    for person in (ANNA, CARA, FINN):
        await world.services.resignations.resign(world.by(person), match.id)
    await walk.deliver()
    without_dice = await begin(world)
    await world.services.resignations.resign(world.by(ANNA), without_dice.id)
    await walk.command(ANNA, "dice", "verify")
    assert walk.text == approved(name="en-de")
