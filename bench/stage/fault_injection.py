"""Random faults in a bot's processes, their database and their connection to Discord."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from random import Random

from bench.stage.cluster import BenchMember, Cluster
from bench.stage.people import Json
from bench.stage.postgresql import PostgreSQL

POSTS = r"/channels/\d+/messages$"
ANSWERS = r"/callback$"
ANYTHING = ""
_STATUSES = (500, 502, 503, 504)


@dataclass(slots=True)
class FaultInjection:
    """Kills a process about every `pause` seconds, and injects other faults in between.

    A process that gets SIGSTOP continues after `stopped` seconds, which must exceed its lease.
    """

    cluster: Cluster
    server: PostgreSQL
    chance: Random
    kills: int
    pause: float
    stopped: float
    done: Counter[str] = field(default_factory=Counter)
    _running: set[asyncio.Task[None]] = field(default_factory=set)

    async def run(self) -> None:
        """Inject faults until `kills` processes were killed; return when all faults are over."""
        weighted: list[tuple[int, Callable[[], None]]] = [
            (6, self._fail_requests),
            (2, self._disturb_gateway),
            (2, self._cut),
            (1, self._crash),
            (2, self._stop),
            (1, self._terminate),
            (2, self._jump),
        ]
        faults = [act for weight, act in weighted for _ in range(weight)]
        while self.done["kill -9"] < self.kills:
            for act in (self._kill, *self.chance.sample(faults, 2)):
                act()
                await asyncio.sleep(self.chance.expovariate(3 / self.pause))
        await asyncio.gather(*self._running)
        self.cluster.playground.faults.clear()

    def _member(self) -> BenchMember:
        return self.chance.choice(self.cluster.members)

    def _kill(self) -> None:
        if self._member().kill():
            self.done["kill -9"] += 1

    def _terminate(self) -> None:
        if self._member().terminate():
            self.done["SIGTERM"] += 1

    def _jump(self) -> None:
        if self._member().jump():
            self.done["clock jumps"] += 1

    def _stop(self) -> None:
        self._in_background("SIGSTOP", self._suspend(self._member()))

    async def _suspend(self, member: BenchMember) -> None:
        member.stop()
        await asyncio.sleep(self.stopped)
        member.resume()

    def _cut(self) -> None:
        self._in_background("connections cut", self.server.cut_connections())

    def _crash(self) -> None:
        self._in_background("database restarted", self.server.crash())

    def _in_background(self, name: str, act: Coroutine[None, None, None]) -> None:
        if any(task.get_name() == name for task in self._running):
            act.close()
            return
        self.done[name] += 1
        task = asyncio.create_task(act, name=name)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def _fail_requests(self) -> None:
        chance = self.chance
        path = chance.choice((POSTS, POSTS, ANSWERS, ANYTHING))
        fault: Json = {
            "path": path,
            "when": chance.choice(("before", "after")),
            "times": chance.randint(1, 3),
        }
        match chance.choice(("status", "429", "429 global", "reset", "drop", "delay")):
            case "status":
                fault |= {"fault": "status", "status": chance.choice(_STATUSES)}
                fault["html"] = chance.choice((None, True))
            case "429":
                # Discord refuses before any effect.
                fault |= {"fault": "status", "status": 429, "retry_after": 0.7, "when": "before"}
            case "429 global":
                fault |= {"fault": "status", "status": 429, "retry_after": 0.7, "global": True}
                fault["when"] = "before"
            case "delay":
                fault |= {"fault": "delay", "seconds": chance.uniform(0.5, 4)}
            case kind:
                fault |= {"fault": kind, "seconds": chance.uniform(0.2, 2)}
        if path is not ANYTHING:
            fault["method"] = "POST"
        self.cluster.playground.faults.order(fault)
        self.done["faults of requests"] += 1

    def _disturb_gateway(self) -> None:
        gateway = self.cluster.playground.gateway
        match self.chance.choice(("close", "reconnect", "lost", "resumable", "abort")):
            case "close":
                self._in_background("gateway closed", gateway.close_all(4000))
            case "reconnect":
                gateway.ask_reconnect()
            case "abort":
                gateway.abort_all()
            case kind:
                gateway.invalidate(resumable=kind == "resumable")
        self.done["troubles of the gateway"] += 1
