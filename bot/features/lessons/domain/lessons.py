"""Lessons: positions with a task, and replies to answers by their effects."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from rules.contract import Game, Move, RulesError, State, options_in_effect
from rules.contract.capabilities import named_boards

REASONS: Final[Mapping[str, tuple[str, ...]]] = {"no-lessons": (), "unknown-lesson": ()}
"""All refusal reasons of lessons, with the names of their details."""


class LessonError(ValueError):
    """A lesson is invalid, or has no reply to an answer."""


@dataclass(frozen=True, slots=True)
class AnswerFacts:
    """Conditions on an answer; empty ones match every answer.

    `event` is a kind of event that the move causes, with all of `points` among its points, or the reason of
    an outcome. The other side can cause an event of the kind `allows` with its next move, and none of the
    kind `forbids`; `threatens` is a kind that the same seat can cause next, whatever the reply. The move
    begins on one of the points `start` and ends on one of `end`. `refused` are reasons for which the rules
    refuse the typed text, with all of `points` in the details.
    """

    event: str = ""
    points: tuple[str, ...] = ()
    allows: str = ""
    forbids: str = ""
    threatens: str = ""
    start: tuple[str, ...] = ()
    end: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    def hold(self, state: State, move: Move) -> bool:
        """Return whether a legal move in a state matches the conditions."""
        after = state.play(move)
        return (
            not self.refused
            and (not self.event or any(_is(kind, points, self) for kind, points in _effects(after)))
            and (not self.start or bool(set(move.path[:1]) & set(self.start)))
            and (not self.end or bool(set(move.path[-1:]) & set(self.end)))
            and (not self.allows or refutation(after, state.turn, self.allows) is not None)
            and (not self.forbids or refutation(after, state.turn, self.forbids) is None)
            and (not self.threatens or _threatens(after, state.turn, self.threatens))
        )

    def hold_refused(self, error: RulesError) -> bool:
        """Return whether a refusal of the rules matches the conditions."""
        return error.reason in self.refused and set(self.points) <= set(error.details.values())


@dataclass(frozen=True, slots=True)
class LessonReply:
    """The reply to one kind of answer; `example` is such an answer, as typed."""

    id: str
    facts: AnswerFacts
    example: str
    right: bool = False


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """A lesson's version on another board: a position, and its right answer."""

    position: str
    answer: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position and the replies to answers; the first matching reply applies.

    A lesson without replies is a short game against an engine from the start of a board. The lesson's text
    depends on the options `about`; `boards` are its versions on other boards, by the boards' option values.
    """

    id: str
    options: Mapping[str, str]
    position: str = ""
    players: int | None = None
    replies: tuple[LessonReply, ...] = ()
    about: tuple[str, ...] = ()
    boards: Mapping[str, BoardDrawing] = field(default_factory=dict)

    @property
    def is_game(self) -> bool:
        """Whether the lesson is a game against an engine."""
        return not self.replies

    @property
    def right_answer(self) -> str | None:
        """A right move; None if no right answer is a move."""
        right = (reply.example for reply in self.replies if reply.right and not reply.facts.refused)
        return next(right, None)

    @property
    def wrong_answer(self) -> str | None:
        """A legal but wrong move, as an example of typing; None without one."""
        wrong = (reply.example for reply in self.replies if not reply.right and not reply.facts.refused)
        return next(wrong, None)

    def state(self, game: Game) -> State:
        """Return the lesson's state. Raises RulesError."""
        if self.is_game:
            return game.new(self.options, self.players)
        return game.from_position(self.position, self.options, self.players)

    def holds_with(self, game: Game, options: Mapping[str, str], *, settled: bool) -> bool:
        """Return whether the lesson's text is true of a game with these options.

        Unless they are `settled`, the text may also be about an option that can still be chosen.
        """
        free = {option.key for option in options_in_effect(game.options, options)}
        taught = game.new(self.options, self.players).options
        return all(
            option in free and (taught[option] == options[option] or (not settled and option in self.options))
            for option in self.about
        )

    def drawing(self, game: Game, options: Mapping[str, str]) -> State | None:
        """Return the state after the right answer, on the board of the options; None without one."""
        answer = self.right_answer
        if answer is None:
            return None
        option = next((key for board in named_boards(game) for key in board), "")
        value = options.get(option, "")
        if not option or game.new(self.options, self.players).options[option] == value:
            start = self.state(game)
        elif value in self.boards:
            answer = self.boards[value].answer
            start = game.from_position(
                self.boards[value].position, {**self.options, option: value}, self.players
            )
        else:
            return None
        return start.play(start.parse(answer))

    def reply_to(self, state: State, move: Move) -> "JudgedAnswer":
        """Return the reply to a legal move. Raises LessonError if none matches."""
        for reply in self.replies:
            if reply.facts.hold(state, move):
                allowed = reply.facts.allows
                refuted = refutation(state.play(move), state.turn, allowed) if allowed else None
                return JudgedAnswer(reply, move, refuted)
        raise LessonError(f"lesson {self.id} has no reply to {move}")

    def reply_to_refused(self, error: RulesError) -> LessonReply | None:
        """Return the reply to an illegal answer; None if there is none besides the error of the rules."""
        return next((reply for reply in self.replies if reply.facts.hold_refused(error)), None)


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """The reply to a move; `refuted` is the other side's refutation, if the reply mentions it."""

    reply: LessonReply
    move: Move
    refuted: Move | None = None


@dataclass(frozen=True, slots=True)
class LessonResult:
    """A person's result in a lesson: the number of wrong answers, and whether it is done."""

    key: str
    lesson: str
    wrong: int
    done: bool
    last: datetime


@dataclass(frozen=True, slots=True)
class LessonCourse:
    """The lessons of a game, in order."""

    key: str
    lessons: tuple[Lesson, ...] = field(default_factory=tuple)

    @property
    def game(self) -> Lesson | None:
        """The lesson that is a game, if any."""
        return next((candidate for candidate in self.lessons if candidate.is_game), None)

    def get(self, lesson: str) -> Lesson | None:
        return next((candidate for candidate in self.lessons if candidate.id == lesson), None)

    def after(self, lesson: str) -> Lesson | None:
        """Return the next lesson; None after the last."""
        ids = [candidate.id for candidate in self.lessons]
        number = ids.index(lesson) + 1 if lesson in ids else 0
        return self.lessons[number] if number < len(self.lessons) else None

    def next_for(self, results: Sequence[LessonResult]) -> Lesson:
        """Return the first lesson that the person has not done, or the first lesson of all."""
        done_lessons = passed_steps(self.key, results)
        return next(
            (candidate for candidate in self.lessons if candidate.id not in done_lessons), self.lessons[0]
        )


def passed_steps(key: str, results: Sequence[LessonResult]) -> frozenset[str]:
    return frozenset(result.lesson for result in results if result.key == key and result.done)


def refutation(after: State, seat: int | None, kind: str) -> Move | None:
    """Return a move by which the seat to act, if not `seat`, causes an event of a kind; else None."""
    if after.outcome is not None or after.turn in {None, seat}:
        return None
    return _bringing(after, kind)


def _threatens(after: State, seat: int | None, kind: str) -> bool:
    if after.outcome is not None or after.turn is None:
        return False
    if after.turn == seat:
        return _bringing(after, kind) is not None
    replies = (after.play(move) for move in after.legal_moves())
    return all(state.outcome is None and state.turn == seat and _bringing(state, kind) for state in replies)


def _bringing(state: State, kind: str) -> Move | None:
    return next(
        (move for move in state.legal_moves() if any(kind == did for did, _ in _effects(state.play(move)))),
        None,
    )


def _effects(after: State) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the effects of the last ply, and the reason of its outcome."""
    yield from ((event.kind, event.points) for event in after.events)
    if after.outcome is not None:
        yield after.outcome.reason, ()


def _is(kind: str, points: Sequence[str], facts: AnswerFacts) -> bool:
    return kind == facts.event and set(facts.points) <= set(points)
