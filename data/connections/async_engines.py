"""SQLAlchemy's asyncio engines without its unused ORM, which takes 5 MB in every process.

The package `sqlalchemy.ext.asyncio` imports its sessions, which import the ORM. The engines need neither.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec, module_from_spec


@contextmanager
def _without_init(package: str) -> Iterator[None]:
    """Import modules of a package without running its `__init__`; a later import of the package runs it."""
    spec = None if package in sys.modules else find_spec(package)
    if spec is None:
        yield
        return
    sys.modules[package] = module_from_spec(spec)
    try:
        yield
    finally:
        del sys.modules[package]


with _without_init("sqlalchemy.ext.asyncio"):
    from sqlalchemy.ext.asyncio.engine import AsyncConnection, AsyncEngine, create_async_engine

__all__ = ("AsyncConnection", "AsyncEngine", "create_async_engine")
