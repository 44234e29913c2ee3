"""Puzzle buttons: choosing moves and boards, verdicts, missing puzzles, and earlier versions' buttons."""

from datetime import timedelta

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids
from bot.chat.core.offered_boards import named_board
from bot.chat.core.words.move_labels import move_label
from bot.chat.parts.moves import move_tree
from bot.chat.parts.moves.explored_line import SIGNS
from bot.chat.parts.moves.move_picker import START
from bot.features.puzzles import buttons as puzzle_buttons
from bot.features.puzzles.domain.puzzles import PuzzleResult, SetPuzzle, number_of, set_puzzles
from bot.features.puzzles.service.puzzles import PuzzleTask
from bot.features.puzzles.store import PuzzleResultRepository
from engines.puzzles import Goal, shipped_lines, state_of
from rules import GAMES
from rules.contract import Move
from tests.bot.chat.page_text import page_text
from tests.bot.chat.presses import TEXTS, Answer, Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

KEY = "conhex"
NUMBER = number_of(shipped_lines(KEY)[0])


def choices(page: Answer) -> list[tuple[str, str]]:
    """Return a page's answer buttons, and menu options with their value."""
    assert page.view is not None
    pairs = list[tuple[str, str]]()
    for item in page.view.walk_children():
        if isinstance(item, ui.Select) and custom_ids.read(item.custom_id).verb == "puzzle":
            pairs += [(item.custom_id, option.value) for option in item.options]
        elif isinstance(item, ui.Button) and custom_ids.read(str(item.custom_id)).verb == "puzzle":
            pairs.append((str(item.custom_id), ""))
    return pairs


async def test_an_unknown_puzzle_is_reported(world: World) -> None:
    presses = Presses(world, puzzle_buttons.HANDLERS)
    answer = await presses.answer_to(ANNA, custom_ids.write("puzzle", 1, "1"))
    assert "This puzzle no longer exists." in answer.text


async def test_a_move_is_built_in_steps_and_taken_back(world: World) -> None:
    presses = Presses(world, puzzle_buttons.HANDLERS)
    first = await presses.answer_to(ANNA, custom_ids.write("puzzle", NUMBER, "1"))
    buttons = [
        custom_id for custom_id in first.ids if custom_id.startswith(custom_ids.write("puzzle", NUMBER, "1."))
    ]
    pages = [await presses.answer_to(ANNA, custom_id) for custom_id in buttons]
    columns = [page for page in pages if page.text == first.text]
    assert columns, "some column has several points"
    assert not [page for page in columns if custom_ids.write("puzzle", NUMBER, "1.") not in page.ids]
    assert custom_ids.write("puzzle", NUMBER, "1.") not in first.ids


async def test_a_puzzle_says_if_earlier_moves_count(world: World) -> None:
    presses = Presses(world, puzzle_buttons.HANDLERS)
    key = "ludus-latrunculorum"
    pages = [
        await presses.answer_to(ANNA, custom_ids.write("puzzle", number_of(puzzle), "1"))
        for puzzle in shipped_lines(key)[::3]
    ]
    texts = [page.text for page in pages if "Earlier moves count: here the game would end." in page.text]
    limit_texts = [text for text in texts if "There have been 100 moves without a capture, and " in text]
    assert limit_texts
    question = "Find the only move that stops it. Earlier moves count: here the game would end."
    assert not [text for text in limit_texts if question not in text]
    assert 0 < len(texts) < len(pages)


async def test_every_game_choice_opens_a_puzzle(world: World) -> None:
    presses = Presses(world, puzzle_buttons.HANDLERS)
    command = command_of(presses.app, "puzzle")
    (option,) = command.parameters
    values = [choice.value for choice in option.choices]
    assert {"hnefatafl/brandubh-7", "hnefatafl/tablut-9", "nine-mens-morris/6"} <= set(values)
    assert "catch-the-hat" not in values
    for value in values:
        board = named_board(GAMES, str(value))
        task = await world.services.puzzles.next(ANNA.id, board.key, board.options)
        assert task.puzzle.board.startswith(str(value))
    (answer,) = await presses.command(ANNA, command, game="nine-mens-morris/6")
    assert answer.text.strip().startswith("### Six Men's Morris · puzzle 1 of ")


async def test_the_board_menu_and_next_stay_on_the_board(world: World) -> None:
    presses = Presses(world, puzzle_buttons.HANDLERS)
    page = await presses.answer_to(ANNA, "fp:puzzle-of", "hnefatafl/tablut-9")
    assert page.text.strip().startswith("### Tablut · puzzle 1 of 15")
    assert "fp:puzzle-next:hnefatafl/tablut-9" in page.ids
    next_page = await presses.answer_to(ANNA, "fp:puzzle-next:hnefatafl/tablut-9")
    assert next_page.text.strip().startswith("### Tablut · puzzle ")


async def test_the_next_button_of_earlier_versions_still_works(world: World) -> None:
    presses = Presses(world, puzzle_buttons.HANDLERS)
    page = await presses.answer_to(ANNA, "fp:puzzle-next:hnefatafl")
    assert " · puzzle 1 of " in page.text


async def test_a_board_without_puzzles_is_reported(world: World) -> None:
    presses = Presses(world, puzzle_buttons.HANDLERS)
    page = await presses.answer_to(ANNA, "fp:puzzle-of", "catch-the-hat")
    assert page.text.strip() == "There are no puzzles for this game."


def morris_puzzles() -> list[SetPuzzle]:
    """Return the bot's puzzles of Nine Men's Morris."""
    return list(set_puzzles([GAMES["nine-mens-morris"]]).values())


async def test_a_verdict_is_between_the_picture_and_the_buttons(world: World) -> None:
    presses = Presses(world, puzzle_buttons.HANDLERS)
    number = next(entry.id for entry in morris_puzzles() if entry.puzzle.moves > 1)
    page = await presses.answer_to(ANNA, custom_ids.write("puzzle", number, "1"))
    verdicts = list[str]()
    for custom_id, value in choices(page):
        answer = await presses.answer_to(ANNA, custom_id, *([value] if value else []))
        assert answer.view is not None
        parts = list(answer.view.walk_children())
        picture = next(index for index, part in enumerate(parts) if isinstance(part, ui.MediaGallery))
        next_part = parts[picture + 1]
        if isinstance(next_part, ui.TextDisplay):
            verdicts.append(next_part.content)
            break
    assert [verdict[0] for verdict in verdicts] == ["❌"]


async def test_puzzle_buttons_of_earlier_versions_keep_their_numbering(world: World) -> None:
    presses = Presses(world, puzzle_buttons.HANDLERS)
    game = GAMES["nine-mens-morris"]
    starts = (
        (entry.id, state_of(game, entry.puzzle)) for entry in morris_puzzles() if entry.puzzle.moves == 1
    )
    number, start = next(pair for pair in starts if 9 < len(pair[1].legal_moves()) <= 25)
    moves = move_tree.moves_after(start.legal_moves(), START)
    for index, move in enumerate(moves):
        custom_id = custom_ids.write("puzzle", number, f"1.{SIGNS[index]}")
        answer = await presses.answer_to(ANNA, custom_id)
        assert move_label(start.game, move, 0, TEXTS.language("en")) in answer.text


def solved_puzzle(goal: Goal, *, longer: bool) -> SetPuzzle:
    """Return the first Morris puzzle with a goal, of one move or `longer`."""
    morris_puzzles = set_puzzles([GAMES["nine-mens-morris"]]).values()
    return next(
        entry for entry in morris_puzzles if (entry.puzzle.goal, entry.puzzle.moves > 1) == (goal, longer)
    )


GOALS = (
    ("hold-once", Goal.HOLD, False),
    ("hold", Goal.HOLD, True),
    ("keep-once", Goal.KEEP, False),
    ("keep", Goal.KEEP, True),
    ("take", Goal.TAKE, True),
)


@pytest.mark.parametrize("code", ["en", "de"])
async def test_puzzle_pages(world: World, approved: SnapshotAssertion, code: str) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), language=code)
    presses = Presses(world, puzzle_buttons.HANDLERS)
    win_page = await presses.answer_to(ANNA, custom_ids.write("puzzle", NUMBER, "1"))
    assert win_page.view is not None
    assert page_text(win_page.view) == approved(name=f"win-{code}")
    goals = [
        f"{name}: {(await presses.answer_to(ANNA, custom_ids.write('puzzle', puzzle.id, '1'))).text.strip()}"
        for name, goal, longer in GOALS
        for puzzle in [solved_puzzle(goal, longer=longer)]
    ]
    assert "\n\n".join(goals) == approved(name=f"goals-{code}")


async def wrong_answer(presses: Presses, puzzle: SetPuzzle) -> str:
    """Return the button of a wrong answer, found by pressing the first buttons."""
    prefix = custom_ids.write("puzzle", puzzle.id, "1.")
    candidates = [prefix.removesuffix(".")]
    for custom_id in candidates:
        page = await presses.answer_to(ANNA, custom_id)
        if "❌" in page.text:
            return custom_id
        candidates += [entry for entry in page.ids if entry.startswith(prefix) and entry != prefix][:3]
    raise AssertionError(f"no wrong answer among {candidates}")


async def test_wrong_answers_to_hold_keep_and_take_are_refuted(
    world: World, approved: SnapshotAssertion
) -> None:
    presses = Presses(world, puzzle_buttons.HANDLERS)
    for goal in (Goal.HOLD, Goal.KEEP, Goal.TAKE):
        answer = await wrong_answer(presses, solved_puzzle(goal, longer=True))
        for code in ("de", "en"):
            await world.services.settings.set_preferences(world.by(ANNA), language=code)
            assert (await presses.answer_to(ANNA, answer)).text.strip() == approved(name=f"{goal}-{code}")


async def test_a_variant_is_named_with_the_puzzle(world: World) -> None:
    presses = Presses(world, puzzle_buttons.HANDLERS)
    morris_puzzles = set_puzzles([GAMES["nine-mens-morris"]]).values()
    puzzle = next(candidate for candidate in morris_puzzles if candidate.options["flying"] == "off")
    page = await presses.answer_to(ANNA, custom_ids.write("puzzle", puzzle.id, "1"))
    assert "Flying: No" in page.text


async def test_a_solved_puzzle_stays_solved(world: World) -> None:
    puzzles = world.services.puzzles
    task = await puzzles.next(ANNA.id, KEY)
    state, plies, turns = task.start, list[Move](), list[bool]()
    for text in puzzles.line(task):
        move, is_solvers_turn = state.parse(text), state.turn == task.start.turn
        if is_solvers_turn:
            await puzzles.answer(world.by(ANNA), task, plies, turns, state, move)
        state, plies, turns = state.play(move), [*plies, move], [*turns, is_solvers_turn]
    before = await puzzles.progress(ANNA.id, task.puzzle)
    assert (before.solved, before.in_a_row) == (1, 1)
    await puzzles.give_up(world.by(ANNA), task)
    after = await puzzles.progress(ANNA.id, task.puzzle)
    assert (after.solved, after.in_a_row) == (1, 1)
    assert (await puzzles.next(ANNA.id, KEY)).puzzle != task.puzzle


async def test_the_most_recent_game_is_continued(world: World) -> None:
    puzzles, tasks = world.services.puzzles, list[PuzzleTask]()
    for key in (KEY, "hnefatafl"):
        tasks.append(await puzzles.next(ANNA.id, key))
        await puzzles.give_up(world.by(ANNA), tasks[-1])
        world.time.pass_by(timedelta(minutes=1))
    assert (await puzzles.next(ANNA.id, None)).puzzle.key == "hnefatafl"
    await puzzles.give_up(world.by(ANNA), tasks[0])
    assert (await puzzles.next(ANNA.id, None)).puzzle.key == KEY
    world.time.pass_by(timedelta(minutes=1))
    async with world.store.write() as session:
        other_version = PuzzleResult("chess", 5, 0, solved=True, last=world.time.now)
        await session.of(PuzzleResultRepository).save(ANNA.id, other_version)
    assert (await puzzles.next(ANNA.id, None)).puzzle.key == next(iter(world.games))
