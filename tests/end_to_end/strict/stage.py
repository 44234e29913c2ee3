"""A table at which Discord refuses requests on a test's demand."""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest

from playground.rest.journal import JournalEntry
from playground.values.errors import KNOWN
from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import Json, ShownMessage
from tests.end_to_end.tables import Match, Table
from tests.end_to_end.three_games.rounds import ids_on
from tests.end_to_end.waiting import until
from tests.repeats import cases

T = TypeVar("T")

ELSEWHERE = "I cannot write in"
UNKNOWN = 987_654

_MAX_REST = 2 * 3600.0
"""Seconds after which no route is paused."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal of a request by Discord, or by a proxy in front of it."""

    name: str
    body: Json

    @property
    def code(self) -> int | None:
        code = self.body.get("code")
        return code if isinstance(code, int) else None


def expected_attempts(refusal: Refusal) -> int:
    """Return the number of attempts to post a board in a refusing place.

    50013 means missing permission to write or to attach files: the second attempt posts only the text.
    """
    return 2 if refusal.code == 50013 else 1


def parametrize_refusals(refusals: Sequence[Refusal], *few: str) -> pytest.MarkDecorator:
    """Run a test with each refusal; without LONG_TESTS only with the `few`, as the others are alike.

    The bot treats refusals by their meaning and only a few by their code; `test_discord_refusals` asserts the
    meaning of every code, status and page, `test_network_errors` the meaning of refused answers to a press.
    """
    by_name = {refusal.name: refusal for refusal in refusals}
    chosen = cases([by_name[name] for name in few], refusals)
    return pytest.mark.parametrize("refusal", chosen, ids=[refusal.name for refusal in chosen])


def refusal_with_code(code: int, status: int | None = None) -> Refusal:
    """Return the refusal with a code of Discord's, by default with its usual status."""
    known = KNOWN.get(code)
    status_code = status or (known.status if known else 400)
    name = f"{code} with {status}" if status else str(code)
    return Refusal(name, {"fault": "status", "status": status_code, "code": code})


def page(status: int) -> Refusal:
    """Return a proxy's error page as a refusal."""
    return Refusal(f"HTML {status}", {"fault": "status", "status": status, "html": True})


CODELESS_ANSWERS = [
    Refusal(f"code 0 with {status}", {"fault": "status", "status": status, "code": 0})
    for status in (403, 404)
]
NO_TIME = Refusal("429 without a time", {"fault": "status", "status": 429, "retry_after": None})
LONG = Refusal("429 for ten minutes", {"fault": "status", "status": 429, "retry_after": 600})
PAGES = [page(status) for status in (403, 404, 429, 502)]


@dataclass(frozen=True, slots=True)
class Stage:
    """A table, the bot, and the codes of refusals that a test has requested."""

    table: Table
    bot: InProcessBot
    ordered: set[int]

    async def refuse(
        self, refusal: Refusal, path: str, method: str = "POST", *, times: int = 1, **more: Any
    ) -> None:
        """Refuse the next requests with a matching path."""
        self.ordered.add(refusal.code or 0)
        body = {"path": path, "method": method, "times": times} | refusal.body | more
        await self.table.line.ask("POST", "/playground/control/faults", body)

    async def wait_for_refusals(self) -> None:
        """Wait until all requested refusals have happened."""

        async def fault_fired() -> bool:
            self.bot.advance(60)
            return not await self.table.control.faults()

        await until(fault_fired, "the refusals")

    async def fast_forward_until(self, probe: Callable[[], Awaitable[T | None]], description: str) -> T:
        """Wait for a condition while the bot's clock runs fast, which shortens its pauses."""

        async def advance_and_probe() -> T | None:
            self.bot.advance(30)
            return await probe()

        return await until(advance_and_probe, description)

    async def board(self, match: Match, ply: int, channel: str | None = None) -> ShownMessage:
        """Wait for the public board after a ply, however many attempts it takes."""
        mark = f"fp:board:{match.number}:{ply}"
        return await self.wait_for_message(
            match.witness, channel or match.home, lambda m: m.has_custom_id(mark), mark
        )

    async def wait_for_message(
        self, person: Person, channel: str, fits: Callable[[ShownMessage], bool], description: str
    ) -> ShownMessage:
        """Wait for a message, however many attempts it takes."""

        async def probe() -> ShownMessage | None:
            return next((m for m in reversed(await person.messages(channel)) if fits(m)), None)

        return await self.fast_forward_until(probe, description)

    async def direct_board(self, person: Person, match: Match, ply: int) -> ShownMessage:
        """Wait for the board after a ply in a person's direct messages."""
        mark = f"fp:board:{match.number}:{ply}"
        return await self.wait_for_message(
            person, await person.open_dm(), lambda m: m.has_custom_id(mark), mark
        )

    async def missed_notice(self, person: Person, word: str) -> ShownMessage:
        """Wait until a person's command reports a failed delivery."""

        async def probe() -> ShownMessage | None:
            await person.slash(self.table.channel, "games")
            messages = await person.messages(self.table.channel)
            return next((m for m in messages if "📬" in m.text and word in m.text), None)

        return await self.fast_forward_until(probe, f"{word} at the next command")

    def requests(self, method: str, path: str) -> list[JournalEntry]:
        """Return the bot's requests with exactly this path, except those beyond the limit per second.

        By Discord's clock these were within the limit: a test advances the bot's clock, but not the
        playground's.
        """
        return [
            entry
            for entry in self.table.playground.journal.since(0)
            if entry.method == method
            and re.fullmatch(path, entry.path)
            and not (isinstance(entry.response, dict) and entry.response.get("global"))
        ]


async def begin_match(stage: Stage, **options: Any) -> Match:
    """Begin a match and wait until its card is closed and nothing is in progress."""
    if stage.bot.limits_now.routes_left_alone:
        # A fault fired at the very end of an earlier test.
        stage.bot.advance(_MAX_REST)
    match = await stage.table.begin("conhex", swap="off", **options)
    await match.wait_until_stripped(match.card)
    return match


async def type_move(match: Match, move: str, ply: int) -> None:
    """Type a move as the mover, and check that it is played."""
    answer = await match.players[(ply - 1) % 2].slash(
        match.card.channel, "move", move=move, game=str(match.number)
    )
    assert "is played" in answer.text, answer.text


def check_posted_once(match: Match, channel: str, ply: int) -> None:
    """Check that the board after a ply was posted exactly once, in this channel."""
    mark = f"fp:board:{match.number}:{ply}"
    where = [m.channel_id for m in match.posted if mark in ids_on(m)]
    assert where == [channel]
