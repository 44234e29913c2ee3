"""Who is told of an end, of an answer to his challenge, and when what he was told is true no more."""

from datetime import date, time, timedelta
from typing import Final

import pytest

from bot.play.model import (
    MessageRef,
    Notice,
    NoticeKind,
    OfferKind,
    Person,
    Quiet,
    SeriesChoice,
    Tell,
)
from tests.bot.play.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.play.refusals import refused
from tests.bot.play.timed import DAY, HOUR, gathered, kinds, pass_by, play, timed

pytest_plugins = ("tests.bot.play.worlds",)

# The clock of the tests begins at noon, UTC.
_NOW_QUIET: Final = Quiet(time(11), time(15))
_BOARDS: Final = {NoticeKind.START, NoticeKind.PLY, NoticeKind.END}


def _called(told: list[Notice]) -> list[tuple[int, ...]]:
    """Return whom public notices about an end call, one by one."""
    return [notice.calls for notice in told if notice.recipient is None and notice.calls]


def _directly(told: list[Notice], *kinds_: NoticeKind) -> list[int]:
    return [n.recipient for n in told if n.recipient is not None and n.kind in (kinds_ or _BOARDS)]


async def _without_vacation(world: World) -> None:
    for person in (ANNA, BEN, CARA):
        await world.club.set_preferences(world.by(person), auto_vacation=False)


async def test_the_last_ply_calls_the_other(world: World) -> None:
    match = await play(world, await world.match(goal="4"), ANNA, move="take 2")
    await world.told()
    await play(world, match, BEN, move="take 2")
    (end,) = await world.told()
    assert (end.kind, end.calls, end.data["mover"]) == (NoticeKind.PLY, (ANNA.id,), 1)


async def test_the_last_ply_was_planned_and_its_player_is_told(world: World) -> None:
    match = await world.match(goal="4")
    await world.club.add_line(world.by(BEN), match.id, ["take 2", "take 2"])
    await world.told()
    await play(world, match, ANNA, move="take 2")
    assert _called(await world.told()) == [(BEN.id,)]


async def test_who_gives_up_knows(world: World) -> None:
    match = await world.match()
    await world.told()
    await world.club.resign(world.by(BEN), match.id)
    (end,) = await world.told()
    assert (end.kind, end.calls, end.data) == (NoticeKind.END, (ANNA.id,), {"resigned": 1})


@pytest.mark.parametrize(
    ("tell", "publicly", "directly"),
    [
        (Tell.THREAD, True, False),
        (Tell.DIRECT, False, True),
        (Tell.BOTH, True, True),
        (Tell.NONE, False, False),
    ],
)
async def test_an_end_is_told_where_it_is_wanted(
    world: World, tell: Tell, publicly: bool, directly: bool
) -> None:
    await world.club.set_preferences(world.by(ANNA), tell=tell)
    match = await play(world, await world.match(), ANNA)
    await world.told()
    await world.club.resign(world.by(BEN), match.id)
    told = await world.told()
    assert [notice.calls for notice in told if notice.recipient is None] == [(ANNA.id,) if publicly else ()]
    assert _directly(told) == ([ANNA.id] if directly else [])
    assert all(notice.data == {"resigned": 1} for notice in told if notice.kind is NoticeKind.END)


async def test_who_agrees_knows_and_who_offered_is_told(world: World) -> None:
    match = await world.match("hnefatafl")
    await world.club.offer(world.by(ANNA), match.id, OfferKind.DRAW)
    await world.told()
    await world.club.answer_offer(world.by(BEN), match.id, OfferKind.DRAW, True)
    assert _called(await world.told()) == [(ANNA.id,)]


async def test_who_aborts_at_once_knows(world: World) -> None:
    match = await world.match()
    await world.told()
    assert (await world.club.offer(world.by(BEN), match.id, OfferKind.ABORT)).done
    assert _called(await world.told()) == [(ANNA.id,)]


async def test_time_is_nobodys_doing(world: World) -> None:
    await _without_vacation(world)
    await play(world, await timed(world, "2d"), ANNA, BEN)
    await world.told()
    assert _called(await pass_by(world, 2 * DAY)) == [(ANNA.id, BEN.id)]


async def test_a_game_that_nobody_begins_is_told_to_both(world: World) -> None:
    await _without_vacation(world)
    await timed(world, "2d")
    await world.told()
    assert _called(await pass_by(world, 2 * DAY)) == [(ANNA.id, BEN.id)]


async def test_who_claims_knows_and_the_late_one_is_told(world: World) -> None:
    await _without_vacation(world)
    match = await play(world, await timed(world, "1d soft"), ANNA, BEN)
    await pass_by(world, DAY)
    await world.club.claim_time(world.by(BEN), match.id)
    assert _called(await world.told()) == [(ANNA.id,)]


async def test_an_admin_ends_it_and_all_are_told(world: World) -> None:
    match = await world.match()
    await world.told()
    await world.club.adjudicate(world.by(CARA), match.id, (BEN.id,), "")
    assert _called(await world.told()) == [(ANNA.id, BEN.id)]


async def test_an_admin_who_plays_knows(world: World) -> None:
    match = await world.match()
    await world.told()
    await world.club.adjudicate(world.by(BEN), match.id, None, "")
    assert _called(await world.told()) == [(ANNA.id,)]


async def test_of_several_those_who_have_left_are_not_told(world: World) -> None:
    match = await world.gathering(BEN, CARA, DORA)
    await world.club.resign(world.by(BEN), match.id)
    await world.told()
    await world.club.adjudicate(world.by(CARA), match.id, (DORA.id,), "")
    assert _called(await world.told()) == [(ANNA.id, DORA.id)]


async def test_of_several_the_last_to_leave_knows(world: World) -> None:
    match = await world.gathering(BEN, CARA)
    await world.club.resign(world.by(BEN), match.id)
    assert _called(await world.told()) == [], "the game goes on"
    await world.club.resign(world.by(CARA), match.id)
    assert _called(await world.told()) == [(ANNA.id,)]


async def test_of_several_the_last_who_is_late_is_told(world: World) -> None:
    await _without_vacation(world)
    match = await gathered(world, "2d", BEN)
    match = await play(world, match, ANNA, move="leave")
    mover = match.mover
    while mover == ANNA.id:
        match = await play(world, match, ANNA, move="leave")
        mover = match.mover
    match = await play(world, match, BEN, move="leave")
    await world.told()
    (called,) = _called(await pass_by(world, 2 * DAY))
    assert sorted(called) == [ANNA.id, BEN.id]


async def _series(world: World, *, tell: Tell = Tell.THREAD) -> int:
    """Begin a series in which Ben opens the second game."""
    await world.club.set_preferences(world.by(BEN), tell=tell)
    challenge = await world.club.challenge(
        world.by(ANNA), "counting", {"goal": "4"}, BEN, "first", HALL, series=SeriesChoice()
    )
    accepted = await world.club.accept(world.by(BEN), challenge.id)
    assert accepted.game is not None
    await world.told()
    return accepted.game


@pytest.mark.parametrize("tell", [Tell.THREAD, Tell.DIRECT, Tell.BOTH])
async def test_in_a_series_the_next_game_calls_who_opens_it(world: World, tell: Tell) -> None:
    first = await _series(world, tell=tell)
    await world.club.take_turn(world.by(ANNA), first, "take 2")
    await world.club.take_turn(world.by(BEN), first, "take 1")
    await world.told()
    await world.club.take_turn(world.by(ANNA), first, "take 1")
    told = await world.told()
    assert _called(told) == [], "Ben is called by the start"
    assert kinds([notice for notice in told if notice.recipient is None]) == [
        NoticeKind.PLY,
        NoticeKind.START,
    ]
    assert _directly(told) == ([BEN.id] if tell.in_person else [])
    start = next(notice for notice in told if notice.kind is NoticeKind.START)
    assert (start.tell, start.data["ping"]) == (tell, True)


async def test_in_a_series_the_end_calls_who_does_not_open_the_next_game(world: World) -> None:
    first = await _series(world)
    await world.club.resign(world.by(BEN), first)
    told = await world.told()
    assert [(notice.kind, notice.calls) for notice in told] == [
        (NoticeKind.END, (ANNA.id,)),
        (NoticeKind.START, ()),
    ]
    await world.club.resign(world.by(BEN), first + 1)
    told = await world.told()
    assert [(notice.kind, notice.calls) for notice in told] == [
        (NoticeKind.END, (ANNA.id,)),
        (NoticeKind.SERIES_END, ()),
    ]


async def test_in_quiet_hours_an_end_calls_nobody_and_comes_directly_when_they_are_over(world: World) -> None:
    await world.club.set_preferences(world.by(ANNA), tell=Tell.BOTH, quiet=_NOW_QUIET)
    match = await world.match()
    await world.told()
    await world.club.resign(world.by(BEN), match.id)
    told = await world.told()
    assert (_called(told), _directly(told)) == ([], [])
    world.time.pass_by(3 * HOUR - timedelta(seconds=1))
    assert await world.told() == []
    world.time.pass_by(timedelta(seconds=1))
    assert _directly(await world.told(), NoticeKind.END) == [ANNA.id]


async def test_an_end_without_a_place_is_told_to_each_once(world: World) -> None:
    await world.club.set_preferences(world.by(ANNA), tell=Tell.DIRECT)
    match = await world.match()
    await world.told()
    await world.club.resign(world.by(BEN), match.id)
    claimed = await world.outbox.claim()
    for notice in claimed:
        if notice.recipient is None:
            await world.outbox.reroute(notice.id, "10003")
        else:
            await world.outbox.delivered(notice.id, None)
    later = await world.told()
    assert sorted(_directly([*claimed, *later], NoticeKind.END)) == [ANNA.id, BEN.id]


@pytest.mark.parametrize(
    ("tell", "audiences"),
    [
        (Tell.THREAD, [None]),
        (Tell.DIRECT, [ANNA.id]),
        (Tell.BOTH, [None, ANNA.id]),
        (Tell.NONE, []),
    ],
)
async def test_who_challenged_is_told_why_not(world: World, tell: Tell, audiences: list[int | None]) -> None:
    await world.club.set_preferences(world.by(ANNA), tell=tell)
    challenge = await world.challenge()
    await world.told()
    await world.club.decline(world.by(BEN), challenge.id, "no-time")
    told = await world.told()
    said = [notice for notice in told if notice.kind is NoticeKind.CHALLENGE_DECLINED]
    assert sorted((notice.recipient for notice in said), key=str) == sorted(audiences, key=str)
    for notice in said:
        assert (notice.challenge, notice.data) == (challenge.id, {"by": BEN.id, "reason": "no-time"})
        assert notice.calls == ((ANNA.id,) if tell.in_public else ())
    assert kinds(told).count(NoticeKind.CHALLENGE_CLOSED) == 1


async def test_a_withdrawn_challenge_tells_nobody(world: World) -> None:
    challenge = await world.challenge()
    await world.told()
    await world.club.withdraw(world.by(ANNA), challenge.id)
    assert kinds(await world.told()) == [NoticeKind.CHALLENGE_CLOSED]


def _ready(told: list[Notice]) -> list[tuple[int, ...]]:
    return [notice.calls for notice in told if notice.kind is NoticeKind.LOBBY_READY]


async def test_the_host_of_a_full_table_is_told(world: World) -> None:
    lobby = await world.lobby(BEN, players=3)
    assert _ready(await world.told()) == []
    await world.club.join(world.by(CARA), lobby.id)
    assert _ready(await world.told()) == [(ANNA.id,)]


async def test_the_host_is_told_when_all_have_answered(world: World) -> None:
    lobby = await world.lobby(BEN, invited=[BEN, CARA, DORA])
    await world.club.decline(world.by(CARA), lobby.id, "no-time")
    assert _ready(await world.told()) == [], "Dora is awaited"
    await world.club.join(world.by(DORA), lobby.id)
    assert _ready(await world.told()) == [(ANNA.id,)]


async def test_an_open_table_is_ready_only_when_it_is_full(world: World) -> None:
    lobby = await world.lobby(invited=[BEN])
    await world.club.close(world.by(ANNA), lobby.id, closed=False)
    await world.club.decline(world.by(BEN), lobby.id, "no-time")
    assert _ready(await world.told()) == []
    assert (await world.club.challenge_by_id(lobby.id)).status == "open"


async def test_a_table_to_which_nobody_comes_is_closed(world: World) -> None:
    lobby = await world.lobby(invited=[BEN, CARA])
    await world.club.decline(world.by(BEN), lobby.id, "no-time")
    await world.told()
    closed = await world.club.decline(world.by(CARA), lobby.id, "other-game")
    assert (closed.status, closed.reason) == ("declined", "other-game")
    told = await world.told()
    assert kinds(told) == [NoticeKind.CHALLENGE_CLOSED, NoticeKind.CHALLENGE_DECLINED]
    assert (told[1].calls, told[1].data) == ((ANNA.id,), {"by": CARA.id, "reason": "other-game"})
    await refused(world.club.join(world.by(BEN), lobby.id), "challenge-closed")


@pytest.mark.parametrize(("players", "guests"), [(2, [BEN, CARA, DORA]), (3, [BEN, CARA, DORA])])
async def test_more_are_invited_than_can_play(world: World, players: int, guests: list[Person]) -> None:
    await refused(
        world.lobby(players=players, invited=guests), "too-many-invited", players=str(players), invited="3"
    )
    assert (await world.lobby(players=4, invited=guests)).players == 4


class _Post:
    """Delivers what waits, to messages with the notices' numbers; `hidden` are those that must change."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def deliver(self) -> list[tuple[NoticeKind, int | None, MessageRef | None]]:
        found: list[tuple[NoticeKind, int | None, MessageRef | None]] = []
        while notices := await self._world.outbox.claim():
            for notice in notices:
                ref = MessageRef(70 if notice.recipient is None else 900, notice.id)
                shown = notice.kind not in {NoticeKind.BOARD_OVER, NoticeKind.BOARD_CHANGED}
                before = await self._world.outbox.delivered(notice.id, ref if shown else None)
                if notice.recipient is not None:
                    found.append((notice.kind, notice.id, before))
        return found


async def test_a_direct_board_is_over_when_its_turn_is(world: World) -> None:
    await world.club.set_preferences(world.by(BEN), tell=Tell.DIRECT)
    match, post = await world.match(), _Post(world)
    await play(world, match, ANNA)
    ((kind, board, before),) = await post.deliver()
    assert (kind, before) == (NoticeKind.PLY, None)
    await play(world, match, BEN)
    ((kind, _, before),) = await post.deliver()
    assert (kind, before) == (NoticeKind.BOARD_OVER, MessageRef(900, board or 0))
    await play(world, match, ANNA, BEN)
    assert [kind for kind, _, _ in await post.deliver()] == [NoticeKind.PLY, NoticeKind.BOARD_OVER]


async def test_a_direct_board_is_over_when_the_game_is(world: World) -> None:
    await world.club.set_preferences(world.by(BEN), tell=Tell.DIRECT)
    match, post = await world.match(), _Post(world)
    await play(world, match, ANNA)
    ((_, board, _),) = await post.deliver()
    await world.club.resign(world.by(ANNA), match.id)
    over, end = await post.deliver()
    assert (over[0], over[2]) == (NoticeKind.BOARD_OVER, MessageRef(900, board or 0))
    assert (end[0], end[2]) == (NoticeKind.END, None)
    async with world.store.read() as tables:
        assert await tables.notices.shown(match.id, BEN.id) == (), "that of the end stays as it is"


async def test_a_direct_board_is_over_when_the_move_before_is_taken_back(world: World) -> None:
    await world.club.set_preferences(world.by(BEN), tell=Tell.DIRECT)
    match, post = await world.match(), _Post(world)
    await play(world, match, ANNA)
    ((_, board, _),) = await post.deliver()
    await world.club.offer(world.by(ANNA), match.id, OfferKind.TAKE_BACK)
    ((kind, _, before),) = await post.deliver()
    assert (kind, before) == (NoticeKind.BOARD_OVER, MessageRef(900, board or 0))


async def test_a_reminder_leaves_the_direct_board_alone(world: World) -> None:
    await world.club.set_preferences(world.by(BEN), tell=Tell.DIRECT)
    match, post = await world.match(), _Post(world)
    await play(world, match, ANNA)
    ((_, board, _),) = await post.deliver()
    for _ in range(2):
        world.time.pass_by(2 * DAY)
        await world.club.timekeeper().act()
    reminders = await post.deliver()
    assert [kind for kind, _, _ in reminders] == [NoticeKind.REMINDER] * 2
    assert reminders[1][2] == MessageRef(900, reminders[0][1] or 0)
    await play(world, match, BEN)
    ((_, _, before),) = await post.deliver()
    assert before == MessageRef(900, board or 0)


async def test_who_reads_in_public_costs_no_further_notice(world: World) -> None:
    match = await play(world, await timed(world, "7d"), ANNA, BEN)
    await world.told()
    await play(world, match, ANNA)
    assert kinds(await world.told()) == [NoticeKind.PLY]


async def test_the_board_tells_of_a_new_deadline(world: World) -> None:
    match = await play(world, await timed(world, "3d"), ANNA)
    await world.told()
    today = world.time.now.date()
    await world.club.take_vacation(world.by(BEN), today, today + 4 * DAY)
    (changed,) = await world.told()
    assert (changed.kind, changed.recipient, changed.ply, changed.calls) == (
        NoticeKind.BOARD_CHANGED,
        None,
        1,
        (),
    )
    await world.club.end_vacation(world.by(BEN))
    assert kinds(await world.told()) == [NoticeKind.BOARD_CHANGED]
    await world.club.take_vacation(world.by(ANNA), date(2026, 12, 1), date(2026, 12, 2))
    await world.club.set_preferences(world.by(BEN), reminders=(3,))
    await world.club.silence(world.by(BEN), match.id)
    assert await world.told() == [], "no deadline has moved"


async def test_an_automatic_day_of_vacation_moves_the_deadline_on_the_board(world: World) -> None:
    await play(world, await timed(world, "3d"), ANNA)
    told = kinds(await pass_by(world, 3 * DAY))
    assert told.count(NoticeKind.BOARD_CHANGED) == 1
