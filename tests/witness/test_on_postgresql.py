"""The witness restored over PostgreSQL: the bot delivers what waited and answers the buttons of then."""

from pathlib import Path

import pytest

from render import Gallery
from tests.witness.manifest import Manifest
from tests.witness.restored import restored
from tests.witness.support import fill_postgresql, tells_of

pytest_plugins = ("tests.data.databases",)


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_it_goes_on(database_url: str, told: Manifest, gallery: Gallery, tmp_path: Path) -> None:
    await fill_postgresql(database_url)
    async with restored(tmp_path, told, gallery, url=database_url) as then:
        await then.settled()
        for name in ("conhex-arrived", "conhex-lost"):
            game = told.game(name)
            seen = await then.sees(game.players[0], game.home)
            assert len([one for one in seen if tells_of(one, game.id, 4)]) == 1
        game = told.game("brandubh-planned")
        await then.press(game.mover, told.panel("confirm"), "confirm")
        assert (await then.services.matches.get(game.id)).plies > game.plies
        game = told.game("latrunculi-new")
        panel = await then.press(game.mover, then.board(game, game.mover), "move")
        assert panel.message.pictures
