"""The contents of a profile's picture and of a comparison, from results given as values."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest
from discord.utils import format_dt

from bot.chat.core.contributions.profile_notes import ProfileNote, ProfileView
from bot.chat.core.pictures import PUBLIC_THEME, Picture, Pictures
from bot.features.ratings.domain.head_to_head import Encounters
from bot.features.ratings.domain.recent_results import FavouriteBoard, RecentResults
from bot.features.ratings.domain.statistics import RoleRecord
from bot.features.ratings.pages.head_to_head_page import head_to_head_page
from bot.features.ratings.pages.leaders_page import leaders_page
from bot.features.ratings.pages.profile_page import profile_page, shown_profile
from bot.features.ratings.services import RatingServices
from bot.model.people.person import Place
from bot.model.people.players import HumanPlayer
from bot.model.ratings.rating import Rating
from bot.model.ratings.rating_views import RatingHistory, RatingPoint, ShownRating
from bot.repositories.tables.rating_tables import EVERYWHERE
from render import ProfileChart
from rules.contract import Outcome
from tests.bot.features.ratings.test_rating_pages import (
    EN,
    IN_STAFF,
    MODERATOR,
    app_of,
    custom_ids_on,
    looking,
    looking_in,
    words,
)
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.matches_in_memory import match_of
from tests.bot.support.rated import store_rating
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class SeenPictures(Pictures):
    """Records themes and charts instead of drawing."""

    seen: list[tuple[str, ProfileChart]] = field(default_factory=list)

    async def profile(self, chart: ProfileChart, words: str, favourite: Any = None) -> Picture:
        del favourite
        self.seen.append((self.theme, chart))
        return Picture(b"", words)


@dataclass
class Known:
    """Ratings and statistics of everybody."""

    records: tuple[RoleRecord, ...] = ()
    known: tuple[RatingHistory, ...] = ()
    encounters: Encounters = field(default_factory=Encounters)
    favourite: FavouriteBoard | None = None

    async def histories(self, _person: int) -> tuple[RatingHistory, ...]:
        return self.known

    async def of_player(self, _person: int) -> tuple[RoleRecord, ...]:
        return self.records

    async def recent(self, *_: Any) -> RecentResults:
        return RecentResults(favourite=self.favourite)

    async def ladder_of(self, *_: Any) -> tuple[()]:
        return ()

    async def between(self, *_: Any) -> Encounters:
        return self.encounters


def told(world: World, known: Known) -> RatingServices:
    results: Any = known
    return replace(app_of(world), ratings=results, statistics=results)


def history(world: World, key: str, results: int, last_days_ago: int) -> RatingHistory:
    last = world.time.now - last_days_ago * DAY
    points = tuple(
        RatingPoint(last - (results - 1 - number) * DAY, Rating(1500 + number, 70))
        for number in range(results)
    )
    return RatingHistory(key, "", ShownRating.then(Rating(1499 + results, 90)), points)


async def test_a_curve_has_the_latest_results_and_the_present_rating(world: World) -> None:
    long, recent = history(world, "conhex", 402, 3), history(world, "hnefatafl", 9, 1)
    app = told(world, Known(known=(long, recent, history(world, "fox-and-hens", 4, 2))))
    pictures = SeenPictures(GALLERY, theme="dark")
    for number in (None, 0, 2, 3):
        view, (picture,) = await profile_page(app, replace(looking(ANNA), pictures=pictures), ANNA.id, number)
    assert f"fp:profile-of:{ANNA.id}" in custom_ids_on(view)
    latest, chosen, few, unknown = (chart for _, chart in pictures.seen)
    assert [chart.title.partition(" · ")[0] for chart in (latest, chosen, few)] == [
        "Hnefatafl, series", "ConHex", "Fox and Hens, series"
    ]  # fmt: skip
    assert (unknown, few.moments) == (latest, ())
    assert (latest.since, latest.until) == ("Nov 11, 2026", "Nov 20, 2026")
    assert f"From {latest.since} to {latest.until}" in picture.words
    values = [moment.value for moment in chosen.moments]
    assert (len(values), values[0], values[-3:]) == (401, 1502, [1900, 1901, 1901])
    assert chosen.moments[-1].high - chosen.moments[-1].low > chosen.moments[0].high - chosen.moments[0].low
    assert {theme for theme, _ in pictures.seen} == {"dark"}
    shown = await shown_profile(app, replace(looking(ANNA), pictures=pictures), 0)
    assert shown is not None
    assert pictures.seen[-1][0] == PUBLIC_THEME, "for everyone in the usual theme"
    assert pictures.seen[-1][1].moments == chosen.moments


async def test_a_curve_that_changed_today_ends_with_that_result(world: World) -> None:
    pictures = SeenPictures(GALLERY)
    app = told(world, Known(known=(history(world, "conhex", 6, 0),)))
    await profile_page(app, replace(looking(BEN), pictures=pictures), ANNA.id)
    ((_, chart),) = pictures.seen
    assert [moment.value for moment in chart.moments] == [1500 + number for number in range(6)]
    assert (chart.since, chart.until) == ("Nov 15, 2026", "Nov 20, 2026")


async def test_a_picture_has_the_roles_with_most_games(world: World) -> None:
    played = [
        (3, 0, 0),
        (0, 4, 0),
        (0, 0, 5),
        (1, 1, 4),
        (0, 9, 0),
        (2, 0, 1),
        (6, 1, 1),
        (0, 2, 1),
        (0, 1, 2),
    ]
    keys = ("hnefatafl", "conhex", "fox-and-hens", "hounds-and-jackals", "nine-mens-morris")
    roles = [(key, role) for key in keys for role in world.games[key].roles(2)]
    records = tuple(RoleRecord(*role, *counts) for role, counts in zip(roles, played, strict=False))
    few = replace(records[0], won=2)
    pictures = SeenPictures(GALLERY)
    app = told(world, Known((few, *records[1:])))
    await profile_page(app, replace(looking(BEN), pictures=pictures), ANNA.id)
    ((_, chart),) = pictures.seen
    assert [record.label for record in chart.records] == [
        f"{won} / {drawn} / {lost}" for won, drawn, lost in played[1:]
    ]


async def test_with_cups_only_the_name_of_the_favourite_board_is_left(world: World) -> None:
    class Cups:
        async def make(self, _view: ProfileView) -> ProfileNote:
            return ProfileNote("🏆", 2)

    nothing: Any = ()
    cups: Any = (Cups(), Cups())
    favourite = FavouriteBoard("hnefatafl", {"board": "tablut-9"}, 3)
    known = Known(records=(RoleRecord("conhex", "red", 1, 0, 0),), favourite=favourite)
    app, pictures = replace(told(world, known), profile_lines=nothing), SeenPictures(GALLERY)
    for services in (app, replace(app, profile_lines=cups)):
        await profile_page(services, replace(looking(BEN), pictures=pictures), ANNA.id)
    without, with_cups = (chart for _, chart in pictures.seen)
    assert (without.favourite, without.cups) == ("Plays most: Tablut", 0)
    assert (with_cups.favourite, with_cups.cups) == ("Tablut", 4)


async def test_notes_are_about_visible_and_deleted_places_of_the_server(world: World) -> None:
    """Only its person also reads of other places."""
    places = (HALL, IN_STAFF, replace(HALL, channel=79), Place(8, 80, "en"), Place(8, 81, "en"))
    answers: list[list[bool]] = []

    class Asking:
        async def make(self, view: ProfileView) -> ProfileNote:
            answers.append([view.shows(place) for place in places])
            return ProfileNote()

    asking: Any = (Asking(),)
    known = Known(records=(RoleRecord("conhex", "red", 1, 0, 0),))
    app = replace(told(world, known), profile_lines=asking)
    for context in (looking_in(DORA), looking_in(DORA, MODERATOR), looking_in(ANNA)):
        await profile_page(app, replace(context, pictures=SeenPictures(GALLERY)), ANNA.id)
    await shown_profile(app, replace(looking_in(ANNA, MODERATOR), pictures=SeenPictures(GALLERY)), None)
    public, staff, everything = [True, False, True], [True, True, True], [True] * 5
    assert answers == [[*public, False, False], [*staff, False, False], everything, [*public, False, False]]


async def test_who_only_has_games_under_way_has_a_profile(world: World) -> None:
    nothing, _ = await profile_page(app_of(world), looking(ANNA), ANNA.id)
    assert "has not finished any game yet" in words(nothing)
    await world.match("conhex")
    page, (picture,) = await profile_page(app_of(world), looking(ANNA), ANNA.id)
    assert "1 game under way" in words(page)
    assert "ConHex: 1" in picture.words


async def test_the_last_game_of_two_people_is_told_with_the_day_of_its_end(world: World) -> None:
    played = match_of(HumanPlayer(BEN.id), HumanPlayer(ANNA.id))
    begun, ended = world.time.now - 9 * DAY, world.time.now - DAY
    last = replace(played, outcome=Outcome((1,), "resignation"), created=begun, updated=ended)
    records = (RoleRecord(played.key, world.games[played.key].roles(2)[0], 4, 2, 1),)
    app = told(world, Known(encounters=Encounters(records, last)))
    page = words(await head_to_head_page(app, looking(CARA), ANNA.id, BEN.id))
    assert f"<@{ANNA.id}> and <@{BEN.id}>" in page or f"<@{ANNA.id}> against <@{BEN.id}>" in page, page
    assert format_dt(ended, "D") in page
    assert f"#{last.id}" in page
    assert "4 / 2 / 1" in page
    assert "7 games" in page


async def test_without_a_server_the_leaders_are_those_of_all_servers(world: World) -> None:
    app = app_of(world)
    for _ in range(2):
        private = words(await leaders_page(app, "conhex", None, EN))
        assert private == words(await leaders_page(app, "conhex", 7, EN, everywhere=True))
        assert private != words(await leaders_page(app, "conhex", 7, EN))
        await store_rating(world, ANNA, "conhex", Rating(1600, 70), 9, scope=EVERYWHERE)
