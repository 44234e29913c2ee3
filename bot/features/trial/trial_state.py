"""A running trial: its person and place, its progress, its messages."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

import discord
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage, Scene
from bot.chat.core.pictures import Picture, Pictures
from bot.features.trial import script
from bot.features.trial.attempts import Attempts
from bot.features.trial.probe_results import ProbeResults
from bot.features.trial.services import TrialServices
from bot.locale import Language
from bot.model.events.instructions import DeleteTrial
from render import View

VERB: Final = "trial"


@dataclass(slots=True)
class DiscordTrial:
    """A trial of one person in one channel of a server.

    `steps` are the keys of the trial's steps, `at` is the index of the current one.
    """

    services: TrialServices
    client: discord.Client
    run: str
    server: int
    channel: int
    person: int
    t: Language
    pictures: Pictures
    begun: datetime
    steps: tuple[str, ...]
    results: ProbeResults = field(default_factory=ProbeResults)
    at: int = -1
    part: str = ""
    """The progress of the current step, as a key of that step."""
    plies: int = 0
    desktop: bool = False
    """Whether the person reports being on a computer: some forms behave differently there."""
    ending: bool = False
    """Whether only the report is left, which waits for a return to the channel."""
    board: discord.Message | None = None
    """The board in the channel, as last posted or edited."""
    thread: int | None = None
    forum_post: int | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def attempts(self) -> Attempts:
        """A sender of requests that records their results."""
        return Attempts(self.results, self.services.pause)

    @property
    def step(self) -> str:
        """The key of the current step; empty before the first and after the last."""
        return self.steps[self.at] if 0 <= self.at < len(self.steps) else ""

    @property
    def guild(self) -> discord.Guild | None:
        """The server as the gateway reported it; None in an outage."""
        guild = self.client.get_guild(self.server)
        return None if guild is None or guild.unavailable else guild

    @property
    def board_link(self) -> str:
        """The link to the board in the channel, composed because discord.py does not know its server."""
        number = "" if self.board is None else self.board.id
        return f"https://discord.com/channels/{self.server}/{self.channel}/{number}"

    def custom_id(self, action: str, argument: str = "") -> str:
        return custom_ids.write(VERB, self.run, action, argument)

    def button(
        self, text_id: str, action: str, argument: str = "", style: discord.ButtonStyle | None = None
    ) -> layouts.Button:
        """Return a button of this trial."""
        button_style = style or discord.ButtonStyle.secondary
        return layouts.button(self.t(text_id), self.custom_id(action, argument), button_style)

    def scene(self) -> Scene:
        """Return the public view of the position."""
        return Scene(script.position(self.services.games, self.plies), self.pictures.view_for(View()), self.t)

    async def picture(self) -> Picture:
        """Draw the position."""
        return await self.scene().draw(self.pictures)

    def message(self, headline: str, closing: str = "") -> PublicMessage:
        """Return a public message that identifies itself as a trial and has a button to stop it."""
        row = (
            self.button("trial.button.move", "move", style=discord.ButtonStyle.primary),
            self.button("trial.button.stop", "stop"),
        )
        return PublicMessage(headline, self.t("trial.public"), closing, (row,), self.scene())

    def view(self, message: PublicMessage) -> ui.View:
        """Return the buttons of a public message, with the epoch in their custom_ids."""
        return layouts.of_epoch(message.view(), self.services.epoch)

    async def keep(self, channel: int, message: int | None = None) -> None:
        """Schedule the deletion of a place or a message; called before the post if the id is known."""
        await self.services.leftovers.keep(DeleteTrial(self.server, self.run, channel, message))

    def partial(self, channel: int) -> discord.PartialMessageable:
        """Return a channel by its id."""
        return self.client.get_partial_messageable(channel)

    def may(self, channel: int, needed: Callable[[discord.Permissions], bool]) -> bool:
        """Return whether the bot has a permission in a channel, as far as reported by the gateway."""
        guild = self.guild
        place = None if guild is None else guild.get_channel(channel)
        return guild is not None and place is not None and needed(place.permissions_for(guild.me))

    def is_own_person(self, context: InteractionContext) -> bool:
        """Return whether an interaction is by the trial's own person."""
        return context.person.id == self.person
