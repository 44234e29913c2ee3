"""Practice matches: private, and each engine move is played once."""

import asyncio
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest

from bot.features.challenges.service.engine_games import EngineGames
from bot.features.engines.service.engine_turns import EngineCalls, EngineTurns
from bot.features.engines.service.practice import MOST, Practice, TermsDraft
from bot.features.engines.service.practice_levels import USUAL_LEVEL, level_of, newcomer_seat
from bot.model.challenges.terms import RANDOM_ROLE, Terms
from bot.model.engine_question import EngineQuestion, NoAnswer, ReviewQuestion
from bot.model.match.match import Match
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.model.people.privacy import GRACE
from bot.model.refusal import Refusal
from bot.repositories.matches.matches import MatchRepository
from engines import ENGINES, PlyVerdict, PositionFacts, position_facts, replayed
from engines.balance import measured
from rules.contract import Outcome
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)

CONHEX = TermsDraft(Terms("conhex", {"swap": "off"}, "red"), level=3)


@dataclass
class FirstMoveEngines:
    """Engines that play the first legal move; the next `fails` questions get no answer."""

    world: World
    processes: int = 1
    fails: int = 0
    content: bool = True
    questions: list[EngineQuestion] = field(default_factory=list)

    async def choose(self, question: EngineQuestion) -> str:
        self.questions.append(question)
        if self.fails:
            self.fails -= 1
            raise NoAnswer(question.game)
        game = self.world.games[question.game]
        return str(replayed(game, question.options, question.players, question.plies)[-1].legal_moves()[0])

    async def agrees_to_draw(self, question: EngineQuestion, seat: int) -> bool:
        assert question.plies
        return self.content and seat >= 0

    async def prove(self, question: EngineQuestion) -> PositionFacts | None:
        path = replayed(self.world.games[question.game], question.options, question.players, question.plies)
        return position_facts(ENGINES[question.game].oracle, path[-1])

    async def review(self, question: ReviewQuestion) -> tuple[PlyVerdict | None, ...]:
        raise NoAnswer(question.game)


@dataclass
class SlowEngines(FirstMoveEngines):
    """Engines that answer once `may_answer` is set; `thinks` is set as soon as they are asked."""

    thinks: asyncio.Event = field(default_factory=asyncio.Event)
    may_answer: asyncio.Event = field(default_factory=asyncio.Event)

    async def choose(self, question: EngineQuestion) -> str:
        self.thinks.set()
        await self.may_answer.wait()
        return await super().choose(question)


def turns_of(
    world: World, engines: FirstMoveEngines, calls: EngineCalls | None = None, told_within: float = 0
) -> EngineTurns:
    turns = world.services.turns
    work, lifecycle = turns._unit_of_work, turns._lifecycle
    return EngineTurns(
        work, lifecycle, turns._deadlines, turns._offer_effects, engines, calls, told_within=told_within
    )


def practice(world: World, engines: FirstMoveEngines) -> Practice:
    turns = world.services.turns
    return Practice(turns._unit_of_work, turns._lifecycle, turns_of(world, engines))


def games_of(world: World, engines: FirstMoveEngines) -> EngineGames:
    lobbies = world.services.lobbies
    work, answers = lobbies._unit_of_work, lobbies._challenge_answers
    substitutions = world.services.substitutions
    return EngineGames(work, answers, lobbies, substitutions, turns_of(world, engines))


async def begin_practice(world: World, engines: FirstMoveEngines, draft: TermsDraft = CONHEX) -> Match:
    return await practice(world, engines).begin(world.by(ANNA), draft, HALL)


async def current_match(world: World, match: Match) -> Match:
    return (await world.services.matches.position(match.id)).match


async def test_an_engine_answers_a_practice_move_without_notices(world: World) -> None:
    engines = FirstMoveEngines(world)
    match = await begin_practice(world, engines)
    assert match.players == (HumanPlayer(ANNA.id), EnginePlayer("conhex", 3))
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    (reply,) = await practice(world, engines).play_replies(match.id, 5)
    assert reply.seat == 1
    assert (await current_match(world, match)).mover == ANNA.id
    assert engines.questions[0].plies == ("f6",)
    assert engines.questions[0].level == 3
    assert engines.questions[0].waits, "a person waits for the answer"
    assert not await world.outbox.claim(100), "no notice is queued"


async def test_practice_is_not_among_a_channel_s_matches(world: World) -> None:
    public = await world.match()
    match = await begin_practice(world, FirstMoveEngines(world))
    matches = world.services.matches
    assert [game.id for game in await matches.running_at(HALL.channel)] == [public.id]
    assert await matches.latest_at(HALL.channel) == public
    overview = await world.services.servers.set_overview(world.by(CARA), HALL, on=True)
    assert [game.id for game in overview.matches] == [public.id]
    assert match.id in {game.id for game in await matches.of(ANNA.id)}
    async with world.store.read() as session:
        assert await session.of(MatchRepository).count_in(HALL.channel) == 1


async def test_practice_seats_cannot_be_offered(world: World) -> None:
    match = await begin_practice(world, FirstMoveEngines(world))
    await expect_refusal(world.services.substitutions.offer(world.by(ANNA), match.id), "practice-seat")
    await expect_refusal(world.services.substitutions.offer(world.by(ANNA), match.id, BEN), "practice-seat")


async def test_an_engine_with_the_first_turn_moves(world: World) -> None:
    engines = FirstMoveEngines(world)
    match = await begin_practice(world, engines, TermsDraft(Terms("conhex", {}, "blue")))
    assert len(await practice(world, engines).play_replies(match.id, 5)) == 1
    assert (await current_match(world, match)).mover == ANNA.id


async def test_with_dice_engines_play_until_the_person_s_turn(world: World) -> None:
    engines = FirstMoveEngines(world)
    match = await begin_practice(world, engines, TermsDraft(Terms("catch-the-hat", {})))
    assert match.turn is not None, "the first roll waits for no message"
    await practice(world, engines).play_replies(match.id, 5)
    assert (await current_match(world, match)).mover == ANNA.id


async def test_an_abandoned_turn_is_answered_by_another_process(world: World) -> None:
    """If the thinking process has died, the next process to check asks the engine again."""
    failing_engines = FirstMoveEngines(world, fails=1)
    match = await begin_practice(world, failing_engines)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    assert not await practice(world, failing_engines).play_replies(match.id, 5), "a failing engine has moved"
    other_engines = FirstMoveEngines(world)
    assert await turns_of(world, other_engines).resume_forgotten() == 0, (
        "another process may still be thinking"
    )
    world.time.pass_by(timedelta(minutes=1))
    assert await turns_of(world, other_engines).resume_forgotten() == 1
    assert (await current_match(world, match)).plies == 2
    assert await turns_of(world, other_engines).resume_forgotten() == 0


async def test_a_beaten_level_is_on_the_private_ladder(world: World) -> None:
    engines = FirstMoveEngines(world)
    match = await begin_practice(world, engines)
    await world.services.servers.adjudicate(world.by(CARA), match.id, (ANNA.id,), "")
    assert await world.services.statistics.ladder_of(ANNA.id, ANNA.id) == ()
    match = await begin_practice(world, engines)
    async with world.services.turns._unit_of_work.write() as tx:
        stored_match = await tx.of(MatchRepository).get(match.id)
        assert stored_match is not None
        await tx.of(MatchRepository).save(
            stored_match, stored_match.end(Outcome((0,), "majority"), world.time.now)
        )
    assert await world.services.statistics.ladder_of(ANNA.id, BEN.id) == (), "practice is private"
    (entry,) = await world.services.statistics.ladder_of(ANNA.id, ANNA.id)
    assert (entry.key, entry.role, entry.level) == ("conhex", None, 3)
    assert await world.services.statistics.of_player(ANNA.id) == ()


async def test_a_server_chooses_the_channels_for_engines(world: World) -> None:
    engines, servers = practice(world, FirstMoveEngines(world)), world.services.servers
    assert HALL.server is not None
    hall, lounge, thread = HALL, replace(HALL, channel=71), replace(HALL, channel=72, parent=HALL.channel)
    await servers.set_server(world.by(CARA), HALL.server, engine_channels=(hall.channel,))
    assert [await engines.is_offered_in(place) for place in (hall, lounge, thread)] == [True, False, True]
    await expect_refusal(
        engines.begin(world.by(ANNA), CONHEX, lounge), "engines-elsewhere", channels=str(hall.channel)
    )
    match = await engines.begin(world.by(ANNA), CONHEX, hall)
    await servers.set_server(world.by(CARA), HALL.server, engines=False)
    assert not await engines.is_offered_in(hall), "practice is offered against the rules"
    await expect_refusal(engines.check_place(hall), "engines-off")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    assert await engines.play_replies(match.id, 5), "running matches go on"
    await expect_refusal(engines.once_more(world.by(ANNA), match.id, hall), "engines-off")
    direct = replace(hall, server=None)
    assert (await engines.once_more(world.by(ANNA), match.id, direct)).running


async def test_practice_needs_engines(world: World) -> None:
    without_engines, with_engines = (
        practice(world, FirstMoveEngines(world, processes=0)),
        practice(world, FirstMoveEngines(world)),
    )
    assert (without_engines.is_offered, with_engines.is_offered) == (False, True)
    assert not await without_engines.is_offered_in(HALL)
    await expect_refusal(without_engines.check_place(HALL), "no-engines")
    await expect_refusal(without_engines.begin(world.by(ANNA), CONHEX, HALL), "no-engines")
    assert await turns_of(world, FirstMoveEngines(world, processes=0)).resume_forgotten() == 0
    assert not await with_engines.has_practised(ANNA.id)
    await begin_practice(world, FirstMoveEngines(world))
    assert (await with_engines.has_practised(ANNA.id), await with_engines.has_practised(BEN.id)) == (
        True,
        False,
    )


@pytest.mark.both_databases
async def test_two_simultaneous_replies_play_one_move(world: World) -> None:
    engines = FirstMoveEngines(world)
    match = await begin_practice(world, engines)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    services = practice(world, engines), practice(world, FirstMoveEngines(world))
    await asyncio.gather(*(service.play_replies(match.id, 5) for service in services))
    assert (await current_match(world, match)).plies == 2


async def test_a_take_back_undoes_the_move_and_its_answer(world: World) -> None:
    engines = FirstMoveEngines(world)
    match = await begin_practice(world, engines)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    await practice(world, engines).play_replies(match.id, 5)
    current = await practice(world, engines).take_back(world.by(ANNA), match.id, 2, 0)
    assert (current.plies, current.mover) == (0, ANNA.id)
    await expect_refusal(
        practice(world, engines).take_back(world.by(ANNA), match.id, 0, 1), "nothing-to-take-back"
    )
    await expect_refusal(
        practice(world, engines).take_back(world.by(ANNA), match.id, 3, 0), "position-changed"
    )
    await expect_refusal(
        practice(world, engines).take_back(world.by(ANNA), match.id, 0, 0), "position-changed"
    )


async def test_games_between_people_have_no_practice_take_back(world: World) -> None:
    match = await world.match("conhex")
    await expect_refusal(
        practice(world, FirstMoveEngines(world)).take_back(world.by(ANNA), match.id, 0, 0), "practice-only"
    )


async def test_level_and_side_are_remembered_and_swapped(world: World) -> None:
    engines = FirstMoveEngines(world)
    first = await begin_practice(world, engines, TermsDraft(Terms("conhex", {}, "blue"), level=4))
    second = await begin_practice(world, engines, TermsDraft(Terms("conhex", {})))
    assert second.players == first.players
    swapped = await practice(world, engines).once_more(world.by(ANNA), first.id, HALL)
    assert swapped.players == tuple(reversed(first.players))
    easier = await practice(world, engines).once_more(world.by(ANNA), swapped.id, HALL, 2)
    assert level_of(easier) == 2
    rematch = await practice(world, engines).once_more(world.by(ANNA), first.id, HALL)
    assert rematch.players == swapped.players, "the level is that of the match, not of the latest one"
    await expect_refusal(practice(world, engines).once_more(world.by(BEN), first.id, HALL), "not-your-game")
    public = await world.match("conhex")
    await expect_refusal(practice(world, engines).once_more(world.by(ANNA), public.id, HALL), "not-your-game")


async def test_the_last_variant_is_reused_on_request(world: World) -> None:
    engines = FirstMoveEngines(world)
    await begin_practice(world, engines, TermsDraft(Terms("conhex", {"balls": "26", "swap": "off"})))
    await begin_practice(
        world, engines, TermsDraft(Terms("hnefatafl", {"board": "tablut-9", "shieldwall": "on"}))
    )
    match = await begin_practice(world, engines, TermsDraft(Terms("conhex", {"swap": "on"})))
    assert match.options["balls"] == "25"
    same_game = TermsDraft(Terms("conhex", {"swap": "off"}), like_last=True)
    assert (await begin_practice(world, engines, same_game)).options["balls"] == "26"
    other_game = TermsDraft(Terms("hnefatafl", {"board": "brandubh-7"}), like_last=True)
    assert (await begin_practice(world, engines, other_game)).options["shieldwall"] == "off"


async def test_two_losses_in_a_row_propose_an_easier_level(world: World) -> None:
    engines, levels = FirstMoveEngines(world), list[int | None]()
    for _ in range(3):
        match = await begin_practice(world, engines)
        await world.services.resignations.resign(world.by(ANNA), match.id)
        match = await current_match(world, match)
        levels.append(await practice(world, engines).propose_level(ANNA.id, match))
    assert levels == [None, 2, 2]


async def lose_practice(world: World, draft: TermsDraft) -> Match:
    match = await begin_practice(world, FirstMoveEngines(world), draft)
    await world.services.resignations.resign(world.by(ANNA), match.id)
    return await current_match(world, match)


async def win_practice(world: World, draft: TermsDraft, *, drawn: bool = False) -> Match:
    match = await begin_practice(world, FirstMoveEngines(world), draft)
    seat = match.seat_of(ANNA.id)
    assert seat is not None
    async with world.services.turns._unit_of_work.write() as tx:
        stored_match = await tx.of(MatchRepository).get(match.id)
        assert stored_match is not None
        await tx.of(MatchRepository).save(
            stored_match, stored_match.end(Outcome(() if drawn else (seat,), "king-caught"), world.time.now)
        )
    return await current_match(world, match)


def brandubh(level: int | None = None, role: str = RANDOM_ROLE, board: str = "brandubh-7") -> TermsDraft:
    return TermsDraft(Terms("hnefatafl", {"board": board}, role), level)


ATTACKERS, DEFENDERS = "attackers", "defenders"


@pytest.mark.parametrize("board", ["brandubh-7", "tablut-9", "hnefatafl-13"])
@pytest.mark.parametrize("level", [1, 2, None])
async def test_a_newcomer_gets_the_side_with_more_wins(world: World, board: str, level: int | None) -> None:
    run = measured(world.games["hnefatafl"], {"board": board}, 2, level or USUAL_LEVEL)
    assert run is not None
    match = await begin_practice(world, FirstMoveEngines(world), brandubh(level, board=board))
    role = world.games["hnefatafl"].roles(2)[match.seat_of(ANNA.id) or 0]
    assert run.wins[role] == max(run.wins.values())


async def test_a_newcomer_s_side_depends_on_the_level(world: World) -> None:
    sides = [newcomer_seat(world.games["hnefatafl"], {"board": "brandubh-7"}, 2, level) for level in (1, 4)]
    assert sides == [0, 1]


async def test_after_a_first_game_the_last_side_is_reused(world: World) -> None:
    await begin_practice(world, FirstMoveEngines(world), brandubh(1, DEFENDERS))
    match = await begin_practice(world, FirstMoveEngines(world), brandubh(1))
    assert match.seat_of(ANNA.id) == 1


async def test_a_level_is_proposed_by_results_in_the_next_role(world: World) -> None:
    levels = practice(world, FirstMoveEngines(world))
    for _ in range(2):
        await lose_practice(world, brandubh(3, ATTACKERS))
        defended = await win_practice(world, brandubh(3, DEFENDERS))
    assert await levels.propose_level(ANNA.id, defended) == 2, "attackers are next, and lost twice"
    attacked = await lose_practice(world, brandubh(2, ATTACKERS))
    assert await levels.propose_level(ANNA.id, attacked) == 4, "defenders are next, and won twice"


async def test_draws_propose_no_level(world: World) -> None:
    for _ in range(2):
        match = await win_practice(world, brandubh(3, ATTACKERS), drawn=True)
    assert await practice(world, FirstMoveEngines(world)).propose_level(ANNA.id, match) is None


async def test_results_on_other_boards_propose_no_level(world: World) -> None:
    levels = practice(world, FirstMoveEngines(world))
    for _ in range(2):
        await lose_practice(world, brandubh(3, ATTACKERS, "tablut-9"))
    match = await win_practice(world, brandubh(3, DEFENDERS))
    assert await levels.propose_level(ANNA.id, match) is None


async def test_the_level_of_a_role_is_remembered(world: World) -> None:
    engines = FirstMoveEngines(world)
    await begin_practice(world, engines, brandubh(1, ATTACKERS))
    await begin_practice(world, engines, brandubh(4, DEFENDERS))
    assert level_of(await begin_practice(world, engines, brandubh(role=ATTACKERS))) == 1
    assert level_of(await begin_practice(world, engines, brandubh(role=DEFENDERS))) == 4


async def test_later_matches_do_not_affect_an_earlier_match_s_proposal(world: World) -> None:
    engines = FirstMoveEngines(world)
    first = await begin_practice(world, engines)
    await world.services.resignations.resign(world.by(ANNA), first.id)
    first, second = await current_match(world, first), await begin_practice(world, engines)
    await world.services.resignations.resign(world.by(ANNA), second.id)
    assert await practice(world, engines).propose_level(ANNA.id, first) is None


async def test_a_reply_to_a_move_taken_back_is_discarded(world: World) -> None:
    engines = SlowEngines(world)
    match = await begin_practice(world, engines)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    service = practice(world, engines)
    replies = asyncio.create_task(service.play_replies(match.id, 5))
    await engines.thinks.wait()
    await service.take_back(world.by(ANNA), match.id, 1, 0)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "c4")
    assert await practice(world, FirstMoveEngines(world)).play_replies(match.id, 5), (
        "the engine has not moved"
    )
    engines.may_answer.set()
    assert await replies == ()


async def test_running_practice_games_are_limited(world: World) -> None:
    engines = FirstMoveEngines(world)
    for _ in range(MOST):
        await begin_practice(world, engines)
    await expect_refusal(begin_practice(world, engines), "too-much-practice")


async def test_ended_games_do_not_hide_the_practice_limit(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.features.engines.service.practice._LOOKED_BACK", 2)
    engines = FirstMoveEngines(world)
    for _ in range(MOST - 1):
        await begin_practice(world, engines)
    for _ in range(3):
        final_match = await begin_practice(world, engines)
        await world.services.resignations.resign(world.by(ANNA), final_match.id)
    await begin_practice(world, engines)
    await expect_refusal(begin_practice(world, engines), "too-much-practice")


async def test_table_settings_are_not_reused_for_two_players(world: World) -> None:
    lobby = await world.services.invitations.challenge(
        world.by(ANNA), Terms("catch-the-hat", {"mode": "party"}, players=4), HALL
    )
    await games_of(world, FirstMoveEngines(world)).fill(world.by(ANNA), lobby.id, 2)
    draft = TermsDraft(Terms("catch-the-hat", {}), like_last=True)
    match = await begin_practice(world, FirstMoveEngines(world), draft)
    assert (len(match.players), match.options["mode"]) == (2, "solo")


async def test_the_same_request_starts_one_match(world: World) -> None:
    engines, request = FirstMoveEngines(world), world.by(ANNA)
    first = await practice(world, engines).begin(request, CONHEX, HALL)
    second = await practice(world, engines).begin(request, CONHEX, HALL)
    assert first.id == second.id


async def test_a_deleted_person_leaves_no_running_practice(world: World) -> None:
    engines = FirstMoveEngines(world)
    match = await begin_practice(world, engines)
    await world.services.deletions.ask(world.by(ANNA))
    world.time.pass_by(GRACE)
    while await world.services.timers.act():
        pass
    assert not (await current_match(world, match)).running
    with pytest.raises(Refusal):
        await practice(world, engines).once_more(world.by(ANNA), match.id, HALL)


@pytest.mark.both_databases
async def test_turns_without_an_engine_move_do_not_block_others(world: World) -> None:
    engines = FirstMoveEngines(world)
    expected = {
        (await begin_practice(world, engines, replace(CONHEX, terms=replace(CONHEX.terms, role="blue")))).id
        for _ in range(2)
    }
    world.time.pass_by(timedelta(minutes=1))
    ids = set[int]()
    for _ in range(60):
        async with world.store.read() as session:
            ids |= {*await session.of(MatchRepository).engines_turn(world.time(), 1)}
    assert ids == expected
