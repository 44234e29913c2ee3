"""Rating pages after real games."""

import re
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.visibility import match_visibility
from bot.chat.core.pictures import Picture, Pictures
from bot.chat.core.words.rating_text import new_formula
from bot.chat.surface import publish
from bot.features.ratings.pages.head_to_head_page import head_to_head_page
from bot.features.ratings.pages.leaders_page import leaders_page
from bot.features.ratings.pages.profile_page import profile_page, shown_profile
from bot.features.ratings.pages.rating_page import rating_page
from bot.features.ratings.pages.stats_page import stats_page
from bot.features.ratings.services import RatingServices
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.tournament import TournamentSetup
from bot.locale import Texts
from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from bot.model.people.person import Person, Place
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.model.ratings.counting import WITHIN
from bot.model.ratings.rating import Rating
from bot.model.refusal import Refusal
from bot.model.time.clocks import read_clock
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.tables.rating_tables import EVERYWHERE
from data.store import Store
from render import ProfileChart
from rules.contract import Outcome
from tests.bot.chat import guilds
from tests.bot.chat.page_text import page_text
from tests.bot.chat.presses import UNUSED
from tests.bot.chat.surfaces import features_of, surfaces_of
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, GAMES, HALL, World
from tests.bot.support.rated import play_plies, store_rating
from tests.data.challenges import challenge as challenge_of
from tests.data.matches import new_match
from tests.galleries import CHARTS, GALLERY

PLIES = {"conhex": 16, "hnefatafl": 12}
"""The plies that a win of the first seat needs to count."""

pytest_plugins = ("tests.data.databases", "tests.bot.chat.approved")

TEXTS = Texts.load()
EN, DE = TEXTS.language("en"), TEXTS.language("de")
PICTURES = Pictures(GALLERY, charts=CHARTS)
# Pages that list games are approved with only these: a new game changes no page.
SHOWN = {key: GAMES[key] for key in ("hnefatafl", "conhex", "fox-and-hens", "catch-the-hat")}


@pytest.fixture
async def world(store: Store) -> World:
    return World(store, SHOWN)


def app_of(world: World) -> RatingServices:
    unused: Any = None
    app = AppContext(world.services, unused, GAMES, PICTURES, TEXTS, world.time)
    publish(surfaces_of(app), app.slots)
    return features_of(app).ratings.services(app.chat)


async def match_won_by(
    world: World, winner: Person, loser: Person, key: str = "conhex", place: Place = HALL
) -> Match:
    """Return a rated match that `winner`, in seat 0, won by `loser`'s resignation."""
    role = GAMES[key].roles(2)[0]
    challenge = await world.services.invitations.challenge(
        world.by(winner), Terms(key, {}, role, rated=True), place, [loser]
    )
    accepted = await world.services.invitations.accept(world.by(loser), challenge.id)
    assert accepted.match is not None
    match = await world.services.matches.get(accepted.match)
    await play_plies(world, match, PLIES.get(key, 1))
    return await world.services.resignations.resign(world.by(loser), accepted.match)


def words(view: ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


def custom_ids_on(view: ui.LayoutView) -> list[str | None]:
    return [item.custom_id for item in view.walk_children() if isinstance(item, ui.Button | ui.Select)]


async def test_ratings_per_server_and_overall(world: World, approved: SnapshotAssertion) -> None:
    app = app_of(world)
    for t in (EN, DE):
        assert page_text(await rating_page(app, ANNA.id, 7, t, BEN.id)) == approved(name=f"none-{t.code}")
    await match_won_by(world, ANNA, BEN)
    await match_won_by(world, ANNA, BEN, place=Place(8, 80, "en"))
    await match_won_by(world, ANNA, BEN, "hnefatafl")
    for t in (EN, DE):
        page = page_text(await rating_page(app, ANNA.id, 7, t, BEN.id))
        assert page == approved(name=f"three-{t.code}")


async def test_leaders_are_listed_with_a_menu_of_other_games(
    world: World, approved: SnapshotAssertion
) -> None:
    app = app_of(world)
    for t in (EN, DE):
        assert page_text(await leaders_page(app, "conhex", 7, t)) == approved(name=f"none-here-{t.code}")
        empty_page = page_text(await leaders_page(app, "conhex", 7, t, everywhere=True))
        assert empty_page == approved(name=f"none-anywhere-{t.code}")
    for person, value_here, value_everywhere in ((ANNA, 1512, 1650), (BEN, 1472, 1701), (CARA, 1669, 1590)):
        deviation = 180 if person is CARA else 80
        for scope, value, results in (
            (7, value_here, 3 + person.id % 10),
            (EVERYWHERE, value_everywhere, person.id % 100),
        ):
            await store_rating(world, person, "conhex", Rating(value, deviation), results, scope=scope)
    for t in (EN, DE):
        assert page_text(await leaders_page(app, "conhex", 7, t)) == approved(name=f"here-{t.code}")
        everywhere = page_text(await leaders_page(app, "conhex", 7, t, everywhere=True))
        assert everywhere == approved(name=f"everywhere-{t.code}")
    private = await leaders_page(app, "conhex", None, EN)
    assert custom_ids_on(private) == ["fp:leaders-of:everywhere", "fp:stats:conhex"]
    with pytest.raises(Refusal, match="no-such-game"):
        await leaders_page(app, "chess", 7, EN)


async def test_a_one_sided_game_lists_leaders_per_role(world: World, approved: SnapshotAssertion) -> None:
    await match_won_by(world, ANNA, BEN, "hnefatafl")
    for t in (EN, DE):
        page = page_text(await leaders_page(app_of(world), "hnefatafl", 7, t))
        assert page == approved(name=f"roles-{t.code}")


async def test_statistics_page_shows_results(world: World, approved: SnapshotAssertion) -> None:
    app = app_of(world)
    for t in (EN, DE):
        assert page_text(await stats_page(app, "conhex", t)) == approved(name=f"none-{t.code}")
    await match_won_by(world, ANNA, BEN)
    await match_won_by(world, BEN, ANNA)
    for t in (EN, DE):
        assert page_text(await stats_page(app, "conhex", t)) == approved(name=f"two-{t.code}")


async def test_a_new_formula_is_announced_once_on_the_own_page(world: World) -> None:
    questions = list[int]()

    class News:
        async def take(self, person: int) -> bool:
            questions.append(person)
            return len(questions) == 1

    formula_news: Any = News()
    app = replace(app_of(world), formula_news=formula_news)
    pages = [page_text(await rating_page(app, ANNA.id, 7, EN, reader.id)) for reader in (BEN, ANNA, ANNA)]
    assert [new_formula(EN) in page for page in pages] == [False, True, False]
    assert questions == [ANNA.id, ANNA.id]


@dataclass(frozen=True, slots=True)
class ChartedPictures(Pictures):
    """Records the charts of profiles instead of drawing them."""

    seen_charts: list[ProfileChart] = field(default_factory=list)

    async def profile(self, chart: ProfileChart, words: str, favourite: Any = None) -> Picture:
        del favourite
        self.seen_charts.append(chart)
        return Picture(b"", words)


PORTRAIT = "https://cdn.example/anna.png"


@dataclass
class User:
    """A Discord user; only Anna has an avatar."""

    id: int

    @property
    def avatar(self) -> str | None:
        return PORTRAIT if self.id == ANNA.id else None

    @property
    def display_avatar(self) -> Any:  # stands for discord.Asset
        return SimpleNamespace(url=PORTRAIT)


def viewer(person: Person, place: Place = HALL) -> InteractionContext:
    """Return the context of a person who sees every channel with games of their server."""
    interaction: Any = SimpleNamespace(
        user=User(person.id),
        client=SimpleNamespace(get_user=lambda _: None, get_guild=lambda _: None),
        guild=None,
        guild_id=None,
        channel_id=place.channel,
    )
    request: Any = None
    return InteractionContext(interaction, person, place, request, EN, PICTURES, sees=lambda _: True)


LOUNGE, STAFF, MODERATOR = 71, 72, 5
IN_STAFF = replace(HALL, channel=STAFF)


def server_viewer(person: Person, *roles: int, channel: int = LOUNGE) -> InteractionContext:
    """Return the context of a person in a server whose staff channel only moderators see."""
    server = guilds.guild((HALL.channel, LOUNGE), {STAFF: (MODERATOR,)}, roles=(MODERATOR,))
    client = SimpleNamespace(get_user=lambda _: None, get_guild=lambda _: server)
    interaction: Any = SimpleNamespace(
        user=guilds.member(server, person.id, *roles),
        client=client,
        guild=server,
        guild_id=None,
        channel_id=channel,
    )
    place, request = replace(HALL, channel=channel), UNUSED
    sees = match_visibility(interaction)
    return InteractionContext(interaction, person, place, request, EN, PICTURES, sees=sees)


async def test_a_profile_shows_its_curve_results_and_running_games(
    world: World, approved: SnapshotAssertion
) -> None:
    app = app_of(world)
    for t in (EN, DE):
        empty_page, _ = await profile_page(app, replace(viewer(ANNA), t=t), ANNA.id)
        assert page_text(empty_page) == approved(name=f"none-{t.code}")
    await match_won_by(world, ANNA, BEN)
    await match_won_by(world, ANNA, BEN, "hnefatafl")
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("conhex", {}, "red"), HALL, [BEN]
    )
    await world.services.invitations.accept(world.by(BEN), challenge.id)
    for t in (EN, DE):
        view, (picture,) = await profile_page(app, replace(viewer(BEN), t=t), ANNA.id)
        assert picture.png.startswith(b"\x89PNG")
        assert page_text(view) == approved(name=f"here-{t.code}")
    _, (other_curve,) = await profile_page(app, viewer(BEN), ANNA.id, 1)
    assert "\nConHex · 1662? ± " in other_curve.words
    view, _ = await profile_page(app, viewer(CARA, Place(8, 80, "en")), ANNA.id)
    assert page_text(view) == approved(name="elsewhere-en"), "nobody of another server is named"


async def test_a_curve_is_drawn_from_five_results(world: World) -> None:
    for _ in range(4):
        await match_won_by(world, ANNA, BEN)
        world.time.pass_by(WITHIN)
    _, (four_results,) = await profile_page(app_of(world), viewer(BEN), ANNA.id)
    await match_won_by(world, ANNA, BEN)
    view, (five_results,) = await profile_page(app_of(world), viewer(BEN), ANNA.id)
    assert "Head to head" in words(view), "the curve takes the place of the rivals in the picture"
    assert ". From " not in four_results.words
    assert ". From " in five_results.words
    await match_won_by(world, BEN, ANNA)
    world.time.pass_by(WITHIN)
    pictures = ChartedPictures(GALLERY)
    await profile_page(app_of(world), replace(viewer(BEN), pictures=pictures), ANNA.id)
    (chart,) = pictures.seen_charts
    assert [(rival.title, rival.won, rival.drawn, rival.lost) for rival in chart.rivals] == [("Ben", 5, 0, 1)]
    records = {(record.label, record.won, record.drawn, record.lost) for record in chart.records}
    assert records == {("5 / 0 / 0", 5, 0, 0), ("0 / 0 / 1", 0, 0, 1)}
    assert len(chart.moments) == 7, "six results, and today"
    *_, last, today = chart.moments
    assert today.value == last.value
    assert today.low < last.low < last.value < last.high < today.high, "the rating is less certain by today"
    assert (chart.since, chart.until) == ("Nov 20, 2026", "Apr 19, 2027")


async def test_two_people_against_each_other(world: World, approved: SnapshotAssertion) -> None:
    app, elsewhere = app_of(world), Place(8, 80, "en")
    empty_page = page_text(await head_to_head_page(app, viewer(CARA), ANNA.id, BEN.id))
    assert empty_page == approved(name="none-en")
    await match_won_by(world, ANNA, BEN)
    await match_won_by(world, ANNA, BEN, "hnefatafl")
    await match_won_by(world, ANNA, CARA)
    await match_won_by(world, BEN, ANNA)
    for t in (EN, DE):
        page = await head_to_head_page(app, replace(viewer(CARA), t=t), ANNA.id, BEN.id)
        assert page_text(page) == approved(name=f"three-{t.code}")
    hidden = page_text(await head_to_head_page(app, viewer(CARA, elsewhere), ANNA.id, BEN.id))
    assert hidden == empty_page, "games of other servers are hidden here"
    own_page = page_text(await head_to_head_page(app, viewer(BEN, elsewhere), BEN.id, ANNA.id))
    assert own_page == approved(name="own-en"), "players see their own games everywhere"


async def test_profiles_and_head_to_heads_omit_hidden_games(world: World) -> None:
    app = app_of(world)
    await match_won_by(world, ANNA, BEN, place=IN_STAFF)
    running = await world.services.invitations.challenge(
        world.by(ANNA), Terms("conhex", {}, "red"), IN_STAFF, [BEN]
    )
    await world.services.invitations.accept(world.by(BEN), running.id)
    for context in (server_viewer(DORA, MODERATOR), server_viewer(BEN), server_viewer(DORA, channel=STAFF)):
        _, (page,) = await profile_page(app, context, ANNA.id)
        assert "Against Ben: 1 / 0 / 0" in page.words
        assert "1 game under way" in page.words
    _, (hidden,) = await profile_page(app, server_viewer(DORA), ANNA.id)
    for hidden_words in ("Ben", "under way", "Last games", "Plays most"):
        assert hidden_words not in hidden.words
    assert "ConHex, red: 1 / 0 / 0" in hidden.words, "like ratings, results by game count all games"
    compared = words(await head_to_head_page(app, server_viewer(DORA), ANNA.id, BEN.id))
    assert "have not finished one against each other" in compared
    for context in (server_viewer(DORA, MODERATOR), server_viewer(BEN)):
        assert "1 game: " in words(await head_to_head_page(app, context, ANNA.id, BEN.id))


async def test_a_posted_profile_contains_only_public_information(world: World) -> None:
    app = app_of(world)
    await match_won_by(world, ANNA, BEN, place=IN_STAFF)
    await match_won_by(world, ANNA, CARA)
    profile = await shown_profile(app, server_viewer(ANNA, MODERATOR), None)
    assert profile is not None
    assert profile[0] == "**Profil von Anna**", "in the server's language"
    assert "Gegen Cara" in profile[1].words
    assert "Ben" not in profile[1].words
    staff_profile = await shown_profile(app, server_viewer(ANNA, MODERATOR, channel=STAFF), None)
    assert staff_profile is not None
    assert "Gegen Ben" in staff_profile[1].words


async def test_cups_of_hidden_tournaments_are_omitted(world: World) -> None:
    app, tournaments = app_of(world), world.services.tournaments
    setup = TournamentSetup(
        "Staff cup", Terms("conhex", {}, clock=read_clock("3d")), Rules(Format.ROUND_ROBIN), 3
    )
    cup = await tournaments.open(world.by(ANNA), IN_STAFF, setup)
    for person in (ANNA, BEN, CARA):
        cup = await tournaments.enter(world.by(person), cup.id, HALL.server or 0)
    for game in cup.games:
        challenge = await world.services.challenges.get(game.challenge or 0)
        match = await world.services.matches.get(challenge.match or 0)
        loser = next(person for person in (CARA, BEN) if person.id in match.people)
        await world.services.resignations.resign(world.by(loser), match.id)
    for context in (server_viewer(DORA, MODERATOR), server_viewer(ANNA)):
        assert "Staff cup" in words((await profile_page(app, context, ANNA.id))[0])
    assert "Staff cup" not in words((await profile_page(app, server_viewer(DORA), ANNA.id))[0])
    profile = await shown_profile(app, server_viewer(ANNA, MODERATOR), None)
    assert profile is not None
    assert "Staff cup" not in profile[0]
    staff_profile = await shown_profile(app, server_viewer(ANNA, MODERATOR, channel=STAFF), None)
    assert staff_profile is not None
    assert "Staff cup" in staff_profile[0]


async def test_a_person_posts_the_public_part_of_their_profile(world: World) -> None:
    app = app_of(world)
    await world.services.servers.set_server(world.by(ANNA), HALL.server or 0, language="en")
    assert await shown_profile(app, viewer(ANNA), None) is None
    await match_won_by(world, ANNA, BEN)
    await match_won_by(world, ANNA, CARA, place=Place(8, 80, "en"))
    view, (own_picture,) = await profile_page(app, viewer(ANNA), ANNA.id)
    assert "fp:profile-show" in custom_ids_on(view)
    media = [part.media.url for part in view.walk_children() if isinstance(part, ui.Thumbnail)]
    assert not media, "what lies elsewhere may never appear"
    assert "Against Cara" in own_picture.words
    bens_view, _ = await profile_page(app, viewer(BEN), ANNA.id)
    assert "fp:profile-show" not in custom_ids_on(bens_view)
    profile = await shown_profile(app, viewer(ANNA), None)
    assert profile is not None
    text, picture = profile
    assert text == "**Profile of Anna**", "cups of other servers are hidden here"
    assert "Against Ben" in picture.words
    assert "Cara" not in picture.words


async def test_posted_cups_are_those_of_the_server(world: World) -> None:
    app = app_of(world)
    await world.services.servers.set_server(world.by(ANNA), HALL.server or 0, language="en")
    tournaments = world.services.tournaments
    for place in (HALL, Place(8, 80, "en")):
        name = f"*Cup* of {place.server}"
        setup = TournamentSetup(
            name, Terms("conhex", {}, clock=read_clock("3d")), Rules(Format.ROUND_ROBIN), 3
        )
        cup = await tournaments.open(world.by(ANNA), place, setup)
        for person in (ANNA, BEN, CARA):
            cup = await tournaments.enter(world.by(person), cup.id, place.server or 0)
        for game in cup.games:
            challenge = await world.services.challenges.get(game.challenge or 0)
            match = await world.services.matches.get(challenge.match or 0)
            loser = next(person for person in (CARA, BEN) if person.id in match.people)
            await world.services.resignations.resign(world.by(loser), match.id)
    view, _ = await profile_page(app, viewer(ANNA), ANNA.id)
    assert "🏆 Cups: Cup of 8 (ConHex); Cup of 7 (ConHex)" in words(view)
    profile = await shown_profile(app, viewer(ANNA), None)
    assert profile is not None
    assert profile[0] == "**Profile of Anna**\n🏆 Cups: Cup of 7 (ConHex)"


async def test_a_profile_names_the_beaten_levels(world: World) -> None:
    async with world.services.turns._unit_of_work.write() as tx:
        await world.services.turns._unit_of_work.people.record_seen_in(tx, ANNA, HALL)
        practice = Place(None, 70, "en")
        for place, level, taken_over in ((HALL, 3, 0), (practice, 4, 0), (practice, 5, 30)):
            challenge = await tx.of(ChallengeRepository).add(challenge_of(ANNA.id))
            seats = (HumanPlayer(ANNA.id), EnginePlayer("hnefatafl", level))
            match = new_match(challenge, key="hnefatafl", options={"board": "tablut-9"}, players=seats)
            match = replace(match, plies=taken_over, taken_over=taken_over)
            stored_match = await tx.of(MatchRepository).lock(
                await tx.of(MatchRepository).add(replace(match, place=place), None)
            )
            assert stored_match is not None
            await tx.of(MatchRepository).save(
                stored_match, stored_match.end(Outcome((0,), "king-captured"), world.time.now)
            )
    view, pictures = await profile_page(app_of(world), viewer(BEN), ANNA.id)
    assert not pictures
    assert words(view).endswith("🤖 Beaten: level 3 of Tablut as attackers"), "only Anna sees her practice"
    view, _ = await profile_page(app_of(world), viewer(ANNA), ANNA.id)
    expected = "🤖 Beaten: level 4 of Tablut as attackers"
    assert words(view).endswith(expected), "level 5 was beaten only from the middle of another game"


async def test_a_board_leaderboard_explains_the_shared_rating(world: World) -> None:
    app = app_of(world)
    tablut = words(await leaders_page(app, "hnefatafl", 7, EN, "Tablut"))
    assert "Tablut counts here, too: Hnefatafl has one rating for all its boards." in tablut
    assert "counts here" not in words(await leaders_page(app, "hnefatafl", 7, EN, "Hnefatafl"))


async def test_leaders_list_ten_people_and_separate_series_from_roles(world: World) -> None:
    for number in range(12):
        person = Person(3000 + number, f"P{number}", "en")
        await store_rating(world, person, "hnefatafl", Rating(1500 + number, 70), 20, scope=7)
    await store_rating(world, ANNA, "hnefatafl", Rating(1400, 70), 5, scope=7, role="defenders")
    page = words(await leaders_page(app_of(world), "hnefatafl", 7, EN))
    assert [int(number) for number in re.findall("<@([0-9]+)>", page)] == [
        *range(3011, 3001, -1),
        ANNA.id,
    ]
    assert page.index(EN("leaders.series")) < page.index("<@3011>")
    assert page.index("<@3002>") < page.index(EN("leaders.role", role=EN("hnefatafl.role.defenders")))
