"""The sources of polled metrics: the board cache, the threads, the database."""

from bot.background import Background
from bot.monitoring.metrics import Metrics
from data.store import Store
from render import BoardLookups


def watch(metrics: Metrics, store: Store, threads: Background, boards: BoardLookups) -> None:
    """Read these sources before each scrape."""
    seen = 0, 0

    def look_at_boards() -> None:
        nonlocal seen
        drawn, wanted = boards.drawn, boards.wanted
        before_drawn, before_wanted = seen
        seen = drawn, wanted
        misses = drawn - before_drawn
        metrics.count_lookups(hits=max(0, wanted - before_wanted - misses), misses=misses)

    metrics.before_scrape(look_at_boards)
    metrics.before_scrape(lambda: metrics.in_use(store.in_use))
    metrics.before_scrape(lambda: metrics.background(busy=threads.busy, waiting=threads.waiting))
    store.on_access(metrics.on_access)
