import pytest
from syrupy.assertion import SnapshotAssertion

from bot.features.challenges.pages.sent_page import table_text
from bot.locale import LANGUAGES, Texts
from tests.bot.support.fakes import BEN, CARA, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
TEXTS = Texts.load()


@pytest.mark.parametrize("players", [None, 3])
@pytest.mark.parametrize("invited", [False, True])
async def test_a_new_table_s_host_learns_when_it_starts(
    world: World, approved: SnapshotAssertion, players: int | None, invited: bool
) -> None:
    table = await world.lobby(players=players, invited=[BEN, CARA] if invited else [])
    name = f"{'invited' if invited else 'anyone'}-{players or 'open'}"
    for language in LANGUAGES:
        text = TEXTS.language(language)(table_text(table), game="Hats", players=table.terms.players)
        assert text == approved(name=f"{name}-{language}")
