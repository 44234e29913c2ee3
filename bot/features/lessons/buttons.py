"""`/learn`: lessons of a game, answered by choosing or typing a move."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.game_option import game_option
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.offered_boards import named_board
from bot.chat.core.words import error_text
from bot.chat.parts.moves import explored_line
from bot.chat.parts.moves.explored_line import Exploration
from bot.chat.parts.moves.line_offer import pressed_text
from bot.features.engines.service.practice import TermsDraft
from bot.features.lessons import pages as lesson_page
from bot.features.lessons.pages import LessonSurroundings, ShownLesson, open_lesson
from bot.features.lessons.service import LessonTask
from bot.features.lessons.services import LessonServices
from bot.model.challenges.terms import Terms
from rules.contract import Move, RulesError

_MOVE: Final = "text"
_LONGEST: Final = 60
_LEVEL: Final = 1
"""The level of the short game at the end of the lessons."""


async def turn(services: LessonServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show a lesson, continue choosing a move in it, or judge the chosen move."""
    task, line = _lesson_of_press(services, press)
    before = explored_line.read_line(task.start, pressed_text(context, line), calls=True)
    if before.plies or task.lesson.is_game:
        before = open_lesson(task).exploration
    after, _, _ = explored_line.next_choices(before, calls=True)
    if after.plies:
        await _judge(services, context, task, after.plies[-1])
    else:
        await _show(services, context, ShownLesson(task, before))


async def ask_move(services: LessonServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show a form for typing a move."""
    task, _ = _lesson_of_press(services, press)
    t = context.t
    form = layouts.form(t("button.lesson-type"), custom_ids.write("lesson-typed", task.key, task.lesson.id))
    about = t("lesson.typed-about", example=task.lesson.wrong_answer or "")
    form.add_item(layouts.field(_MOVE, t("lesson.typed"), about, "", _LONGEST))
    await context.ask(form)


async def judge_typed(services: LessonServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Judge the typed move, or explain why it is illegal."""
    task, _ = _lesson_of_press(services, press)
    text = context.form_texts.get(_MOVE, "")
    try:
        move = services.moves(task.start, text)
    except RulesError as error:
        reply = await services.lessons.answer_refused(context.request, task, error)
        if reply is None:
            words = error_text.explain(error, task.start.game, task.start.options, context.t)
        else:
            words = lesson_page.reply_text(task, reply, context.t, move=error_text.quote(text), refuted="")
        right = reply is not None and reply.right
        view = open_lesson(task)
        verdict = context.t("lesson.right" if right else "lesson.wrong", reply=words)
        await _show(services, context, replace(view, reply=verdict, right=right))
    else:
        await _judge(services, context, task, move)


async def show_lesson(services: LessonServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the chosen lesson, or the next lesson of the chosen game."""
    lesson, key = lesson_page.read_choice(context.choice)
    task = (
        services.lessons.get(press.rest, lesson)
        if lesson
        else await services.lessons.next(context.person.id, key)
    )
    await _show(services, context, open_lesson(task))


async def of_game(services: LessonServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show a person's next lesson in the game of the button, else in the game chosen in a menu."""
    key = press.rest or context.choice
    await _show(services, context, open_lesson(await services.lessons.next(context.person.id, key)))


async def first_steps(
    services: LessonServices, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Show a newcomer the next lesson of the first game."""
    task = await services.lessons.next(context.person.id, next(iter(services.lessons.keys), ""))
    await _show(services, context, open_lesson(task))


async def begin_game(services: LessonServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Start the short game at the end of the lessons."""
    task, _ = _lesson_of_press(services, press)
    draft = TermsDraft(Terms(task.key, task.lesson.options), _LEVEL)
    match = await services.practice.begin(context.request, draft, context.place)
    await services.lessons.record_begin(context.request, task)
    await context.show_page(*await services.practice_pages.page(context, match.id))


async def _judge(services: LessonServices, context: InteractionContext, task: LessonTask, move: Move) -> None:
    answer = await services.lessons.answer(context.request, task, move)
    text = lesson_page.reply_sentence(task, answer, context.t)
    right = answer.reply.right
    line = Exploration((move,), task.start.play(move)) if right else open_lesson(task).exploration
    await _show(services, context, ShownLesson(task, line, text, right=right))


async def _show(services: LessonServices, context: InteractionContext, view: ShownLesson) -> None:
    around = await _surroundings(services, context, view.task)
    await context.show_page(*await lesson_page.lesson_page(context.pictures, view, around, context.t))


async def _surroundings(
    services: LessonServices, context: InteractionContext, task: LessonTask
) -> LessonSurroundings:
    lessons_done = await services.lessons.done_lessons(context.person.id, task.key)
    practises = await services.practice.is_offered_in(context.place)
    return LessonSurroundings(lessons_done, services.lessons.keys, practises)


def _lesson_of_press(services: LessonServices, press: custom_ids.Press) -> tuple[LessonTask, str]:
    """Return the lesson named in a press, and the line so far. Raises Refusal: "unknown-lesson"."""
    key, _, rest = press.rest.partition(":")
    lesson, _, line = rest.partition(":")
    return services.lessons.get(key, lesson), line


def learn_command(services: LessonServices) -> Command:
    interactions, games = services.interactions, services.games

    async def run(context: InteractionContext, game: str | None = None) -> None:
        key = None if game is None else named_board(games, game).key
        task = await services.lessons.next(context.person.id, key)
        around = await _surroundings(services, context, task)
        await context.show(
            *await lesson_page.lesson_page(context.pictures, open_lesson(task), around, context.t)
        )

    return command(interactions, "command.learn", run, game=game_option(interactions, "option.learn.about"))


HANDLERS: Mapping[str, HandlerOf[LessonServices]] = {
    "lesson": turn,
    "lesson-type": ask_move,
    "lesson-typed": judge_typed,
    "lesson-go": show_lesson,
    "lessons-of": of_game,
    "lesson-game": begin_game,
    "first-steps": first_steps,
}

COMMANDS: Final = (SlashCommandOf("learn", learn_command, Reach.ANYWHERE, HelpGroup.BEGIN.at(60)),)
