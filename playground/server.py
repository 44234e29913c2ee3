"""The playground's server: all parts together on one loopback port."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Middleware

from playground.gateway.feed import BotFeed
from playground.gateway.gateway import Gateway
from playground.gateway.sharding import Sharding
from playground.interactions.acting import Acting
from playground.interactions.callbacks import Callbacks
from playground.interactions.interactions import InteractionBook
from playground.interactions.posting import Posting
from playground.interfaces.activity_api import ActivityFrameApi
from playground.interfaces.activity_proxy import ActivityProxy
from playground.interfaces.client_api import ClientApi
from playground.interfaces.control_api import ControlApi
from playground.interfaces.hub import Hub
from playground.interfaces.portal import PortalApi
from playground.interfaces.world_api import WorldApi
from playground.rest.answers import AnswerRest
from playground.rest.channels import ChannelRest
from playground.rest.commands import CommandRest
from playground.rest.directory import DirectoryRest
from playground.rest.door import Doorkeeper
from playground.rest.edge import PREFIX, Edge
from playground.rest.emojis import EmojiRest
from playground.rest.faults import Faults
from playground.rest.journal import Journal
from playground.rest.new_people import NewPeopleLimit
from playground.rest.oauth import OAuthRest
from playground.rest.rate_limits import LimitSettings, RateLimits
from playground.rest.roles import RoleRest
from playground.rest.threads import ThreadRest
from playground.values.clock import Clock, SystemClock
from playground.values.events import BotSeen
from playground.values.settings import STRICT, Strictness
from playground.values.snowflakes import Snowflakes
from playground.values.uploads import MAX_REQUEST, FileShelf
from playground.world.activities import Activities
from playground.world.archive import Archive
from playground.world.command_files import CommandFiles
from playground.world.commands import CommandBook
from playground.world.emojis import EmojiBook
from playground.world.old_edits import OldEdits
from playground.world.pushes import Pushes
from playground.world.seed import populate, the_bot
from playground.world.thread_rules import ThreadRules
from playground.world.view import PageView
from playground.world.wire import Wire
from playground.world.world import World

LOOPBACK = frozenset(("127.0.0.1", "localhost", "::1"))
# Shaped like a real token, for bots that check its shape.
TOKEN = "MTEwMDAwMDAwMDAwMDAwMDEwMA.playground.not-a-secret-works-on-loopback-only"  # noqa: S105
PAGE = Path(__file__).parent / "page"
UPKEEP_SECONDS = 0.5

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class NotLoopback(ValueError):
    """The playground has no passwords and therefore listens on this machine only."""


class Playground:
    """A running playground."""

    def __init__(
        self,
        *,
        port: int,
        host: str,
        clock: Clock,
        file: Path | None,
        token: str,
        heartbeat: float,
        strictness: Strictness,
        community: bool,
        sharding: Sharding,
        limits: LimitSettings,
    ) -> None:
        name = f"[{host}]" if ":" in host else host
        self.url = f"http://{name}:{port}"
        self.api_url = self.url + PREFIX
        self.gateway_url = f"ws://{name}:{port}/gateway/"
        self.token = token
        snowflakes = Snowflakes(clock)
        self.world = World(clock=clock, snowflakes=snowflakes, bot=the_bot(), strictness=strictness)
        self.journal = Journal()
        self.pushes = Pushes(self.world)
        self._community = community
        self.faults = Faults()
        self.limits = RateLimits(clock, limits)
        self._shelf = FileShelf()
        wire = Wire(self.world, self.url)
        commands, emojis = CommandBook(self.world), EmojiBook(self.world)
        self._book = InteractionBook(clock=clock, snowflakes=snowflakes)
        view = PageView(self.world, wire, commands)
        self.gateway = Gateway(
            clock=clock,
            world=self.world,
            wire=wire,
            token=token,
            address=self.gateway_url,
            changed=lambda online: self.world.notify(BotSeen(online)),
            heartbeat=heartbeat,
            sharding=sharding,
        )
        self._hub = Hub(self.world, view)
        posting = Posting(self.world, self._shelf)
        rules = ThreadRules(self.world)
        door = Doorkeeper(self.world, rules)
        old_edits = OldEdits(self.world)
        activities = Activities(self.world)
        self.activity_proxy = ActivityProxy(self.world, self.url)
        command_files = CommandFiles(self.world)
        acting = Acting(
            world=self.world,
            wire=wire,
            commands=commands,
            book=self._book,
            line=self.gateway,
            rules=rules,
            files=command_files,
            show=view.message,
        )
        self._archive = self._open_archive(file, commands)
        self.world.listen(BotFeed(self.world, wire, self.gateway))
        self.world.listen(self._hub)
        self.world.listen(self.pushes)
        callbacks = Callbacks(
            world=self.world,
            book=self._book,
            posting=posting,
            rules=rules,
            old_edits=old_edits,
            activities=activities,
        )
        channels = ChannelRest(
            world=self.world,
            wire=wire,
            posting=posting,
            door=door,
            rules=rules,
            old_edits=old_edits,
            new_people=NewPeopleLimit(self.world, self.limits),
        )
        edge = Edge(
            clock=clock,
            world=self.world,
            token=token,
            faults=self.faults,
            journal=self.journal,
            limits=self.limits,
        )
        endpoints = [
            *DirectoryRest(self.world, wire, self.gateway_url, sharding, activities).endpoints(),
            *OAuthRest(self.world, activities).endpoints(),
            *CommandRest(self.world, commands).endpoints(),
            *EmojiRest(self.world, emojis).endpoints(),
            *channels.endpoints(),
            *RoleRest(self.world).endpoints(),
            *ThreadRest(self.world, wire, door, rules, posting).endpoints(),
            *AnswerRest(self.world, wire, self._book, callbacks, self.limits).endpoints(),
        ]
        client = ClientApi(
            world=self.world,
            view=view,
            hub=self._hub,
            acting=acting,
            shelf=self._shelf,
            given=command_files,
            emojis=emojis,
            online=lambda: self.gateway.online,
        )
        control = ControlApi(
            world=self.world,
            gateway=self.gateway,
            faults=self.faults,
            journal=self.journal,
            pushes=self.pushes,
            limits=self.limits,
        )
        self._app = web.Application(client_max_size=MAX_REQUEST, middlewares=[_only_from_here(port)])
        self._app.add_routes(edge.routes(endpoints))
        self._app.add_routes(client.routes())
        self._app.add_routes(control.routes())
        self._app.add_routes(
            ActivityFrameApi(self.world, activities, lambda: self.activity_proxy.url).routes()
        )
        self._app.add_routes(WorldApi(self.world, view).routes())
        self._app.add_routes(PortalApi(self.world, commands).routes())
        self._app.add_routes([web.get("/gateway/", self.gateway.handle), web.get("/", _front_page)])
        if PAGE.is_dir():
            self._app.router.add_static("/page", PAGE)

    def _open_archive(self, file: Path | None, commands: CommandBook) -> Archive | None:
        if file is None:
            populate(self.world, community=self._community)
            return None
        archive = Archive(file, world=self.world, commands=commands, shelf=self._shelf)
        snapshot = archive.load()
        self.world.listen(archive)
        self._shelf.fall_back_on(archive.read_file)
        if not snapshot:
            populate(self.world, community=self._community)
        return archive

    @classmethod
    @asynccontextmanager
    async def start(
        cls,
        *,
        port: int = 0,
        host: str = "127.0.0.1",
        clock: Clock | None = None,
        world: Path | None = None,
        token: str = TOKEN,
        heartbeat: float = 41.25,
        strictness: Strictness = STRICT,
        community: bool = False,
        sharding: Sharding | None = None,
        limits: LimitSettings = LimitSettings(),  # noqa: B008  # an immutable value
    ) -> AsyncIterator["Playground"]:
        """Serve until the block ends; port 0 takes any free port, `world` is the file for the world's state.

        `community`: the guilds of a new world are Communities, with their own languages.

        Raise NotLoopback for another host, OSError when the port is taken.
        """
        if host not in LOOPBACK:
            raise NotLoopback(f"the playground listens on loopback only, not on {host}")
        listening = _listen(host, port)
        try:
            playground = cls(
                port=listening.getsockname()[1],
                host=host,
                clock=clock or SystemClock(),
                file=world,
                token=token,
                heartbeat=heartbeat,
                strictness=strictness,
                community=community,
                sharding=sharding or Sharding(),
                limits=limits,
            )
        except BaseException:
            listening.close()
            raise
        runner = web.AppRunner(playground._app, access_log=None, shutdown_timeout=1)
        await runner.setup()
        await web.SockSite(runner, listening).start()
        await playground.activity_proxy.start(host)
        upkeep = asyncio.create_task(playground._keep_up())
        try:
            yield playground
        finally:
            upkeep.cancel()
            with suppress(asyncio.CancelledError):
                await upkeep
            await playground._hub.close()
            await playground.activity_proxy.stop()
            await playground.gateway.close_all(1001)
            await runner.cleanup()
            if playground._archive is not None:
                await playground._archive.flush()

    async def _keep_up(self) -> None:
        while True:
            await asyncio.sleep(UPKEEP_SECONDS)
            self.world.sweep_archives()
            self._book.prune()
            self.gateway.prune()
            if self._archive is not None:
                await self._archive.flush()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
        listening.setblocking(False)
    except OSError:
        listening.close()
        raise
    return listening


def _only_from_here(port: int) -> Middleware:
    names = {f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}"}
    origins = {f"http://{name}" for name in names}

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        """Reject requests of other web pages, or for foreign host names, from this machine's browsers."""
        origin = request.headers.get("Origin")
        if request.host not in names or (origin is not None and origin not in origins):
            return web.json_response({"error": "the playground answers its own page only"}, status=403)
        return await handler(request)

    return guard


async def _front_page(_: web.Request) -> web.StreamResponse:
    index = PAGE / "index.html"
    if not index.is_file():
        return web.Response(text="The playground runs; its page is missing.", status=404)
    return web.FileResponse(index, headers={"Cache-Control": "no-cache"})
