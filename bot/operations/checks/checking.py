"""Checks of a database: its rows among each other, and every game's log by the rules."""

from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from typing import Final

from bot.kernel.checks import Contradiction
from bot.operations.checks.contradictions import contradictions
from bot.operations.checks.findings import Inconsistency, damage
from bot.operations.checks.indexes import missing_indexes
from bot.operations.checks.orphans import orphans
from bot.operations.checks.replays import wrong_in
from bot.operations.checks.unreadable import unreadable
from bot.repositories.matches.kept_matches import count_games, kept_games
from data.keeping.database import Snapshots
from rules.contract import Game

_AT_ONCE: Final = 25
"""The number of games in memory at a time, with their logs."""

_Progress = Callable[[int, int, int], object]
"""Gets the number of checked games, of all games to check, and the last game's number."""


async def check_rows(snapshots: Snapshots, checks: Iterable[Contradiction]) -> AsyncIterator[Inconsistency]:
    """Yield contradictions within rows, and between them."""
    for look in (damage, orphans, unreadable):
        async with snapshots() as connection:
            async for finding in look(connection):
                yield finding
    async with snapshots() as connection:
        async for finding in contradictions(connection, checks):
            yield finding


async def check_logs(
    snapshots: Snapshots, games: Mapping[str, Game], *, running: bool, after: int = 0, progress: _Progress
) -> AsyncIterator[Inconsistency]:
    """Yield games whose logs do not lead to their stored state.

    `running` skips finished games, `after` skips games up to that number. Games may be played meanwhile: a
    game's row and log are read in one snapshot, and replay blocks no one.
    """
    async with snapshots() as connection:
        count, every = 0, await count_games(connection, after, running=running)
    progress(count, every, after)
    while True:
        async with snapshots() as connection:
            batch = await kept_games(connection, after, _AT_ONCE, running=running)
        if not batch:
            return
        for game in batch:
            for wrong in wrong_in(game, games):
                yield Inconsistency(f"games {game.id}", wrong)
        count, after = count + len(batch), batch[-1].id
        # Further games may have begun meanwhile.
        progress(count, max(count, every), after)


async def check_all(
    snapshots: Snapshots,
    games: Mapping[str, Game],
    checks: Iterable[Contradiction],
    *,
    running: bool = False,
    after: int | None = None,
    progress: _Progress,
) -> AsyncIterator[Inconsistency]:
    """Yield a database's faults; `running` replays only running games.

    `after` continues an interrupted check after that game, without checking the rows again.
    """
    if after is None:
        async for finding in check_rows(snapshots, checks):
            yield finding
    async for finding in check_logs(snapshots, games, running=running, after=after or 0, progress=progress):
        yield finding
    async with snapshots() as connection:
        async for finding in missing_indexes(connection):
            yield finding
