"""Presses outside a match's channel, which may be hidden."""

from collections.abc import Collection

from tests.bot.chat import guilds
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import CARA, HALL, World

LOUNGE = 71


def in_lounge(world: World, handlers: Collection[str], *, hidden: bool) -> Presses:
    """Return presses in the lounge of a server; the hall is another channel, `hidden` from everyone."""
    server = guilds.guild((LOUNGE,), {HALL.channel: ()}) if hidden else guilds.guild((LOUNGE, HALL.channel))
    return Presses(world, handlers, server, LOUNGE)


async def is_secret(
    world: World, handlers: Collection[str], match: int, press: str, *values: str, public: bool = False
) -> bool:
    """Return whether a match is unknown to Cara if, and only if, the hall is hidden.

    `press` is the custom_id, with "{n}" for the number of the match.
    """
    unknown, custom_id = f"There is no game “{match}”", "fp:" + press.format(n=match)
    answers = [
        await in_lounge(world, handlers, hidden=hidden).press(CARA, custom_id, *values, public=public)
        for hidden in (True, False)
    ]
    texts = ["".join(answer.text for answer in press_answers) for press_answers in answers]
    return unknown in texts[0] and unknown not in texts[1]
