"""Handles all interactions: identifies the person, reports errors, shows missed messages.

A refusal by a service or by the rules, an outdated or late press and an uncertain lease are explained to the
person. Anything else is logged with its traceback; the person reads one sentence.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace

import discord

from bot.chat.core import custom_ids
from bot.chat.core.contributions.doors import Doors
from bot.chat.core.interactions.answers import Answers, FormTooLate
from bot.chat.core.interactions.interaction_context import InteractionContext, context_of
from bot.chat.core.interactions.leaving_page import ask_to_stay
from bot.chat.core.interactions.refusal_page import refusal_page
from bot.chat.core.interactions.resender import Resender
from bot.chat.core.interactions.responder import Responder
from bot.chat.core.pictures import Pictures
from bot.chat.core.ports import DeletionsPort, MatchesPort, SettingsPort
from bot.chat.core.words import error_text
from bot.kernel.transactions.name_cache import NameCache
from bot.locale import Texts
from bot.model.match.impossible_record import ImpossibleRecord
from bot.model.people.preferences import CONFIRM, MIRRORED
from bot.model.ports import LeaseUncertain
from bot.model.refusal import Refusal
from bot.monitoring.answer_times import AnswerTimes, AnswerWay
from bot.tracing import tracing
from data.outages import is_disk_full
from rules.contract import Game, RulesError

log = logging.getLogger(__name__)


class KeyedRulesError(Exception):
    """An error of the rules, with the key and the options of its game."""

    def __init__(self, key: str, options: Mapping[str, str], error: RulesError) -> None:
        super().__init__(str(error))
        self.key = key
        self.options = options
        self.error = error


@contextmanager
def rules_of(key: str, options: Mapping[str, str] = {}) -> Iterator[None]:
    """Attach the game, and a match's options, to errors of the rules."""
    try:
        yield
    except RulesError as error:
        raise KeyedRulesError(key, options, error) from error


@asynccontextmanager
async def rules_of_match(matches: MatchesPort, match_id: int) -> AsyncIterator[None]:
    """Attach a match's game and options to errors of the rules; it is loaded only after an error."""
    try:
        yield
    except RulesError as error:
        match = await matches.get(match_id)
        raise KeyedRulesError(match.key, match.options, error) from error


@dataclass(frozen=True, slots=True)
class Interactions:
    """Answers interactions. `answered` gets the id of each that succeeded and whose answer arrived."""

    texts: Texts
    games: Mapping[str, Game]
    pictures: Pictures
    settings: SettingsPort
    names: NameCache
    matches: MatchesPort
    deletions: DeletionsPort
    times: AnswerTimes
    answered: Callable[[str], None]
    resender: Resender
    doors: Doors = field(default_factory=Doors)

    async def context_for(self, interaction: discord.Interaction) -> InteractionContext:
        """Return the context of an interaction, with the person's language and theme."""
        context = context_of(interaction, self.texts, self.pictures)
        greeting = await self.settings.greet(context.person.id)
        preferences = greeting.preferences
        t = context.t if preferences.language is None else self.texts.language(preferences.language)
        return replace(
            context,
            t=t,
            pictures=self.pictures.with_theme(preferences.theme, mirrored=preferences[MIRRORED]),
            missed=greeting.missed,
            confirms=preferences[CONFIRM],
            leaving=greeting.leaving,
            doors=self.doors,
        )

    async def run_guarded(
        self,
        interaction: discord.Interaction,
        act: Callable[[InteractionContext], Awaitable[None]],
        verb: str | None = None,
    ) -> None:
        """Run `act` for the interaction's person, and answer in time even if it fails.

        `verb` is the pressed custom_id's verb, if it is one of this bot's.
        """
        request, responder = str(interaction.id), Responder.of(interaction)
        pressed = interaction.type is not discord.InteractionType.application_command
        command = (verb or "unknown") if pressed else _name_of(interaction)
        ago = asyncio.get_running_loop().time() - responder.arrival_time
        self.times.on_arrival(request, command, AnswerWay.BUTTON if pressed else AnswerWay.SLASH, ago)
        with tracing(request, command=command):
            log.debug("received")
            try:
                await self._run_and_answer(interaction, responder, act)
            finally:
                seconds = responder.answer_delay
                if seconds is not None:
                    self.times.on_answer(request, seconds)
                log.debug("answered", extra={"seconds": None if seconds is None else round(seconds, 3)})

    async def _run_and_answer(
        self,
        interaction: discord.Interaction,
        responder: Responder,
        act: Callable[[InteractionContext], Awaitable[None]],
    ) -> None:
        async with responder.in_time():
            answers, t = Answers(interaction), self.texts.language(interaction.locale.value)
            try:
                context = await self.context_for(interaction)
                t = context.t
                await self.names.record_seen(context.person, context.place)
                await act(context)
                if responder.has_answered:
                    self.answered(str(interaction.id))
                elif not responder.has_tried:
                    log.error("interaction %d was not answered", interaction.id)
                    await answers.reply(t("error.internal"))
                if context.missed:
                    await self.resender.send_missed(context)
                await ask_to_stay(self.deletions, context)
            except Refusal as refusal:
                await answers.show(await refusal_page(self.matches, interaction.user.id, refusal, t))
            except ImpossibleRecord as impossible:
                await answers.reply(error_text.impossible(impossible, t))
            except KeyedRulesError as keyed:
                why = error_text.explain(keyed.error, self.games[keyed.key], keyed.options, t)
                await answers.reply(why)
            except (custom_ids.MalformedId, FormTooLate) as error:
                unknown = isinstance(error, custom_ids.MalformedId)
                await answers.reply(t("error.unknown-button" if unknown else "error.press-again"))
            except LeaseUncertain as error:
                log.warning("interaction %s was rejected: %s", interaction.id, error)
                await answers.reply(t("error.restarting"))
            except Exception as error:
                log.exception("interaction %s failed", interaction.id)
                await answers.reply(t("error.disk-full" if is_disk_full(error) else "error.internal"))
            await self.resender.on_answer(answers, t)


def _name_of(interaction: discord.Interaction) -> str:
    command = interaction.command
    return "unknown" if command is None else f"/{command.qualified_name}"
