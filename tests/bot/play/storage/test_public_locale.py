"""In which language something public is worded."""

import pytest

from bot.play.domain.people.person import Person, Place
from bot.play.domain.servers.server_rules import AdminAction, AuditEntry
from bot.play.storage.public_locale import shared_locale
from tests.bot.play.fakes import ANNA, BEN, CARA, DORA, EMIL, World

pytest_plugins = ("tests.bot.play.worlds",)

_SERVER = 7
_HERE = Place(_SERVER, 70, "")
_COMMUNITY = Place(_SERVER, 70, "fr")


@pytest.mark.parametrize(
    ("chosen", "community", "readers", "spoken"),
    [
        ("de", "fr", ["en-US"], "de"),
        (None, "fr", ["de"], "fr"),
        (None, "", ["de", "de"], "de"),
        (None, "", ["en-US", "en-GB"], "en"),
        (None, "", ["de", "en-GB"], "en"),
        (None, "", ["pt-BR"], "pt"),
        (None, "", [], "en"),
    ],
)
def test_the_server_says_then_its_community_then_its_readers(
    chosen: str | None, community: str, readers: list[str], spoken: str
) -> None:
    assert shared_locale(chosen, community, readers) == spoken


async def test_a_challenge_speaks_as_its_challenger_until_others_are_known(world: World) -> None:
    unknown = Person(BEN.id, BEN.name, "")
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), "counting", {}, unknown, "first", _HERE
    )
    assert await world.services.people.public_locale(challenge) == "de"
    await world.services.name_cache.seen(BEN, _HERE)
    assert await world.services.people.public_locale(challenge) == "en"


async def test_a_table_speaks_as_those_do_who_have_joined(world: World) -> None:
    lobby = await world.services.invitations.challenge(world.by(ANNA), "gathering", {}, None, "random", _HERE)
    lobby = await world.services.lobbies.join(world.by(DORA), lobby.id)
    assert await world.services.people.public_locale(lobby) == "de"
    lobby = await world.services.lobbies.join(world.by(CARA), lobby.id)
    assert await world.services.people.public_locale(lobby) == "en"


async def test_a_match_speaks_as_its_players_wish_then_as_their_clients_do(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), "counting", {}, BEN, "first", _HERE
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    match = await world.services.matches.get(accepted.match or 0)
    assert await world.services.people.public_locale(match) == "en"
    await world.services.settings.set_preferences(world.by(BEN), language="de")
    assert await world.services.people.public_locale(match) == "de"
    assert (
        await world.services.people.public_locale(await world.services.challenges.get(challenge.id)) == "de"
    )
    await world.services.settings.set_preferences(world.by(ANNA), language="fr")
    assert await world.services.people.public_locale(match) == "en"


async def test_setting_a_language_moves_what_goes_on_and_automatic_moves_it_back(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), "counting", {}, DORA, "first", _HERE
    )
    accepted = await world.services.invitations.accept(world.by(DORA), challenge.id)
    match = await world.services.matches.get(accepted.match or 0)
    overview = await world.services.servers.set_overview(world.by(CARA), _HERE, on=True)
    about = (challenge, match, overview)
    rules = await world.services.servers.set_server(world.by(CARA), _SERVER, language="en")
    assert rules.language == "en" == (await world.services.servers.server(_SERVER)).language
    assert [await world.services.people.public_locale(one) for one in about] == ["en"] * 3
    await world.services.servers.set_server(world.by(CARA), _SERVER, language=None)
    assert [await world.services.people.public_locale(one) for one in about] == ["de"] * 3
    now = world.time.now
    assert [
        entry for entry in await world.services.servers.audit(_SERVER) if entry.what is AdminAction.RULES
    ] == [
        AuditEntry(now, CARA.id, AdminAction.RULES, None, "language=automatic"),
        AuditEntry(now, CARA.id, AdminAction.RULES, None, "language=en"),
    ]


async def test_a_community_is_heard_of_later_and_may_end(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), "counting", {}, EMIL, "first", _HERE
    )
    await world.services.name_cache.seen(ANNA, _COMMUNITY)
    again = await world.services.challenges.get(challenge.id)
    assert (again.place, await world.services.people.public_locale(again)) == (_COMMUNITY, "fr")
    await world.services.name_cache.server_seen(_SERVER, "")
    again = await world.services.challenges.get(challenge.id)
    assert (again.place, await world.services.people.public_locale(again)) == (_HERE, "de")
    await world.services.name_cache.server_seen(404, "fr")


async def test_an_overview_of_nothing_and_of_different_people_is_english(world: World) -> None:
    overview = await world.services.servers.set_overview(world.by(CARA), _HERE, on=True)
    assert await world.services.people.public_locale(overview) == "en"
    for opponent in (EMIL, BEN):
        challenge = await world.services.invitations.challenge(
            world.by(ANNA), "counting", {}, opponent, "first", _HERE
        )
        await world.services.invitations.accept(world.by(opponent), challenge.id)
    shown = await world.services.servers.overview(70)
    assert shown is not None
    assert await world.services.people.public_locale(shown) == "en"


async def test_everyone_sees_something_in_the_theme_of_its_server(world: World) -> None:
    challenge = await world.challenge()
    assert (await world.services.people.public_look(challenge)).theme == ""
    await world.services.servers.set_server(world.by(CARA), 7, theme="dark")
    assert (await world.services.people.public_look(challenge)).theme == "dark"
