"""In which language something public is worded."""

import pytest

from bot.play.languages import shared_locale
from bot.play.model import AuditEntry, Deed, Person, Place
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
    challenge = await world.club.challenge(world.by(ANNA), "counting", {}, unknown, "first", _HERE)
    assert await world.club.public_locale(challenge) == "de"
    await world.club.seen(BEN, _HERE)
    assert await world.club.public_locale(challenge) == "en"


async def test_a_table_speaks_as_those_do_who_have_joined(world: World) -> None:
    lobby = await world.club.challenge(world.by(ANNA), "gathering", {}, None, "random", _HERE)
    lobby = await world.club.join(world.by(DORA), lobby.id)
    assert await world.club.public_locale(lobby) == "de"
    lobby = await world.club.join(world.by(CARA), lobby.id)
    assert await world.club.public_locale(lobby) == "en"


async def test_a_match_speaks_as_its_players_wish_then_as_their_clients_do(world: World) -> None:
    challenge = await world.club.challenge(world.by(ANNA), "counting", {}, BEN, "first", _HERE)
    accepted = await world.club.accept(world.by(BEN), challenge.id)
    match = await world.club.match(accepted.game or 0)
    assert await world.club.public_locale(match) == "en"
    await world.club.set_preferences(world.by(BEN), language="de")
    assert await world.club.public_locale(match) == "de"
    assert await world.club.public_locale(await world.club.challenge_by_id(challenge.id)) == "de"
    await world.club.set_preferences(world.by(ANNA), language="fr")
    assert await world.club.public_locale(match) == "en"


async def test_setting_a_language_moves_what_goes_on_and_automatic_moves_it_back(world: World) -> None:
    challenge = await world.club.challenge(world.by(ANNA), "counting", {}, DORA, "first", _HERE)
    accepted = await world.club.accept(world.by(DORA), challenge.id)
    match = await world.club.match(accepted.game or 0)
    overview = await world.club.set_overview(world.by(CARA), _HERE, on=True)
    about = (challenge, match, overview)
    rules = await world.club.set_server(world.by(CARA), _SERVER, language="en")
    assert rules.language == "en" == (await world.club.server(_SERVER)).language
    assert [await world.club.public_locale(one) for one in about] == ["en"] * 3
    await world.club.set_server(world.by(CARA), _SERVER, language=None)
    assert [await world.club.public_locale(one) for one in about] == ["de"] * 3
    now = world.time.now
    assert [entry for entry in await world.club.audit(_SERVER) if entry.what is Deed.RULES] == [
        AuditEntry(now, CARA.id, Deed.RULES, None, "language=automatic"),
        AuditEntry(now, CARA.id, Deed.RULES, None, "language=en"),
    ]


async def test_a_community_is_heard_of_later_and_may_end(world: World) -> None:
    challenge = await world.club.challenge(world.by(ANNA), "counting", {}, EMIL, "first", _HERE)
    await world.club.seen(ANNA, _COMMUNITY)
    again = await world.club.challenge_by_id(challenge.id)
    assert (again.place, await world.club.public_locale(again)) == (_COMMUNITY, "fr")
    await world.club.server_seen(_SERVER, "")
    again = await world.club.challenge_by_id(challenge.id)
    assert (again.place, await world.club.public_locale(again)) == (_HERE, "de")
    await world.club.server_seen(404, "fr")


async def test_an_overview_of_nothing_and_of_different_people_is_english(world: World) -> None:
    overview = await world.club.set_overview(world.by(CARA), _HERE, on=True)
    assert await world.club.public_locale(overview) == "en"
    for opponent in (EMIL, BEN):
        challenge = await world.club.challenge(world.by(ANNA), "counting", {}, opponent, "first", _HERE)
        await world.club.accept(world.by(opponent), challenge.id)
    shown = await world.club.overview(70)
    assert shown is not None
    assert await world.club.public_locale(shown) == "en"
