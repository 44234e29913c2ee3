"""Look at ratings: who is ahead in a game, how it comes out, and somebody's profile."""

from collections.abc import Mapping

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.handler import Handler
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.features.ratings.leaders_page import EVERYWHERE, leaders_page
from bot.chat.features.ratings.profile_page import profile_page
from bot.chat.features.ratings.stats_page import stats_page


async def leaders(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show who is ahead in a game, here or everywhere."""
    key, _, scope = press.rest.partition(":")
    page = await leaders_page(app, key, context.place.server, context.t, everywhere=scope == EVERYWHERE)
    await context.go_on(page)


async def leaders_of(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show who is ahead in the game that was chosen."""
    everywhere = press.rest.partition(":")[0] == EVERYWHERE
    page = await leaders_page(app, context.choice, context.place.server, context.t, everywhere=everywhere)
    await context.go_on(page)


async def stats(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show how a game comes out."""
    await context.go_on(await stats_page(app, press.rest, context.t))


async def profile(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show somebody's profile."""
    person = custom_ids.snowflake(press.rest)
    await context.go_on(*await profile_page(app, context, person))


async def profile_of(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the curve of another rating in somebody's profile."""
    person = custom_ids.snowflake(press.rest)
    number = custom_ids.Press("profile-of", context.choice).numbers(1)[0]
    await context.go_on(*await profile_page(app, context, person, number))


HANDLERS: Mapping[str, Handler] = {
    "leaders": leaders,
    "leaders-of": leaders_of,
    "stats": stats,
    "profile": profile,
    "profile-of": profile_of,
}
