import subprocess
import sys

import sqlalchemy.ext.asyncio

from data.connections.async_engines import AsyncConnection, AsyncEngine


def test_running_the_bot_does_not_load_the_orm() -> None:
    ask = "import sys; import bot.operations.run; print('sqlalchemy.orm' in sys.modules)"
    process = subprocess.run(
        [sys.executable, "-c", ask], capture_output=True, text=True, check=True, timeout=60
    )
    assert process.stdout == "False\n"


def test_the_whole_package_can_still_be_imported() -> None:
    ask = (
        "from data.connections.async_engines import AsyncEngine; import sqlalchemy.ext.asyncio as whole; "
        "print(whole.AsyncEngine is AsyncEngine, whole.AsyncSession.__name__)"
    )
    process = subprocess.run(
        [sys.executable, "-c", ask], capture_output=True, text=True, check=True, timeout=60
    )
    assert process.stdout == "True AsyncSession\n"


def test_the_classes_are_those_of_a_package_imported_before() -> None:
    assert sqlalchemy.ext.asyncio.AsyncEngine is AsyncEngine
    assert sqlalchemy.ext.asyncio.AsyncConnection is AsyncConnection
