"""A person's agenda, in order."""

from bot.model.agenda import Agenda
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.timed import HOUR, begin_timed, play

pytest_plugins = ("tests.bot.support.worlds",)


async def test_an_agenda_lists_everything_once(world: World) -> None:
    assert await world.services.agenda.of(ANNA.id) == Agenda((), (), (), (), ())
    unclocked = await world.match()
    week, day = await begin_timed(world, "7d"), await begin_timed(world, "1d")
    waiting = await play(world, await begin_timed(world, "3d"), ANNA)
    finished = await world.services.resignations.resign(world.by(BEN), (await world.match()).id)
    challenge = await world.challenge()
    annas_agenda, bens_agenda = (
        await world.services.agenda.of(ANNA.id),
        await world.services.agenda.of(BEN.id),
    )
    assert [match.id for match in annas_agenda.mine] == [day.id, week.id, unclocked.id]
    assert (annas_agenda.theirs, bens_agenda.mine) == ((waiting,), (waiting,))
    assert (annas_agenda.challenges_sent, annas_agenda.challenges_received) == ((challenge,), ())
    assert (bens_agenda.challenges_sent, bens_agenda.challenges_received) == ((), (challenge,))
    assert annas_agenda.finished == bens_agenda.finished == (finished,)


async def test_only_the_latest_finished_games_are_shown(world: World) -> None:
    for _ in range(11):
        await world.services.resignations.resign(world.by(BEN), (await world.match()).id)
    finished = (await world.services.agenda.of(ANNA.id)).finished
    assert [match.id for match in finished] == list(range(11, 1, -1))


async def test_next_match_cycles_through_the_waiting_games(world: World) -> None:
    assert await world.services.agenda.next_match(ANNA.id) is None
    first = await begin_timed(world, "1d")
    assert await world.services.agenda.next_match(ANNA.id) == first
    assert await world.services.agenda.next_match(ANNA.id, first.id) is None
    world.time.pass_by(HOUR)
    second, third = await begin_timed(world, "1d"), await begin_timed(world, "5d")
    assert await world.services.agenda.next_match(ANNA.id, first.id) == second
    assert await world.services.agenda.next_match(ANNA.id, second.id) == third
    assert await world.services.agenda.next_match(ANNA.id, third.id) == first
    result = await play(world, second, ANNA)
    assert await world.services.agenda.next_match(ANNA.id, result.id) == first
    assert await world.services.agenda.next_match(BEN.id) == result
    assert await world.services.agenda.next_match(CARA.id, first.id) is None


async def test_does_another_wait_counts_only_other_own_turns(world: World) -> None:
    agenda = world.services.agenda
    first = await world.match()
    assert not await agenda.does_another_wait(ANNA.id, first.id), "no other game waits"
    second, third = await world.match(), await world.match()
    assert await agenda.does_another_wait(ANNA.id, first.id), "another game waits"
    await play(world, second, ANNA)
    assert await agenda.does_another_wait(ANNA.id, first.id), "another game waits"
    await play(world, third, ANNA)
    assert not await agenda.does_another_wait(ANNA.id, first.id), "no other game waits"
    assert await agenda.does_another_wait(BEN.id, first.id), "another game waits"


async def test_without_clocks_the_longest_waiting_game_comes_first(world: World) -> None:
    first, second = await world.match(), await world.match()
    world.time.pass_by(HOUR)
    await play(world, first, ANNA, BEN)
    assert [match.id for match in (await world.services.agenda.of(ANNA.id)).mine] == [second.id, first.id]
    assert (await world.services.agenda.next_match(ANNA.id)) == second
