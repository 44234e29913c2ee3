"""The witness restored: the bot delivers what waited, each notice once, and games go on by buttons."""

from collections.abc import Callable

import pytest

from render import Gallery
from tests.end_to_end.seen import Seen
from tests.witness.manifest import Game, Manifest
from tests.witness.restored import DAY, Restored, has, restored
from tests.witness.support import board_mark, card_mark, controls_of, shown_on, tells_of

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def boards(then: Restored, game: Game, ply: int, reader: int, channel: int) -> list[Seen]:
    """Return the boards of a game after a ply that somebody sees in a channel."""
    seen = await then.sees(reader, channel)
    return [one for one in seen if tells_of(one, game.id, ply) and not one.is_private]


async def test_what_waited_is_told_once(then: Restored) -> None:
    """An old message keeps its mark only until the next one comes: so what came is counted as it came."""
    boards = [one for one in then.told.waiting if one.kind in {"ply", "start"}]
    assert len(boards) > 8
    for one in boards:
        assert one.game is not None
        assert one.ply is not None
        came = then.told_since(one.audience, board_mark(one.game, one.ply))
        assert came == (0 if one.arrived else 1), one
    cards = [one for one in then.told.waiting if one.kind == "challenge"]
    assert {one.arrived for one in cards} == {True, False}
    for card in cards:
        assert then.told_since(0, card_mark(card.stream)) == (0 if card.arrived else 1)


async def test_what_was_refused_comes_in_order(then: Restored) -> None:
    game = then.told.game("hnefatafl-13")
    waited = [one.ply for one in then.told.waiting if (one.game, one.audience) == (game.id, 0)]
    marks = [board_mark(game.id, ply) for ply in waited if ply is not None]
    told = [control.id for message in then.posted for control in controls_of(message)]
    home = [one for one in told if one in marks]
    assert list(dict.fromkeys(home)) == marks


@pytest.mark.assumes("own-history")
async def test_what_a_killed_process_had_claimed_is_known_now(then: Restored) -> None:
    for name in ("conhex-arrived", "conhex-lost"):
        game = then.told.game(name)
        (board,) = await boards(then, game, 4, game.players[0], game.home)
        match = await then.services.matches.get(game.id)
        assert match.board is not None
        assert match.board.message == int(board.id)
    for name in ("card-arrived", "card-lost"):
        one = then.told.challenge(name)
        seen = await then.sees(one.challenger, one.channel)
        (card,) = [message for message in seen if message.marks(card_mark(one.id))]
        assert (await then.services.challenges.get(one.id)).message == int(card.id)


async def test_games_that_had_begun_untold_begin(then: Restored) -> None:
    for name in ("fox-unopened", "fox-half-opened", "series-between-2"):
        game = then.told.game(name)
        match = await then.services.matches.get(game.id)
        assert match.thread is not None
        (start,) = await boards(then, game, 0, game.players[0], match.thread)
        assert has(start, "move", "board", "more")
        assert start.pinged


async def test_what_quiet_hours_held_back_comes_after_them(
    told: Manifest, gallery: Gallery, tmp_path_factory: pytest.TempPathFactory
) -> None:
    async with restored(tmp_path_factory.mktemp("later"), told, gallery) as later:
        finn = told.person("Finn").id
        game = told.game("conhex-quiet-end")
        (held,) = [one for one in told.waiting if one.game == game.id]
        await later.settled()
        direct = int(await later.person(finn).direct())
        before = [one for one in await later.sees(finn, direct) if shown_on(one, game.id)]
        later.bot.later((held.due - later.bot.clock()).total_seconds() + 1)
        await later.settled()
        after = [one for one in await later.sees(finn, direct) if shown_on(one, game.id)]
        assert len(after) == len(before) + 1
        later.bot.later(DAY)
        await later.settled()
        assert len([one for one in await later.sees(finn, direct) if shown_on(one, game.id)]) == len(after)


async def test_what_was_missed_is_told_at_the_next_press(then: Restored) -> None:
    hugo = then.told.person("Hugo").id
    overview = then.told.post(then.told.overviews[str(then.told.channels["board-games"])])
    await then.press(hugo, overview, "games")
    await then.person(hugo).finds(str(overview.channel), lambda m: "📬" in m.text, "what was missed")
    await then.press(hugo, overview, "games")
    await then.settled()
    told = [one for one in await then.sees(hugo, overview.channel) if "📬" in one.text]
    assert len(told) == 1
    assert await then.bot.app.outbox.missed(hugo) == ()


def first_of(values: list[str]) -> str:
    return values[0]


def last_of(values: list[str]) -> str:
    return values[-1]


@pytest.mark.parametrize(
    ("name", "choose"),
    [("series-second-2", last_of), ("fox-channel", first_of), ("conhex-direct", first_of)],
)
async def test_a_game_is_played_on_by_buttons(
    then: Restored, name: str, choose: Callable[[list[str]], str]
) -> None:
    game = then.told.game(name)
    panel = (await then.press(game.mover, then.board(game, game.mover), "move")).message
    for _ in range(3):
        match = await then.services.matches.get(game.id)
        assert match.mover is not None
        mover, before = match.mover, match.plies
        while not has(panel, "confirm"):
            ways = [one for one in panel.buttons.values() if one.split(":")[1] in {"choose", "play"}]
            onward = [one for one in ways if panel.buttons.get("Back") != one and "claim" not in one]
            panel = (await then.person(mover).forge(panel, choose(onward))).message
        await then.go_on(mover, panel, "confirm")
        await then.settled()
        match = await then.services.matches.get(game.id)
        assert match.plies == before + 1
        assert match.mover is not None
        home = match.home if game.place != "direct" else int(await then.person(match.mover).direct())
        (board,) = await boards(then, game, match.plies, match.mover, home)
        panel = (await then.go_on(match.mover, board, "move")).message
    assert match.mover is not None
    await then.services.resignations.resign(then.request(match.mover), game.id)
    await then.settled()
    assert (await then.services.matches.get(game.id)).status == "finished"
