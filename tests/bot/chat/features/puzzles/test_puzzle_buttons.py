"""What is pressed on a puzzle that is no longer there, or in no order that the bot has offered."""

from bot.chat.core import custom_ids
from bot.chat.features.puzzles import puzzle_buttons
from bot.play.domain.learning.puzzles import number_of
from engines.puzzles import shipped
from tests.bot.chat.presses import Presses
from tests.bot.play.fakes import ANNA, World

pytest_plugins = ("tests.bot.play.worlds",)

KEY = "conhex"
NUMBER = number_of(shipped(KEY)[0])


async def test_a_puzzle_that_is_not_there_any_more_says_so(world: World) -> None:
    presses = Presses(world, puzzle_buttons.HANDLERS)
    told = await presses.one(ANNA, custom_ids.write("puzzle", 1, "1"))
    assert "This puzzle no longer exists." in told.text


async def test_a_move_is_chosen_step_by_step_and_taken_back(world: World) -> None:
    presses = Presses(world, puzzle_buttons.HANDLERS)
    first = await presses.one(ANNA, custom_ids.write("puzzle", NUMBER, "1"))
    begun = [one for one in first.ids if one.startswith(custom_ids.write("puzzle", NUMBER, "1."))]
    pages = [await presses.one(ANNA, one) for one in begun]
    deeper = [page for page in pages if page.text == first.text]
    assert deeper, "some column has several points"
    assert all(custom_ids.write("puzzle", NUMBER, "1.") in page.ids for page in deeper)
    assert custom_ids.write("puzzle", NUMBER, "1.") not in first.ids


async def test_a_puzzle_says_where_the_moves_before_count(world: World) -> None:
    presses = Presses(world, puzzle_buttons.HANDLERS)
    key = "ludus-latrunculorum"
    pages = [
        await presses.one(ANNA, custom_ids.write("puzzle", number_of(puzzle), "1")) for puzzle in shipped(key)
    ]
    told = [page.text for page in pages if "The moves before count here." in page.text]
    limit = [text for text in told if "There have been 100 moves without a capture, and " in text]
    assert limit
    assert all("Find the only move that stops it. The moves before count here." in text for text in limit)
    assert 0 < len(told) < len(pages)
