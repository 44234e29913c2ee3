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
    server_viewer,
    viewer,
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
class RecordingPictures(Pictures):
    """Records themes and charts instead of drawing."""

    seen: list[tuple[str, ProfileChart]] = field(default_factory=list)

    async def profile(self, chart: ProfileChart, words: str, favourite: Any = None) -> Picture:
        del favourite
        self.seen.append((self.theme, chart))
        return Picture(b"", words)


@dataclass
class FakeRatings:
    """Ratings and statistics of everybody."""

    records: tuple[RoleRecord, ...] = ()
    rating_histories: tuple[RatingHistory, ...] = ()
    encounters: Encounters = field(default_factory=Encounters)
    favourite: FavouriteBoard | None = None

    async def histories(self, _person: int) -> tuple[RatingHistory, ...]:
        return self.rating_histories

    async def of_player(self, _person: int) -> tuple[RoleRecord, ...]:
        return self.records

    async def recent(self, *_: Any) -> RecentResults:
        return RecentResults(favourite=self.favourite)

    async def ladder_of(self, *_: Any) -> tuple[()]:
        return ()

    async def between(self, *_: Any) -> Encounters:
        return self.encounters


def app_with(world: World, fake: FakeRatings) -> RatingServices:
    results: Any = fake
    return replace(app_of(world), ratings=results, statistics=results)


def history(world: World, key: str, results: int, last_days_ago: int) -> RatingHistory:
    last = world.time.now - last_days_ago * DAY
    points = tuple(
        RatingPoint(last - (results - 1 - number) * DAY, Rating(1500 + number, 70))
        for number in range(results)
    )
    return RatingHistory(key, "", ShownRating.then(Rating(1499 + results, 90)), points)


async def test_a_curve_shows_the_latest_results_and_current_rating(world: World) -> None:
    long_history, recent_history = history(world, "conhex", 402, 3), history(world, "hnefatafl", 9, 1)
    app = app_with(
        world,
        FakeRatings(rating_histories=(long_history, recent_history, history(world, "fox-and-hens", 4, 2))),
    )
    pictures = RecordingPictures(GALLERY, theme="dark")
    for number in (None, 0, 2, 3):
        view, (picture,) = await profile_page(app, replace(viewer(ANNA), pictures=pictures), ANNA.id, number)
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
    public_profile = await shown_profile(app, replace(viewer(ANNA), pictures=pictures), 0)
    assert public_profile is not None
    assert pictures.seen[-1][0] == PUBLIC_THEME, "public profiles have the default theme"
    assert pictures.seen[-1][1].moments == chosen.moments


async def test_a_curve_that_changed_today_ends_with_that_result(world: World) -> None:
    pictures = RecordingPictures(GALLERY)
    app = app_with(world, FakeRatings(rating_histories=(history(world, "conhex", 6, 0),)))
    await profile_page(app, replace(viewer(BEN), pictures=pictures), ANNA.id)
    ((_, chart),) = pictures.seen
    assert [moment.value for moment in chart.moments] == [1500 + number for number in range(6)]
    assert (chart.since, chart.until) == ("Nov 15, 2026", "Nov 20, 2026")


async def test_a_picture_shows_the_roles_with_most_games(world: World) -> None:
    counts_by_role = [
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
    records = tuple(RoleRecord(*role, *counts) for role, counts in zip(roles, counts_by_role, strict=False))
    two_games = replace(records[0], won=2)
    pictures = RecordingPictures(GALLERY)
    app = app_with(world, FakeRatings((two_games, *records[1:])))
    await profile_page(app, replace(viewer(BEN), pictures=pictures), ANNA.id)
    ((_, chart),) = pictures.seen
    assert [record.label for record in chart.records] == [
        f"{won} / {drawn} / {lost}" for won, drawn, lost in counts_by_role[1:]
    ]


async def test_with_cups_only_the_favourite_boards_name_remains(world: World) -> None:
    class Cups:
        async def make(self, _view: ProfileView) -> ProfileNote:
            return ProfileNote("🏆", 2)

    no_lines: Any = ()
    cups: Any = (Cups(), Cups())
    favourite = FavouriteBoard("hnefatafl", {"board": "tablut-9"}, 3)
    fake = FakeRatings(records=(RoleRecord("conhex", "red", 1, 0, 0),), favourite=favourite)
    app, pictures = replace(app_with(world, fake), profile_lines=no_lines), RecordingPictures(GALLERY)
    for services in (app, replace(app, profile_lines=cups)):
        await profile_page(services, replace(viewer(BEN), pictures=pictures), ANNA.id)
    without_cups, with_cups = (chart for _, chart in pictures.seen)
    assert (without_cups.favourite, without_cups.cups) == ("Plays most: Tablut", 0)
    assert (with_cups.favourite, with_cups.cups) == ("Tablut", 4)


async def test_others_see_notes_only_about_visible_or_deleted_places(world: World) -> None:
    """Only the person of the profile also sees notes about other places."""
    places = (HALL, IN_STAFF, replace(HALL, channel=79), Place(8, 80, "en"), Place(8, 81, "en"))
    answers: list[list[bool]] = []

    class RecordingLine:
        async def make(self, view: ProfileView) -> ProfileNote:
            answers.append([view.shows(place) for place in places])
            return ProfileNote()

    lines: Any = (RecordingLine(),)
    fake = FakeRatings(records=(RoleRecord("conhex", "red", 1, 0, 0),))
    app = replace(app_with(world, fake), profile_lines=lines)
    for context in (server_viewer(DORA), server_viewer(DORA, MODERATOR), server_viewer(ANNA)):
        await profile_page(app, replace(context, pictures=RecordingPictures(GALLERY)), ANNA.id)
    await shown_profile(
        app, replace(server_viewer(ANNA, MODERATOR), pictures=RecordingPictures(GALLERY)), None
    )
    public, staff, all_places = [True, False, True], [True, True, True], [True] * 5
    assert answers == [[*public, False, False], [*staff, False, False], all_places, [*public, False, False]]


async def test_running_games_alone_make_a_profile(world: World) -> None:
    empty_page, _ = await profile_page(app_of(world), viewer(ANNA), ANNA.id)
    assert "has not finished any game yet" in words(empty_page)
    await world.match("conhex")
    page, (picture,) = await profile_page(app_of(world), viewer(ANNA), ANNA.id)
    assert "1 game under way" in words(page)
    assert "ConHex: 1" in picture.words


async def test_the_last_game_of_two_people_shows_its_end_date(world: World) -> None:
    match = match_of(HumanPlayer(BEN.id), HumanPlayer(ANNA.id))
    start, end = world.time.now - 9 * DAY, world.time.now - DAY
    last = replace(match, outcome=Outcome((1,), "resignation"), created=start, updated=end)
    records = (RoleRecord(match.key, world.games[match.key].roles(2)[0], 4, 2, 1),)
    app = app_with(world, FakeRatings(encounters=Encounters(records, last)))
    page = words(await head_to_head_page(app, viewer(CARA), ANNA.id, BEN.id))
    assert f"<@{ANNA.id}> and <@{BEN.id}>" in page or f"<@{ANNA.id}> against <@{BEN.id}>" in page, page
    assert format_dt(end, "D") in page
    assert f"#{last.id}" in page
    assert "4 / 2 / 1" in page
    assert "7 games" in page


async def test_without_a_server_the_leaderboard_covers_all_servers(world: World) -> None:
    app = app_of(world)
    for _ in range(2):
        private = words(await leaders_page(app, "conhex", None, EN))
        assert private == words(await leaders_page(app, "conhex", 7, EN, everywhere=True))
        assert private != words(await leaders_page(app, "conhex", 7, EN))
        await store_rating(world, ANNA, "conhex", Rating(1600, 70), 9, scope=EVERYWHERE)
