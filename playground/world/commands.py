"""The application commands registered by the bot."""

from collections import deque

from playground.limits.command_limits import ENTRY_POINT, check_command, check_set
from playground.limits.forms import Form, Path, body_object
from playground.values.application import SERVER
from playground.values.errors import ENTRY_POINT_LEFT_OUT, TOO_MANY_CREATIONS, UNKNOWN_COMMAND, ApiError
from playground.values.events import CommandsChanged
from playground.values.people import Json
from playground.world.world import World

DEFAULTS: Json = {
    "type": 1,
    "description": "",
    "default_member_permissions": None,
    "dm_permission": True,
    "contexts": None,
    "integration_types": [0],
    "nsfw": False,
    "name_localizations": None,
    "description_localizations": None,
}
KEPT = frozenset((*DEFAULTS, "name", "options", "handler"))
CREATIONS_A_DAY = 200
DAY = 86400.0


class CommandBook:
    """Global commands (scope None) and commands of single guilds (scope: guild id)."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._commands: dict[str, Json] = {}
        self._created: dict[str | None, deque[float]] = {}

    def everything(self) -> list[Json]:
        """Return all commands of all scopes."""
        return list(self._commands.values())

    def restore(self, command: Json) -> None:
        """Load a command from an earlier run."""
        self._world.snowflakes.saw(command["id"])
        self._commands[command["id"]] = command

    def in_scope(self, scope: str | None) -> list[Json]:
        """Return the commands of a scope."""
        return [command for command in self._commands.values() if command.get("guild_id") == scope]

    def get(self, scope: str | None, command_id: str) -> Json:
        """Return a command of a scope; raise ApiError 404/10063 if it has none with this id."""
        command = self._commands.get(command_id)
        if command is None or command.get("guild_id") != scope:
            raise ApiError(UNKNOWN_COMMAND)
        return command

    def replace_all(self, scope: str | None, body: object) -> list[Json]:
        """Replace a scope's commands; equal name and type keep the id.

        An error in one of them rejects all. Raise 400/50240 if an Entry Point command is omitted (serenity
        issue 2993), 400/30034 for too many new ones.
        """
        form = Form()
        commands = check_set(form, body)
        for number, item in enumerate(commands):
            self._check_installs(form, (number,), item)
        form.raise_errors()
        old = {(c["type"], c["name"]): c for c in self.in_scope(scope)}
        if any(kind == ENTRY_POINT for kind, _ in old) and all(
            c.get("type") != ENTRY_POINT for c in commands
        ):
            raise ApiError(ENTRY_POINT_LEFT_OUT)
        self._count_creations(scope, sum((c.get("type") or 1, c["name"]) not in old for c in commands))
        fresh = [
            self._to_store(scope, item, old.get((item.get("type") or 1, item["name"]))) for item in commands
        ]
        for command in self.in_scope(scope):
            del self._commands[command["id"]]
        self._commands |= {command["id"]: command for command in fresh}
        self._world.notify(CommandsChanged())
        return fresh

    def upsert(self, scope: str | None, body: object) -> tuple[Json, bool]:
        """Add a command or replace the one with its name and type; also return whether it is new."""
        data = body_object(body)
        form = Form()
        check_command(form, (), data)
        self._check_installs(form, (), data)
        form.raise_errors()
        kind = data.get("type") or 1
        same = next((c for c in self.in_scope(scope) if (c["type"], c["name"]) == (kind, data["name"])), None)
        command = self._to_store(scope, data, same)
        others = [c for c in self.in_scope(scope) if c["id"] != command["id"]]
        check_set(form, [*others, command])
        form.raise_errors()
        self._count_creations(scope, int(same is None))
        self._commands[command["id"]] = command
        self._world.notify(CommandsChanged())
        return command, same is None

    def change(self, scope: str | None, command_id: str, body: object) -> Json:
        """Change fields of a command."""
        existing = self.get(scope, command_id)
        new = existing | body_object(body)
        form = Form()
        check_command(form, (), new)
        self._check_installs(form, (), new)
        form.raise_errors()
        command = self._to_store(scope, new, existing)
        self._commands[command_id] = command
        self._world.notify(CommandsChanged())
        return command

    def add_entry_point(self) -> None:
        """Create the command that Discord creates for an app with Activities, unless it exists.

        interactions/application-commands "Default Entry Point command".
        """
        if all(command["type"] != ENTRY_POINT for command in self.in_scope(None)):
            data = {
                "name": "launch",
                "description": "Launch an activity",
                "type": ENTRY_POINT,
                "handler": 2,
            }
            command = self._to_store(None, data, None)
            self._commands[command["id"]] = command
            self._world.notify(CommandsChanged())

    def remove(self, scope: str | None, command_id: str) -> None:
        """Delete a command."""
        self.get(scope, command_id)
        del self._commands[command_id]
        self._world.notify(CommandsChanged())

    def _check_installs(self, form: Form, path: Path, command: Json) -> None:
        """Check that the application supports every installation context of the command.

        interactions/application-commands "Installation Context". Discord publishes no inner code for it.
        """
        types = command.get("integration_types")
        if isinstance(types, list) and not self._world.application.installs.issuperset(
            kind for kind in types if isinstance(kind, int)
        ):
            form.add_error(
                (*path, "integration_types"),
                "APPLICATION_COMMAND_INVALID_INTEGRATION_TYPE",
                "The application does not support this installation context",
            )

    def _count_creations(self, scope: str | None, new: int) -> None:
        """Count created commands; raise 400/30034 for more than 200 a day.

        interactions/application-commands "Registering a Command" and "Bulk Overwrite"; the status was seen
        with discord.py (issue 9439). Changes of existing commands do not count.
        """
        now = self._world.clock.now()
        creations = self._created.setdefault(scope, deque())
        while creations and now - creations[0] >= DAY:
            creations.popleft()
        if len(creations) + new > CREATIONS_A_DAY:
            raise ApiError(TOO_MANY_CREATIONS)
        creations.extend([now] * new)

    def _to_store(self, scope: str | None, data: Json, existing: Json | None) -> Json:
        fields = {key: value for key, value in data.items() if key in KEPT}
        command = DEFAULTS | fields
        if scope is None and fields.get("integration_types") is None:
            # By default the application's own (discord-api-docs issue 7396).
            command["integration_types"] = sorted(self._world.application.installs) or [SERVER]
        command["type"] = command["type"] or 1
        identity: Json = {"application_id": self._world.bot.id}
        if scope is not None:
            identity["guild_id"] = scope
        command |= identity
        if existing is not None and all(existing.get(key) == value for key, value in command.items()):
            return existing
        fresh_id = self._world.snowflakes.mint()
        return command | {"id": existing["id"] if existing else fresh_id, "version": fresh_id}


def without_localizations(command: Json) -> Json:
    """Return a command as listed without localisations."""
    shape = {key: value for key, value in command.items() if not key.endswith("_localizations")}
    for key in ("options", "choices"):
        if key in shape:
            shape[key] = [without_localizations(item) for item in shape[key] or ()]
    return shape
