"""Set up logging: one stream, readable text or one JSON object a line."""

import logging
import sys

import aiohttp
import discord
import structlog
from structlog.typing import EventDict, WrappedLogger

from bot.outage_log import OutageHandler

CHATTERING = ("aiosqlite", "alembic", "sqlalchemy")
OWN = ("bot", "data", "playground", "render", "rules")
"""Whose debugging is logged; that of libraries holds tokens, and what people write."""
ORDINARY = (
    "Attempting a reconnect",
    "Failed to connect for shard_id",
    "An error occurred while stopping the gateway",
    "Ignoring exception in autocomplete",
)
"""How discord.py begins to tell of what happens every day, and tells with a traceback."""

LINE_TROUBLE = (
    aiohttp.ClientError,
    OSError,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    discord.HTTPException,
    discord.gateway.ReconnectWebSocket,
)
"""The errors of a line that breaks or ends; `TimeoutError` is an `OSError`."""


def set_up_logging(level: str, form: str) -> None:
    """Send every record of the process to standard error, in `form` "text" or "json".

    `level` is the program's own. Libraries tell no more than at INFO: what discord.py receives and sends is
    in its debugging, and with it the token, those of interactions, and people's texts.
    """
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        shorten_line_trouble,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    last: structlog.typing.Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    handler = OutageHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(logging.getLevelNamesMapping()[level], logging.INFO))
    for name in OWN:
        logging.getLogger(name).setLevel(level)
    for name in CHATTERING:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def shorten_line_trouble(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Make a warning of one line out of a reconnect; everything else keeps its traceback."""
    told = event.get("exc_info")
    error = told[1] if isinstance(told, tuple) else None
    ordinary = str(event.get("logger", "")).startswith("discord") and str(event["event"]).startswith(ORDINARY)
    if ordinary and isinstance(error, LINE_TROUBLE):
        del event["exc_info"]
        event["event"] = f"{event['event']}: {error!r}"
        event["level"] = "warning"
    return event
