"""Turns people's actions into INTERACTION_CREATE, and the bot's answers into their view."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from playground.interactions.command_input import CommandDesk
from playground.interactions.interactions import Act, Answer, Interaction, InteractionBook
from playground.limits.component_input import check_component, check_modal_input, named_people
from playground.limits.parts import with_ids
from playground.values.errors import ClientError
from playground.values.messages import Message
from playground.values.people import Json, User
from playground.values.permissions import AMONG_PEOPLE, Permission
from playground.values.places import Channel, ChannelType, Guild
from playground.values.uploads import MAX_FILE
from playground.world.command_files import CommandFiles
from playground.world.commands import CommandBook
from playground.world.installs import OWNERS, Context, Installs, context_of, is_user_install
from playground.world.thread_rules import ThreadRules
from playground.world.wire import Wire
from playground.world.world import World

PRESSES = frozenset((Act.COMPONENT, Act.MODAL))
UNSENT: Json = {
    "id": None,
    "status": "failed",
    "callback_type": None,
    "choices": [],
    "modal": None,
    "message": None,
}


class BotLine(Protocol):
    """The connection to the bot."""

    def reachable(self, guild_id: str | None) -> bool:
        """Return whether a session gets a guild's events (None: DMs), now or once it resumes."""
        ...

    def dispatch(self, event: str, data: Json, *, guild_id: str | None = None, intent: int = 0) -> None:
        """Send an event."""
        ...


class Acting:
    """Checks people's actions and sends them to the bot."""

    def __init__(
        self,
        *,
        world: World,
        wire: Wire,
        commands: CommandBook,
        book: InteractionBook,
        line: BotLine,
        rules: ThreadRules,
        files: CommandFiles,
        show: Callable[[Message], Json],
    ) -> None:
        self._world = world
        self._wire = wire
        self._commands = commands
        self._book = book
        self._line = line
        self._rules = rules
        self._show = show
        self._unit_of_work = CommandDesk(world, wire, files)
        self._installs = Installs(world)

    async def act(self, user: User, channel: Channel, body: Json) -> Json:
        """Send an action and wait for the first answer, at most 3 s; raise ClientError for a refused action.

        A press in an archived thread un-archives it first; if that fails, or if the thread is locked, the
        press never reaches the bot (discord-api-docs issues 8474, 5946, 7900). Commands in a locked thread do
        (issue 5517); in an archived thread people's clients offer none. Nothing reaches the bot if the app is
        installed neither to the server nor to the person.
        """
        if any(act == body.get("type") for act in PRESSES):
            if not self._rules.wake_for_person(channel, user.id):
                return UNSENT
            channel = self._world.channels[channel.id]
        elif channel.type == ChannelType.FORUM:
            raise ClientError("a forum takes only posts")
        elif channel.archived and not channel.locked:
            raise ClientError("the thread is archived")
        elif not self._has_commands(user, channel):
            raise ClientError("there are no commands in this thread for who may not write in its channel")
        interaction = self._open(user, channel, body)
        if interaction is None:
            return UNSENT
        if not self._line.reachable(channel.guild_id):
            return _outcome(interaction, None, None)
        payload = self._payload(interaction, user, channel)
        if (page := _page_before(body)) is not None and "message" in payload:
            payload["message"]["components"] = page
        self._line.dispatch("INTERACTION_CREATE", payload, guild_id=channel.guild_id)
        answer = await self._book.answer_in_time(interaction)
        if answer is None:
            return _outcome(interaction, None, None)
        message = self._world.find_message(answer.message_id) if answer.message_id else None
        return _outcome(interaction, answer, None if message is None else self._show(message))

    def _has_commands(self, user: User, channel: Channel) -> bool:
        parent = self._world.parent_of(channel)
        if parent is None or not self._world.strictness.commands_need_parent:
            return True
        may = self._world.people_may(user.id, parent)
        # In a forum this permission is named Create Posts.
        return bool(may & Permission.SEND_MESSAGES)

    def _open(self, user: User, channel: Channel, body: Json) -> Interaction | None:
        data = body.get("data")
        if not isinstance(data, dict):
            raise ClientError("data is missing")
        act = next((act for act in Act if act == body.get("type")), None)
        if act is None:
            raise ClientError("type must be 2, 3, 4 or 5")
        guild = self._world.guilds.get(channel.guild_id or "")
        enter = partial(
            self._book.open, act, user_id=user.id, channel_id=channel.id, guild_id=channel.guild_id
        )
        if act in {Act.COMMAND, Act.AUTOCOMPLETE}:
            owners = {
                command["id"]: by
                for command in self._commands.everything()
                if (by := self._installs.for_command(command, user, channel))
            }
            if not owners and guild is not None and guild.left:
                return None
            usable = [command for command in self._commands.everything() if command["id"] in owners]
            target = self._target(user, channel, data)
            call = self._unit_of_work.invoke(usable, data, guild, target, completing=act is Act.AUTOCOMPLETE)
            return enter(data=call.data, command=call.name, owners=owners[call.data["id"]])
        forged = bool(body.get("forged"))
        message = self._message(user, channel, body.get("message_id"))
        if act is Act.COMPONENT:
            if message is None:
                raise ClientError("no such message")
            by = self._installs.for_press(message, channel)
            if not by:
                return None
            page = _page_before(body)
            inputs = check_component(message.components if page is None else page, data, forged=forged)
            self._resolve(inputs, guild)
            return enter(data=inputs, message_id=message.id, owners=by)
        modal = self._book.find_shown_modal(user.id, data.get("custom_id"))
        inputs = check_modal_input(
            modal[0] if modal else None,
            data,
            forged=forged,
            needs_zero=self._world.strictness.empty_choices_need_zero,
        )
        self._resolve(inputs, guild)
        source = modal[1] if modal else None
        message_id = message.id if message else (source.message_id if source else None)
        trigger = source.metadata() if source else None
        if source is not None:
            by = source.owners
        else:
            by = {} if message is None else self._installs.for_press(message, channel)
        if not by:
            return None
        return enter(data=inputs, message_id=message_id, trigger=trigger, owners=by)

    def _target(self, user: User, channel: Channel, data: Json) -> Message | None:
        """Return the target message of a command; None if it is unknown, invisible to the user or ephemeral.

        Inferred: clients are not documented to offer commands on ephemeral messages.
        """
        message = self._world.message(channel.id, str(data.get("target_id")))
        return (
            None
            if message is None or not message.is_visible_to(user.id) or message.ephemeral_for
            else message
        )

    def _message(self, user: User, channel: Channel, message_id: object) -> Message | None:
        if message_id is None:
            return None
        message = self._world.message(channel.id, str(message_id))
        if message is None or not message.is_visible_to(user.id):
            raise ClientError("no such message")
        return message

    def _resolve(self, data: Json, guild: Guild | None) -> None:
        mentions = named_people(data)
        roles = {role["id"]: role for role in self._wire.roles(guild)} if guild is not None else {}
        people = tuple(mention for mention in mentions if mention not in roles)
        if any(person not in self._world.users for person in people):
            raise ClientError("no such person")
        if mentions:
            data["resolved"] = self._unit_of_work.resolve(people, guild) | {
                "roles": {mention: roles[mention] for mention in mentions if mention in roles}
            }

    def _payload(self, interaction: Interaction, user: User, channel: Channel) -> Json:
        guild = self._world.guilds.get(channel.guild_id or "")
        may = {"permissions": str(int(self._world.people_may(user.id, channel)))}
        payload: Json = {
            "id": interaction.id,
            "application_id": self._world.bot.id,
            "type": int(interaction.type),
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": channel.id,
            "channel": self._wire.channel(channel) | (may if guild else {}),
            "locale": user.locale,
            "app_permissions": str(int(self._app_may(interaction, channel))),
            "entitlements": [],
            "entitlement_sku_ids": [],
            OWNERS: interaction.owners,
            "context": int(context_of(channel)),
            "attachment_size_limit": MAX_FILE,
        }
        if guild is not None:
            payload |= {
                "guild_id": guild.id,
                "guild": {"id": guild.id, "locale": guild.preferred_locale, "features": guild.features},
                "guild_locale": guild.preferred_locale,
                "member": self._wire.member(user, guild) | may,
            }
        else:
            payload["user"] = user.wire()
        message = self._world.find_message(interaction.message_id) if interaction.message_id else None
        if message is not None:
            payload["message"] = self._wire.message(message)
        return payload

    def _app_may(self, interaction: Interaction, channel: Channel) -> Permission:
        """Return the app's permissions at the place of use, as stated in interactions.

        With a user install, the app may do whatever the person may (resources/application "User Context").
        """
        match context_of(channel):
            case Context.PRIVATE_CHANNEL:
                return AMONG_PEOPLE
            case Context.BOT_DM:
                return self._world.permissions_in(channel) | AMONG_PEOPLE | Permission.USE_EXTERNAL_EMOJIS
            case Context.GUILD if is_user_install(interaction.owners):
                return self._world.people_may(interaction.user_id, channel)
            case _:
                return self._world.permissions_in(channel)


def _page_before(body: Json) -> list[Json] | None:
    """Return the message's components at the time of a forged press; None for the current ones.

    The message may be edited while a press is in transit: a press includes the message as it was.
    """
    if not body.get("forged") or body.get("page") is None:
        return None
    try:
        return list(with_ids(body["page"]))
    except (KeyError, TypeError, AttributeError) as error:
        raise ClientError("the page is not a list of components") from error


def _outcome(interaction: Interaction, answer: Answer | None, message: Json | None) -> Json:
    return {
        "id": interaction.id,
        "status": "failed" if answer is None else "answered",
        "callback_type": None if answer is None else answer.callback_type,
        "choices": list(answer.choices) if answer and answer.choices is not None else [],
        "modal": answer.modal if answer else None,
        "message": message,
    }
