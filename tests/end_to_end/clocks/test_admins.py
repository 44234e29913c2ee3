"""`/server`: settings by admins, refusals for everyone else."""

import pytest

from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

NOT_ADMIN = "Only people who manage this server can do that."


@pytest.mark.assumes("member-permissions", "default-member-permissions")
async def test_server_commands_are_refused_to_non_admins(table: Table) -> None:
    for command, options in (
        ("channels", {}),
        ("games", {}),
        ("clock", {"clock": "3d"}),
        ("threads", {"on": False}),
        ("theme", {"theme": "dark"}),
        ("players", {}),
        ("results", {}),
        ("overview", {"on": True}),
        ("end", {"game": "1", "reason": "x"}),
        ("audit", {}),
    ):
        answer = await table.anna.slash(table.channel, f"server {command}", **options)
        assert answer.message.is_private
        assert answer.text == NOT_ADMIN, command
