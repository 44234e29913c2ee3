"""Shared parts of press handlers."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TypeVar

from bot.chat.core import custom_ids
from bot.chat.core.interactions.interaction_context import InteractionContext

_Own = TypeVar("_Own")
Answer = Callable[[InteractionContext, custom_ids.Press], Awaitable[None]]
"""Answers a press."""
HandlerOf = Callable[[_Own, InteractionContext, custom_ids.Press], Awaitable[None]]
"""Answers a press with its feature's services."""


def bind_handlers(handlers: Mapping[str, HandlerOf[_Own]], own: _Own) -> dict[str, Answer]:
    """Bind handlers, by verb, to their feature's services."""
    return {verb: partial(handler, own) for verb, handler in handlers.items()}
