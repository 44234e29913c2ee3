"""Rows of a newer version: known parts are read, the rest is kept."""

from typing import Any, Final

import pytest
import sqlalchemy as sa
from discord import ui

from bot.app import bare_surfaces
from bot.chat.core.words.audit_notes import AuditNotes
from bot.features.servers.pages.audit_page import audit_page
from bot.kernel.feature import merge
from bot.locale import Texts
from bot.model.challenges.challenge import ChallengeStatus
from bot.model.match.match import MatchStatus
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.preferences import PingPlace, Preferences
from bot.model.refusal import Refusal
from bot.model.servers.server_rules import THREADS, AdminAction
from bot.model.settings import SettingValues
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.match_tables import games
from bot.repositories.tables.person_columns import PREFERENCES
from bot.repositories.tables.person_tables import habits
from bot.repositories.tables.server_tables import audit_entries
from data.connections.engines import make_engines
from data.connections.urls import driver_url
from data.schema.columns import raw_table
from tests.bot.support.fakes import ANNA, BEN, GAMES, HALL, World

STORED_GAMES: Final = raw_table(games)
STORED_HABITS: Final = raw_table(habits)

pytest_plugins = ("tests.bot.support.worlds",)


async def _write(database_url: str, statement: sa.Executable) -> None:
    engines = make_engines(driver_url(database_url))
    async with engines.writer.begin() as connection:
        await connection.execute(statement)
    await engines.dispose()


async def _read(database_url: str, statement: sa.Select[Any]) -> Any:
    engines = make_engines(driver_url(database_url))
    async with engines.reader.connect() as connection:
        value = (await connection.execute(statement)).scalar_one()
    await engines.dispose()
    return value


def test_preferences_of_a_newer_version_are_kept() -> None:
    usual: Any = PREFERENCES.write(Preferences(theme="dark"))
    newer = {**usual, "sound": ["bell", 3], "tell": "by-letter"}
    preferences = PREFERENCES.read(newer)
    later = SettingValues({"sound": ["bell", 3]})
    assert preferences == Preferences(theme="dark", tell=PingPlace.THREAD, settings=later)
    assert PREFERENCES.write(preferences) == {**newer, "tell": "thread"}
    assert hash(preferences) == hash(Preferences(theme="dark", settings=later))


async def test_changing_a_preference_keeps_those_of_a_newer_version(database_url: str, world: World) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), theme="dark")
    mine = STORED_HABITS.c.player == ANNA.id
    stored = await _read(database_url, sa.select(STORED_HABITS.c.preferences).where(mine))
    newer = sa.update(STORED_HABITS).where(mine).values(preferences={**stored, "sound": "bell"})
    await _write(database_url, newer)
    changed = await world.services.settings.set_preferences(world.by(ANNA), language="de")
    assert (changed.theme, changed.language) == ("dark", "de")
    stored = await _read(database_url, sa.select(STORED_HABITS.c.preferences).where(mine))
    assert (stored["sound"], stored["theme"], stored["language"]) == ("bell", "dark", "de")


async def test_a_game_in_an_unknown_state_counts_as_finished(database_url: str, world: World) -> None:
    match = await world.match()
    here = STORED_GAMES.c.id == match.id
    await _write(database_url, sa.update(STORED_GAMES).where(here).values(status="adjourned"))
    assert (await world.services.matches.get(match.id)).status is MatchStatus.FINISHED
    with pytest.raises(Refusal):
        await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", 0)
    assert await _read(database_url, sa.select(STORED_GAMES.c.status).where(here)) == "adjourned"


async def test_a_challenge_in_an_unknown_state_counts_as_withdrawn(database_url: str, world: World) -> None:
    challenge = await world.challenge()
    here = challenges.c.id == challenge.id
    await _write(database_url, sa.update(challenges).where(here).values(status="parked"))
    assert (await world.services.challenges.get(challenge.id)).status is ChallengeStatus.WITHDRAWN
    with pytest.raises(Refusal):
        await world.services.invitations.accept(world.by(BEN), challenge.id)


async def test_offers_of_unknown_kinds_are_ignored(database_url: str, world: World) -> None:
    match = await world.match()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", 0)
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.DRAW)
    here = STORED_GAMES.c.id == match.id
    offers = await _read(database_url, sa.select(STORED_GAMES.c.offers).where(here))
    other = {"what": "handicap", "by": 0, "ply": 1, "agreed": []}
    newer = {"open": [other, *offers["open"]], "made": [["handicap", 0, 1], *offers["made"]]}
    await _write(database_url, sa.update(STORED_GAMES).where(here).values(offers=newer))
    assert [offer.what for offer in (await world.services.matches.get(match.id)).offers] == [OfferKind.DRAW]
    await world.services.turns.take_turn(world.by(BEN), match.id, "take 1", 1)
    assert (await world.services.matches.get(match.id)).plies == 2


async def test_unknown_actions_are_omitted_from_the_audit_log(world: World, database_url: str) -> None:
    server = HALL.server
    assert server is not None
    await world.services.servers.set_value(world.by(ANNA), server, THREADS, False)
    deed = {"server": server, "done": world.time(), "player": ANNA.id, "deed": "ban", "note": ""}
    await _write(database_url, sa.insert(audit_entries).values(**deed))
    notes = AuditNotes(merge(surface.audit_notes for surface in bare_surfaces(GAMES, Texts.load())))
    entries = await world.services.servers.audit(server)
    assert {entry.what for entry in entries} == {"ban", AdminAction.RULES}
    page = audit_page(entries, notes, Texts.load().language("en"))
    (text,) = [item.content for item in page.walk_children() if isinstance(item, ui.TextDisplay)]
    assert "rules of the server" in text
    assert "ban" not in text
