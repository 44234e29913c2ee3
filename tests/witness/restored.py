"""The witness come back to life: a playground and the present bot over fresh copies, and people who press."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import aiohttp

from playground.rest.rate_limits import ROOMY
from playground.server import Playground
from playground.values.events import MessagePosted, WorldEvent
from playground.values.messages import Message
from render import Gallery
from tests import pocket
from tests.bot.support.services import services_of
from tests.end_to_end.bots import BotHere
from tests.end_to_end.people import Person
from tests.end_to_end.seen import Answer, Seen
from tests.end_to_end.waiting import until
from tests.witness.manifest import Control, Game, Manifest, Post
from tests.witness.support import Person as Member
from tests.witness.support import (
    Request,
    Services,
    WitnessClock,
    complaints,
    controls_of,
    is_idle,
    running_bot,
    unpack,
)

DAY = 86400.0
AWAY = timedelta(minutes=15)
"""Longer than Discord knows a repeated message by its nonce, and than the bot ever waits to try again."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A running playground with the witness's messages, and the bot with its database."""

    told: Manifest
    playground: Playground
    control: pocket.Control
    bot: BotHere
    posted: Sequence[Message]
    """Every public or direct message since, as it was when it was posted."""

    @property
    def services(self) -> Services:
        return services_of(self.bot.features)

    def person(self, number: int) -> Person:
        client = pocket.Person(self.control.line, str(number))
        return Person(client, self.told.someone(number).name)

    def request(self, person: int) -> Request:
        """Return a request of somebody's that was never made before."""
        someone = self.told.someone(person)
        number = self.playground.world.snowflakes.mint()
        return Request(number, Member(person, someone.name, someone.locale))

    async def sees(self, person: int, channel: int) -> list[Seen]:
        return await self.person(person).sees(str(channel))

    def told_since(self, audience: int, custom_id: str) -> int:
        """Return how often a message with a control came since, in public (0) or to one person."""
        reader = str(audience) if audience else None
        return sum(
            custom_id in [control.id for control in controls_of(message)]
            for message in self.posted
            if self.playground.world.channels[message.channel_id].recipient_id == reader
        )

    async def settled(self) -> None:
        """Wait until the bot has told everything it can tell now."""

        async def still() -> bool:
            self.bot.wakeup.ring()
            return await is_idle(self.bot)

        await until(still, "the bot to have told everything", within=60)

    async def press(self, person: int, post: Post, verb: str, *values: str) -> Answer:
        """Press a control of a message of then, or choose values in it; the answer must be a proper one."""
        control = next(one for one in post.controls if one.verb == verb)
        return await self.use(person, post, control, *values)

    async def use(self, person: int, post: Post, control: Control, *values: str) -> Answer:
        """Press a control of a message of then, or choose values in it."""
        channel = self.playground.world.channels[str(post.channel)]
        if channel.archived:
            # A client does so before it sends a press.
            await self.control.archive(channel.id, archived=False)
        message = {"id": str(post.message), "channel_id": str(post.channel)}
        someone = self.person(person)
        if control.values:
            chosen = values or control.values[:1]
            given = await someone.completed(await someone.client.choose(message, control.id, *chosen))
        else:
            given = await someone.completed(await someone.client.press(message, control.id))
        check(given)
        return given

    async def go_on(self, person: int, panel: Seen, verb: str, *values: str) -> Answer:
        """Press a control of a message of now, or choose values in its menu."""
        someone = self.person(person)
        ids = [*panel.buttons.values(), *(menu["custom_id"] for menu in panel.menus)]
        custom_id = next(one for one in ids if one.split(":")[1] == verb)
        if values:
            given = await someone.completed(await someone.client.choose(panel.raw, custom_id, *values))
        else:
            given = await someone.completed(await someone.client.press(panel.raw, custom_id))
        check(given)
        return given

    def board(self, game: Game, person: int) -> Post:
        """Return the newest board of a game that somebody can press: the public one, else their own."""
        return next(post for post in reversed(self.told.posts) if self._is_board(post, game, person))

    def _is_board(self, post: Post, game: Game, person: int) -> bool:
        channel = self.playground.world.channels.get(str(post.channel))
        if channel is None or post.private_for or channel.recipient_id not in {None, str(person)}:
            return False
        direct = channel.recipient_id is not None
        return direct is (game.place == "direct") and any(is_board(one, game.id) for one in post.controls)


def is_board(control: Control, game: int) -> bool:
    """Say whether a control is the one by which a board of a game, after some ply, is known."""
    parts = control.id.split(":")
    return control.verb == "board" and len(parts) > 3 and parts[2] == str(game)


def check(given: Answer) -> None:
    """Check that an answer came which says that the press was understood."""
    assert given.answered
    if given.form is not None:
        return
    text = given.message.text
    assert text.strip()
    assert not [one for one in complaints() if one in text], text


@asynccontextmanager
async def restored(
    folder: Path, told: Manifest, gallery: Gallery, *, url: str = ""
) -> AsyncIterator[Restored]:
    """Bring the witness back to life some time after the bot was killed; `url` is another database of it."""
    stores = unpack(folder)
    clock = WitnessClock(start=told.now + AWAY)
    posted: list[Message] = []

    def note(event: WorldEvent) -> None:
        if isinstance(event, MessagePosted) and event.message.ephemeral_for is None:
            posted.append(event.message)

    async with AsyncExitStack() as stack:
        playground = await stack.enter_async_context(
            Playground.start(clock=clock, world=stores.world, limits=ROOMY)
        )
        playground.world.listen(note)
        http = await stack.enter_async_context(aiohttp.ClientSession())
        bot = await stack.enter_async_context(running_bot(playground, stores.database, clock, gallery, url))
        control = pocket.Control(pocket.Line(http, playground.url))
        yield Restored(told, playground, control, bot, posted)


def has(seen: Seen, *verbs: str) -> bool:
    """Say whether a message has a control of each kind."""
    ids = [*seen.buttons.values(), *(menu["custom_id"] for menu in seen.menus)]
    return set(verbs) <= {one.split(":")[1] for one in ids}
