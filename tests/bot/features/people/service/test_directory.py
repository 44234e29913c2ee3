from dataclasses import replace
from datetime import timedelta

from bot.model.challenges.terms import Terms
from bot.model.people.person import Person, Place
from bot.model.texts import storable
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_own_turns_come_first_then_the_longest_untouched(world: World) -> None:
    matches = []
    for _ in range(4):
        matches.append(await world.match())
        world.time.pass_by(timedelta(hours=1))
    for index in (2, 0):
        await world.services.turns.take_turn(world.by(ANNA), matches[index].id, "take 1")
        world.time.pass_by(timedelta(hours=1))
    ids = [match.id for match in matches]
    listed = [match.id for match in await world.services.matches.of(ANNA.id)]
    assert listed == [ids[1], ids[3], ids[2], ids[0]]
    listed = [match.id for match in await world.services.matches.of(BEN.id)]
    assert listed == [ids[2], ids[0], ids[1], ids[3]]
    assert [match.id for match in await world.services.matches.of(BEN.id, limit=1)] == [ids[2]]
    assert (await world.services.matches.of(BEN.id))[0] == await world.services.matches.get(ids[2])
    assert await world.services.matches.of(CARA.id) == ()


async def test_finished_matches_are_listed_newest_first(world: World) -> None:
    matches = [await world.match() for _ in range(3)]
    for match in (matches[2], matches[0]):
        await world.services.resignations.resign(world.by(BEN), match.id)
    listed = await world.services.matches.of(ANNA.id, running=False)
    assert [match.id for match in listed] == [matches[2].id, matches[0].id]
    assert [match.id for match in await world.services.matches.of(ANNA.id, running=False, limit=1)] == [
        matches[2].id
    ]


async def test_a_match_is_listed_in_its_thread_or_its_channel(world: World) -> None:
    first, second = await world.match(), await world.match()
    assert [match.id for match in await world.services.matches.running_at(HALL.channel)] == [
        first.id,
        second.id,
    ]
    await world.services.match_places.move_home(first.id, 71)
    assert [match.id for match in await world.services.matches.running_at(HALL.channel)] == [second.id]
    (match,) = await world.services.matches.running_at(71)
    assert (match.id, match.thread, match.home) == (first.id, 71, 71)
    await world.services.resignations.resign(world.by(ANNA), first.id)
    assert await world.services.matches.running_at(71) == ()
    latest = await world.services.matches.latest_at(71)
    assert latest == await world.services.matches.get(first.id)
    await world.services.match_places.move_home(first.id, None)
    assert await world.services.matches.latest_at(71) is None
    assert (await world.services.matches.get(first.id)).home == HALL.channel
    newest = await world.services.matches.latest_at(HALL.channel)
    assert newest is not None
    assert newest.id == second.id


async def test_names_and_locales_are_updated_per_person(world: World) -> None:
    await world.services.name_cache.record_seen(Person(1, "Al", "en-US"), None)
    assert (await world.services.people.names([1, 2]), await world.services.people.locale_of(1)) == (
        {1: "Al"},
        "en-US",
    )
    await world.services.name_cache.record_seen(Person(1, "Albert", "de"), None)
    await world.other_services().name_cache.record_seen(Person(1, "Albert", "de"), None)
    assert (await world.services.people.names([1]), await world.services.people.locale_of(1)) == (
        {1: "Albert"},
        "de",
    )
    assert await world.services.people.locale_of(2) is None


async def test_being_challenged_does_not_change_the_locale(world: World) -> None:
    await world.services.name_cache.record_seen(BEN, None)
    await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}), HALL, [Person(BEN.id, "Benny", "ja")]
    )
    assert await world.services.people.locale_of(BEN.id) == BEN.locale
    assert await world.services.people.names([BEN.id]) == {BEN.id: "Benny"}
    await world.services.name_cache.record_seen(BEN, None)
    assert await world.services.people.names([BEN.id]) == {BEN.id: "Ben"}


async def test_a_server_locale_reaches_its_matches(world: World) -> None:
    match = await world.match()
    await world.services.name_cache.record_seen(ANNA, Place(HALL.server, 70, "fr"))
    assert (await world.services.matches.get(match.id)).place.locale == "fr"
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert turn.match.place.locale == "fr"
    await world.services.name_cache.record_seen(BEN, Place(None, 12, "de"))
    assert (await world.services.matches.get(match.id)).place.locale == "fr"


async def test_unstorable_characters_are_removed_from_names(world: World) -> None:
    await world.services.name_cache.record_seen(Person(1, "a\x00b\ud800\n👨‍👩‍👧" + "x" * 500, "de"), None)
    name = (await world.services.people.names([1]))[1]
    assert name.startswith("ab?👨‍👩‍👧xxx")
    assert len(name) == 100


def test_texts_are_cut_to_length() -> None:
    assert storable("ab\x1bcd", 3) == "abc"


async def test_a_person_known_elsewhere_can_be_first_in_a_server(world: World) -> None:
    names = world.services.name_cache
    await names.record_server_locale(HALL.server or 0, HALL.locale)
    for person in (ANNA, BEN):
        await names.record_seen(person, replace(HALL, server=8))
    await names.record_seen(ANNA, HALL)
    assert (await world.challenge(opponent=BEN)).place == HALL


async def test_public_messages_use_the_server_settings(world: World) -> None:
    people, server = world.services.people, HALL.server or 0
    match = await world.match()
    assert await people.public_locale(match) == HALL.locale
    assert await people.locale_at(HALL) == HALL.locale
    await world.services.servers.set_server(world.by(CARA), server, language="fr", theme="dark")
    presentation = await people.public_presentation(match)
    assert (presentation.locale, presentation.theme) == ("fr", "dark")
    assert await people.locale_at(HALL) == "fr"
    assert await people.locale_at(replace(HALL, server=8, locale="ja")) == "ja"


async def test_a_chosen_language_overrides_the_client_locale(world: World) -> None:
    await world.services.name_cache.record_seen(ANNA, None)
    assert await world.services.people.locale_of(ANNA.id) == ANNA.locale
    await world.services.settings.set_preferences(world.by(ANNA), language="en")
    assert await world.services.people.locale_of(ANNA.id) == "en"
