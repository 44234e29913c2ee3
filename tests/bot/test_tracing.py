import asyncio

from structlog.contextvars import get_contextvars

from bot.tracing import current_request, learn, tracing


def test_no_context_is_recorded_outside_a_request() -> None:
    assert current_request() is None
    learn(match=7)
    assert get_contextvars() == {}


def test_the_context_ends_with_its_request() -> None:
    with tracing("1", command="/move"):
        learn(match=7)
        assert get_contextvars() == {"request": "1", "command": "/move", "match": 7}
    assert get_contextvars() == {}


def test_a_nested_request_does_not_inherit_the_context() -> None:
    with tracing("1", command="/move"):
        with tracing("2", notice=3):
            assert get_contextvars() == {"request": "2", "notice": 3}
        with tracing(None, notice=4):
            assert current_request() is None
        assert get_contextvars() == {"request": "1", "command": "/move"}


async def test_concurrent_tasks_keep_separate_requests() -> None:
    async def work(request: str) -> str | None:
        with tracing(request):
            await asyncio.sleep(0)
            return current_request()

    assert tuple(await asyncio.gather(work("1"), work("2"))) == ("1", "2")
