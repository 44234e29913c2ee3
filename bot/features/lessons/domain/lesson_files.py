"""The shipped lessons: a file for each game, next to its texts."""

import json
from importlib.resources import files

from bot.features.lessons.domain.lessons import (
    AnswerFacts,
    BoardDrawing,
    Lesson,
    LessonCourse,
    LessonError,
    LessonReply,
)


def shipped_lessons(key: str) -> LessonCourse:
    """Return the lessons of a game, possibly none. Raises LessonError."""
    file = files("bot.locale").joinpath("lessons", f"{key}.json")
    if not file.is_file():
        return LessonCourse(key)
    try:
        match json.loads(file.read_text("utf-8")):
            case list(lessons):
                return LessonCourse(key, tuple(map(_lesson, lessons)))
    except ValueError as error:
        raise LessonError(f"the lessons of {key}: {error}") from error
    raise LessonError(f"the lessons of {key} are no list")


def _lesson(data: object) -> Lesson:
    match data:
        case {"id": str(name), "options": dict(options), **rest}:
            players, about, boards = rest.get("players"), rest.get("about", []), rest.get("boards", {})
            match rest.get("position", ""), players, rest.get("replies", []), about, boards:
                case str(position), (None | int()) as players, list(replies), list(about), dict(boards):
                    return Lesson(
                        name,
                        {str(option): str(value) for option, value in options.items()},
                        position,
                        players,
                        tuple(map(_reply, replies)),
                        _texts(about),
                        {str(board): _drawing(drawing) for board, drawing in boards.items()},
                    )
    raise LessonError(f"no lesson: {str(data)[:60]}")


def _drawing(data: object) -> BoardDrawing:
    match data:
        case {"position": str(position), "answer": str(answer)}:
            return BoardDrawing(position, answer)
    raise LessonError(f"no drawing: {str(data)[:60]}")


def _reply(data: object) -> LessonReply:
    match data:
        case {"id": str(name), "example": str(example), "when": dict(when), **rest}:
            return LessonReply(name, _facts(when), example, rest.get("right") is True)
    raise LessonError(f"no reply: {str(data)[:60]}")


def _facts(when: dict[object, object]) -> AnswerFacts:
    """Parse the conditions on an answer. Raises LessonError for an unknown condition."""
    match {**_NO_CONDITIONS, **when}:
        case {
            "event": str(event),
            "points": list(points),
            "allows": str(allows),
            "forbids": str(forbids),
            "threatens": str(threatens),
            "start": list(start),
            "end": list(end),
            "refused": list(refused),
            **others,
        } if not others:
            return AnswerFacts(
                event,
                _texts(points),
                allows,
                forbids,
                threatens,
                _texts(start),
                _texts(end),
                _texts(refused),
            )
    raise LessonError(f"nothing to ask of an answer: {str(when)[:60]}")


_NO_CONDITIONS: dict[object, object] = {
    **dict.fromkeys(("event", "allows", "forbids", "threatens"), ""),
    **{name: [] for name in ("points", "start", "end", "refused")},
}


def _texts(items: list[object]) -> tuple[str, ...]:
    return tuple(map(str, items))
