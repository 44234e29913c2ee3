"""Find out which match a person means: by its number, by where they speak, or as the only one."""

import re
from collections.abc import Sequence

from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.play.domain.matches import Match
from bot.play.domain.refusal import Refusal

NUMBER = re.compile(r"#?([0-9]{1,18})")


async def which_match(
    app: AppContext,
    context: InteractionContext,
    named: str | None,
    *,
    to_move: bool = False,
) -> Match:
    """Return the match meant. Raises Refusal.

    `to_move` prefers those in which it is the person's turn.
    """
    meant = await matches_meant(app, context, named, to_move=to_move)
    if len(meant) > 1:
        raise Refusal("which-game", games=", ".join(f"{match.id} {match.key}" for match in meant[:10]))
    return meant[0]


async def matches_meant(
    app: AppContext,
    context: InteractionContext,
    named: str | None,
    *,
    to_move: bool = False,
) -> Sequence[Match]:
    """Return the match meant, or all that may be: then it is to be asked which one. Raises Refusal."""
    if named is not None and named.strip():
        return (await _numbered(app, context, named),)
    last = await app.services.matches.latest_at(context.place.channel)
    if last is not None and last.thread == context.place.channel:
        return (last,)
    here = await app.services.matches.running_at(context.place.channel)
    mine = [match for match in here if match.seat_of(context.person.id) is not None]
    own = mine or list(await app.services.matches.of(context.person.id))
    if to_move:
        own = [match for match in own if match.mover == context.person.id] or own
    if own:
        return own
    if last is not None:
        return (last,)
    raise Refusal("no-game")


async def match_with_dice(app: AppContext, context: InteractionContext, named: str | None) -> Match:
    """Return the match whose dice are meant. Raises Refusal.

    It is the one named, one with dice that has this thread for itself, or the latest of the person's that is
    over and had dice.
    """
    if named is not None and named.strip():
        return await _numbered(app, context, named)
    last = await app.services.matches.latest_at(context.place.channel)
    if last is not None and last.thread == context.place.channel and last.commitment is not None:
        return last
    rolled = await app.services.matches.rolled_by(context.person.id, limit=1)
    if not rolled:
        raise Refusal("no-game-with-dice")
    return rolled[0]


async def recorded_match(app: AppContext, context: InteractionContext, named: str | None) -> Match:
    """Return the match to be shown again or taken along. Raises Refusal.

    It is the one named, the one that has this thread for itself, or the latest of the person's that is over;
    before that, the one they play.
    """
    if named is not None and named.strip():
        return await _numbered(app, context, named)
    last = await app.services.matches.latest_at(context.place.channel)
    if last is not None and last.thread == context.place.channel:
        return last
    finished = await app.services.matches.of(context.person.id, running=False, limit=1)
    if finished:
        return finished[0]
    try:
        return await which_match(app, context, None)
    except Refusal as refusal:
        if refusal.reason == "no-game":
            raise Refusal("no-finished-game") from None
        raise


async def visible(app: AppContext, context: InteractionContext, match_id: int) -> Match:
    """Return a match that the person may see: their own, or one told where they can look. Raises Refusal.

    One that stands in a channel that is hidden from them is none that they hear of.
    """
    try:
        match = await app.services.matches.get(match_id)
    except Refusal as refusal:
        if refusal.reason != "unknown-match":
            raise
        raise Refusal("no-such-game", game=str(match_id)) from None
    is_told = match.is_told_in(context.place) and context.sees(match)
    if match.seat_of(context.person.id) is None and not is_told:
        raise Refusal("no-such-game", game=str(match_id))
    return match


async def _numbered(app: AppContext, context: InteractionContext, named: str) -> Match:
    number = NUMBER.fullmatch(named.strip())
    if number is None:
        raise Refusal("no-such-game", game=named)
    return await visible(app, context, int(number[1]))


async def match_here(app: AppContext, context: InteractionContext, named: str) -> Match:
    """Return the match with a number, if it is one of this server and is told here. Raises Refusal."""
    number = NUMBER.fullmatch(named.strip())
    match = None if number is None else await app.services.matches.get(int(number[1]))
    if match is None or not _is_here(match, context):
        raise Refusal("no-such-game", game=named)
    return match


async def running(app: AppContext, context: InteractionContext) -> Sequence[Match]:
    """Return the running games of the channel an admin speaks in, those in its threads included."""
    channel = context.place.channel
    overview = await app.services.servers.overview(channel)
    shown = () if overview is None else overview.matches
    found = (
        *await app.services.matches.running_at(channel),
        *shown,
        *await app.services.matches.of(context.person.id),
    )
    here = {match.id: match for match in found if _is_here(match, context)}
    return tuple(here.values())


async def finished_here(app: AppContext, context: InteractionContext) -> Sequence[Match]:
    """Return the latest finished games of the server an admin speaks in that are told there."""
    if context.place.server is None:
        return ()
    found = await app.services.matches.finished_in(context.place.server)
    return tuple(match for match in found if _is_here(match, context))


def _is_here(match: Match, context: InteractionContext) -> bool:
    """Return whether an admin may act on a match: in a private thread only there, or as its player."""
    of_theirs = match.seat_of(context.person.id) is not None and match.place.server == context.place.server
    return of_theirs or match.is_told_in(context.place)
