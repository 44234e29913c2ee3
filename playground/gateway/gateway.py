"""The gateway: HELLO, IDENTIFY, READY, heartbeats, RESUME, and faults that tests can request."""

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Callable

from aiohttp import WSCloseCode, WSMsgType, web

from playground.gateway.sessions import RESUME_SECONDS, GatewaySession
from playground.gateway.sharding import MAX_GUILDS, Sharding
from playground.values.clock import Clock
from playground.values.people import Json
from playground.world.wire import Wire
from playground.world.world import World

PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
KNOWN_INTENTS = (1 << 26) - 1
SENDS_PER_MINUTE = 120
ACK_DELAY = 0.02
HEARTBEAT, IDENTIFY, RESUME, MEMBERS = 1, 2, 6, 8
IGNORED = frozenset((3, 4, 31))
RECONNECT, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 9, 10, 11
UNKNOWN_ERROR, UNKNOWN_OP, DECODE_ERROR, NOT_AUTHENTICATED = 4000, 4001, 4002, 4003
BAD_TOKEN, ALREADY_AUTHENTICATED, BAD_SEQ, RATE_LIMITED, TIMED_OUT = 4004, 4005, 4007, 4008, 4009
BAD_SHARD, SHARDING_REQUIRED, BAD_INTENTS, DISALLOWED_INTENTS = 4010, 4011, 4013, 4014


ENDING = frozenset((WSCloseCode.OK, WSCloseCode.GOING_AWAY))


class GatewayRefused(Exception):
    """The connection must be closed with a code."""

    def __init__(self, code: int) -> None:
        super().__init__(str(code))
        self.code = code


class Connection:
    """A WebSocket of the bot; frames are sent in order through a queue."""

    def __init__(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        self._request = request
        self.socket = socket
        self.session: GatewaySession | None = None
        self.last_beat = asyncio.get_running_loop().time()
        self.sends: deque[float] = deque()
        self.closed_here = False
        self._queue: asyncio.Queue[str] = asyncio.Queue()

    def push(self, frame: str) -> None:
        """Queue a frame."""
        self._queue.put_nowait(frame)

    def push_op(self, op: int, data: object = None) -> None:
        """Queue a frame that is not an event."""
        self.push(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    async def pump(self) -> None:
        """Write queued frames until cancelled."""
        while True:
            await self.socket.send_str(await self._queue.get())

    async def close(self, code: int) -> None:
        """Close the connection from this side with a code."""
        self.closed_here = True
        await self.socket.close(code=code)

    def abort(self) -> None:
        """Cut the TCP connection without a close frame."""
        if self._request.transport is not None:
            self._request.transport.abort()


def _shard(value: object) -> tuple[int, int]:
    match value:
        case None:
            return 0, 1
        case [int(number), int(count)] if 0 <= number < count:
            return number, count
        case _:
            raise GatewayRefused(BAD_SHARD)


def _intents(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value & ~KNOWN_INTENTS:
        raise GatewayRefused(BAD_INTENTS)
    if value & PRIVILEGED:
        raise GatewayRefused(DISALLOWED_INTENTS)
    return value


class Gateway:
    """All connections and sessions of the bot."""

    def __init__(
        self,
        *,
        clock: Clock,
        world: World,
        wire: Wire,
        token: str,
        address: str,
        changed: Callable[[bool], None],
        sharding: Sharding,
        heartbeat: float = 41.25,
    ) -> None:
        self.sharding = sharding
        self._clock = clock
        self._world = world
        self._wire = wire
        self._token = token
        self._address = address
        self._changed = changed
        self._heartbeat = heartbeat
        self._sessions: dict[str, GatewaySession] = {}
        self._connections: set[Connection] = set()
        self._down = False
        self._refused_with: int | None = None
        self._was_online = False

    @property
    def online(self) -> bool:
        """Whether the bot is connected and identified."""
        return any(session.outlet is not None for session in self._sessions.values())

    @property
    def connected_shards(self) -> list[tuple[int, int]]:
        """Return the identified shards, each once per connection: (number, count)."""
        return sorted(session.shard for session in self._sessions.values() if session.outlet is not None)

    def reachable(self, guild_id: str | None) -> bool:
        """Return whether a session gets a guild's events, now or once it resumes."""
        return any(session.is_for(guild_id, 0) for session in self._sessions.values())

    def dispatch(self, event: str, data: Json, *, guild_id: str | None = None, intent: int = 0) -> None:
        """Send an event to the sessions with the matching shard and intents."""
        for session in self._sessions.values():
            if session.is_for(guild_id, intent):
                session.send(event, data)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve a WebSocket from HELLO until it closes."""
        if self._down:
            return web.Response(status=503)
        socket = web.WebSocketResponse(autoping=True, max_msg_size=4096 * 16)
        await socket.prepare(request)
        connection = Connection(request, socket)
        self._connections.add(connection)
        pump = asyncio.create_task(connection.pump())
        watch = asyncio.create_task(self._watch(connection))
        connection.push_op(HELLO, {"heartbeat_interval": round(self._heartbeat * 1000), "_trace": []})
        try:
            await self._converse(connection)
        except GatewayRefused as refusal:
            await connection.close(refusal.code)
        finally:
            pump.cancel()
            watch.cancel()
            await asyncio.gather(pump, watch, return_exceptions=True)
            self._connections.discard(connection)
            self._leave(connection)
        return socket

    async def _converse(self, connection: Connection) -> None:
        async for message in connection.socket:
            if message.type is not WSMsgType.TEXT:
                raise GatewayRefused(DECODE_ERROR)
            try:
                frame = json.loads(message.data)
                op, data = frame["op"], frame.get("d")
            except (ValueError, KeyError, TypeError, AttributeError):
                raise GatewayRefused(DECODE_ERROR) from None
            self._count_send(connection)
            self._receive(connection, op, data)

    def _count_send(self, connection: Connection) -> None:
        now = self._clock.now()
        connection.sends.append(now)
        while connection.sends and now - connection.sends[0] > 60:
            connection.sends.popleft()
        if len(connection.sends) > SENDS_PER_MINUTE:
            raise GatewayRefused(RATE_LIMITED)

    def _receive(self, connection: Connection, op: object, data: object) -> None:
        if op == HEARTBEAT:
            loop = asyncio.get_running_loop()
            connection.last_beat = loop.time()
            # discord.py takes an immediate answer, which no real network gives, for an answer to the previous
            # beat.
            loop.call_later(ACK_DELAY, connection.push_op, HEARTBEAT_ACK)
        elif op in {IDENTIFY, RESUME}:
            if connection.session is not None:
                raise GatewayRefused(ALREADY_AUTHENTICATED)
            if not isinstance(data, dict):
                raise GatewayRefused(DECODE_ERROR)
            if data.get("token") != self._token:
                raise GatewayRefused(BAD_TOKEN)
            (self._identify if op == IDENTIFY else self._resume)(connection, data)
        elif connection.session is None:
            raise GatewayRefused(NOT_AUTHENTICATED)
        elif op == MEMBERS:
            self._send_members(connection.session, data)
        elif op not in IGNORED:
            raise GatewayRefused(UNKNOWN_OP)

    def _identify(self, connection: Connection, data: Json) -> None:
        if self._refused_with is not None:
            raise GatewayRefused(self._refused_with)
        intents = _intents(data.get("intents"))
        number, count = _shard(data.get("shard"))
        now = self._clock.now()
        in_time = self.sharding.begin(number, now)
        if self.sharding.is_exhausted(now):
            # Discord ends every session and resets the bot's token, which its owner must fetch.
            self._token = secrets.token_hex(16)
            self._sessions.clear()
            for other in self._connections - {connection}:
                other.abort()
            raise GatewayRefused(BAD_TOKEN)
        if not in_time:
            connection.push_op(INVALID_SESSION, data=False)
            return
        for old in [s for s in self._sessions.values() if s.shard == (number, count) and s.outlet is None]:
            del self._sessions[old.id]
        session = GatewaySession(
            secrets.token_hex(16),
            (number, count),
            sharded="shard" in data,
            intents=intents,
            outlet=connection,
        )
        connection.session = session
        guilds = [g for g in self._world.homes if session.is_for(g.id, 0)]
        if len(guilds) > MAX_GUILDS:
            connection.session = None
            raise GatewayRefused(SHARDING_REQUIRED)
        session.send("READY", self._ready(session, [guild.id for guild in guilds]))
        for guild in guilds:
            if intents & 1:
                session.send("GUILD_CREATE", self._wire.guild_create(guild))
        self._sessions[session.id] = session
        self._report()

    def _ready(self, session: GatewaySession, guild_ids: list[str]) -> Json:
        bot = self._world.bot
        ready: Json = {
            "v": 10,
            "user": bot.wire() | {"verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": guild_id, "unavailable": True} for guild_id in guild_ids],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self._address,
            "application": {"id": bot.id, "flags": 0},
            "private_channels": [],
            "presences": [],
            "relationships": [],
            "user_settings": {},
            "guild_join_requests": [],
            "geo_ordered_rtc_regions": [],
            "_trace": [],
        }
        if session.sharded:
            ready["shard"] = list(session.shard)
        return ready

    def _resume(self, connection: Connection, data: Json) -> None:
        session = self._sessions.get(str(data.get("session_id")))
        seq = data.get("seq")
        if session is None or not isinstance(seq, int):
            connection.push_op(INVALID_SESSION, data=False)
            return
        if seq > session.seq:
            raise GatewayRefused(BAD_SEQ)
        events = session.frames_after(seq)
        if events is None:
            connection.push_op(INVALID_SESSION, data=False)
            return
        for frame in events:
            connection.push(frame)
        session.outlet = connection
        connection.session = session
        session.send("RESUMED", {"_trace": []})
        self._report()

    def _send_members(self, session: GatewaySession, data: object) -> None:
        if not isinstance(data, dict):
            raise GatewayRefused(DECODE_ERROR)
        guild = self._world.guilds.get(str(data.get("guild_id")))
        if guild is None:
            return
        users = {str(user) for user in data.get("user_ids") or ()}
        query = str(data.get("query") or "").lower()
        members = [
            user
            for user in self._world.users.values()
            if (user.id in users if users else query and user.username.startswith(query))
        ]
        chunk: Json = {
            "guild_id": guild.id,
            "members": [self._wire.member(user, guild) for user in members],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": sorted(users - {user.id for user in members}),
        }
        if data.get("nonce") is not None:
            chunk["nonce"] = data["nonce"]
        session.send("GUILD_MEMBERS_CHUNK", chunk)

    async def _watch(self, connection: Connection) -> None:
        """Close a connection whose heartbeats have stopped."""
        limit = self._heartbeat * 1.5
        while True:
            await asyncio.sleep(self._heartbeat / 2)
            if asyncio.get_running_loop().time() - connection.last_beat > limit:
                await connection.close(TIMED_OUT)
                return

    def _leave(self, connection: Connection) -> None:
        session = connection.session
        if session is None or session.outlet is not connection:
            return
        session.outlet = None
        session.left_at = self._clock.now()
        if not connection.closed_here and connection.socket.close_code in ENDING:
            # A client that closes with 1000 or 1001 ends its session.
            self._sessions.pop(session.id, None)
        self._report()

    def _report(self) -> None:
        if self.online != self._was_online:
            self._was_online = self.online
            self._changed(self.online)

    def prune(self) -> None:
        """Drop sessions that were not resumed in time."""
        now = self._clock.now()
        for session in list(self._sessions.values()):
            if session.outlet is None and now - session.left_at > RESUME_SECONDS:
                del self._sessions[session.id]

    async def close_all(self, code: int) -> None:
        """Close every connection with a code; the sessions stay resumable whatever the code."""
        for connection in list(self._connections):
            await connection.close(code)

    def ask_reconnect(self) -> None:
        """Send op 7 on every connection."""
        for connection in self._connections:
            connection.push_op(RECONNECT)

    def invalidate(self, *, resumable: bool) -> None:
        """Send op 9 on every connection; without `resumable` the sessions are dropped."""
        for connection in self._connections:
            if not resumable and connection.session is not None:
                self._sessions.pop(connection.session.id, None)
            connection.push_op(INVALID_SESSION, data=resumable)
        self._report()

    def abort_all(self) -> None:
        """Abort every connection."""
        for connection in list(self._connections):
            connection.abort()

    def refuse(self, code: int | None) -> None:
        """Answer every IDENTIFY by closing the connection with this code; None accepts them again."""
        self._refused_with = code

    def set_down(self, *, down: bool) -> None:
        """Refuse new connections and abort the current ones, or accept connections again."""
        self._down = down
        if down:
            self.abort_all()
