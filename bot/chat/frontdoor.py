"""The one door all interactions come through: who speaks, what went wrong, what he missed.

Order of errors: a refusal of the club, a refusal of the rules, a custom_id nobody wrote, anything else
(logged with its traceback; the person reads one sentence).
"""

import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager

import discord

from bot.chat import answers, hosting, ids, layouts, narration, offer_messages, timing
from bot.chat.house import Caller, House, caller_for
from bot.chat.responder import Responder
from bot.play.model import Notice, NoticeKind, Refusal
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


async def guarded(
    house: House, interaction: discord.Interaction, act: Callable[[Caller], Awaitable[None]]
) -> None:
    """Run `act` for the person of the interaction and answer for it in time, whatever goes wrong."""
    responder = Responder.of(interaction)
    async with responder.in_time():
        t = house.texts.language(interaction.locale.value)
        try:
            caller = await caller_for(house, interaction)
            t = caller.t
            await house.club.seen(caller.person, caller.place)
            await act(caller)
            if responder.told:
                house.answered(str(interaction.id))
            elif not responder.tried:
                log.error("interaction %d was not answered", interaction.id)
                await answers.tell(interaction, t("error.internal"))
            if caller.missed:
                await _tell_missed(house, interaction, caller)
        except Refusal as refusal:
            await answers.tell(interaction, answers.refuse(refusal, t))
        except KeyedRulesError as keyed:
            await answers.tell(interaction, answers.explain(keyed.error, keyed.key, keyed.options, t))
        except ids.MalformedId:
            await answers.tell(interaction, t("error.unknown-button"))
        except answers.FormTooLate:
            await answers.tell(interaction, t("error.press-again"))
        except Exception:
            log.exception("interaction %s failed", interaction.id)
            await answers.tell(interaction, t("error.internal"))


async def _tell_missed(house: House, interaction: discord.Interaction, caller: Caller) -> None:
    missed = await house.club.missed(caller.person.id)
    if missed:
        lines = [caller.t("missed.intro"), *[await _missed_line(house, notice, caller) for notice in missed]]
        await answers.show(interaction, layouts.note("\n".join(lines)))


async def _missed_line(house: House, notice: Notice, caller: Caller) -> str:
    t = caller.t
    if notice.kind in hosting.KINDS and notice.challenge is not None:
        challenge = await house.club.challenge_by_id(notice.challenge)
        told = hosting.said(house, notice, challenge, t) or narration.challenge_end(challenge, t)
        return t("missed.of-challenge", game=t(f"{challenge.key}.name"), told=told)
    if notice.game is None:
        return t("missed.challenge", number=notice.challenge)
    # Not as it was when the notice was written: whose turn it was then is of no use any more.
    position = await house.club.position(notice.game)
    match = position.match
    game = house.games[match.key]
    if notice.kind is NoticeKind.OFFER:
        told = offer_messages.offer_told(house, match, offer_messages.offer_of(notice), t)
        return t("missed.game", game=t(f"{match.key}.name"), number=match.id, told=told)
    if notice.kind is NoticeKind.TIME_UP and match.claimable:
        late = timing.deadline(match, t)
        return t("missed.game", game=t(f"{match.key}.name"), number=match.id, told=late)
    outcome = position.state.outcome or match.outcome
    told = (
        narration.result(match, game, outcome, t)
        if outcome is not None
        else narration.next_up(match, game, position.state, t, called=match.mover == caller.person.id)
    )
    return t("missed.game", game=t(f"{match.key}.name"), number=match.id, told=told)
