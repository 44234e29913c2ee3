"""The worker that sends alarms to the bot's owner by direct message."""

import asyncio
import contextlib
import logging
from typing import Final

import discord

from bot.chat.core.app_context import AppContext
from bot.chat.core.failures.discord_refusals import FAILURES, RefusalMeaning, got, in_words, meaning
from bot.chat.delivery.direct_messages import DirectMessages
from bot.chat.delivery.discord_sender import PlaceClosed
from bot.monitoring.alarms import Alarm, Alarms
from data.outages import OUTAGES

log = logging.getLogger(__name__)

EVERY: Final = 60.0
_ENGLISH: Final = "en"
_LONGEST: Final = 500
_CLOSED: Final = frozenset({RefusalMeaning.GONE, RefusalMeaning.CLOSED})


class OwnerAlarmWorker:
    """Polls for alarms. The owner is the person with the given id, else the application's owner.

    If the owner accepts no direct messages, this process sends no further alarms.
    """

    def __init__(
        self,
        client: discord.Client,
        app: AppContext,
        direct: DirectMessages,
        alarms: Alarms,
        owner: int | None,
        every: float = EVERY,
    ) -> None:
        self._client = client
        self._app = app
        self._direct = direct
        self._alarms = alarms
        self._owner = owner
        self._every = every
        self._locale = _ENGLISH
        self._refuses = False

    async def run(self) -> None:
        """Check for alarms until cancelled."""
        while True:
            await self.check_alarms()
            await asyncio.sleep(self._every)

    async def check_alarms(self) -> None:
        """Log each new alarm and send it to the owner."""
        for alarm in await self._alarms.new_alarms():
            log.error("alarm: %s: %s", alarm.kind, alarm.detail)
            if not self._refuses:
                await self._send(alarm)

    async def _send(self, alarm: Alarm) -> None:
        try:
            await self._write(alarm)
        except PlaceClosed as error:
            self._owner_refuses(error)
        except FAILURES as error:
            if meaning(error) is RefusalMeaning.UNREACHABLE or meaning(error) in _CLOSED:
                self._owner_refuses(error)
                return
            log.warning("the alarm has not reached the owner yet: %s", in_words(error))
            await self._alarms.forget(alarm)

    def _owner_refuses(self, error: Exception) -> None:
        self._refuses = True
        log.warning("the owner accepts no direct messages, alarms appear only in the log: %s", error)

    async def _write(self, alarm: Alarm) -> None:
        owner = await self._person()
        t = self._app.texts.language(await self._language_of(owner))
        detail = alarm.detail.replace("`", "'")[:_LONGEST]
        words = t(f"alarm.{alarm.kind}", detail=detail, folder=alarm.folder)
        # Processes without the database send the same alarm at the same time; the nonce makes Discord post
        # one.
        nonce = f"{alarm.kind}-{owner % 100_000}-{self._alarms.clock():%d%H}"
        text = f"{words}\n-# {t('alarm.why')}"
        channel = await self._direct.channel(owner)
        try:
            await self._post(channel, text, nonce)
        except discord.HTTPException as error:
            # A channel's id may change, which closes the old one (discord-api-docs issue 7666).
            reopened = (
                await self._direct.channel(owner, reopen=True) if meaning(error) in _CLOSED else channel
            )
            if reopened == channel:
                raise
            await self._post(reopened, text, nonce)

    async def _post(self, channel: int, text: str, nonce: str) -> None:
        place = self._client.get_partial_messageable(channel)
        quiet = discord.AllowedMentions.none()
        await got(place.send(text, nonce=nonce, allowed_mentions=quiet))

    async def _person(self) -> int:
        if self._owner is None:
            app = await got(self._client.application_info())
            team = None if app.team is None else app.team.owner_id
            self._owner = team or app.owner.id
        return self._owner

    async def _language_of(self, owner: int) -> str:
        with contextlib.suppress(*OUTAGES):
            self._locale = await self._app.services.people.locale_of(owner) or self._locale
        return self._locale
