"""Find out which match a person means: by its number, by where he speaks, or as the only one."""

import re

from bot.chat.house import Caller, House
from bot.play.model import Match, Refusal

NUMBER = re.compile(r"#?([0-9]{1,18})")


async def which_match(
    house: House, caller: Caller, named: str | None, *, to_move: bool = False, finished: bool = False
) -> Match:
    """Return the match meant. Raises Refusal.

    `to_move` prefers those in which it is the person's turn; `finished` means his latest one that is over,
    unless another is named or has this thread for itself.
    """
    if named is not None and named.strip():
        return await _numbered(house, caller, named)
    last = await house.club.latest_in(caller.place.channel)
    if last is not None and last.thread == caller.place.channel:
        return last
    if finished:
        return await _latest_finished(house, caller)
    here = await house.club.matches_in(caller.place.channel)
    mine = [match for match in here if match.seat_of(caller.person.id) is not None]
    own = mine or list(await house.club.matches_of(caller.person.id))
    if to_move:
        own = [match for match in own if match.mover == caller.person.id] or own
    if len(own) == 1:
        return own[0]
    if own:
        raise Refusal("which-game", games=", ".join(f"{match.id} {match.key}" for match in own[:10]))
    if last is not None:
        return last
    raise Refusal("no-game")


async def visible(house: House, caller: Caller, match_id: int) -> Match:
    """Return a match that the person may see: their own, or one told where they speak. Raises Refusal."""
    match = await house.club.match(match_id)
    if match.seat_of(caller.person.id) is None and not match.is_told_in(caller.place):
        raise Refusal("no-such-game", game=str(match_id))
    return match


async def _latest_finished(house: House, caller: Caller) -> Match:
    finished = await house.club.matches_of(caller.person.id, running=False, limit=1)
    if not finished:
        raise Refusal("no-finished-game")
    return finished[0]


async def _numbered(house: House, caller: Caller, named: str) -> Match:
    number = NUMBER.fullmatch(named.strip())
    if number is None:
        raise Refusal("no-such-game", game=named)
    return await visible(house, caller, int(number[1]))
