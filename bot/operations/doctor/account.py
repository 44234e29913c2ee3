"""Checks of the bot's account: token, clock, settings in the developer portal, commands."""

import asyncio
from collections.abc import Awaitable, Iterator, Sequence
from datetime import timedelta
from typing import Final

import discord
from discord import app_commands

import rules
from bot.app import bare_surfaces
from bot.chat.command_tree import all_commands
from bot.chat.core.commands import reach
from bot.chat.core.commands.command_i18n import CatalogueTranslator
from bot.chat.core.failures.discord_refusals import FAILURES, got
from bot.chat.gateway.command_faults import Payload
from bot.chat.gateway.gateway_shards import FEW_STARTS
from bot.chat.gateway.invite_links import invite_link
from bot.chat.gateway.registration import CommandRegistry, differences, payloads
from bot.kernel.probes import Finding, fail, ok, warn
from bot.locale import Texts
from bot.operations.doctor.explanations import failure_finding, foreign_page
from bot.operations.doctor.session import DoctorSession
from bot.settings import PREFIX

LOGIN_TIMEOUT: Final = 40.0
_SLIGHT: Final = timedelta(seconds=5)
_GRAVE: Final = timedelta(minutes=5)
"""Tolerable clock differences: unnoticeable, and manageable for the bot."""
PORTAL: Final = "https://discord.com/developers/applications"
_REGISTER: Final = "start the bot, which registers them, or: fernpartie doctor --register"
_MAX_NAMED: Final = 6
_PRIVILEGED: Final = (
    ("gateway_presence", "gateway_presence_limited", "Presence"),
    ("gateway_guild_members", "gateway_guild_members_limited", "Server Members"),
    ("gateway_message_content", "gateway_message_content_limited", "Message Content"),
)


async def log_in(session: DoctorSession, token: str) -> tuple[Finding, ...]:
    """Log in; return the findings about network and token."""
    try:
        async with asyncio.timeout(LOGIN_TIMEOUT):
            await got(session.client.login(token))
    except discord.LoginFailure as error:
        if (page := foreign_page(error.__cause__)) is not None:
            return (page,)
        return _answer_finding(), _wrong_token()
    except FAILURES as error:
        return (failure_finding("network", error),)
    user = session.client.user
    return _answer_finding(), ok(
        "token", f"it is that of {_name(user)}, application {session.client.application_id}"
    )


def _name(user: discord.ClientUser | None) -> str:
    return "nobody" if user is None else user.name


def _answer_finding() -> Finding:
    base = discord.http.Route.BASE
    trusted = ", its certificate is good" if base.startswith("https:") else ""
    return ok("network", f"{base} answers{trusted}")


def _wrong_token() -> Finding:
    return fail(
        "token",
        "Discord does not know it",
        f"at {PORTAL} choose your application, Bot, Reset Token, and write the new one behind"
        f" {PREFIX}TOKEN= in .env (or into the file that {PREFIX}TOKEN_FILE names)",
    )


def clock(ahead: timedelta | None) -> Finding:
    """Return the finding about this machine's clock; `ahead` is its lead over Discord's."""
    if ahead is None:
        return warn("clock", "Discord did not say what time it is", "look again")
    seconds = ahead.total_seconds()
    way = "ahead of" if seconds > 0 else "behind"
    text = f"this machine's clock is {abs(seconds):.0f} s {way} Discord's"
    todo = "have the machine set its clock by the network: timedatectl set-ntp true"
    if abs(ahead) <= _SLIGHT:
        return ok("clock", f"right to within {_SLIGHT.seconds} s of Discord's")
    if abs(ahead) <= _GRAVE:
        return warn("clock", f"{text}: deadlines and reminders are off by as much", todo)
    return fail("clock", f"{text}: messages could be posted twice, deadlines are wrong", todo)


def application(app: discord.AppInfo) -> Iterator[Finding]:
    """Yield findings about the application's settings in the portal."""
    yield _code_grant(app)
    yield from _installs(app)
    yield _public(app)
    if app.interactions_endpoint_url:
        yield fail(
            "interactions",
            f"Discord sends what people type and press to {app.interactions_endpoint_url}, not to the bot",
            f"at {PORTAL}, General Information, empty the field Interactions Endpoint URL",
        )
    if not app.privacy_policy_url:
        yield warn(
            "privacy policy",
            "none is named; Discord asks it of every app that keeps something of people",
            f"fill in docs/privacy.md, put it where anyone can read it, name its address at {PORTAL},"
            f" General Information, and in {PREFIX}PRIVACY_URL",
        )


def _code_grant(app: discord.AppInfo) -> Finding:
    if app.bot_require_code_grant:
        return fail(
            "code grant",
            "the invite link does not bring the bot into a server",
            f"at {PORTAL}, Bot, switch 'Requires OAuth2 Code Grant' off",
        )
    return ok("code grant", "off, as it must be: the invite link is enough")


def _installs(app: discord.AppInfo) -> Iterator[Finding]:
    of_servers, of_people = app.guild_integration_config, app.user_integration_config
    if of_servers is None:
        yield fail(
            "installs",
            "servers cannot add the app",
            f"at {PORTAL}, Installation, Installation Contexts, tick Guild Install; then register the"
            " commands: fernpartie doctor --register",
        )
        return
    alone = "" if of_people else "; people cannot for themselves (User Install is off), which is as you like"
    yield ok("installs", f"servers can add the app{alone}" if alone else "servers and people can add the app")
    settings = of_servers.oauth2_install_params
    if settings is not None and "bot" not in settings.scopes:
        yield warn(
            "add app",
            "the button Add App on the bot's profile gives a server the commands, but no bot",
            f"at {PORTAL}, Installation, Default Install Settings, Guild Install, add the scope bot and the"
            " permissions of docs/install.md",
        )


def _public(app: discord.AppInfo) -> Finding:
    if app.bot_public:
        return ok(
            "public",
            "anyone may add the bot. If only you are to: in the portal, Installation, Install Link None; then"
            " Bot, Public Bot off",
        )
    return ok("public", "only you may add the bot (Public Bot is off)")


def intents(app: discord.AppInfo) -> Finding:
    """Return the finding about privileged intents, a warning if any is enabled: the bot uses none."""
    on = [name for full, limited, name in _PRIVILEGED if _has(app.flags, full) or _has(app.flags, limited)]
    if on:
        return warn(
            "intents",
            f"switched on and not needed: {', '.join(on)}",
            f"at {PORTAL}, Bot, Privileged Gateway Intents, switch them off",
        )
    return ok("intents", "no privileged one is on, and none is needed")


def _has(flags: discord.ApplicationFlags, name: str) -> bool:
    return dict(flags)[name]


def session_starts(limits: discord.SessionStartLimits) -> Finding:
    """Return the finding about the session starts that are left until Discord renews them."""
    hours = limits.reset_after / 3_600_000
    text = f"{limits.remaining} of {limits.total} connections left for the next {hours:.0f} hours"
    if limits.remaining > FEW_STARTS:
        return ok("session starts", text)
    todo = "find out why the bot starts so often (its log says), and let it rest until then"
    if limits.remaining > 0:
        return warn("session starts", text, todo)
    return fail("session starts", f"{text}: one more, and Discord takes the token", todo)


class Commands:
    """The commands of this version, compared with the registered ones."""

    def __init__(self, client: discord.Client, app: discord.AppInfo, ours: Sequence[Payload]) -> None:
        self._ours = ours
        self._registry = CommandRegistry(client.http, app.id)

    @classmethod
    async def of(cls, client: discord.Client, app: discord.AppInfo) -> "Commands":
        """Build the commands as the application may register them."""
        tree = app_commands.CommandTree(client)
        texts = Texts.load()
        await tree.set_translator(CatalogueTranslator(texts))
        people_install = app.user_integration_config is not None
        for declared in all_commands(bare_surfaces(rules.GAMES, texts)):
            tree.add_command(reach.place(declared.command, declared.reach, people_install=people_install))
        return cls(client, app, await payloads(tree))

    async def compare(self) -> Finding:
        """Return the finding about differences between the registered commands and this version's."""
        differing = differences(self._ours, await self._registry.registered_commands())
        if not differing:
            return ok("commands", f"all {len(self._ours)} are registered as this version has them")
        if len(differing.missing) == len(self._ours) and not differing.foreign:
            return warn("commands", "none is registered yet", _REGISTER)
        parts = (
            ("not registered", differing.missing),
            ("registered in another form", differing.changed_commands),
            ("registered, but not this version's", differing.foreign),
        )
        text = "; ".join(f"{what}: {_list_text(names)}" for what, names in parts if names)
        return warn("commands", text, _REGISTER)

    async def register(self) -> Finding:
        """Register the commands now; return the finding about Discord's answer."""
        outcome = await self._registry.register(self._ours)
        text = f"{outcome.registered} registered" if outcome.registered else "nothing was registered anew"
        if not outcome.refused_commands:
            return ok("register", text)
        refused = "; ".join(outcome.refused_commands)
        if outcome.servers_only:
            todo = "see that User Install is ticked in the portal, Installation, or continue without it"
            return warn("register", f"{text}, for servers only, as Discord refuses: {refused}", todo)
        if outcome.is_exhausted:
            todo = "wait until tomorrow, then: fernpartie doctor --register"
            return warn("register", f"{text}; {refused}", todo)
        return fail(
            "register",
            f"{text}; refused: {refused}",
            "report this line to Fernpartie; the bot continues with the registered commands",
        )


def _list_text(names: Sequence[str]) -> str:
    more = len(names) - _MAX_NAMED
    names_text = ", ".join(f"/{name}" for name in names[:_MAX_NAMED])
    return f"{names_text} and {more} more" if more > 0 else names_text


def in_servers(count: int | None, present: int, application_id: int) -> Finding:
    """Return the finding about the servers with the bot, and others that have only its commands."""
    link = invite_link(application_id)
    if not present:
        return fail("servers", "the bot is in no server", f"open {link} and choose one")
    text = f"the bot is in {present} server{'s' if present != 1 else ''}"
    without = (count or 0) - present
    if without > 0:
        return warn(
            "servers",
            f"{text}; about {without} more have added the app without the bot, where no game can be played",
            f"have their owners open {link}",
        )
    return ok("servers", text)


async def finding_or_failure(check: str, looking: Awaitable[Finding]) -> Finding:
    """Return a finding, or a failed check if Discord does not answer it."""
    try:
        return await looking
    except FAILURES as error:
        return failure_finding(check, error)
