"""Rematches: asked for by a button or a command, answered like any challenge."""

from collections.abc import Mapping

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.handler import Handler
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import rules_of
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases
from bot.chat.features.challenges import card_updates
from bot.play.domain.challenges import Challenge, ChallengeStatus
from bot.play.domain.match.permissions import seat_held
from bot.play.domain.matches import Match, MatchStatus
from bot.play.domain.refusal import Refusal


async def rematch(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask for a rematch, or agree to the one the other has asked for."""
    (match_id,) = press.numbers(1)
    await app.lookup.visible(context, match_id)
    await ask(app, context, match_id)


async def ask(app: AppContext, context: InteractionContext, match_id: int) -> None:
    """Ask for a rematch of a match and say privately what came of it. Raises Refusal."""
    match = await app.services.matches.get(match_id)
    with rules_of(match.key):
        asked = app.services.rematches.rematch(context.request, match_id)
        challenge = await card_updates.agreed(app, context, asked)
    if challenge is None:
        return
    row = []
    if challenge.status is ChallengeStatus.OPEN and challenge.challenger == context.person.id:
        row.append(layouts.button(context.t("button.withdraw"), custom_ids.write("withdraw", challenge.id)))
    said = layouts.text(_said(challenge, context))
    await context.show(layouts.page(said, *([layouts.buttons(*row)] if row else [])))


async def finished_match(app: AppContext, context: InteractionContext, named: str | None) -> Match:
    """Return the match to play again: the one named, played here, or their latest. Raises Refusal."""
    if named is not None and named.strip():
        return await app.lookup.which_match(context, named)
    last = await app.services.matches.latest_at(context.place.channel)
    if (
        last is not None
        and last.status is MatchStatus.FINISHED
        and last.seat_of(context.person.id) is not None
    ):
        return last
    finished = await app.services.matches.of(context.person.id, running=False, limit=1)
    if not finished:
        raise Refusal("no-finished-game")
    seat_held(finished[0], context.person.id)
    return finished[0]


def _said(challenge: Challenge, context: InteractionContext) -> str:
    t, game = context.t, context.t(f"{challenge.key}.name")
    if challenge.status is ChallengeStatus.ACCEPTED:
        return t("rematch.begins", game=game, number=challenge.match)
    if challenge.challenger != context.person.id:
        return t("rematch.joined", host=phrases.mention(challenge.challenger), game=game)
    return t("rematch.asked", game=game, where=f"<#{challenge.place.channel}>")


HANDLERS: Mapping[str, Handler] = {"rematch": rematch}
