"""Handle every interaction: who speaks, what went wrong, what they missed.

Order of errors: a refusal by the services, a refusal by the rules, a custom_id nobody wrote, anything else
(logged with its traceback; the person reads one sentence).
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager

import discord

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.answers import Answers, FormTooLate
from bot.chat.core.interactions.interaction_context import InteractionContext, context_for
from bot.chat.core.interactions.leaving_page import ask_to_stay
from bot.chat.core.interactions.refusal_page import refusal_page
from bot.chat.core.interactions.responder import Responder
from bot.chat.core.words import error_text
from bot.monitoring.answer_times import Way
from bot.play.domain.records.replaying import ImpossibleRecord
from bot.play.domain.refusal import Refusal
from bot.tracing import tracing
from rules.contract import RulesError

log = logging.getLogger(__name__)


class KeyedRulesError(Exception):
    """An error of the rules together with the key of the game it came from and the options it has there."""

    def __init__(self, key: str, options: Mapping[str, str], error: RulesError) -> None:
        super().__init__(str(error))
        self.key = key
        self.options = options
        self.error = error


@contextmanager
def rules_of(key: str, options: Mapping[str, str] = {}) -> Iterator[None]:
    """Remember which game the rules refused something in, where it is a match with which options."""
    try:
        yield
    except RulesError as error:
        raise KeyedRulesError(key, options, error) from error


@asynccontextmanager
async def rules_of_match(app: AppContext, match_id: int) -> AsyncIterator[None]:
    """Do the same for a match, which is looked up where its rules refuse something."""
    try:
        yield
    except RulesError as error:
        match = await app.services.matches.get(match_id)
        raise KeyedRulesError(match.key, match.options, error) from error


async def guarded(
    app: AppContext,
    interaction: discord.Interaction,
    act: Callable[[InteractionContext], Awaitable[None]],
    verb: str | None = None,
) -> None:
    """Run `act` for the person of the interaction and answer for it in time, whatever goes wrong.

    `verb` is that of the custom_id that was pressed, where it is one of this bot's.
    """
    request, responder = str(interaction.id), Responder.of(interaction)
    pressed = interaction.type is not discord.InteractionType.application_command
    command = (verb or "unknown") if pressed else _name_of(interaction)
    ago = asyncio.get_running_loop().time() - responder.arrived
    app.metrics.answers.received(request, command, Way.BUTTON if pressed else Way.SLASH, ago)
    with tracing(request, command=command):
        log.debug("received")
        try:
            await _answered(app, interaction, responder, act)
        finally:
            seconds = responder.answered_after
            if seconds is not None:
                app.metrics.answers.answered(request, seconds)
            log.debug("answered", extra={"seconds": None if seconds is None else round(seconds, 3)})


def _name_of(interaction: discord.Interaction) -> str:
    command = interaction.command
    return "unknown" if command is None else f"/{command.qualified_name}"


async def _answered(
    app: AppContext,
    interaction: discord.Interaction,
    responder: Responder,
    act: Callable[[InteractionContext], Awaitable[None]],
) -> None:
    async with responder.in_time():
        said, t = Answers(interaction), app.texts.language(interaction.locale.value)
        try:
            context = await context_for(app, interaction)
            t = context.t
            await app.services.name_cache.seen(context.person, context.place)
            await act(context)
            if responder.told:
                app.answered(str(interaction.id))
            elif not responder.tried:
                log.error("interaction %d was not answered", interaction.id)
                await said.tell(t("error.internal"))
            if context.missed:
                await app.retelling.missed(context)
            await ask_to_stay(app, context)
        except Refusal as refusal:
            await said.show(await refusal_page(app, interaction.user.id, refusal, t))
        except ImpossibleRecord as impossible:
            await said.tell(error_text.impossible(impossible, t))
        except KeyedRulesError as keyed:
            why = error_text.explain(keyed.error, app.games[keyed.key], keyed.options, t)
            await said.tell(why)
        except custom_ids.MalformedId:
            await said.tell(t("error.unknown-button"))
        except FormTooLate:
            await said.tell(t("error.press-again"))
        except Exception:
            log.exception("interaction %s failed", interaction.id)
            await said.tell(t("error.internal"))
        await app.retelling.welcome(said, t)
