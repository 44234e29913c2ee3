"""Whole games on the web page: everything it shows and says to each player, as approved texts."""

import json
import re
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from bot.model.people.person import Person
from bot.model.people.preferences import AUTO_VACATION
from bot.model.time.clocks import read_clock
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, begin_practice
from tests.bot.features.reviews.test_review_buttons import with_engines
from tests.bot.features.reviews.test_reviews import ReviewEngines
from tests.bot.features.web.pages import Browser, Web, web_over
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.timed import DAY, pass_by

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture
async def web(world: World) -> AsyncIterator[Web]:
    with_engines(world, ReviewEngines(world))
    async with web_over(world) as running:
        yield running


def lines_of(view: Any) -> list[str]:
    """Return a view as lines, without its board's points; of bare moves, the first and their number."""
    fields = {**view, "board": sorted(view["board"]), "ways": [view["ways"][:1], len(view["ways"])]}
    lines = [f"  {name}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items()]
    return [re.sub("([?&]v=)[0-9a-f]+", r"\1…", line) for line in lines if "revision" not in line]


class WebWalk:
    """A match on the page between Anna, who reads German, and Ben, who reads English; Cara looks on."""

    def __init__(self, web: Web, match: Match) -> None:
        self.web = web
        self.match = match
        self.pages: list[str] = []
        self.browsers: dict[Person, Browser] = {}
        self._seen: dict[Person, list[str]] = {}

    async def open(self, *people: Person) -> None:
        for person in people:
            self.browsers[person], session = await self.web.browser(person, self.match)
            self.pages.append(f"> {person.name} opens it\n{self._new_lines(person, session['view'])}")

    async def view(self, person: Person, query: str = "") -> None:
        view = await self.browsers[person].get(f"/api/games/{self.match.id}/view{query}")
        self.pages.append(f"> {person.name} sees {query}\n{self._new_lines(person, view)}")

    async def act(self, person: Person, action: str, *, shown: bool = False, **given: object) -> Any:
        """Send a request; record the answer's words and, if `shown`, the view."""
        self.web.seconds.now += 10
        match = await self.web.world.services.matches.get(self.match.id)
        counts = {"plies": match.plies, "taken_back": match.taken_back}
        needs_counts = action in {"move", "undo", "plan", "plan-delete"}
        body = {"request": str(uuid4()), **(counts if needs_counts else {}), **given}
        answer = await self.browsers[person].request("POST", f"/api/games/{self.match.id}/{action}", body)
        content = await answer.json()
        heading = f"> {person.name}: {action} {json.dumps(given, ensure_ascii=False)}"
        if answer.status != 200:
            self.pages.append(
                f"{heading} → {answer.status}\n  {json.dumps(content['error'], ensure_ascii=False)}"
            )
            return content
        summary = json.dumps(
            {name: content.get(name) for name in ("said", "repeated", "opened")}, ensure_ascii=False
        )
        self.pages.append(
            "\n".join(
                [heading, f"  {summary}", *([self._new_lines(person, content["view"])] if shown else [])]
            )
        )
        return content

    def _new_lines(self, person: Person, view: Any) -> str:
        """Return the lines of a view that the person's last view lacked."""
        seen, lines = self._seen.get(person, []), lines_of(view)
        self._seen[person] = lines
        return "\n".join(line for line in lines if line not in seen)

    @property
    def text(self) -> str:
        return "\n".join(self.pages) + "\n"


async def begin(web: Web, key: str, clock: str, **options: str) -> Match:
    for person in (ANNA, BEN):
        await web.world.services.settings.set_value(web.world.by(person), AUTO_VACATION, False)
    role = web.world.games[key].roles(2)[0]
    invitations = web.world.services.invitations
    terms = Terms(key, options, role, clock=read_clock(clock))
    challenge = await invitations.challenge(web.world.by(ANNA), terms, HALL, [BEN])
    accepted = await invitations.accept(web.world.by(BEN), challenge.id)
    return await web.world.services.matches.get(accepted.match or 0)


async def test_a_game_from_first_move_to_rematch(web: Web, approved: SnapshotAssertion) -> None:
    walk = WebWalk(web, await begin(web, "hnefatafl", "5d+1d/10d", board="brandubh-7"))
    await walk.open(ANNA, BEN, CARA)
    await walk.act(BEN, "plan", moves=["d1-c1", "d3-a3"])
    await walk.act(BEN, "plan", moves=["d2-c2", "c4-c3"])
    await walk.view(BEN)
    await walk.act(BEN, "plan/delete")
    await walk.act(BEN, "plan", moves=["d1-b1", "d3-a3"])
    await walk.act(ANNA, "move", move="d1-c1", shown=True)
    await walk.act(ANNA, "undo")
    await walk.act(ANNA, "move", move="d1-b1", draw=True)
    await walk.act(ANNA, "offer", kind="draw")
    await walk.act(ANNA, "answer", kind="draw", seat=0, answer="withdraw")
    await walk.act(ANNA, "offer", kind="abort")
    await walk.view(ANNA)
    await walk.view(BEN)
    await walk.act(BEN, "answer", kind="abort", seat=1, answer="accept")
    await walk.act(BEN, "answer", kind="abort", seat=0, answer="decline")
    await walk.act(BEN, "offer", kind="nothing")
    await walk.act(BEN, "offer", kind="take-back")
    await walk.view(ANNA)
    await walk.act(ANNA, "move", move="d2-a2")
    await pass_by(web.world, DAY)
    await walk.act(ANNA, "claim")
    await walk.view(CARA)
    await walk.act(BEN, "resign", shown=True)
    await walk.view(CARA)
    await walk.act(ANNA, "move", move="d2-a2")
    await walk.act(CARA, "rematch")
    await walk.act(ANNA, "rematch")
    await walk.act(ANNA, "rematch")
    await walk.act(BEN, "rematch")
    await walk.view(ANNA, "?ply=0")
    assert walk.text == approved(name="game")


async def test_a_claim_a_dice_check_and_an_agreed_end(web: Web, approved: SnapshotAssertion) -> None:
    walk = WebWalk(web, await begin(web, "catch-the-hat", "2d soft"))
    await walk.open(ANNA, BEN)
    await walk.act(BEN, "offer", kind="abort")
    await walk.act(ANNA, "answer", kind="abort", seat=1, answer="accept", shown=True)
    walk.match = await begin(web, "nine-mens-morris", "2d soft")
    await walk.open(ANNA, BEN)
    await walk.act(ANNA, "move", move="d6")
    await walk.act(BEN, "move", move="f4", draw=True)
    await pass_by(web.world, timedelta(days=2, hours=1))
    await walk.view(ANNA)
    await walk.act(BEN, "claim", shown=True)
    await walk.act(BEN, "rematch")
    assert walk.text == approved(name="claim")


async def test_practice_against_an_engine(web: Web, approved: SnapshotAssertion) -> None:
    walk = WebWalk(web, await begin_practice(web.world, FirstMoveEngines(web.world)))
    await walk.open(ANNA)
    await walk.act(ANNA, "move", move="f6", shown=True)
    await walk.act(ANNA, "undo", shown=True)
    await walk.act(ANNA, "offer", kind="draw")
    await walk.act(ANNA, "resign", shown=True)
    await walk.act(ANNA, "again")
    assert walk.text == approved(name="practice")


async def test_a_table_rematch_joined_by_the_others(web: Web, approved: SnapshotAssertion) -> None:
    """At a table, the player who asks for a rematch and those who join read different words."""
    terms = Terms("catch-the-hat", {}, "red", players=3)
    table = await web.world.services.invitations.challenge(web.world.by(ANNA), terms, HALL)
    for person in (BEN, CARA):
        table = await web.world.services.lobbies.join(web.world.by(person), table.id)
    match = await web.world.services.matches.get(table.match or 0)
    walk = WebWalk(web, match)
    await walk.open(ANNA, BEN)
    await web.world.services.servers.adjudicate(web.world.by(CARA), match.id, (ANNA.id,), "x")
    await walk.act(BEN, "rematch")
    await walk.act(ANNA, "rematch")
    await walk.act(BEN, "rematch")
    assert walk.text == approved(name="table")
