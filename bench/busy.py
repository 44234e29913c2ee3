"""Answers on a busy machine: from the gateway's event to the accepted callback.

Four processes do nothing but want the two cores on which the real bot and the playground run as well. People
press what they press: commands, panels with pictures, cards. In each run the bot is measured right after its
start and again when it has been asked for everything before. A time begins with the birth of the
interaction's id and ends where the person sees the answer, so the playground's own waiting counts too.
"""

import asyncio
import functools
import os
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import aiohttp

from bench.stage.bots import RunningBot, running_bot
from bench.stage.burden import busy
from bench.stage.gauges import RUNS, percentile, verdict
from bench.stage.people import COMMAND, PRESS, SUBCOMMAND, TEXT, Json, Pair, RequestCounts, newcomer, pairs
from playground.values.snowflakes import EPOCH_MS, TIME_SHIFT

PROCESSES, CORES = 4, 2
PRESSES = 300
AT_ONCE = 8
PLIES = 4
GOAL = 2.5
"""Seconds, 99th percentile."""

IN_VAIN = 3.0
"""What an answer counts that did not come: Discord's patience, seconds."""

SELECT = 3
DEFERRED = frozenset({5, 6})
RULES = ("conhex", "fox-and-hens", "hnefatafl", "hounds-and-jackals", "catch-the-hat", "ludus-latrunculorum")


@dataclass(slots=True)
class BusyTally:
    """What became of the presses: seconds until each answer, how many were deferred, how many in vain."""

    waits: list[float] = field(default_factory=list)
    deferred: int = 0
    in_vain: int = 0
    late: Sequence[float] = ()
    """Milliseconds by which the bot's event loop was late, look by look."""

    def note(self, outcome: Json) -> None:
        """Enter an outcome that was told just now."""
        born = ((int(outcome["id"]) >> TIME_SHIFT) + EPOCH_MS) / 1000
        if outcome["status"] == "answered":
            self.waits.append(time.time() - born)
            self.deferred += outcome["callback_type"] in DEFERRED
        else:
            self.waits.append(IN_VAIN)
            self.in_vain += 1


@dataclass(frozen=True, slots=True)
class BusyRun:
    """The presses right after a start, and as many when everything was asked for before."""

    cold: BusyTally
    warm: BusyTally


@dataclass(frozen=True, slots=True)
class Visitor:
    """Someone who presses what there is to press: in a game of their own, and on the card of a table."""

    requests: RequestCounts
    running: RunningBot
    person: str
    game: Pair
    card: str

    def presses(self) -> Iterator[Callable[[], Awaitable[Json]]]:
        """Yield ways to press, without end."""
        for turn in count():
            yield lambda: self._command("board")
            yield self._open_panel
            yield self._choose
            yield lambda: self._press_on_card("fp:join:")
            yield lambda: self._command("games")
            yield lambda: self._on_board("fp:board:")
            yield lambda: self._press_on_card("fp:leave:")
            yield functools.partial(self._command, "rules", game=RULES[turn % len(RULES)])

    async def _command(self, name: str, **options: str) -> Json:
        given = [{"name": key, "type": TEXT, "value": value} for key, value in options.items()]
        return await self._act(self.game.thread, COMMAND, {"name": name, "options": given})

    async def _open_panel(self) -> Json:
        return await self._on_board("fp:move:")

    async def _on_board(self, custom_id: str) -> Json:
        world = self.running.playground.world
        for message in world.newest_first(self.game.thread):
            found = _found(message.components, custom_id)
            if found is not None and message.ephemeral_for is None:
                return await self._press(message.id, self.game.thread, found)
        raise RuntimeError(f"nothing to press: {custom_id}")

    async def _choose(self) -> Json:
        """Go on by the first button of the newest panel; one that has not come yet is opened again."""
        for message in self.running.playground.world.newest_first(self.game.thread):
            first = _found(message.components, "fp:choose:") or _found(message.components, "fp:play:")
            if first is not None and message.ephemeral_for == self.person:
                return await self._press(message.id, self.game.thread, first)
        return await self._open_panel()

    async def _press_on_card(self, custom_id: str) -> Json:
        card = self.running.playground.world.find_message(self.card)
        found = None if card is None else _found(card.components, custom_id)
        if card is None or found is None:
            raise RuntimeError(f"nothing to press: {custom_id}")
        return await self._press(card.id, card.channel_id, found)

    async def _press(self, message: str, channel: str, part: Json) -> Json:
        data = {"component_type": part["type"], "custom_id": part["custom_id"]}
        if part["type"] == SELECT:
            data["values"] = [part["options"][0]["value"]]
        return await self._act(channel, PRESS, data, message_id=message)

    async def _act(self, channel: str, kind: int, data: Json, **more: object) -> Json:
        return await self.requests.send(self.person, channel, kind, data, **more)


def run() -> None:
    """Measure and print the table."""
    with TemporaryDirectory(prefix="fernpartie-bench-") as folder:
        runs = asyncio.run(_measure(Path(folder)))
    print("\n".join(_table(runs)))


async def _measure(folder: Path) -> Sequence[BusyRun]:
    cores = set(sorted(os.sched_getaffinity(0))[:CORES])
    os.sched_setaffinity(0, cores)
    async with running_bot(folder, pinned=False) as running, aiohttp.ClientSession() as session:
        requests = RequestCounts(session, running.playground)
        visitors = await _visitors(requests, running)
        with busy(PROCESSES, cores):
            return [await _run(running, visitors) for _ in range(RUNS)]


async def _run(running: RunningBot, visitors: Sequence[Visitor]) -> BusyRun:
    await running.restart()
    return BusyRun(await _pressed(running, visitors), await _pressed(running, visitors))


async def _visitors(requests: RequestCounts, running: RunningBot) -> list[Visitor]:
    """Have people begin games, one each, and a table for each to join and leave."""
    playground = running.playground
    games = await pairs(requests, playground, AT_ONCE, PLIES)
    channel = next(channel.id for channel in playground.world.channels.values() if channel.guild_id)
    visitors = []
    for number, game in enumerate(games):
        await game.move()
        await game.move()
        host = await newcomer(requests, f"Host {number}")
        data = {
            "name": "challenge",
            "options": [{"name": "catch-the-hat", "type": SUBCOMMAND, "options": []}],
        }
        await requests.board_after(channel, functools.partial(requests.act, host, channel, COMMAND, data))
        card = next(m for m in playground.world.newest_first(channel) if _found(m.components, "fp:join:"))
        visitors.append(Visitor(requests, running, game.people[0], game, card.id))
    return visitors


async def _pressed(running: RunningBot, visitors: Sequence[Visitor]) -> BusyTally:
    """Have all press, each the next thing when the last was answered, until it was enough."""
    tally, left = BusyTally(), iter(range(PRESSES))

    async def go(visitor: Visitor) -> None:
        presses = visitor.presses()
        for _ in left:
            tally.note(await next(presses)())

    await running.figures(watch=True)
    await asyncio.gather(*map(go, visitors))
    tally.late = (await running.figures()).late
    return tally


def _found(components: Sequence[Json], custom_id: str) -> Json | None:
    """Return the first part whose custom_id begins so."""
    for part in components:
        if str(part.get("custom_id", "")).startswith(custom_id):
            return part
        found = _found(part.get("components", ()), custom_id)
        if found is not None:
            return found
    return None


def _table(runs: Sequence[BusyRun]) -> Iterator[str]:
    presses = f"{PRESSES} presses, {AT_ONCE} at once, medians of {RUNS} runs"
    yield f"Answers beside {PROCESSES} busy processes on {CORES} cores: {presses}"
    head = ("p50", "p95", "p99", "max", "deferred", "in vain", "late p99")
    yield f"{'seconds':<22}{''.join(f'{word:>10}' for word in head)}"
    tallies = {"right after the start": [run.cold for run in runs], "warm": [run.warm for run in runs]}
    for name, of_runs in tallies.items():
        waits = "".join(f"{_middle(of_runs, percent):>10.2f}" for percent in (50, 95, 99, 100))
        deferred = median(tally.deferred for tally in of_runs)
        in_vain = sum(tally.in_vain for tally in of_runs)
        late = median(percentile(tally.late, 99) for tally in of_runs) / 1000
        yield f"{name:<22}{waits}{deferred:>10.0f}{in_vain:>10}{late:>10.2f}"
    load = os.getloadavg()[0]
    yield f"in vain: of all runs; load of the machine, these processes among it: {load:.1f}"
    for name, of_runs in tallies.items():
        check = f"{name}: p99 <= {GOAL} s"
        yield f"goal: {check:<40} {verdict(reached=_middle(of_runs, 99) <= GOAL)}"


def _middle(tallies: Sequence[BusyTally], percent: float) -> float:
    return median(percentile(tally.waits, percent) for tally in tallies)
