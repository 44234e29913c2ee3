"""The interface for tests and exploration: faults, gateway faults, journals, rate limits, switches."""

from collections.abc import Callable

from aiohttp import web

from playground.gateway.gateway import Gateway
from playground.interfaces.client_api import answering, body_of
from playground.rest.faults import Faults
from playground.rest.journal import Journal
from playground.rest.rate_limits import RateLimits
from playground.values.errors import ClientError
from playground.values.people import Json
from playground.values.settings import STRICT, lenient
from playground.world.pushes import Pushes
from playground.world.world import World


class ControlApi:
    """The routes under /playground/control that change the playground's behaviour or read its journals."""

    def __init__(
        self,
        *,
        world: World,
        gateway: Gateway,
        faults: Faults,
        journal: Journal,
        pushes: Pushes,
        limits: RateLimits,
    ) -> None:
        self._world = world
        self._pushes = pushes
        self._gateway = gateway
        self._faults = faults
        self._journal = journal
        self._limits = limits

    def routes(self) -> list[web.RouteDef]:
        base = "/playground/control"
        return [
            web.get(f"{base}/faults", answering(self.list_faults)),
            web.post(f"{base}/faults", answering(self.order_fault)),
            web.delete(f"{base}/faults", answering(self.clear_faults)),
            web.post(f"{base}/gateway", answering(self.disturb_gateway)),
            web.get(f"{base}/requests", answering(self.list_requests)),
            web.get(f"{base}/pushes", answering(self.list_pushes)),
            web.get(f"{base}/limits", answering(self.show_limits)),
            web.patch(f"{base}/limits", answering(self.set_limits)),
            web.get(f"{base}/strictness", answering(self.show_strictness)),
            web.patch(f"{base}/strictness", answering(self.set_strictness)),
        ]

    async def list_faults(self, _: web.Request) -> Json:
        """GET: return the pending faults."""
        return {"faults": [fault.json_view() for fault in self._faults.waiting()]}

    async def order_fault(self, request: web.Request) -> Json:
        """POST: add a fault."""
        try:
            return {"id": self._faults.order(await body_of(request)).id}
        except (TypeError, ValueError) as error:
            raise ClientError(str(error)) from None

    async def clear_faults(self, _: web.Request) -> Json:
        """DELETE: remove all faults."""
        self._faults.clear()
        return {"ok": True}

    async def disturb_gateway(self, request: web.Request) -> Json:
        """POST: cause a gateway fault."""
        body = await body_of(request)
        gateway = self._gateway
        action = body.get("action")
        if action in {"close", "refuse"}:
            code = body.get("code", 4000)
            if not isinstance(code, int) or not 1000 <= code < 5000:
                raise ClientError("code must be from 1000 to 4999")
            if action == "close":
                await gateway.close_all(code)
            else:
                gateway.refuse(code)
            return {"ok": True}
        actions: dict[str, Callable[[], None]] = {
            "reconnect": gateway.ask_reconnect,
            "invalidate": lambda: gateway.invalidate(resumable=bool(body.get("resumable"))),
            "abort": gateway.abort_all,
            "accept": lambda: gateway.refuse(None),
            "down": lambda: gateway.set_down(down=True),
            "up": lambda: gateway.set_down(down=False),
        }
        act = actions.get(str(action))
        if act is None:
            raise ClientError(
                "action must be close, refuse, accept, reconnect, invalidate, abort, down or up"
            )
        act()
        return {"ok": True}

    async def list_requests(self, request: web.Request) -> Json:
        """GET: return the journal of requests, with `since` only later entries."""
        return {"requests": [entry.json_view() for entry in self._journal.since(_since(request))]}

    async def list_pushes(self, request: web.Request) -> Json:
        """GET: return the push notifications, with `since` only later ones."""
        return {"pushes": [push.json_view() for push in self._pushes.since(_since(request))]}

    async def show_limits(self, _: web.Request) -> Json:
        """GET: return the rate limits, with the current counts."""
        return self._limits.json_view()

    async def set_limits(self, request: web.Request) -> Json:
        """PATCH: change some rate limits."""
        self._limits.change(await body_of(request))
        return self._limits.json_view()

    async def show_strictness(self, _: web.Request) -> Json:
        """GET: return the switches."""
        return self._world.strictness.json_view()

    async def set_strictness(self, request: web.Request) -> Json:
        """PATCH: change some switches; `all`, true or false, is applied to every switch before the others."""
        body = await body_of(request)
        if "all" in body:
            self._world.strictness = STRICT if body.pop("all") else lenient()
        self._world.strictness = self._world.strictness.apply(body)
        return self._world.strictness.json_view()


def _since(request: web.Request) -> int:
    since = request.query.get("since") or "0"
    if not since.isdigit():
        raise ClientError("since must be a number")
    return int(since)
