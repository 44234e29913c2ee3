"""The private page of a lesson: a position, two sentences and a task, and the reply to an answer."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import discord
from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.pictures import Pictures
from bot.chat.core.walked_game import NOTHING_TRIED
from bot.chat.core.words import move_labels
from bot.chat.core.words.game_names import board_name
from bot.chat.parts.moves import explored_line, guide_page
from bot.chat.parts.moves.board_order import BoardOrder
from bot.chat.parts.moves.choices import choice_blocks
from bot.chat.parts.moves.explored_line import Exploration
from bot.chat.parts.moves.happened import happened_blocks
from bot.chat.parts.moves.line_offer import NamedWay, line_offer
from bot.chat.parts.moves.move_picker import PickerStep
from bot.chat.parts.moves.move_tree import StepChoice
from bot.chat.parts.moves.step_marks import marked_picture, step_marks
from bot.features.lessons.domain.lessons import JudgedAnswer, LessonReply
from bot.features.lessons.service import LessonTask
from bot.locale import Language
from render import View
from rules.contract import Move
from rules.contract.capabilities import calls_of

_LESSON, _GAME = "l", "g"
"""The kinds of values in the menu of a page."""


@dataclass(frozen=True, slots=True)
class ShownLesson:
    """The content of a page: the task, the points chosen so far, and the reply to the last answer."""

    task: LessonTask
    exploration: Exploration
    reply: str = ""
    right: bool = False


@dataclass(frozen=True, slots=True)
class LessonSurroundings:
    """The links of a page besides its task.

    `done` are finished lessons, `keys` the games with lessons; `practises` if practice is available.
    """

    done: Collection[str] = ()
    keys: Sequence[str] = ()
    practises: bool = False


def open_lesson(task: LessonTask) -> ShownLesson:
    """Return a lesson without an answer so far."""
    return ShownLesson(task, explored_line.read_line(task.start, NOTHING_TRIED, calls=True))


async def lesson_page(
    pictures: Pictures, lesson_view: ShownLesson, around: LessonSurroundings, t: Language
) -> layouts.Page:
    """Return the page of a lesson, with choices for an answer until the right one is given."""
    task, line, state = lesson_view.task, lesson_view.exploration, lesson_view.exploration.state
    step, choices = PickerStep(), tuple[StepChoice, ...]()
    if not (lesson_view.right or task.lesson.is_game):
        line, step, choices = explored_line.next_choices(line, calls=True)
    trail = next((move.path for move in reversed(line.plies) if move.path), ())
    view = View(seat=task.start.turn, trail=trail, over=state.outcome is not None)
    marks = step_marks(state, tuple(move for choice in choices for move in choice.moves), step)
    picture = await marked_picture(pictures, state, t, view, marks)
    buttons, menu = _footer_buttons(lesson_view, line, around, t), _menu(task, around, t)
    feedback = happened_blocks([lesson_view.reply])

    def name_choices(choices: Sequence[StepChoice]) -> list[NamedWay]:
        names = guide_page.named_ways(state, choices, step, t)
        return [(choice, _button_text(choice, name, task, t), caption) for choice, name, caption in names]

    offer = line_offer(
        line,
        NOTHING_TRIED,
        step,
        choices,
        BoardOrder.of(pictures.layout(state, view)),
        name_choices,
        lambda text: _lesson_id(task, text),
        t,
        calls=True,
    )
    upper = [*layouts.picture_blocks(task.key, picture, t), *feedback.blocks]
    lower = [*([layouts.buttons(*buttons)] if buttons else []), menu]
    answer_blocks = choice_blocks(offer, [*upper, *lower], picture.ratio, t)
    top = layouts.text(
        "\n".join(part for part in (*_lesson_text(lesson_view, around, t), *feedback.earlier) if part)
    )
    return layouts.page(top, *upper, *answer_blocks, *lower), [picture]


def _button_text(choice: StepChoice, name: str, task: LessonTask, t: Language) -> str:
    """Return the label of a button; a call names its action: moves to the same points have buttons, too."""
    action = choice.step.action
    if action not in calls_of(task.start) or not choice.step.path:
        return name
    return t("lesson.call", action=guide_page.action_name(task.key, action, t), points=name)


def reply_sentence(task: LessonTask, answer: JudgedAnswer, t: Language) -> str:
    """Return the reply to a move."""
    game = task.start.game
    refuted = "" if answer.refuted is None else _move_name(answer.refuted, task, t)
    text = reply_text(
        task, answer.reply, t, move=move_labels.move_label(game, answer.move, 0, t), refuted=refuted
    )
    return t("lesson.right" if answer.reply.right else "lesson.wrong", reply=text)


def reply_text(task: LessonTask, reply: LessonReply, t: Language, **values: str) -> str:
    return t(f"{task.key}.lesson.{task.lesson.id}.reply.{reply.id}", **values)


def _move_name(move: Move, task: LessonTask, t: Language) -> str:
    return move_labels.move_label(task.start.game, move, 0, t)


def _lesson_text(view: ShownLesson, around: LessonSurroundings, t: Language) -> list[str]:
    task = view.task
    name, lessons = f"{task.key}.lesson.{task.lesson.id}", task.course.lessons
    heading = t(
        "lesson.title",
        game=board_name(task.key, task.start.options, t),
        number=task.number,
        count=len(lessons),
        title=t(f"{name}.title"),
    )
    task_text = "" if task.lesson.is_game or view.right else t("lesson.task", task=t(f"{name}.task"))
    count = sum(lesson.id in around.done for lesson in lessons)
    finished = view.right and count == len(lessons)
    return [
        heading,
        t(f"{name}.text"),
        task_text,
        t("lesson.all-done") if finished else "",
        t("lesson.private", done=count, count=len(lessons)),
    ]


def _footer_buttons(
    view: ShownLesson, line: Exploration, around: LessonSurroundings, t: Language
) -> list[layouts.Button]:
    """Return the buttons below the answers."""
    task, buttons = view.task, list[layouts.Button]()
    name = (task.key, task.lesson.id)
    if line.chooses:
        back = f"{NOTHING_TRIED}.{explored_line.picks_text(line)[:-1]}"
        buttons.append(layouts.button(t("button.back"), _lesson_id(task, back)))
    if task.lesson.is_game:
        if around.practises:
            play_id = custom_ids.write("lesson-game", *name)
            buttons.append(layouts.button(t("button.lesson-game"), play_id, ButtonStyle.success))
    elif not view.right:
        buttons.append(layouts.button(t("button.lesson-type"), custom_ids.write("lesson-type", *name)))
    next_lesson, game = task.course.after(task.lesson.id), task.course.game
    if next_lesson is not None:
        style = ButtonStyle.primary if view.right else ButtonStyle.secondary
        next_id = custom_ids.write("lesson", task.key, next_lesson.id, NOTHING_TRIED)
        buttons.append(layouts.button(t("button.lesson-next"), next_id, style))
    if view.right and game is not None and around.practises:
        play_id = custom_ids.write("lesson-game", task.key, game.id)
        buttons.append(layouts.button(t("button.lesson-game"), play_id))
    return buttons


def _menu(task: LessonTask, around: LessonSurroundings, t: Language) -> layouts.Block:
    """Return the menu of lessons, followed by other games."""
    lessons = [
        discord.SelectOption(
            label=t(
                "lesson.listed-done" if lesson.id in around.done else "lesson.listed",
                number=number,
                title=t(f"{task.key}.lesson.{lesson.id}.title"),
            ),
            value=f"{_LESSON}{lesson.id}",
            default=lesson == task.lesson,
        )
        for number, lesson in enumerate(task.course.lessons, start=1)
    ]
    games = [
        discord.SelectOption(label=t("lesson.other-game", game=t(f"{key}.name")), value=f"{_GAME}{key}")
        for key in around.keys
        if key != task.key
    ]
    options = [*lessons, *games][: layouts.SELECT_LIMIT]
    return layouts.select(custom_ids.write("lesson-go", task.key), t("lesson.choose"), options)


def read_choice(value: str) -> tuple[str, str]:
    """Return the lesson and the game of a menu value; one of them is empty. Raises MalformedId."""
    kind, rest = value[:1], value[1:]
    if kind not in {_LESSON, _GAME}:
        raise custom_ids.MalformedId(value)
    return (rest, "") if kind == _LESSON else ("", rest)


def _lesson_id(task: LessonTask, text: str) -> str:
    return custom_ids.write("lesson", task.key, task.lesson.id, text)
