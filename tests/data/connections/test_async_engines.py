import subprocess
import sys

import sqlalchemy.ext.asyncio

from data.connections.async_engines import AsyncConnection, AsyncEngine


def test_the_orm_is_loaded_only_on_explicit_import() -> None:
    """Importing the bot does not load the ORM; importing SQLAlchemy's package afterwards still works."""
    ask = (
        "import sys; import bot.operations.run; print('sqlalchemy.orm' in sys.modules); "
        "from data.connections.async_engines import AsyncEngine; import sqlalchemy.ext.asyncio as whole; "
        "print(whole.AsyncEngine is AsyncEngine, whole.AsyncSession.__name__)"
    )
    process = subprocess.run(
        [sys.executable, "-c", ask], capture_output=True, text=True, check=True, timeout=60
    )
    assert process.stdout == "False\nTrue AsyncSession\n"


def test_an_already_imported_package_provides_the_classes() -> None:
    assert sqlalchemy.ext.asyncio.AsyncEngine is AsyncEngine
    assert sqlalchemy.ext.asyncio.AsyncConnection is AsyncConnection
