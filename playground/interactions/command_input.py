"""A client's checks before it sends a slash command or an autocompletion request."""

from dataclasses import dataclass, field

from playground.limits.command_limits import (
    ATTACHMENT,
    CHAT_INPUT,
    GROUP,
    NUMBER,
    ON_USER,
    SUBCOMMAND,
    TEXT,
    WHOLE,
)
from playground.values.errors import ClientError
from playground.values.messages import Attachment, Message
from playground.values.people import Json
from playground.values.permissions import PEOPLE_MAY
from playground.values.places import Guild
from playground.values.snowflakes import is_snowflake
from playground.world.command_files import CommandFiles
from playground.world.wire import Wire
from playground.world.world import World

BOOLEAN, USER, CHANNEL, MENTIONABLE = 5, 6, 7, 9


@dataclass(frozen=True, slots=True)
class Invocation:
    """A checked command: the data to send and its full name, such as "challenge conhex"."""

    data: Json
    name: str


@dataclass(slots=True)
class NamedInput:
    """The people, messages and files that a command names.

    `given` are the uploaded files by the client's own ids, `used` those that options name, in order.
    """

    people: dict[str, None] = field(default_factory=dict)
    messages: dict[str, Message] = field(default_factory=dict)
    given: dict[str, Attachment] = field(default_factory=dict)
    used: list[Attachment] = field(default_factory=list)

    def use(self, value: object) -> str | None:
        """Return the id of a file named in an option by the client's own id; each can be named once."""
        file = self.given.get(str(value))
        if file is None or file in self.used:
            return None
        self.used.append(file)
        return file.id


class CommandDesk:
    """Checks commands against the registered ones, and adds the objects of named people and files."""

    def __init__(self, world: World, wire: Wire, files: CommandFiles) -> None:
        self._world = world
        self._wire = wire
        self._files = files

    def invoke(
        self,
        commands: list[Json],
        data: Json,
        guild: Guild | None,
        message: Message | None,
        *,
        completing: bool,
    ) -> Invocation:
        """Check the data of a command or an autocompletion; raise ClientError with a sentence for people.

        `message` is the message whose menu was opened, if the person sees it.
        """
        candidates = (command for command in commands if command["name"] == data.get("name"))
        command = next((command for command in candidates if data.get("id") in (None, command["id"])), None)
        if command is None:
            raise ClientError(f"unknown command: {data.get('name')}")
        command_data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
        if command.get("guild_id"):
            command_data["guild_id"] = command["guild_id"]
        inputs = NamedInput(given=self._files.take(data.get("attachments")))
        names = [command["name"]]
        if command["type"] == CHAT_INPUT:
            options = data.get("options") or []
            command_data["options"] = self._options(
                command.get("options") or [], options, names, inputs, completing=completing
            )
        else:
            command_data["target_id"] = self._target(command["type"], data, message, inputs)
        if len(inputs.used) < len(inputs.given):
            raise ClientError("a file belongs to no option")
        resolved = self.resolve(tuple(inputs.people), guild) if inputs.people else {}
        if inputs.used:
            resolved["attachments"] = {file.id: self._wire.command_file(file) for file in inputs.used}
        if inputs.messages:
            # The whole message, whatever the intents (events/gateway "Message Content Intent").
            resolved["messages"] = {
                key: self._wire.message(message) for key, message in inputs.messages.items()
            }
        if resolved:
            command_data["resolved"] = resolved
        return Invocation(command_data, " ".join(names))

    def resolve(self, user_ids: tuple[str, ...], guild: Guild | None) -> Json:
        """Return the objects of the people named in an interaction."""
        users = [self._world.users[user_id] for user_id in user_ids]
        entries: Json = {"users": {user.id: user.wire() for user in users}}
        if guild is not None:
            permissions = {"permissions": str(int(PEOPLE_MAY))}
            entries["members"] = {
                user.id: self._wire.member(user, guild, with_user=False) | permissions for user in users
            }
        return entries

    def _target(self, kind: int, data: Json, message: Message | None, inputs: NamedInput) -> str:
        """Return the menu's target: a person, or a message visible to the acting person."""
        target = data.get("target_id")
        if kind == ON_USER and isinstance(target, str) and target in self._world.users:
            inputs.people[target] = None
            return target
        if kind != ON_USER and message is not None:
            inputs.messages[message.id] = message
            return message.id
        raise ClientError("unknown target")

    def _options(
        self,
        options: list[Json],
        values: object,
        names: list[str],
        inputs: NamedInput,
        *,
        completing: bool,
    ) -> list[Json]:
        if not isinstance(values, list) or not all(isinstance(item, dict) for item in values):
            raise ClientError("options must be a list of objects")
        by_name = {option["name"]: option for option in options}
        items: list[Json] = []
        for item in values:
            option = by_name.get(str(item.get("name")))
            if option is None:
                raise ClientError(f"unknown option: {item.get('name')}")
            if option["name"] in _names(items):
                raise ClientError(f"option given twice: {option['name']}")
            if option["type"] in {SUBCOMMAND, GROUP}:
                names.append(option["name"])
                inner = self._options(
                    option.get("options") or [],
                    item.get("options") or [],
                    names,
                    inputs,
                    completing=completing,
                )
                items.append({"name": option["name"], "type": option["type"], "options": inner})
            else:
                items.append(self._value(option, item, inputs, completing=completing))
        subcommands = [option for option in options if option["type"] in {SUBCOMMAND, GROUP}]
        if subcommands and len(items) != 1:
            raise ClientError("choose one subcommand")
        missing = [
            option["name"]
            for option in options
            if option.get("required") and option["name"] not in _names(items)
        ]
        if missing and not completing:
            raise ClientError(f"missing option: {missing[0]}")
        return items

    def _value(self, option: Json, item: Json, inputs: NamedInput, *, completing: bool) -> Json:
        value = item.get("value")
        entry: Json = {"name": option["name"], "type": option["type"], "value": value}
        if completing and item.get("focused"):
            if not option.get("autocomplete"):
                raise ClientError(f"{option['name']} has no autocompletion")
            return entry | {"focused": True, "value": str(value if value is not None else "")}
        if option["type"] in {USER, MENTIONABLE}:
            if not isinstance(value, str) or value not in self._world.users:
                raise ClientError(f"{option['name']}: no such person")
            inputs.people[value] = None
        elif option["type"] == ATTACHMENT:
            entry["value"] = _file(option, value, inputs)
        elif option["type"] == CHANNEL:
            if not is_snowflake(value) or str(value) not in self._world.channels:
                raise ClientError(f"{option['name']}: no such channel")
        elif option["type"] == BOOLEAN:
            if not isinstance(value, bool):
                raise ClientError(f"{option['name']}: choose yes or no")
        else:
            _check_plain(option, value)
        return entry


def _names(items: list[Json]) -> set[str]:
    return {item["name"] for item in items}


def _file(option: Json, value: object, inputs: NamedInput) -> str:
    file_id = inputs.use(value)
    if file_id is None:
        raise ClientError(f"{option['name']}: no such file")
    types = option.get("file_types") or ()
    if types and not any(_is_of_type(inputs.given[str(value)], type_) for type_ in types):
        raise ClientError(f"{option['name']}: takes {', '.join(types)}")
    return file_id


def _is_of_type(file: Attachment, type_: str) -> bool:
    """Return whether a file matches an extension such as ".png", or a kind of media such as "image"."""
    if type_.startswith("."):
        return file.filename.lower().endswith(type_.lower())
    return file.content_type.startswith(f"{type_}/")


def _check_plain(option: Json, value: object) -> None:
    name = option["name"]
    valid_by_type = {
        TEXT: isinstance(value, str),
        WHOLE: isinstance(value, int) and not isinstance(value, bool),
        NUMBER: isinstance(value, (int, float)) and not isinstance(value, bool),
    }
    if not valid_by_type.get(option["type"], False):
        raise ClientError(f"{name}: wrong kind of value")
    choices = option.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise ClientError(f"{name}: not one of the choices")
    if isinstance(value, str):
        low, high = option.get("min_length") or 0, option.get("max_length") or 6000
        if not low <= len(value) <= high:
            raise ClientError(f"{name}: must be {low} to {high} characters long")
    elif isinstance(value, (int, float)):
        minimum, maximum = option.get("min_value"), option.get("max_value")
        if (minimum is not None and value < minimum) or (maximum is not None and value > maximum):
            raise ClientError(f"{name}: out of range")
