"""Proved results of positions: for practice and finished matches, not for players of a running match."""

from dataclasses import dataclass, field

from bot.features.engines.service.hints import Hints
from bot.features.engines.service.practice import TermsDraft
from bot.features.engines.service.proved_results import ProvedResults
from bot.features.reviews.domain import TurnKind
from bot.features.reviews.service import Reviews
from bot.model.challenges.terms import Terms
from bot.model.engine_question import EngineQuestion
from bot.model.match.match import Match
from engines import Fact, GameValue, PositionFacts
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, begin_practice
from tests.bot.features.reviews.test_reviews import ReviewEngines, play
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)

SIX = {"men": "6"}
LOSING = ("c4", "d2", "b3", "d3", "a5")
"""Six Men's Morris: white has to stop the mill at d4, and does not."""


@dataclass
class ProofRecorder(FirstMoveEngines):
    """Engines that record the positions they are asked to prove."""

    proofs: list[EngineQuestion] = field(default_factory=list)

    async def prove(self, question: EngineQuestion) -> PositionFacts | None:
        self.proofs.append(question)
        return await FirstMoveEngines.prove(self, question)


async def explore(world: World, engines: FirstMoveEngines, match: Match, *moves: str) -> PositionFacts | None:
    state = (await world.services.matches.position(match.id)).state
    for text in moves:
        state = state.play(state.parse(text))
    results = ProvedResults(world.services.turns._unit_of_work, engines, 30)
    return await results.explore(ANNA.id, match, match.plies, moves, state)


async def test_tried_moves_lead_to_a_proved_result(world: World) -> None:
    engines = ProofRecorder(world)
    match = await begin_practice(world, engines, TermsDraft(Terms("nine-mens-morris", SIX, "white"), level=1))
    at_start, after_moves = (
        await explore(world, engines, match),
        await explore(world, engines, match, *LOSING),
    )
    assert at_start is not None
    assert after_moves is not None
    assert at_start.fact == Fact(GameValue.DRAWN)
    assert after_moves.fact.result is GameValue.WON
    assert [question.plies for question in engines.proofs] == [(), LOSING]


async def test_players_get_no_proved_result_before_the_end(world: World) -> None:
    engines = ProofRecorder(world)
    match = await world.match("nine-mens-morris", **SIX)
    assert await explore(world, engines, match) is None
    assert not engines.proofs
    await world.services.resignations.resign(world.by(BEN), match.id)
    finished = await world.services.matches.get(match.id)
    assert await explore(world, engines, finished) is not None


async def test_unsolved_games_ask_no_engine_for_proofs(world: World) -> None:
    engines = ProofRecorder(world)
    for draft in (
        TermsDraft(Terms("nine-mens-morris", {}, "white"), level=1),
        TermsDraft(Terms("conhex", {}, "red"), level=1),
    ):
        assert await explore(world, engines, await begin_practice(world, engines, draft)) is None
    assert not engines.proofs


async def test_a_hint_includes_the_proved_result(world: World) -> None:
    engines = FirstMoveEngines(world)
    match = await begin_practice(world, engines, TermsDraft(Terms("nine-mens-morris", SIX, "white"), level=1))
    hint = await Hints(world.services.turns._unit_of_work, engines).find(ANNA.id, match.id, 0, 0)
    assert hint.facts is not None
    assert hint.facts.fact == Fact(GameValue.DRAWN)


async def test_a_review_finds_the_move_that_gave_the_draw_away(world: World) -> None:
    match, engines = await world.match("nine-mens-morris", **SIX), ReviewEngines(world)
    for text in LOSING:
        await play(world, match, text)
    await world.services.resignations.resign(world.by(ANNA), match.id)
    service = Reviews(world.services.turns._unit_of_work, engines, again_after=0)
    (point,) = (await service.advance(ANNA.id, match.id, 30)).turning_points
    assert (point.kind, point.text, point.verdict.best) == (TurnKind.GAVE_DRAW, "a5", "d4")
    assert point.verdict.keepers == ("d4",)
    assert point.verdict.of_played.fact == Fact(GameValue.LOST, 2)
    review = await service.get(match.id)
    assert review.turning_points == (point,), "it is stored with its proved results"
