"""Set up logging: one stream, with readable text or one JSON object a line."""

import logging
import sys

import structlog

from bot.outage_log import OutageHandler

CHATTERING = ("aiosqlite", "alembic", "sqlalchemy")
OWN = ("bot", "data", "playground", "render", "rules")
"""The loggers with debug output; libraries' debug output contains tokens, and people's texts."""


def set_up_logging(level: str, form: str) -> None:
    """Send all log records to standard error, in `form` "text" or "json".

    `level` applies to the program's own loggers. Libraries log at INFO or above: discord.py's debug output
    contains its traffic, and with it the bot's token, interaction tokens, and people's texts.
    """
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
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
