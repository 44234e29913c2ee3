"""The puzzle in the weekly letter and in the day's message."""

from datetime import UTC, datetime

from syrupy.assertion import SnapshotAssertion

from bot.chat.core.contributions.letter_parts import LetterPart, LetterView
from bot.features.puzzles.contributions import letter_paragraphs
from bot.features.puzzles.domain.puzzles import number_of
from bot.features.puzzles.messages import daily_message
from bot.locale import Language, Texts
from engines.puzzles import shipped_lines
from tests.bot.chat.page_text import message_text
from tests.bot.support.fakes import World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

EN, DE = (Texts.load().language(code) for code in ("en", "de"))
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
NUMBER = number_of(shipped_lines("conhex")[0])
UNKNOWN = 1


async def letter_part(world: World, item: int | None, before: int | None, t: Language = EN) -> LetterPart:
    view = LetterView(7, NOON, NOON, lambda _: True, (), 3, item, before, t)
    (paragraph,) = letter_paragraphs(world.services.puzzles)
    return await paragraph.make(view)


async def test_a_letter_shows_a_puzzle_with_the_previous_solution(
    world: World, approved: SnapshotAssertion
) -> None:
    for t in (EN, DE):
        part = await letter_part(world, NUMBER, number_of(shipped_lines("conhex")[1]), t)
        assert "\n".join(part.lines) == approved(name=t.code)
        assert [button.custom_id for button in part.buttons] == [f"fp:weekly-puzzle:{NUMBER}:3"]


async def test_the_daily_message(world: World, approved: SnapshotAssertion) -> None:
    first, second = (number_of(line) for line in shipped_lines("conhex")[:2])
    task, before = await world.services.puzzles.get(second), await world.services.puzzles.get(first)
    for t in (EN, DE):
        assert message_text(daily_message(2, task, before, "light", t)) == approved(name=t.code)


async def test_an_unknown_puzzle_is_left_out(world: World) -> None:
    part = await letter_part(world, UNKNOWN, NUMBER)
    assert not part.buttons
    assert len(part.lines) == 1
