"""Tracing: the id of a task's request, for each log line.

A request is an interaction or a timer's job. Deferred work, even in another process, stores the id.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

_REQUEST: Final = "request"


@contextmanager
def tracing(request: str | None, **known: object) -> Iterator[None]:
    """Attribute the block's log lines to a request with its `known` facts, and to nothing else.

    A task inherits its starter's context, which may have been another request.
    """
    before = get_contextvars()
    clear_contextvars()
    bind_contextvars(**known if request is None else {_REQUEST: request, **known})
    try:
        yield
    finally:
        clear_contextvars()
        bind_contextvars(**before)


def learn(**known: object) -> None:
    """Add known facts to the following log lines of this request."""
    if current_request() is not None:
        bind_contextvars(**known)


def current_request() -> str | None:
    """Return the current task's request id, None if it has none."""
    request = get_contextvars().get(_REQUEST)
    return None if request is None else str(request)
