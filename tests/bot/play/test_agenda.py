"""What concerns someone, in order."""

from bot.play.model import Agenda
from tests.bot.play.fakes import ANNA, BEN, CARA, World
from tests.bot.play.timed import HOUR, play, timed

pytest_plugins = ("tests.bot.play.worlds",)


async def test_an_agenda_has_everything_once(world: World) -> None:
    assert await world.club.agenda(ANNA.id) == Agenda((), (), (), (), ())
    without = await world.match()
    week, day = await timed(world, "7d"), await timed(world, "1d")
    waiting = await play(world, await timed(world, "3d"), ANNA)
    over = await world.club.resign(world.by(BEN), (await world.match()).id)
    sent = await world.challenge()
    mine, theirs = await world.club.agenda(ANNA.id), await world.club.agenda(BEN.id)
    assert [match.id for match in mine.mine] == [day.id, week.id, without.id]
    assert (mine.theirs, theirs.mine) == ((waiting,), (waiting,))
    assert (mine.challenges_sent, mine.challenges_received) == ((sent,), ())
    assert (theirs.challenges_sent, theirs.challenges_received) == ((), (sent,))
    assert mine.finished == theirs.finished == (over,)


async def test_only_the_latest_finished_games_are_shown(world: World) -> None:
    for _ in range(11):
        await world.club.resign(world.by(BEN), (await world.match()).id)
    finished = (await world.club.agenda(ANNA.id)).finished
    assert [match.id for match in finished] == list(range(11, 1, -1))


async def test_one_goes_from_game_to_game(world: World) -> None:
    assert await world.club.next_game(ANNA.id) is None
    first = await timed(world, "1d")
    assert await world.club.next_game(ANNA.id) == first
    assert await world.club.next_game(ANNA.id, first.id) is None
    world.time.pass_by(HOUR)
    second, third = await timed(world, "1d"), await timed(world, "5d")
    assert await world.club.next_game(ANNA.id, first.id) == second
    assert await world.club.next_game(ANNA.id, second.id) == third
    assert await world.club.next_game(ANNA.id, third.id) == first
    played = await play(world, second, ANNA)
    assert await world.club.next_game(ANNA.id, played.id) == first
    assert await world.club.next_game(BEN.id) == played
    assert await world.club.next_game(CARA.id, first.id) is None
