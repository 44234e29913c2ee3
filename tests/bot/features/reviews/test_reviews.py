"""Reviews: each ply is reviewed once, verdicts are stored, and another process resumes a stopped review."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
import sqlalchemy as sa

from bot.features.engines.service.proved_results import may_be_solved
from bot.features.reviews.domain import Review, TurnKind
from bot.features.reviews.service import Reviews
from bot.features.reviews.store import reviewed_plies
from bot.model.engine_question import EngineQuestion, NoAnswer, NoEngines, ReviewQuestion
from bot.model.match.match import Match
from bot.model.match.match_log import CannotReplay
from bot.model.people.privacy import GRACE
from engines import ENGINES, Budget, PlyVerdict, PositionFacts, position_facts, replayed, verdict
from engines.puzzles import Goal, shipped, state_of
from rules.contract import RulesVersion
from tests.bot.kernel.test_old_games import Kind, begin, broken
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import begin_gathering

pytest_plugins = ("tests.bot.support.worlds",)

MOVES = ("d7", "a1", "d6", "d5", "b4", "b6")
"""Nine Men's Morris: Anna has two men in line and does not close her mill; Ben does not stop it."""


@dataclass
class ReviewEngines:
    """Engines that review with few nodes; `fails` questions after the first `after` ones get no answer."""

    world: World
    processes: int = 1
    after: int = 99
    fails: int = 99
    questions: list[ReviewQuestion] = field(default_factory=list)
    may_answer: asyncio.Event | None = None

    async def choose(self, question: EngineQuestion) -> str:
        raise NoAnswer(question.game)

    async def agrees_to_draw(self, question: EngineQuestion, seat: int) -> bool:
        raise NoAnswer(question.game, seat)

    async def prove(self, question: EngineQuestion) -> PositionFacts | None:
        path = replayed(self.world.games[question.game], question.options, question.players, question.plies)
        return position_facts(ENGINES[question.game].oracle, path[-1])

    async def review(self, question: ReviewQuestion) -> tuple[PlyVerdict | None, ...]:
        self.questions.append(question)
        if self.may_answer is not None:
            await self.may_answer.wait()
        if len(self.questions) > self.after and self.fails:
            self.fails -= 1
            raise NoAnswer(question.game)
        path = replayed(self.world.games[question.game], question.options, question.players, question.plies)
        return tuple(
            verdict(ENGINES[question.game], path[:number], question.plies[number - 1], Budget(60), "1")
            for number in range(question.first, question.last + 1)
        )

    def requested_plies(self, second_looks: bool = False) -> list[int]:
        """Return the plies asked about, in first looks or, with `second_looks`, in second ones."""
        seconds = {question.seconds for question in self.questions}
        return [
            number
            for question in self.questions
            if (question.seconds > min(seconds)) == second_looks
            for number in range(question.first, question.last + 1)
        ]


def reviews(world: World, engines: ReviewEngines) -> Reviews:
    return Reviews(world.services.turns._unit_of_work, engines, again_after=0)


async def play_match(world: World, key: str = "nine-mens-morris", texts: Sequence[str] = MOVES) -> Match:
    """Return a match after the given moves, resigned by Ben."""
    match = await world.match(key)
    for text in texts:
        await play(world, match, text)
    await world.services.resignations.resign(world.by(BEN), match.id)
    return await world.services.matches.get(match.id)


async def complete(service: Reviews, match: Match, person: int = ANNA.id) -> Review:
    review = await service.advance(person, match.id, 30)
    assert review.is_complete
    return review


@pytest.mark.both_databases
async def test_each_ply_is_reviewed_once_for_all_readers(world: World) -> None:
    match, engines = await play_match(world), ReviewEngines(world)
    review = await complete(reviews(world, engines), match)
    assert engines.requested_plies() == [1, 2, 3, 4, 5, 6]
    assert [ply.text for ply in review.plies] == list(MOVES)
    assert not [ply for ply in review.plies if ply.verdict is None]
    count = len(engines.questions)
    second = await complete(reviews(world, engines), match, BEN.id)
    assert second.plies == review.plies
    assert len(engines.questions) == count, "stored verdicts are reused"


async def test_concurrent_readers_wait_for_the_same_review(world: World) -> None:
    match, engines = await play_match(world), ReviewEngines(world, may_answer=asyncio.Event())
    service = reviews(world, engines)
    assert not (await service.advance(ANNA.id, match.id, 0)).is_complete
    assert engines.may_answer is not None
    engines.may_answer.set()
    await complete(service, match, BEN.id)
    assert engines.requested_plies() == [1, 2, 3, 4, 5, 6]
    assert {question.person for question in engines.questions} == {ANNA.id}, (
        "the engines work for the first person who asked"
    )


async def test_another_process_completes_an_interrupted_review(world: World) -> None:
    match = await play_match(world)
    dying_engines, other_engines = ReviewEngines(world, after=1), ReviewEngines(world)
    await expect_refusal(reviews(world, dying_engines).advance(ANNA.id, match.id, 30), "review-not-now")
    plies = set(dying_engines.requested_plies()[: dying_engines.questions[0].last])
    assert 0 < len(plies) < len(MOVES), "one question was answered"
    await complete(reviews(world, other_engines), match)
    assert set(other_engines.requested_plies()) == {1, 2, 3, 4, 5, 6} - plies


async def test_busy_engines_are_retried(world: World) -> None:
    match, engines = await play_match(world), ReviewEngines(world, after=0, fails=4)
    await complete(reviews(world, engines), match)


async def test_the_same_process_resumes_after_engine_failures(world: World) -> None:
    match, engines = await play_match(world), ReviewEngines(world, after=0, fails=5)
    service = reviews(world, engines)
    await expect_refusal(service.advance(ANNA.id, match.id, 30), "review-not-now")
    assert len(engines.questions) == 5
    await complete(service, match, BEN.id)
    assert {question.person for question in engines.questions[5:]} == {BEN.id}


async def test_a_curve_starts_at_the_start_and_ends_with_the_game(world: World) -> None:
    match = await play_match(world)
    review = await complete(reviews(world, ReviewEngines(world)), match)
    anna, ben = review.chances(0), review.chances(1)
    assert [number for number, _ in anna] == list(range(len(MOVES) + 1))
    sums = [annas_chance + bens_chance for (_, annas_chance), (_, bens_chance) in zip(anna, ben, strict=True)]
    assert sums == pytest.approx([1.0] * len(sums))


async def test_rolls_get_no_verdict(world: World) -> None:
    match = await begin(world, Kind("catch-the-hat", 3))
    await world.services.servers.adjudicate(world.by(CARA), match.id, (), "")
    review = await complete(reviews(world, ReviewEngines(world)), match)
    assert not [ply for ply in review.plies if (ply.verdict is None) != (ply.seat is None)]
    for seat in range(3):
        assert review.chances(seat)[0][1] == pytest.approx(1 / 3, abs=0.1)


async def test_only_finished_games_with_moves_are_reviewed(world: World) -> None:
    running = await world.match("conhex")
    service = reviews(world, ReviewEngines(world))
    await expect_refusal(service.advance(ANNA.id, running.id, 0), "review-running")
    await expect_refusal(service.get(999), "unknown-match")
    unplayed = await play_match(world, "conhex", ())
    await expect_refusal(service.get(unplayed.id), "review-empty")
    only_rolled = await begin_gathering(world, "3d", BEN, CARA, key="catch-the-hat")
    assert only_rolled.plies == 1, "the first roll is played"
    await world.services.servers.adjudicate(world.by(CARA), only_rolled.id, (), "")
    await expect_refusal(service.get(only_rolled.id), "review-empty")


async def test_without_engines_only_a_stored_review_is_shown(world: World) -> None:
    match = await play_match(world)
    without_engines = Reviews(world.services.turns._unit_of_work, NoEngines())
    assert not without_engines.is_offered
    await expect_refusal(without_engines.get(match.id), "review-no-engines")
    await complete(reviews(world, ReviewEngines(world)), match)
    assert (await without_engines.get(match.id)).is_complete


async def test_newer_rules_recompute_a_review(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match, engines = await play_match(world), ReviewEngines(world)
    await complete(reviews(world, engines), match)
    game = type(world.games["nine-mens-morris"])
    versions = world.games["nine-mens-morris"].versions
    new_versions = (*versions, RulesVersion(versions[-1].number + 1, "Other rules."))
    monkeypatch.setattr(game, "versions", new_versions)
    engines.questions.clear()
    await complete(reviews(world, engines), match)
    assert engines.requested_plies() == [1, 2, 3, 4, 5, 6]


@pytest.mark.both_databases
async def test_unproved_losses_of_an_earlier_version_are_reviewed_again(world: World) -> None:
    match, engines = await play_match(world), ReviewEngines(world)
    before = await complete(reviews(world, engines), match)
    ply = reviewed_plies.c.number
    async with world.services.turns._unit_of_work.write() as tx:
        unproved_loss = {"best_ends": -4, "best_chance": 0.0, "shares": [0.0, 1.0], "refuted": None}
        await tx.connection.execute(sa.update(reviewed_plies).where(ply == 3).values(unproved_loss))
        await tx.connection.execute(sa.update(reviewed_plies).where(ply != 3).values(refuted=None))
    engines.questions.clear()
    after = await complete(reviews(world, engines), match)
    assert engines.requested_plies() == [3], "the other verdicts stay"
    assert after.chances(0) == before.chances(0)


async def test_a_proved_loss_is_not_reviewed_again(world: World) -> None:
    match, engines = await play_match(world), ReviewEngines(world)
    await complete(reviews(world, engines), match)
    async with world.services.turns._unit_of_work.write() as tx:
        proved_loss = {"best_ends": -4, "refuted": True}
        await tx.connection.execute(
            sa.update(reviewed_plies).where(reviewed_plies.c.number == 3).values(proved_loss)
        )
    engines.questions.clear()
    await complete(reviews(world, engines), match)
    assert 3 not in engines.requested_plies()


async def test_a_match_that_cannot_be_replayed_is_not_reviewed(world: World) -> None:
    match = await broken(world, Kind("nine-mens-morris"))
    await world.services.resignations.resign(world.by(ANNA), match.id)
    with pytest.raises(CannotReplay):
        await reviews(world, ReviewEngines(world)).get(match.id)


async def test_an_annulled_match_with_a_deleted_player_is_reviewed(world: World) -> None:
    match = await play_match(world)
    await world.services.result_corrections.correct(
        world.by(CARA), match.id, None, "", server=HALL.server or 0
    )
    await world.services.deletions.ask(world.by(BEN))
    world.time.pass_by(GRACE)
    await world.services.timers.act()
    review = await complete(reviews(world, ReviewEngines(world)), match)
    assert review.match.is_aborted
    assert str(BEN.id) not in repr(review.plies)


@pytest.mark.parametrize("key", ["hnefatafl", "fox-and-hens", "nine-mens-morris"])
async def test_a_missed_win_is_a_turning_point_and_looked_at_twice(world: World, key: str) -> None:
    candidates = [
        candidate
        for candidate in shipped(key)
        if candidate.goal is Goal.WIN
        and candidate.moves == 1
        # In a solved position another move may be proved to win, though later.
        and not may_be_solved(state_of(world.games[key], candidate))
    ]
    puzzle = min(candidates, key=lambda candidate: len(candidate.plies))
    match = await world.match(key, **puzzle.options)
    for text in puzzle.plies:
        await play(world, match, text)
    state = (await world.services.matches.position(match.id)).state
    await play(world, match, next(move.text for move in state.legal_moves() if move.text not in puzzle.tree))
    await world.services.resignations.resign(world.by(BEN), match.id)
    engines = ReviewEngines(world)
    review = await complete(reviews(world, engines), match)
    (missed_win,) = [
        turning_point
        for turning_point in review.turning_points
        if turning_point.number == len(puzzle.plies) + 1
    ]
    assert missed_win.kind is TurnKind.MISSED_WIN
    assert missed_win.verdict.best in puzzle.tree
    looked_twice = {ply.number for ply in review.plies if ply.looks == 2}
    assert looked_twice >= {missed_win.number}
    assert looked_twice == set(engines.requested_plies(second_looks=True))


async def play(world: World, match: Match, text: str) -> None:
    mover = (await world.services.matches.get(match.id)).mover
    await world.services.turns.take_turn(world.by(ANNA if mover == ANNA.id else BEN), match.id, text)


async def test_the_personal_export_contains_own_verdicts(world: World) -> None:
    match = await play_match(world)
    await complete(reviews(world, ReviewEngines(world)), match)
    data = json.loads(await world.services.personal_exports.of(BEN))
    assert [(row["game"], row["number"], row["text"]) for row in data["kept"]["reviewed"]] == [
        (match.id, 2, "a1"),
        (match.id, 4, "d5"),
        (match.id, 6, "b6"),
    ]
