"""The puzzle of the weekly letter."""

from datetime import UTC, datetime

from bot.chat.core.contributions.letter_parts import LetterPart, LetterView
from bot.features.puzzles.contributions import letter_paragraphs
from bot.features.puzzles.domain.puzzles import number_of
from bot.locale import Texts
from engines.puzzles import shipped_lines
from tests.bot.support.fakes import World

pytest_plugins = ("tests.bot.support.worlds",)

T = Texts.load().language("en")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
NUMBER = number_of(shipped_lines("conhex")[0])
UNKNOWN = 1


async def letter_part(world: World, item: int | None, before: int | None) -> LetterPart:
    view = LetterView(7, NOON, NOON, lambda _: True, (), 3, item, before, T)
    (paragraph,) = letter_paragraphs(world.services.puzzles)
    return await paragraph.make(view)


async def test_a_puzzle_has_its_button(world: World) -> None:
    part = await letter_part(world, NUMBER, None)
    assert part.lines[0].startswith("**Puzzle of the week**")
    assert [button.custom_id for button in part.buttons] == [f"fp:weekly-puzzle:{NUMBER}:3"]


async def test_an_unknown_puzzle_is_left_out(world: World) -> None:
    part = await letter_part(world, UNKNOWN, NUMBER)
    assert not part.buttons
    assert len(part.lines) == 1
