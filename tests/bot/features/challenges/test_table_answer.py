import pytest

from bot.features.challenges.pages.sent_page import table_text
from bot.locale import Texts
from tests.bot.support.fakes import BEN, CARA, World

pytest_plugins = ("tests.bot.support.worlds",)
TEXTS = Texts.load()


@pytest.mark.parametrize(
    ("players", "invited", "line", "unsaid"),
    [
        (None, False, "Press **Start**", "by itself"),
        (None, True, "everyone you invited has come", "as soon as 3"),
        (3, False, "by itself as soon as 3 sit at it", "invited"),
        (3, True, "by itself as soon as 3 sit at it", "invited"),
    ],
)
async def test_who_opens_a_table_is_told_when_it_starts(
    world: World, players: int | None, invited: bool, line: str, unsaid: str
) -> None:
    table = await world.lobby(players=players, invited=[BEN, CARA] if invited else [])
    text = TEXTS.language("en")(table_text(table), game="Hats", players=table.terms.players)
    assert line in text
    assert unsaid not in text
