"""The control interface for the app's developer portal."""

from dataclasses import asdict

from aiohttp import web

from playground.interfaces.client_api import answering, body_of
from playground.values.people import Json
from playground.world.commands import CommandBook
from playground.world.world import World


class PortalApi:
    """The route under /playground/control that replaces the portal."""

    def __init__(self, world: World, commands: CommandBook) -> None:
        self._world = world
        self._commands = commands

    def routes(self) -> list[web.RouteDef]:
        return [web.patch("/playground/control/application", answering(self.change))]

    async def change(self, request: web.Request) -> Json:
        """PATCH: change some switches (see playground.values.application.Application).

        `activities` enables Activities, for which Discord creates an Entry Point command.
        """
        body = await body_of(request)
        self._world.application = self._world.application.apply(body)
        if self._world.application.activities:
            self._commands.add_entry_point()
        return asdict(self._world.application)
