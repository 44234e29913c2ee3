import asyncio

from structlog.contextvars import get_contextvars

from bot.tracing import current_request, learn, tracing


def test_nothing_comes_from_a_request_outside_of_one() -> None:
    assert current_request() is None
    learn(match=7)
    assert get_contextvars() == {}


def test_what_is_known_of_a_request_ends_with_it() -> None:
    with tracing("1", command="/move"):
        learn(match=7)
        assert get_contextvars() == {"request": "1", "command": "/move", "match": 7}
    assert get_contextvars() == {}


def test_another_request_begins_without_what_is_known_of_the_one_around_it() -> None:
    with tracing("1", command="/move"):
        with tracing("2", notice=3):
            assert get_contextvars() == {"request": "2", "notice": 3}
        with tracing(None, notice=4):
            assert current_request() is None
        assert get_contextvars() == {"request": "1", "command": "/move"}


async def test_tasks_that_run_at_once_are_told_apart() -> None:
    async def work(request: str) -> str | None:
        with tracing(request):
            await asyncio.sleep(0)
            return current_request()

    assert tuple(await asyncio.gather(work("1"), work("2"))) == ("1", "2")
