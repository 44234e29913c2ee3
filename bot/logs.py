"""Set up logging: one stream, readable text or one JSON object a line."""

import logging
import sys

import structlog

from bot.outage_log import OutageHandler

CHATTERING = ("aiosqlite", "alembic", "sqlalchemy")
OWN = ("bot", "data", "playground", "render", "rules")
"""The loggers with debugging; that of libraries contains tokens, and people's texts."""


def set_up_logging(level: str, form: str) -> None:
    """Send every record of the process to standard error, in `form` "text" or "json".

    `level` is the program's own. Libraries log at INFO at most: discord.py's traffic is
    in its debugging, and with it the token, those of interactions, and people's texts.
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
