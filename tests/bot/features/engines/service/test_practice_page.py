"""The private page of a practice game: the turn, the reply, the wait, hints and the end."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids, position_token
from bot.features.engines.service.practice import TermsDraft
from bot.features.moves.buttons import move_buttons
from bot.features.practice import buttons as practice_buttons
from bot.model.challenges.terms import Terms
from bot.model.engine_question import EngineQuestion, NoAnswer
from bot.model.match.match import Match
from tests.bot.chat.presses import Answer, Presses
from tests.bot.features.engines.service.test_practice import FirstMoveEngines
from tests.bot.support.fakes import ANNA, HALL, World
from tests.bot.support.services import make_services

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

MILLS = TermsDraft(Terms("nine-mens-morris", {"flying": "off"}, "white"), level=4)


@dataclass
class ScriptedEngines(FirstMoveEngines):
    """Engines that play the given moves, then the first legal one."""

    moves: list[str] = field(default_factory=list)

    async def choose(self, question: EngineQuestion) -> str:
        if self.fails:
            self.fails -= 1
            raise NoAnswer(question.game)
        return self.moves.pop(0) if self.moves else await super().choose(question)


def script_engine(world: World, *moves: str) -> ScriptedEngines:
    engines = ScriptedEngines(world, moves=list(moves))
    world.services = make_services(world.store, world.games, world.time, world.chance, engines=engines)
    return engines


def presses_of(world: World) -> Presses:
    return Presses(world, {**practice_buttons.HANDLERS, **move_buttons.HANDLERS})


async def begin(world: World, code: str, draft: TermsDraft, plies: Sequence[str] = ()) -> Match:
    await world.services.settings.set_preferences(world.by(ANNA), language=code)
    match = await world.services.practice.begin(world.by(ANNA), draft, HALL)
    for ply in plies:
        await world.services.turns.take_turn(world.by(ANNA), match.id, ply)
        await world.services.practice.play_replies(match.id, 5)
    return await world.services.matches.get(match.id)


async def show_practice(presses: Presses, match: Match) -> Answer:
    return await presses.answer_to(ANNA, custom_ids.write("practice-on", match.id))


async def play(presses: Presses, match: Match, move: str) -> Answer:
    mark = position_token.mark(await presses.world.services.matches.get(match.id))
    return await presses.answer_to(ANNA, custom_ids.write("play", match.id, mark, move))


@pytest.mark.parametrize("code", ["en", "de"])
async def test_pages_of_a_practice_game(world: World, approved: SnapshotAssertion, code: str) -> None:
    engines = script_engine(world, "b6", "d6", "f6xa7", "d5")
    match = await begin(world, code, MILLS)
    presses = presses_of(world)
    assert (await show_practice(presses, match)).page == approved(name=f"begun-{code}")
    assert (await play(presses, match, "a7")).page == approved(name=f"quiet-reply-{code}")
    await play(presses, match, "d7")
    assert (await play(presses, match, "a1")).page == approved(name=f"reply-that-takes-{code}")
    take_back = custom_ids.write("practice-back", match.id, 6)
    assert (await presses.answer_to(ANNA, take_back)).page == approved(name=f"taken-back-{code}")
    engines.fails = 1
    assert (await play(presses, match, "g1")).page == approved(name=f"thinking-{code}")
    await world.services.resignations.resign(world.by(ANNA), match.id)
    assert (await show_practice(presses, match)).page == approved(name=f"over-{code}")
    second = await begin(world, code, MILLS)
    await world.services.resignations.resign(world.by(ANNA), second.id)
    after_losses = await show_practice(presses, second)
    assert f"fp:practice-again:{second.id}:3" in after_losses.ids, "two losses propose an easier level"
    assert HALL.server is not None
    await world.services.servers.set_server(world.by(ANNA), HALL.server, engines=False)
    without_engines = await show_practice(presses, second)
    assert [custom_id for custom_id in after_losses.ids if custom_id not in without_engines.ids] == [
        f"fp:practice-again:{second.id}",
        f"fp:practice-again:{second.id}:3",
    ]


@pytest.mark.parametrize("code", ["en", "de"])
async def test_hints_with_their_reasons(world: World, approved: SnapshotAssertion, code: str) -> None:
    script_engine(world, "b6", "d6")
    match = await begin(world, code, MILLS, ["a7", "g7"])
    presses = presses_of(world)
    engines = script_engine(world, "d7xb6")
    presses = presses_of(world)
    page = await presses.answer_to(ANNA, custom_ids.write("hint", match.id, position_token.mark(match)))
    assert page.page == approved(name=f"reason-{code}")
    (full_hint,) = [custom_id for custom_id in page.ids if custom_ids.read(custom_id).verb == "hint"]
    assert (await presses.answer_to(ANNA, full_hint)).page == approved(name=f"move-{code}")
    assert not engines.moves
    conhex_match = await begin(world, code, TermsDraft(Terms("conhex", {"swap": "off"}, "red"), level=2))
    script_engine(world, "f6")
    presses = presses_of(world)
    hint = custom_ids.write("hint", conhex_match.id, position_token.mark(conhex_match))
    assert (await presses.answer_to(ANNA, hint)).page == approved(name=f"at-once-{code}")


async def test_play_on_pages_do_not_undo_inherited_moves(world: World) -> None:
    script_engine(world)
    match = await world.match("conhex", swap="off")
    for person, move in ((ANNA, "f6"),):
        await world.services.turns.take_turn(world.by(person), match.id, move)
    await world.services.resignations.resign(world.by(ANNA), match.id)
    presses = presses_of(world)
    page = await presses.answer_to(ANNA, custom_ids.write("practice-from", match.id, 1))
    undo_buttons = [custom_id for custom_id in page.ids if custom_ids.read(custom_id).verb == "practice-back"]
    assert undo_buttons == []
    draft = replace(MILLS, level=None)
    other = await begin(world, "en", draft, ["a7"])
    assert "fp:practice-back" in " ".join((await show_practice(presses, other)).ids)
