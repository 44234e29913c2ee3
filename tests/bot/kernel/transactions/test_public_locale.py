"""The language of public messages."""

import pytest

from bot.kernel.transactions.public_locale import presentation_in, shared_locale
from bot.model.challenges.terms import Terms
from bot.model.people.person import Place
from bot.model.servers.server_rules import AdminAction, AuditEntry
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)

_SERVER = 7
_HERE = Place(_SERVER, 70, "")
_COMMUNITY = Place(_SERVER, 70, "fr")


@pytest.mark.parametrize(
    ("choice", "community", "first", "readers", "language"),
    [
        ("de", "fr", "it", ["en-US"], "de"),
        (None, "fr", "it", ["de"], "fr"),
        (None, "", "de", ["en-US"], "de"),
        (None, "", "en-GB", ["de"], "en"),
        (None, "", None, ["de", "de"], "de"),
        (None, "", None, ["de", "en-GB"], "en"),
        (None, "", None, [], "en"),
    ],
)
def test_server_choice_precedes_community_and_first_person(
    choice: str | None, community: str, first: str | None, readers: list[str], language: str
) -> None:
    assert shared_locale(choice, community, first, readers) == language


async def test_a_server_keeps_the_language_of_its_first_person(world: World) -> None:
    await world.services.name_cache.record_seen(ANNA, _HERE)
    by_ben = await world.services.invitations.challenge(
        world.by(BEN), Terms("counting", {}, "first"), _HERE, [CARA]
    )
    accepted = await world.services.invitations.accept(world.by(CARA), by_ben.id)
    match = await world.services.matches.get(accepted.match or 0)
    lobby = await world.services.invitations.challenge(world.by(BEN), Terms("gathering", {}), _HERE)
    overview = await world.services.servers.set_overview(world.by(BEN), _HERE, on=True)
    await world.services.settings.set_preferences(world.by(BEN), language="en")
    about = (by_ben, match, lobby, overview)
    assert [await world.services.people.public_locale(subject) for subject in about] == ["de"] * 4
    view = await world.services.matches.board_view(match.id, 0, 0)
    assert view.locale == "de"
    assert await world.services.limitations.locale(_SERVER) == "de"
    assert await world.services.welcomes.locale(_SERVER, "") == "de"


async def test_the_first_persons_chosen_language_counts(world: World) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), language="en")
    await world.services.name_cache.record_seen(ANNA, _HERE)
    await world.services.name_cache.record_seen(DORA, _HERE)
    challenge = await world.services.invitations.challenge(
        world.by(DORA), Terms("counting", {}, "first"), _HERE, [EMIL]
    )
    assert await world.services.people.public_locale(challenge) == "en"


async def test_each_server_has_its_own_language(world: World) -> None:
    elsewhere = Place(8, 80, "")
    await world.services.name_cache.record_seen(ANNA, _HERE)
    await world.services.name_cache.record_seen(BEN, elsewhere)
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first"), elsewhere, [DORA]
    )
    assert await world.services.people.public_locale(challenge) == "en"


async def test_a_server_language_applies_to_running_games_until_reset(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first"), _HERE, [DORA]
    )
    accepted = await world.services.invitations.accept(world.by(DORA), challenge.id)
    match = await world.services.matches.get(accepted.match or 0)
    overview = await world.services.servers.set_overview(world.by(CARA), _HERE, on=True)
    about = (challenge, match, overview)
    rules = await world.services.servers.set_server(world.by(CARA), _SERVER, language="en")
    assert rules.language == "en" == (await world.services.servers.server(_SERVER)).language
    assert [await world.services.people.public_locale(subject) for subject in about] == ["en"] * 3
    await world.services.servers.set_server(world.by(CARA), _SERVER, language=None)
    assert [await world.services.people.public_locale(subject) for subject in about] == ["de"] * 3
    now = world.time.now
    assert [
        entry for entry in await world.services.servers.audit(_SERVER) if entry.what == AdminAction.RULES
    ] == [
        AuditEntry(now, CARA.id, AdminAction.RULES, None, "language=automatic"),
        AuditEntry(now, CARA.id, AdminAction.RULES, None, "language=en"),
    ]


async def test_a_community_language_may_come_later_and_end(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first"), _HERE, [EMIL]
    )
    await world.services.name_cache.record_seen(ANNA, _COMMUNITY)
    again = await world.services.challenges.get(challenge.id)
    assert (again.place, await world.services.people.public_locale(again)) == (_COMMUNITY, "fr")
    await world.services.name_cache.record_server_locale(_SERVER, "")
    again = await world.services.challenges.get(challenge.id)
    assert (again.place, await world.services.people.public_locale(again)) == (_HERE, "de")
    await world.services.name_cache.record_server_locale(404, "fr")


@pytest.mark.parametrize("place", [HALL, _HERE, _COMMUNITY], ids=["spoken", "first person", "community"])
async def test_public_messages_use_the_servers_theme(world: World, place: Place) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first"), place, [BEN]
    )
    assert (await world.services.people.public_presentation(challenge)).theme == ""
    await world.services.servers.set_server(world.by(CARA), 7, theme="dark")
    assert (await world.services.people.public_presentation(challenge)).theme == "dark"


async def test_without_a_server_the_readers_determine_the_language(world: World) -> None:
    for person in (ANNA, BEN, DORA):
        await world.services.name_cache.record_seen(person, None)
    nowhere = Place(None, 5, "")
    async with world.store.read() as session:
        looks = [
            await presentation_in(session, nowhere, [person.id for person in people])
            for people in ((ANNA, DORA), (ANNA, BEN), (DORA,), ())
        ]
    assert [(look.locale, look.theme) for look in looks] == [("de", ""), ("en", ""), ("de", ""), ("en", "")]
