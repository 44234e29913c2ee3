"""The registration of application commands."""

from playground.rest.call import NO_CONTENT, Call, Endpoint, Reply
from playground.values.errors import UNKNOWN_APPLICATION, UNKNOWN_GUILD, ApiError
from playground.world.commands import CommandBook, without_localizations
from playground.world.world import World

GLOBAL = "/applications/{application}/commands"
OF_GUILD = "/applications/{application}/guilds/{guild}/commands"


class CommandRest:
    """The endpoints of commands, both global and of a guild."""

    def __init__(self, world: World, book: CommandBook) -> None:
        self._world = world
        self._book = book

    def endpoints(self) -> list[Endpoint]:
        return [
            endpoint
            for base in (GLOBAL, OF_GUILD)
            for endpoint in (
                Endpoint("GET", base, self.list_commands),
                Endpoint("PUT", base, self.replace_commands),
                Endpoint("POST", base, self.add_command),
                Endpoint("GET", base + "/{command}", self.show_command),
                Endpoint("PATCH", base + "/{command}", self.change_command),
                Endpoint("DELETE", base + "/{command}", self.remove_command),
            )
        ]

    def _scope(self, call: Call) -> str | None:
        if call.params["application"] != self._world.bot.id:
            raise ApiError(UNKNOWN_APPLICATION)
        guild_id = call.params.get("guild")
        if guild_id is not None and guild_id not in self._world.guilds:
            raise ApiError(UNKNOWN_GUILD)
        return guild_id

    def list_commands(self, call: Call) -> Reply:
        """GET: return all commands; localised texts only with with_localizations."""
        commands = self._book.in_scope(self._scope(call))
        if not call.asks("with_localizations"):
            commands = [without_localizations(command) for command in commands]
        return Reply(200, commands)

    def replace_commands(self, call: Call) -> Reply:
        """PUT: replace the whole set."""
        return Reply(200, self._book.replace_all(self._scope(call), call.body))

    def add_command(self, call: Call) -> Reply:
        """POST: 201 for a new command, 200 for an existing name."""
        command, new = self._book.upsert(self._scope(call), call.body)
        return Reply(201 if new else 200, command)

    def show_command(self, call: Call) -> Reply:
        """GET: return a command."""
        return Reply(200, self._book.get(self._scope(call), call.params["command"]))

    def change_command(self, call: Call) -> Reply:
        """PATCH: change a command."""
        return Reply(200, self._book.change(self._scope(call), call.params["command"], call.body))

    def remove_command(self, call: Call) -> Reply:
        """DELETE: delete a command."""
        self._book.remove(self._scope(call), call.params["command"])
        return NO_CONTENT
