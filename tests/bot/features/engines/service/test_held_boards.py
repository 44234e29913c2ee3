"""Boards held back for a computer's answer: a single board shows both moves."""

from datetime import timedelta

from bot.features.matches.service.notices.held_boards import HELD
from bot.kernel.outbox.notices import Notice
from bot.model.events.events import MatchEnded, PlyPlayed
from bot.model.match.match import Match
from tests.bot.features.challenges.service.test_engine_games import begin_match
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, turns_of
from tests.bot.support.contents import event_of
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)


async def begin_with_delivery(world: World) -> Match:
    """Begin a match against the computer, with its opening delivered."""
    match = await begin_match(world, swap="off")
    await world.deliver_all()
    return match


def account_spans(notices: list[Notice]) -> list[tuple[int, int]]:
    """Return the plies after which each board's account begins and ends."""
    plies = [event_of(notice, PlyPlayed) for notice in notices if notice.kind is PlyPlayed]
    return [(ply.since, ply.plies) for ply in plies]


async def test_one_board_shows_a_move_and_the_engine_s_reply(world: World) -> None:
    match = await begin_with_delivery(world)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    assert account_spans(await world.deliver_all()) == []
    await turns_of(world, FirstMoveEngines(world)).schedule(match.id)
    notices = await world.deliver_all()
    assert account_spans(notices) == [(0, 2)]
    assert not [notice for notice in notices if not event_of(notice, PlyPlayed).pings]


async def test_a_slow_engine_releases_the_held_board(world: World) -> None:
    match = await begin_with_delivery(world)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    assert await world.outbox.next_due() == world.time() + HELD
    world.time.pass_by(HELD)
    assert account_spans(await world.deliver_all()) == [(0, 1)]
    await turns_of(world, FirstMoveEngines(world)).schedule(match.id)
    assert account_spans(await world.deliver_all()) == [(1, 2)]


async def test_a_board_in_delivery_is_not_merged(world: World) -> None:
    match = await begin_with_delivery(world)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    world.time.pass_by(HELD)
    notices = await world.outbox.claim()
    assert account_spans(list(notices)) == [(0, 1)]
    await turns_of(world, FirstMoveEngines(world)).schedule(match.id)
    await world.outbox.deliver_as(notices[0].id, None)
    assert account_spans(await world.deliver_all()) == [(1, 2)]


async def test_a_board_with_an_uncertain_delivery_is_kept(world: World) -> None:
    match = await begin_with_delivery(world)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    world.time.pass_by(HELD)
    (notice,) = await world.outbox.claim()
    await world.outbox.postpone(notice.id, "no answer")
    await turns_of(world, FirstMoveEngines(world)).schedule(match.id)
    world.time.pass_by(timedelta(hours=1))
    assert account_spans(await world.deliver_all()) == [(0, 1), (1, 2)]


async def test_an_undone_move_is_never_posted(world: World) -> None:
    match = await begin_with_delivery(world)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    await world.services.undo.undo(world.by(ANNA), match.id, 1, 0)
    world.time.pass_by(HELD)
    assert account_spans(await world.deliver_all()) == []


async def test_a_resignation_releases_a_held_board(world: World) -> None:
    match = await begin_with_delivery(world)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    await world.services.resignations.resign(world.by(ANNA), match.id)
    kinds = [notice.kind for notice in await world.deliver_all()]
    assert kinds[:2] == [PlyPlayed, MatchEnded]


async def test_boards_between_people_are_not_held(world: World) -> None:
    match = await world.match("conhex", swap="off")
    await world.deliver_all()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    assert account_spans(await world.deliver_all()) == [(0, 1)]
    assert match.people == (ANNA.id, BEN.id)
