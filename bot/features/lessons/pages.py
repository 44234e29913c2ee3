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
    """The links of a page besides its task: lessons that are `done`, other games, a game if `practises`."""

    done: Collection[str] = ()
    keys: Sequence[str] = ()
    practises: bool = False


def open_lesson(task: LessonTask) -> ShownLesson:
    """Return a lesson without an answer so far."""
    return ShownLesson(task, explored_line.read_line(task.start, NOTHING_TRIED, calls=True))


async def lesson_page(
    pictures: Pictures, lesson_view: ShownLesson, around: LessonSurroundings, t: Language
) -> layouts.Page:
    """Return the page of a lesson; before the right answer, with the menus for answering."""
    task, line, state = lesson_view.task, lesson_view.exploration, lesson_view.exploration.state
    step, ways = PickerStep(), tuple[StepChoice, ...]()
    if not (lesson_view.right or task.lesson.is_game):
        line, step, ways = explored_line.next_choices(line, calls=True)
    trail = next((move.path for move in reversed(line.plies) if move.path), ())
    view = View(seat=task.start.turn, trail=trail, over=state.outcome is not None)
    marks = step_marks(state, tuple(move for way in ways for move in way.moves), step)
    picture = await marked_picture(pictures, state, t, view, marks)
    foot, menu = _foot(lesson_view, line, around, t), _menu(task, around, t)
    happened = happened_blocks([lesson_view.reply])

    def name_choices(ways: Sequence[StepChoice]) -> list[NamedWay]:
        names = guide_page.named_ways(state, ways, step, t)
        return [(way, _button_text(way, name, task, t), caption) for way, name, caption in names]

    offer = line_offer(
        line,
        NOTHING_TRIED,
        step,
        ways,
        BoardOrder.of(pictures.layout(state, view)),
        name_choices,
        lambda text: _at(task, text),
        t,
        calls=True,
    )
    upper = [*layouts.picture_blocks(task.key, picture, t), *happened.blocks]
    lower = [*([layouts.buttons(*foot)] if foot else []), menu]
    choices = choice_blocks(offer, [*upper, *lower], picture.ratio, t)
    top = layouts.text(
        "\n".join(part for part in (*_lesson_text(lesson_view, around, t), *happened.earlier) if part)
    )
    return layouts.page(top, *upper, *choices, *lower), [picture]


def _button_text(way: StepChoice, name: str, task: LessonTask, t: Language) -> str:
    """Return the label of a button; a call is named, as buttons of moves to the same points are nearby."""
    action = way.step.action
    if action not in calls_of(task.start) or not way.step.path:
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


def _foot(
    view: ShownLesson, line: Exploration, around: LessonSurroundings, t: Language
) -> list[layouts.Button]:
    """Return the buttons below the answers."""
    task, foot = view.task, list[layouts.Button]()
    name = (task.key, task.lesson.id)
    if line.chooses:
        back = f"{NOTHING_TRIED}.{explored_line.picks_text(line)[:-1]}"
        foot.append(layouts.button(t("button.back"), _at(task, back)))
    if task.lesson.is_game:
        if around.practises:
            play = custom_ids.write("lesson-game", *name)
            foot.append(layouts.button(t("button.lesson-game"), play, ButtonStyle.success))
    elif not view.right:
        foot.append(layouts.button(t("button.lesson-type"), custom_ids.write("lesson-type", *name)))
    following, game = task.course.after(task.lesson.id), task.course.game
    if following is not None:
        style = ButtonStyle.primary if view.right else ButtonStyle.secondary
        onward = custom_ids.write("lesson", task.key, following.id, NOTHING_TRIED)
        foot.append(layouts.button(t("button.lesson-next"), onward, style))
    if view.right and game is not None and around.practises:
        play = custom_ids.write("lesson-game", task.key, game.id)
        foot.append(layouts.button(t("button.lesson-game"), play))
    return foot


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


def _at(task: LessonTask, text: str) -> str:
    return custom_ids.write("lesson", task.key, task.lesson.id, text)
