import asyncio
import socket
import warnings

import pytest

from bot import loop


@pytest.mark.timeout(20)
def test_a_loop_closes_despite_open_resources() -> None:
    ours, theirs = socket.socketpair()
    running = loop.new()
    # Objects that a failed test leaves open cause warnings, and must not keep the run from ending.
    with theirs, warnings.catch_warnings(record=True) as warned:
        running.run_until_complete(running.create_connection(asyncio.Protocol, sock=ours))
        running.close()
    assert any("unclosed resource" in str(warning.message) for warning in warned), warned
