"""All shipped lessons, played through: legal positions, and answers judged as the rules demand."""

from collections import Counter
from datetime import UTC, datetime

import pytest

import rules
from bot.chat.core.parsing.move import MoveReader
from bot.features.lessons.domain.lesson_files import shipped_lessons
from bot.features.lessons.domain.lessons import (
    AnswerFacts,
    Lesson,
    LessonReply,
    LessonResult,
    passed_steps,
    refutation,
)
from bot.locale import Texts
from rules import GAMES, RulesError, State
from rules.games.conhex.board import CELL_NODES

TEXTS = Texts.load()
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
READ = MoveReader.of(GAMES, TEXTS)
COURSES = {key: course for key in GAMES if (course := shipped_lessons(key)).lessons}
TASKS = [
    pytest.param(key, lesson, id=f"{key}-{lesson.id}")
    for key, course in COURSES.items()
    for lesson in course.lessons
    if not lesson.is_game
]
BY_RULES = ("event", "allows", "forbids", "threatens", "refused")
"""Facts that the rules establish, beyond an answer's target."""


def reply_to(lesson: Lesson, state: State, typed: str) -> LessonReply | None:
    try:
        move = READ(state, typed)
    except RulesError as error:
        return lesson.reply_to_refused(error)
    return lesson.reply_to(state, move).reply


def cells_at(node: str) -> list[str]:
    return [cell for cell, nodes in CELL_NODES.items() if node in nodes]


@pytest.mark.parametrize("key", COURSES)
def test_a_course_has_six_to_ten_lessons_and_ends_with_a_game(key: str) -> None:
    lessons = COURSES[key].lessons
    assert 6 <= len(lessons) <= 10
    assert len({lesson.id for lesson in lessons}) == len(lessons)
    assert [lesson.is_game for lesson in lessons] == [False] * (len(lessons) - 1) + [True]


@pytest.mark.parametrize(("key", "lesson"), TASKS)
def test_a_lesson_position_is_playable(key: str, lesson: Lesson) -> None:
    state = lesson.state(GAMES[key])
    assert state.position == lesson.position
    assert state.outcome is None
    assert state.turn is not None


@pytest.mark.parametrize(("key", "lesson"), TASKS)
def test_every_answer_gets_a_fitting_right_or_wrong_reply(key: str, lesson: Lesson) -> None:
    state = lesson.state(GAMES[key])
    replies = Counter(lesson.reply_to(state, move).reply.right for move in state.legal_moves())
    can_be_right = replies[True] or any(answer.right and answer.facts.refused for answer in lesson.replies)
    assert can_be_right
    assert replies[False], "no move is a wrong answer"
    for reply in lesson.replies:
        assert reply_to(lesson, state, reply.example) is reply, reply.id
    assert lesson.wrong_answer is not None
    assert not lesson.reply_to(state, READ(state, lesson.wrong_answer)).reply.right


@pytest.mark.parametrize(("key", "lesson"), TASKS)
def test_at_least_four_replies_differ_in_both_languages(key: str, lesson: Lesson) -> None:
    ids = {reply.id for reply in lesson.replies}
    assert len(ids) >= 4
    for t in TEXTS.languages.values():
        texts = {t(f"{key}.lesson.{lesson.id}.reply.{reply_id}", move="a1", refuted="b1") for reply_id in ids}
        assert len(texts) == len(ids)


@pytest.mark.parametrize(
    ("key", "lesson", "typed", "reply"),
    [
        ("catch-the-hat", "walk", "R20-R24", None),
        ("catch-the-hat", "home", "R1-R9", None),
        ("catch-the-hat", "home", "R1-H2", "foreign"),
        ("catch-the-hat", "golden", "H0-R9", None),
        ("conhex", "border", "g8", None),
        ("conhex", "win", "f3", None),
        ("fox-and-hens", "hens", "c1xd2", None),
        ("fox-and-hens", "chain", "c5-c4", None),
        ("fox-and-hens", "stuck", "g3-f4", None),
        ("hnefatafl", "edge", "a5-a2", None),
        ("hounds-and-jackals", "steps", "6-9", None),
        ("hounds-and-jackals", "palm", "2-4", None),
        ("hounds-and-jackals", "shortcut", "6-8", None),
        ("hounds-and-jackals", "win", "3-5", None),
        ("hounds-and-jackals", "win", "13-16", "count"),
    ],
)
def test_a_refused_answer_gets_only_a_fitting_reply(
    key: str, lesson: str, typed: str, reply: str | None
) -> None:
    """A reply about one point does not fit an answer elsewhere."""
    task = COURSES[key].get(lesson)
    assert task is not None
    state = task.state(GAMES[key])
    with pytest.raises(RulesError):
        READ(state, typed)
    actual = reply_to(task, state, typed)
    assert (None if actual is None else actual.id) == reply


@pytest.mark.parametrize(("key", "lesson"), TASKS)
def test_replies_naming_the_opponent_s_move_require_one(key: str, lesson: Lesson) -> None:
    for reply in lesson.replies:
        for t in TEXTS.languages.values():
            text = t(f"{key}.lesson.{lesson.id}.reply.{reply.id}", move="a1", refuted="<it>")
            assert "<it>" not in text or reply.facts.allows, reply.id


def test_a_useful_ball_is_not_called_far_away() -> None:
    lesson = COURSES["conhex"].get("several")
    assert lesson is not None
    state = lesson.state(GAMES["conhex"])
    touched_cells = {cell for ball in ("d2", "e3", "b4", "c5") for cell in cells_at(ball)}
    far_nodes = [
        node
        for node in map(str, state.legal_moves())
        if (reply := reply_to(lesson, state, node)) is not None and reply.id == "far"
    ]
    assert far_nodes
    assert not [node for node in far_nodes if touched_cells & set(cells_at(node))]


@pytest.mark.parametrize("key", COURSES)
def test_right_answers_need_an_effect_by_the_rules(key: str) -> None:
    """Except in the first lesson, about moving, a right answer needs an effect."""
    for lesson in COURSES[key].lessons[1:-1]:
        for reply in lesson.replies:
            facts = [getattr(reply.facts, name) for name in BY_RULES]
            assert not reply.right or any(facts), f"{lesson.id}: {reply.id}"


@pytest.mark.parametrize("key", COURSES)
def test_texts_match_the_lessons_exactly(key: str) -> None:
    expected = set()
    for lesson in COURSES[key].lessons:
        prefix = f"{key}.lesson.{lesson.id}"
        expected |= {f"{prefix}.title", f"{prefix}.text"}
        expected |= set() if lesson.is_game else {f"{prefix}.task"}
        expected |= {f"{prefix}.reply.{reply.id}" for reply in lesson.replies}
    for t in TEXTS.languages.values():
        assert {text_id for text_id in t if text_id.startswith(f"{key}.lesson.")} == expected
        for text_id in expected:
            assert t(text_id, move="a1-a2", refuted="a3").strip()


@pytest.mark.parametrize("key", COURSES)
def test_a_course_s_closing_game_is_playable(key: str) -> None:
    game = COURSES[key].game
    assert game is not None
    assert game.state(GAMES[key]).outcome is None


def test_the_first_course_ends_on_the_smallest_board() -> None:
    game = COURSES["hnefatafl"].game
    assert game is not None
    assert game.options == {"board": "brandubh-7"}


@pytest.mark.parametrize(
    ("key", "lesson"),
    [(key, lesson) for key in COURSES for lesson in COURSES[key].lessons if lesson.about],
)
def test_an_option_lesson_holds_only_with_its_value(key: str, lesson: Lesson) -> None:
    """It holds only with the value it teaches, once all options are settled."""
    game = GAMES[key]
    taught_options = game.new(lesson.options, lesson.players).options
    assert lesson.holds_with(game, taught_options, settled=True)
    for option in game.options:
        if option.key not in lesson.about:
            continue
        for value in option.values:
            other_options = {**taught_options, option.key: value}
            if value != taught_options[option.key]:
                assert not lesson.holds_with(game, other_options, settled=True)


def test_answer_facts_match_a_move_s_effects() -> None:
    state = rules.GAMES["hnefatafl"].new({"board": "brandubh-7"})
    move = state.legal_moves()[0]
    assert AnswerFacts().hold(state, move)
    assert not AnswerFacts(refused=("blocked",)).hold(state, move)
    assert not AnswerFacts(event="capture").hold(state, move)
    assert AnswerFacts(forbids="king-escaped").hold(state, move)
    first, last = move.path
    assert AnswerFacts(start=(first,), end=("a1", last)).hold(state, move)
    assert not AnswerFacts(start=(last,)).hold(state, move)
    assert not AnswerFacts(end=(first,)).hold(state, move)


def test_the_same_side_s_next_move_is_no_refutation() -> None:
    """A fox has captured, and now puts another fox back."""
    hens = "a4 a5 b4 b5 c1 c2 c3 c5 d1 d2 d3 d4 e1 e2 e3 e5 f3 f5 g4 g5"
    before = rules.GAMES["fox-and-hens"].from_position(f"hens {hens}; foxes e6; off 1; turn foxes", {})
    after = before.play(before.parse("e6xe4xc4xc6"))
    assert before.turn == after.turn == 1
    assert refutation(after, before.turn, "fox-returned") is None
    assert refutation(after, 0, "fox-returned") is not None


def test_a_learner_resumes_with_the_first_unfinished_lesson() -> None:
    course = COURSES["hnefatafl"]
    first, second = course.lessons[:2]
    assert course.next_for([]) == first
    second_result = LessonResult("hnefatafl", second.id, 2, done=False, last=NOON)
    first_result = LessonResult("hnefatafl", first.id, 0, done=True, last=NOON)
    assert course.next_for([first_result, second_result]) == second
    other_game_result = LessonResult("conhex", second.id, 0, done=True, last=NOON)
    assert course.next_for([first_result, other_game_result]) == second
    assert passed_steps("hnefatafl", [first_result, second_result, other_game_result]) == {first.id}
    all_results = [LessonResult("hnefatafl", lesson.id, 0, done=True, last=NOON) for lesson in course.lessons]
    assert course.next_for(all_results) == first
    assert course.after(first.id) == second
    assert course.after(course.lessons[-1].id) is None
