"""Fair turns between people, independent of their number of games."""

import asyncio

from bot.opponents.fair_turns import FairTurns


async def _serve(turns: FairTurns, people: list[int], order: list[int]) -> None:
    """Queue requests while the only place is held; return the order of turns."""

    async def ask(person: int) -> None:
        async with turns.turn(person):
            order.append(person)

    async with turns.turn(0):
        tasks = [asyncio.create_task(ask(person)) for person in people]
        await asyncio.sleep(0)
        assert order == []
    await asyncio.gather(*tasks)


async def test_a_single_request_does_not_wait_for_all_of_anothers() -> None:
    order: list[int] = []
    await _serve(FairTurns(1), [1, 1, 1, 1, 2, 3], order)
    assert order == [1, 2, 3, 1, 1, 1]


async def test_the_least_recently_served_person_goes_first() -> None:
    order: list[int] = []
    await _serve(FairTurns(1), [1, 2, 1, 2, 1], order)
    assert order == [1, 2, 1, 2, 1]


async def test_turns_are_limited_to_the_available_slots() -> None:
    turns, inside = FairTurns(2), asyncio.Event()

    async def hold() -> None:
        async with turns.turn(1):
            await inside.wait()

    holders = [asyncio.create_task(hold()) for _ in range(2)]
    await asyncio.sleep(0)
    third = asyncio.create_task(hold())
    await asyncio.sleep(0)
    inside.set()
    await asyncio.gather(*holders, third)
    async with turns.turn(2), turns.turn(3):
        pass


async def test_a_cancelled_waiter_blocks_nobody() -> None:
    turns = FairTurns(1)
    async with turns.turn(1):
        cancelled_task = asyncio.create_task(turns.turn(2).__aenter__())
        await asyncio.sleep(0)
        cancelled_task.cancel()
        await asyncio.gather(cancelled_task, return_exceptions=True)
    async with asyncio.timeout(5), turns.turn(3):
        pass


async def test_a_waiter_cancelled_at_its_turn_passes_it_on() -> None:
    turns = FairTurns(1)
    async with turns.turn(1):
        cancelled_task, next_task = (
            asyncio.create_task(turns.turn(person).__aenter__()) for person in (2, 3)
        )
        await asyncio.sleep(0)
        cancelled_task.cancel()
    async with asyncio.timeout(5):
        await next_task
    assert cancelled_task.cancelled()


async def test_interactive_requests_go_first() -> None:
    turns, order = FairTurns(1), list[str]()

    async def ask(person: int, *, waits: bool) -> None:
        async with turns.turn(person, waits=waits):
            order.append(f"{person} {'waits' if waits else 'is patient'}")

    async with turns.turn(0):
        tasks = [asyncio.create_task(ask(person, waits=waits)) for person, waits in ((1, False), (2, True))]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert order == ["2 waits", "1 is patient"]


async def test_a_slot_is_reserved_for_interactive_requests() -> None:
    turns = FairTurns(3, patient=1)
    async with turns.turn(4):
        pass
    async with turns.turn(1, waits=False):
        second = asyncio.create_task(turns.turn(2, waits=False).__aenter__())
        async with asyncio.timeout(5), turns.turn(3):
            await asyncio.sleep(0)
            assert not second.done()
    async with asyncio.timeout(5):
        await second


async def test_a_turn_granted_during_cancellation_passes_on() -> None:
    """Also among requests that nobody waits for."""
    for waits in (True, False):
        turns, order = FairTurns(1), list[int]()

        async def ask(
            person: int, turns: FairTurns = turns, order: list[int] = order, *, waits: bool = waits
        ) -> None:
            async with turns.turn(person, waits=waits):
                order.append(person)

        async with turns.turn(0, waits=waits):
            cancelled_task, next_task = asyncio.create_task(ask(1)), asyncio.create_task(ask(2))
            await asyncio.sleep(0)
        cancelled_task.cancel()
        await asyncio.gather(cancelled_task, next_task, return_exceptions=True)
        assert order == [2]
        async with asyncio.timeout(1), turns.turn(3, waits=waits):
            pass
