"""Claims, rematches, practice and dice on the web page, and turning points on the public page."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
import sqlalchemy as sa

from bot.features.web.pages.views import revision
from bot.model.challenges.terms import Terms
from bot.model.match.match import Match, MatchStatus
from bot.model.match.offers.match_offers import MatchOffers, OpenOffer
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.preferences import AUTO_VACATION
from bot.model.time.clocks import read_clock
from bot.repositories.tables.match_tables import games
from rules.contract import Outcome
from rules.contract.series import TieBreak
from tests.bot.chat.samples import MATCH, NOW
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, begin_practice, practice
from tests.bot.features.reviews.test_review_buttons import BLUNDERS, with_engines
from tests.bot.features.reviews.test_reviews import ReviewEngines, complete, play_match, reviews
from tests.bot.features.web.pages import Web, web_over
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import DAY, HOUR, begin_gathering, pass_by

pytest_plugins = ("tests.bot.support.worlds",)


@pytest.fixture
async def web(world: World) -> AsyncIterator[Web]:
    with_engines(world, ReviewEngines(world))
    async with web_over(world) as web:
        yield web


def path(match: Match, action: str) -> str:
    return f"/api/games/{match.id}/{action}"


def new_request() -> dict[str, str]:
    return {"request": str(uuid4())}


async def with_clock(web: Web, clock: str) -> Match:
    """Start a match with a clock and without automatic vacation; Anna moves first against Ben."""
    for person in (ANNA, BEN):
        await web.world.services.settings.set_value(web.world.by(person), AUTO_VACATION, False)
    invitations = web.world.services.invitations
    terms = Terms("conhex", {"swap": "off"}, "red", clock=read_clock(clock))
    challenge = await invitations.challenge(web.world.by(ANNA), terms, HALL, [BEN])
    accepted = await invitations.accept(web.world.by(BEN), challenge.id)
    return await web.world.services.matches.get(accepted.match or 0)


async def test_an_expired_clock_can_be_claimed(web: Web) -> None:
    match = await with_clock(web, "2d soft")
    ben, session = await web.browser(BEN, match)
    assert not session["view"]["may"]["claim"]
    assert await ben.refusal("POST", path(match, "claim"), new_request()) == (
        422,
        "refused",
        "nothing-to-claim",
    )
    # Moves start the clocks.
    for person, move in ((ANNA, "f6"), (BEN, "g8")):
        await web.world.services.turns.take_turn(web.world.by(person), match.id, move)
    await pass_by(web.world, 3 * DAY)
    anna, late = await web.browser(ANNA, match)
    assert not late["view"]["may"]["claim"]
    assert (await anna.refusal("POST", path(match, "claim"), new_request()))[2] == "claim-own-time"
    assert (await ben.get(path(match, "view")))["may"]["claim"]
    request = new_request()
    claimed = await ben.post(path(match, "claim"), request)
    assert not claimed["view"]["running"]
    assert [player["winner"] for player in claimed["view"]["players"]] == [False, True]
    repeated = await ben.post(path(match, "claim"), request)
    assert repeated["view"]["result"] == claimed["view"]["result"]


async def test_saved_time_includes_days(web: Web) -> None:
    match = await with_clock(web, "5d+1d/10d")
    for person, move in ((ANNA, "f6"), (BEN, "g8")):
        await pass_by(web.world, 7 * HOUR)
        await web.world.services.turns.take_turn(web.world.by(person), match.id, move)
    _, session = await web.browser(ANNA, match)
    saved = [timedelta(seconds=player["seconds"]) for player in session["view"]["players"]]
    assert saved == [6 * DAY - 7 * HOUR] * 2


async def test_a_rematch_is_agreed_and_opened(web: Web) -> None:
    match = await web.world.match("conhex", swap="off")
    anna, _ = await web.browser(ANNA, match)
    ben, _ = await web.browser(BEN, match)
    finished = await anna.post(path(match, "resign"), new_request())
    assert not finished["view"]["may"]["dice"]
    assert (await anna.refusal("GET", path(match, "dice")))[2] == "dice-none"
    answer = await anna.post(path(match, "rematch"), new_request())
    assert answer["opened"] is None
    body = new_request()
    agreed = await ben.post(path(match, "rematch"), body)
    assert agreed["opened"] not in {None, match.id}
    repeated = await ben.post(path(match, "rematch"), body)
    assert repeated["opened"] == agreed["opened"]
    # The answer has opened the session for the next game.
    following = await ben.get(f"/api/games/{agreed['opened']}/view")
    assert (following["plies"], following["running"]) == (0, True)
    assert [player["you"] for player in following["players"]].index(True) == 0, "the sides are swapped"


async def test_a_move_against_an_engine_is_taken_back_once(web: Web) -> None:
    match = await begin_practice(web.world, FirstMoveEngines(web.world))
    anna, _ = await web.browser(ANNA, match)
    await anna.post(path(match, "move"), {**new_request(), "move": "f6", "plies": 0, "taken_back": 0})
    outdated = {"plies": 2, "taken_back": 0}
    undone = await anna.post(path(match, "undo"), {**new_request(), **outdated})
    assert (undone["view"]["plies"], undone["view"]["taken_back"]) == (0, 1)
    assert (await anna.refusal("POST", path(match, "undo"), {**new_request(), **outdated}))[1] == "moved"


async def test_plies_of_the_original_game_cannot_be_taken_back(web: Web) -> None:
    world = web.world
    game = await world.match("conhex")
    for person, move in ((ANNA, "f6"), (BEN, "a1")):
        await world.services.turns.take_turn(world.by(person), game.id, move)
    await world.services.resignations.resign(world.by(BEN), game.id)
    match = await practice(world, FirstMoveEngines(world)).play_on(world.by(ANNA), game.id, 2, HALL)
    anna, _ = await web.browser(ANNA, match)
    before = await anna.get(f"/api/games/{match.id}/view")
    move = (await world.services.matches.position(match.id)).state.legal_moves()[0].text
    after = await anna.post(path(match, "move"), {**new_request(), "move": move, "plies": 2, "taken_back": 0})
    assert (before["may"]["take_back"], after["view"]["may"]["take_back"]) == (False, True)


async def test_practice_is_restarted(web: Web) -> None:
    match = await begin_practice(web.world, FirstMoveEngines(web.world))
    anna, _ = await web.browser(ANNA, match)
    finished = await anna.post(path(match, "resign"), new_request())
    assert finished["view"]["may"]["again"]
    assert not finished["view"]["may"]["rematch"]
    body = new_request()
    repeated = await anna.post(path(match, "again"), body)
    assert (await anna.post(path(match, "again"), body))["opened"] == repeated["opened"]
    following = await anna.get(f"/api/games/{repeated['opened']}/view")
    assert following["practice"]
    assert following["plies"] == 1, "the computer made the first move"
    assert [player["you"] for player in following["players"]] == [False, True]


async def test_dice_of_a_finished_game_are_verified(web: Web) -> None:
    match = await web.world.match("catch-the-hat")
    anna, session = await web.browser(ANNA, match)
    assert not session["view"]["may"]["dice"]
    assert (await anna.refusal("GET", path(match, "dice")))[2] == "dice-running"
    finished = await anna.post(path(match, "resign"), new_request())
    assert finished["view"]["may"]["dice"]
    text = " ".join((await anna.get(path(match, "dice")))["said"])
    assert "Nachricht" in text
    assert not re.search(r"[`*\[\]<>]|https:", text), "no chat markup"
    dora, _ = await web.browser(DORA, match)
    assert " ".join((await dora.get(path(match, "dice")))["said"])


async def public_page(web: Web, match: Match) -> str:
    answer = await web.client.get(f"/g/{match.id}")
    assert answer.status == 200
    return await answer.text()


async def test_turning_points_are_on_the_public_page(web: Web) -> None:
    match = await play_match(web.world, texts=BLUNDERS)
    await web.pages.switch(web.world.by(ANNA), HALL.server or 0, HALL, on=True)
    before = await public_page(web, match)
    dying = reviews(web.world, ReviewEngines(web.world, after=3))
    await expect_refusal(dying.advance(ANNA.id, match.id, 30), "review-not-now")
    partial = await dying.get(match.id)
    assert not partial.is_complete
    assert partial.turning_points
    assert await public_page(web, match) == before
    review = await complete(web.world.services.app.reviews.reviews, match)
    assert review.turning_points
    for person in (ANNA, BEN):
        await web.pages.set_named(web.world.by(person), on=True)
    after = await public_page(web, match)
    assert len(after) > len(before)
    assert {point.seat for point in review.turning_points} == {0, 1}
    for number, point in enumerate(review.turning_points, 1):
        link = f'<a href="{match.id}?ply={point.number}#board" rel="nofollow">'
        (line,) = re.findall(re.escape(f"<li>{link}{number} · Zug {point.number}: ") + "(.*?)</a>", after)
        assert [name for name in ("Anna", "Ben") if name in line] == [("Anna", "Ben")[point.seat]]
        assert (await web.client.get(f"/g/{match.id}?ply={point.number}")).status == 200


async def test_a_rematch_in_a_frame_issues_its_own_bearer(web: Web) -> None:
    match = await web.world.match("conhex", swap="off")
    anna, _ = await web.browser(ANNA, match)
    await anna.post(path(match, "resign"), new_request())
    await anna.post(path(match, "rematch"), new_request())
    ben = web.stranger()
    session = await ben.post("/api/session", {"token": await web.token(BEN, match), "frame": True})
    ben.bearer = session["bearer"]
    agreed = await ben.post(path(match, "rematch"), new_request())
    assert agreed["bearer"] not in {None, session["bearer"]}
    assert not ben.cookies
    ben.bearer = agreed["bearer"]
    following = await ben.get(f"/api/games/{agreed['opened']}/view")
    assert [player["you"] for player in following["players"]] == [True, False]


async def test_a_series_offers_a_rematch_only_at_its_end(web: Web) -> None:
    terms = Terms("hnefatafl", {"board": "brandubh-7"}, "attackers", tie_break=TieBreak.NONE)
    challenge = await web.world.services.invitations.challenge(web.world.by(ANNA), terms, HALL, [BEN])
    accepted = await web.world.services.invitations.accept(web.world.by(BEN), challenge.id)
    first = await web.world.services.matches.get(accepted.match or 0)
    anna, _ = await web.browser(ANNA, first)
    finished = await anna.post(path(first, "resign"), new_request())
    assert not finished["view"]["may"]["rematch"], "the second game of the series is running"
    second = await web.world.services.matches.get(first.id + 1)
    ben, _ = await web.browser(BEN, second)
    finished = await ben.post(path(second, "resign"), new_request())
    assert finished["view"]["may"]["rematch"]


async def test_a_paused_game_says_so(web: Web) -> None:
    match = await with_clock(web, "2d soft")
    async with web.world.store.write() as session:
        where = sa.update(games).where(games.c.id == match.id)
        await session.connection.execute(where.values(board_channel=71, board_message=600))
    ben, session_of_ben = await web.browser(BEN, match)
    assert session_of_ben["view"]["chat"] == "https://discord.com/channels/7/71/600"
    await web.world.services.presence.pause_server(HALL.server or 0)
    view = await ben.get(path(match, "view"))
    assert view["status"] == (
        "⏸️ Paused, as the bot was removed from this game's server; it continues once the bot is back there."
    )
    assert [player["due"] for player in view["players"]] == [None, None]


async def test_a_table_shows_leavers_absentees_and_pending_answers(web: Web) -> None:
    """Ben is away and has agreed to Anna's offer, Cara has left, Dora has yet to answer."""
    services, by = web.world.services, web.world.by
    match = await begin_gathering(web.world, "3d", BEN, CARA, DORA, key="catch-the-hat")
    for person in (ANNA, BEN):
        move = (await services.matches.position(match.id)).state.legal_moves()[0]
        await services.turns.take_turn(by(person), match.id, str(move))
    today = web.world.time.now.date()
    await services.settings.take_vacation(by(BEN), today, today + 3 * DAY)
    await services.resignations.resign(by(CARA), match.id)
    await services.offers.offer(by(ANNA), match.id, OfferKind.ABORT)
    ben, _ = await web.browser(BEN, match)
    accepts = {**new_request(), "kind": "abort", "seat": 0, "answer": "accept"}
    assert "others" in (await ben.post(path(match, "answer"), accepts))["said"][0]
    answerable = {}
    for person in (ANNA, BEN, CARA, DORA):
        _, session = await web.browser(person, match)
        (offer,) = session["view"]["offers"]
        answerable[person.name] = (offer["mine"], offer["answerable"])
    assert answerable == {
        "Anna": (True, False), "Ben": (False, False), "Cara": (False, False), "Dora": (False, True)
    }  # fmt: skip
    players = session["view"]["players"]
    assert [player["left"] for player in players] == [False, False, True, False]
    assert [player["away"] is not None for player in players] == [False, True, False, False]
    assert [player["turn"] for player in players] == [False, False, False, True]
    assert [player["due"] is not None for player in players] == [False, False, False, True]


def test_every_visible_change_changes_the_revision() -> None:
    offers = [
        replace(MATCH, standing=MatchOffers((OpenOffer(OfferKind.DRAW, 0, 1, agreed=agreed),)))
        for agreed in ((), (1,))
    ]
    timings = [
        replace(MATCH, timing=replace(MATCH.timing, **change))
        for change in ({"claimable": True}, {"paused": NOW}, {"deadline": NOW})
    ]
    matches = [
        MATCH,
        replace(MATCH, plies=2),
        replace(MATCH, taken_back=1),
        replace(MATCH, turn=0),
        replace(MATCH, status=MatchStatus.FINISHED),
        replace(MATCH, outcome=Outcome((0,), "resignation")),
        replace(MATCH, players=MATCH.players[::-1]),
        replace(MATCH, departures=((0, 1),)),
        replace(MATCH, planned=True),
        replace(MATCH, unjustified=(0, 1)),
        *offers,
        *timings,
    ]
    assert len({revision(match) for match in matches}) == len(matches)
