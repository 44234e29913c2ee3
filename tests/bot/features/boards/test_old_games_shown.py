"""Texts and pictures of games that the current rules cannot replay."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from discord import ui

from bot.chat.core.contributions.more_entries import MoreView
from bot.chat.core.messages.public_message import Scene
from bot.chat.parts.matches.history_page import history_page
from bot.chat.surface import publish
from bot.features.boards.pages.board_page import board_page
from bot.features.offers.pages import more_page, resign_page
from bot.features.records.pages.record_page import replay_page
from bot.model.events.events import BoardEvent
from bot.model.match.history import Direction
from bot.model.match.match import Match
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.preferences import AUTO_VACATION
from bot.model.time.clocks import read_clock
from tests.bot.chat.composers import board_composer
from tests.bot.chat.surfaces import features_of, surfaces_of
from tests.bot.features.boards.test_board_composer import TEXTS, app_context
from tests.bot.kernel.test_old_games import (
    BROKEN,
    KINDS,
    Kind,
    broken,
    mover_of,
    other_than_mover,
    some_kinds,
)
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.timed import pass_by
from tests.repeats import cases

pytest_plugins = ("tests.bot.support.worlds",)

NOTE = {
    "en": f"Under today's rules, only the first {BROKEN - 1} of this game's",
    "de": f"nur die ersten {BROKEN - 1} nachspielen",
}


def words(view: ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


def labels(view: ui.LayoutView) -> set[str | None]:
    return {item.label for item in view.walk_children() if isinstance(item, ui.Button)}


async def board_texts(world: World, match: Match) -> AsyncIterator[str]:
    """Compose and draw all pending notices; yield the match's board texts."""
    app = app_context(world)
    while notices := await world.outbox.claim():
        for notice in notices:
            await world.outbox.deliver_as(notice.id, None)
            if notice.match != match.id or not isinstance(notice.event, BoardEvent):
                continue
            composed = await board_composer(app).board(notice.event, notice)
            assert composed is not None
            message = composed.post.message
            assert isinstance(message.scene, Scene)
            app.pictures.gallery.picture(message.scene.state, message.scene.view)
            yield f"{message.headline}\n{message.body}"


@some_kinds
async def test_pages_of_an_unreplayable_game_note_the_last_position(world: World, kind: Kind) -> None:
    match = await broken(world, kind)
    app, mover = app_context(world), mover_of(match)
    position = await world.services.matches.display_position(match.id)
    step = await world.services.matches.history(match.id, match.plies, Direction.LAST)
    record = await world.services.exports.of(match.id)
    publish(surfaces_of(app), app.slots)
    offers = features_of(app).offers.services(app.chat)
    for in_words, (language, note) in enumerate(NOTE.items()):
        t = TEXTS.language(language)
        page, _ = await board_page(app.pictures, position, mover.id, t, in_words=bool(in_words))
        assert note in words(page)
        assert t("button.move") not in labels(page)
        assert note in words((await history_page(app.pictures, step, mover.id, t))[0])
        assert t("button.resign") in labels(await more_page(offers, MoreView(position, mover.id, t)))
        assert words(resign_page(position, t))
        page, _ = await replay_page(app.pictures, app.games, match, record, mover.id, t)
        assert note in words(page)


@some_kinds
async def test_boards_announce_a_resignation_in_an_unreplayable_game(world: World, kind: Kind) -> None:
    match = await broken(world, kind)
    await world.services.resignations.resign(world.by(ANNA), match.id)
    texts = [text async for text in board_texts(world, match)]
    assert texts
    assert not [text for text in texts if not (NOTE["en"] in text or NOTE["de"] in text)]
    position = await world.services.matches.display_position(match.id)
    page, _ = await board_page(
        app_context(world).pictures, position, BEN.id, TEXTS.language("en"), in_words=True
    )
    assert ("wins" in words(page)) is not position.match.running


@some_kinds
async def test_boards_announce_an_adjudicated_unreplayable_game(world: World, kind: Kind) -> None:
    match = await broken(world, kind)
    await world.services.servers.adjudicate(world.by(CARA), match.id, (BEN.id,), "")
    assert [text async for text in board_texts(world, match)]


@pytest.mark.parametrize("kind", cases([Kind("conhex"), Kind("catch-the-hat", 4)], KINDS), ids=str)
async def test_boards_announce_a_timeout_in_an_unreplayable_game(world: World, kind: Kind) -> None:
    for person in (ANNA, BEN, CARA, DORA):
        await world.services.settings.set_value(world.by(person), AUTO_VACATION, False)
    match = await broken(world, kind, read_clock("3d soft"))
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.ABORT)
    await world.services.servers.set_overview(world.by(ANNA), HALL, True)
    assert [text async for text in board_texts(world, match)] == []
    await pass_by(world, timedelta(days=4))
    await world.services.deadlines.claim(world.by(other_than_mover(match)), match.id)
    texts = [text async for text in board_texts(world, match)]
    assert texts
    assert any("aborted" in text or "abgebrochen" in text for text in texts), texts
