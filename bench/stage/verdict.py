"""Invariants of a bot after any faults: nothing lost, nothing posted twice, nothing left pending."""

import asyncio
import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bench.stage.cluster import ROOT, Cluster
from bench.stage.people import Json
from bench.stage.postgresql import PostgreSQL
from bench.stage.retrying_client import Intention, PlayedGame
from playground.values.events import MessagePosted, WorldEvent
from playground.values.messages import Message
from playground.world.world import World
from rules import GAMES, Move, RulesError, State

QUIET = 90.0
"""Seconds within which all pending work must end."""
_POLL_INTERVAL = 0.25
_UNDER_WAY = """
    SELECT id, kind, status, error, attempts, due FROM notices
    WHERE status = 'claimed' OR status = 'waiting' AND due < now() + interval '1 hour'
"""
"""Notices that are due much later, such as the archiving of a thread, may remain."""
_IN_HAND = "SELECT kind, subject, claimant FROM job_claims"
_LOGS = """
    SELECT games.thread, games.options, seats.player, plies.text, plies.automatic IS NULL FROM plies
    JOIN games ON games.id = plies.game
    LEFT JOIN seats ON seats.game = plies.game AND seats.seat = plies.seat
    ORDER BY plies.game, plies.number
"""
_BOARD_NOTICES = """
    SELECT games.thread, notices.id, kind, notices.status, ply, notices.data, games.plies
    FROM notices JOIN games ON games.id = notices.game
    WHERE audience = 0 AND kind IN ('MatchStarted', 'PlyPlayed', 'DiceRolled', 'MatchEnded')
    ORDER BY notices.id
"""
_FAILED_NOTICES = """
    SELECT kind, status, count(*) FROM notices
    WHERE status NOT IN ('waiting', 'claimed', 'delivered') GROUP BY 1, 2
"""
_ENDINGS = """
    SELECT games.thread, games.status, games.outcome::text,
           (SELECT count(*) FROM notices WHERE game = games.id AND kind = 'MatchEnded' AND audience = 0)
    FROM games
"""
_SHARDS = "SELECT number, holder IN (SELECT id FROM processes) FROM shards ORDER BY number"
_OF_DEAD = """
    SELECT count(*) FROM notices WHERE status = 'claimed' AND claimant NOT IN (SELECT id FROM processes)
"""


@dataclass(slots=True)
class Posts:
    """Every public message of the bot, as first posted."""

    bot: str
    messages: list[Message] = field(default_factory=list)

    @classmethod
    def of(cls, world: World) -> "Posts":
        """Start recording posted messages."""
        posts = cls(world.bot.id)
        world.listen(posts._on_event)
        return posts

    def _on_event(self, event: WorldEvent) -> None:
        if not isinstance(event, MessagePosted):
            return
        message = event.message
        if message.author_id == self.bot and message.ephemeral_for is None and message.token_of is None:
            self.messages.append(message)

    def doubled_boards(self) -> Iterator[str]:
        nonces = Counter(message.nonce for message in self.messages if message.nonce is not None)
        for nonce, times in nonces.items():
            if times > 1:
                content = next(message.content for message in self.messages if message.nonce == nonce)
                yield f"posted {times} times: {content[:100]!r}"

    def boards(self) -> Mapping[str, Sequence[int]]:
        """Return the notices of the posted boards by thread, in order."""
        boards: dict[str, list[int]] = defaultdict(list)
        for message in self.messages:
            boards[message.channel_id] += _notices(message.components)
        return boards


@dataclass(slots=True)
class Verdict:
    """Findings: `lost`, `doubled` and otherwise `wrong`, in plain words."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    running: set[str] = field(default_factory=set)
    """The threads of unfinished games."""
    plies: int = 0
    messages: int = 0
    deadlines: int = 0

    @property
    def sound(self) -> bool:
        return not (self.lost or self.doubled or self.wrong)

    def lines(self) -> Iterator[str]:
        """Yield all findings as lines."""
        for name in ("lost", "doubled", "wrong"):
            for fault in getattr(self, name):
                yield f"{name}: {fault}"


async def quiet(server: PostgreSQL, database: str, verdict: Verdict) -> None:
    """Wait until no work is pending; report remaining work as wrong."""
    try:
        async with asyncio.timeout(QUIET):
            while True:
                # Twice, as a delivery may lead to further notices.
                if await _is_quiet(server, database) and await _is_quiet(server, database):
                    return
                await asyncio.sleep(_POLL_INTERVAL)
    except TimeoutError:
        for query in (_UNDER_WAY, _IN_HAND):
            rows = await server.run(query, database)
            verdict.wrong += [f"after {QUIET:.0f} s still under way: {row}" for row in rows[:20]]


async def _is_quiet(server: PostgreSQL, database: str) -> bool:
    under_way = [*await server.run(_UNDER_WAY, database), *await server.run(_IN_HAND, database)]
    await asyncio.sleep(_POLL_INTERVAL)
    return not under_way


async def judge(
    cluster: Cluster, server: PostgreSQL, database: str, posts: Posts, games: Sequence[PlayedGame]
) -> Verdict:
    """Wait until all is quiet, and check everything."""
    verdict = Verdict()
    await quiet(server, database, verdict)
    await _shards(cluster, server, database, verdict)
    compare_plies(await server.run(_LOGS, database), games, verdict)
    _boards(await server.run(_BOARD_NOTICES, database), posts, verdict)
    verdict.doubled += posts.doubled_boards()
    verdict.messages = len(posts.messages)
    for kind, status, count in await server.run(_FAILED_NOTICES, database):
        verdict.wrong.append(f"{count} notices {kind!r} are {status!r}")
    await _ends(await server.run(_ENDINGS, database), games, verdict)
    verdict.wrong += await _check_findings(cluster)
    return verdict


async def _shards(cluster: Cluster, server: PostgreSQL, database: str, verdict: Verdict) -> None:
    try:
        await cluster.settle()
    except TimeoutError:
        verdict.wrong.append(f"connected shards: {cluster.playground.gateway.connected_shards}")
    rows = await server.run(_SHARDS, database)
    if [number for number, alive in rows if alive] != list(range(cluster.shards)):
        verdict.wrong.append(f"shards held by the living: {rows}")
    ((of_dead,),) = await server.run(_OF_DEAD, database)
    if of_dead:
        verdict.wrong.append(f"{of_dead} claims of dead processes")


@dataclass(frozen=True, slots=True)
class _SeenPly:
    """A person's ply, and the position before it."""

    person: str
    move: Move
    state: State

    def is_intended(self, intention: Intention) -> bool:
        """Return whether it is the intended move, possibly typed differently."""
        if intention.person != self.person:
            return False
        try:
            return self.state.parse(intention.move) == self.move
        except RulesError:
            return False


def compare_plies(rows: Sequence[tuple[object, ...]], games: Sequence[PlayedGame], verdict: Verdict) -> None:
    """Compare each log with its players' intended and confirmed moves.

    A row is a ply: thread, options as JSON, player or None, text, whether the player made it.
    """
    logs: dict[str, list[tuple[object, ...]]] = defaultdict(list)
    for thread, *row in rows:
        logs[str(thread)].append(tuple(row))
    for game in games:
        log = list(_by_people(game, logs[game.thread]))
        verdict.plies += len(log)
        _compare(game, log, verdict)


def _by_people(game: PlayedGame, rows: Sequence[tuple[object, ...]]) -> Iterator[_SeenPly]:
    """Replay a log; yield the plies made by people."""
    if not rows:
        return
    state = GAMES[game.key].new(json.loads(str(rows[0][0])), len(game.people))
    for _, person, text, by_themselves in rows:
        moves = (*state.legal_moves(), *(roll for roll, _ in state.chances()))
        move = next(candidate for candidate in moves if candidate.text == text)
        if person is not None and by_themselves:
            yield _SeenPly(str(person), move, state)
        state = state.play(move)


def _compare(game: PlayedGame, log: Sequence[_SeenPly], verdict: Verdict) -> None:
    """Check that the log holds the intended plies in order, all confirmed plies, and nothing else."""
    counts = {0}
    """The possible numbers of plies in the log so far: an unconfirmed move may or may not count."""
    for number, intention in enumerate(game.intentions):
        numbers = {plies + 1 for plies in counts if plies < len(log) and log[plies].is_intended(intention)}
        skipped = (
            counts if not intention.before else {plies for plies in counts if _has(log[:plies], intention)}
        )
        if not numbers and (intention.sure or not skipped):
            goes_on = [(ply.person, ply.move.text) for ply in log[min(counts) : min(counts) + 4]]
            verdict.lost.append(
                f"{game.key} {game.thread}, intention {number}: {intention}; the log continues {goes_on}"
            )
            return
        counts = numbers if intention.sure else numbers | skipped
    if len(log) not in counts:
        more = [(ply.person, ply.move.text) for ply in log[max(counts) :]]
        latest = [_intention_text(intention) for intention in game.intentions[-4:]]
        verdict.doubled.append(f"{game.key} {game.thread}: {more} beside {latest}")


def _has(log: Sequence[_SeenPly], intention: Intention) -> bool:
    """Return whether a person's last move is the intended one."""
    own = [ply for ply in log if ply.person == intention.person]
    return bool(own) and own[-1].is_intended(intention)


def _intention_text(intention: Intention) -> str:
    return f"{intention.person} {intention.move} x{intention.tries}{'' if intention.sure else '?'}"


def _boards(rows: Sequence[tuple[object, ...]], posts: Posts, verdict: Verdict) -> None:
    """Check that each board was posted once, each ply is on a board, and all came in order."""
    boards, reached = posts.boards(), dict[str, tuple[int, int]]()
    for thread, notice, kind, status, ply, data, plies in rows:
        where = str(thread)
        times = boards.get(where, ()).count(int(str(notice)))
        if status == "delivered" and times == 0:
            verdict.lost.append(f"board of notice {notice} ({kind}, ply {ply}) in thread {thread}")
        if times > 1:
            verdict.doubled.append(f"board of notice {notice} ({kind}, ply {ply}) {times} times")
        since = json.loads(str(data))["event"].get("since", ply)
        before, _ = reached.get(where, (0, 0))
        if kind in {"PlyPlayed", "DiceRolled"} and since > before:
            verdict.lost.append(f"plies {before + 1} to {since} of thread {thread} are told by no notice")
        reached[where] = max(before, int(str(ply or 0))), int(str(plies))
    verdict.lost += [
        f"plies {first + 1} to {plies} of thread {thread} are told by no notice"
        for thread, (first, plies) in reached.items()
        if first < plies
    ]
    verdict.wrong += [
        f"boards of thread {thread} came in the order {numbers}"
        for thread, numbers in boards.items()
        if list(numbers) != sorted(numbers)
    ]


async def _ends(rows: Sequence[tuple[object, ...]], games: Sequence[PlayedGame], verdict: Verdict) -> None:
    """Check that the games whose clock expired have ended, each once, and that no other game has."""
    ends = {str(thread): (status, outcome, count) for thread, status, outcome, count in rows}
    verdict.running = {thread for thread, (status, _, _) in ends.items() if status == "running"}
    for game in games:
        status, outcome, count = ends.get(game.thread, ("unknown", None, 0))
        if count != game.expired:
            verdict.wrong.append(f"{game.key} {game.thread} is {status} ({outcome}) and told {count} ends")
        if game.expired:
            verdict.deadlines += 1
            if status == "running":
                verdict.lost.append(f"the deadline of {game.key} {game.thread}")


async def _check_findings(cluster: Cluster) -> list[str]:
    """Run `fernpartie check`; return its findings."""
    settings = {
        "FERNPARTIE_TOKEN": "none",
        "FERNPARTIE_DATABASE_URL": cluster.database_url,
        "PYTHONPATH": str(ROOT),
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "check",
        env=os.environ | settings,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    return [f"check: {line}" for line in output.decode().splitlines()] if process.returncode else []


def _notices(components: Sequence[Json]) -> Iterator[int]:
    """Yield the notice id in a board's buttons."""
    for component in components:
        match str(component.get("custom_id", "")).split(":"):
            case ["fp", "more", _, notice]:
                yield int(notice)
        yield from _notices(component.get("components", ()))
