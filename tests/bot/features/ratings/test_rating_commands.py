"""Commands and buttons of ratings: their pages, games, scopes and readers."""

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core.contributions.letter_parts import LetterView
from bot.features.ratings import commands
from bot.features.ratings.contributions import letter_paragraphs
from bot.model.match.match import Match
from bot.model.people.person import Person
from bot.model.ratings.rating import Rating
from bot.repositories.tables.rating_tables import EVERYWHERE
from data.store import Store
from tests.bot.chat.presses import TEXTS, Answer, Presses
from tests.bot.chat.samples import MATCH
from tests.bot.chat.surfaces import command_of
from tests.bot.features.ratings.test_rating_pages import SHOWN, match_won_by
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.rated import store_rating

pytest_plugins = ("tests.data.databases", "tests.bot.chat.approved")

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
async def world(store: Store) -> World:
    """Return a world in which Anna has beaten Ben at ConHex, and all have ratings in two scopes."""
    world = World(store, SHOWN)
    await match_won_by(world, ANNA, BEN)
    for person, value_here, value_everywhere in ((ANNA, 1512, 1650), (BEN, 1472, 1701), (CARA, 1669, 1590)):
        for scope, value, results in (
            (7, value_here, 3 + person.id % 10),
            (EVERYWHERE, value_everywhere, person.id % 100),
        ):
            await store_rating(world, person, "fox-and-hens", Rating(value, 80), results, scope=scope)
    return world


def user(person: Person) -> Any:
    return SimpleNamespace(id=person.id, display_name=person.name, bot=False)


async def run_command(presses: Presses, name: str, **options: Any) -> Answer:
    (answer,) = await presses.command(CARA, command_of(presses.app, name), **options)
    return answer


async def test_a_rating_links_to_a_profile(world: World, approved: SnapshotAssertion) -> None:
    await world.services.settings.set_preferences(world.by(CARA), language="en")
    await match_won_by(world, ANNA, CARA, "hnefatafl")
    presses = Presses(world, commands.HANDLERS)
    own_rating, annas_rating = (
        await run_command(presses, "rating"),
        await run_command(presses, "rating", player=user(ANNA)),
    )
    assert own_rating.page == approved(name="own")
    assert annas_rating.page == approved(name="annas")
    assert f"fp:profile:{ANNA.id}" in annas_rating.ids
    profile = await presses.answer_to(CARA, f"fp:profile:{ANNA.id}")
    assert profile.page == approved(name="profile")
    assert profile.in_place
    by_name = await run_command(presses, "profile", player=user(ANNA))
    assert by_name.text == profile.text
    assert not by_name.in_place
    other_curve = await presses.answer_to(CARA, f"fp:profile-of:{ANNA.id}", "1")
    assert other_curve.page == approved(name="other-curve")
    own_profile = await run_command(presses, "profile")
    assert f"<@{CARA.id}>" in own_profile.text
    assert "fp:profile-show" not in " ".join(by_name.ids)


async def test_two_people_are_compared(world: World) -> None:
    await world.services.settings.set_preferences(world.by(CARA), language="en")
    presses = Presses(world, commands.HANDLERS)
    comparison = await run_command(presses, "profile", player=user(ANNA), against=user(BEN))
    assert "1 game: " in comparison.text
    assert f"<@{ANNA.id}>" in comparison.text
    own_comparison = await run_command(presses, "profile", against=user(BEN))
    assert "have not finished one against each other" in own_comparison.text
    with_oneself = await run_command(presses, "profile", player=user(ANNA), against=user(ANNA))
    profile = await run_command(presses, "profile", player=user(ANNA))
    assert with_oneself.text == profile.text


async def test_leaderboards_here_and_everywhere(world: World, approved: SnapshotAssertion) -> None:
    await world.services.settings.set_preferences(world.by(CARA), language="en")
    presses, key = Presses(world, commands.HANDLERS), "fox-and-hens"
    here = await run_command(presses, "leaderboard", game=key)
    assert here.page == approved(name="here")
    everywhere = await run_command(presses, "leaderboard", game=key, everywhere=True)
    assert everywhere.page == approved(name="everywhere")
    assert (await presses.answer_to(CARA, f"fp:leaders:{key}:everywhere")).text == everywhere.text
    assert (await presses.answer_to(CARA, f"fp:leaders:{key}:here")).text == here.text
    assert (await presses.answer_to(CARA, f"fp:leaders:{key}")).text == here.text, (
        "a button of earlier versions"
    )
    assert (await presses.answer_to(CARA, "fp:leaders-of:everywhere", key)).text == everywhere.text
    assert (await presses.answer_to(CARA, "fp:leaders-of:here:1", key)).text == here.text
    tablut = await run_command(presses, "leaderboard", game="hnefatafl/tablut-9")
    assert "Hnefatafl" in tablut.text


async def test_statistics_of_a_game(world: World, approved: SnapshotAssertion) -> None:
    await world.services.settings.set_preferences(world.by(CARA), language="en")
    presses = Presses(world, commands.HANDLERS)
    by_command = await run_command(presses, "stats", game="conhex")
    assert by_command.page == approved
    by_button = await presses.answer_to(CARA, "fp:stats:conhex")
    assert (by_button.text, by_button.in_place, by_command.in_place) == (by_command.text, True, False)
    assert "Tablut" in (await run_command(presses, "stats", game="hnefatafl/tablut-9")).text


async def test_a_profile_is_posted_publicly_where_possible(world: World) -> None:
    presses = Presses(world, commands.HANDLERS)
    shown = await presses.answer_to(ANNA, "fp:profile-show:0")
    assert shown.public
    assert shown.content.startswith("**Profil von Anna**")
    refusal = await presses.answer_to(CARA, "fp:profile-show")
    assert (refusal.text.strip(), refusal.public) == (TEXTS.language("en")("profile.show-nothing"), False)
    (own_profile,) = await presses.command(ANNA, command_of(presses.app, "profile"))
    assert "fp:profile-show" in own_profile.ids
    presses.direct = True
    direct = await presses.answer_to(ANNA, "fp:profile-show")
    assert direct.text == (await presses.answer_to(ANNA, "fp:profile-show:0")).text
    assert "Profil von Anna" not in direct.text


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_the_selected_curve_is_posted_publicly(world: World) -> None:
    await match_won_by(world, ANNA, CARA, "hnefatafl")
    presses = Presses(world, commands.HANDLERS)
    for number, curve in (("0", "Hnefatafl, Angreifer"), ("1", "ConHex"), ("", "Hnefatafl, Angreifer")):
        shown = await presses.answer_to(ANNA, f"fp:profile-show:{number}".removesuffix(":"))
        (picture,) = shown.pictures
        (rating,) = (line for line in picture.splitlines() if "±" in line)
        assert rating.startswith(f"{curve} · "), number


@pytest.mark.parametrize("code", ["en", "de"])
async def test_the_leaders_of_a_weekly_letter(world: World, approved: SnapshotAssertion, code: str) -> None:
    """It lists only games rated during the week, and only leaders with a settled rating."""
    for role, person, value in (("attackers", BEN, 1610), ("defenders", CARA, 1580)):
        await store_rating(world, person, "hnefatafl", Rating(value, 70), 12, scope=7, role=role)
        await store_rating(world, ANNA, "hnefatafl", Rating(value + 300, 200), 2, scope=7, role=role)
    await store_rating(world, BEN, "catch-the-hat", Rating(1700, 70), 12, scope=7)

    def ended_match(key: str, *, rated: bool) -> Match:
        return replace(MATCH, key=key, rated=rated)

    games = (
        ended_match("hnefatafl", rated=True),
        ended_match("fox-and-hens", rated=True),
        ended_match("hnefatafl", rated=True),
        ended_match("conhex", rated=True),
        ended_match("catch-the-hat", rated=False),
    )
    view = LetterView(7, NOON, NOON, lambda _: True, games, 3, None, None, TEXTS.language(code))
    (paragraph,) = letter_paragraphs(world.services.ratings)
    part = await paragraph.make(view)
    assert "\n".join([*part.lines, ""]) == approved(name=code)
    assert HALL.server == 7
