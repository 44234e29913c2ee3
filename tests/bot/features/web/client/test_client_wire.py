"""The client's connection: repeated requests, pictures in a frame, and a stream that reconnects."""

from typing import Any

import pytest
from playwright.async_api import Page

from tests.playground.page.page_stage import CHROMIUM

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
]

# The module's environment during a run: scripted answers, immediate timeouts, fake sockets.
STAGE = """
async ([answers, script]) => {
  const usual = { fetch, setTimeout, WebSocket, random: Math.random, revoke: URL.revokeObjectURL };
  const later = (run, wait) => usual.setTimeout.call(globalThis, run, wait);
  const log = [];
  const sockets = [];
  globalThis.fetch = async (path, { method, headers, body } = {}) => {
    log.push([method ?? "GET", path, headers, body]);
    const [status, answer, more] = answers.length > 1 ? answers.shift() : answers[0];
    if (!status) throw new TypeError("offline");
    return new Response(JSON.stringify(answer), { status, headers: more ?? {} });
  };
  globalThis.setTimeout = (run, wait) => {
    log.push(["wait", wait]);
    return later(run);
  };
  globalThis.WebSocket = class {
    constructor(address) {
      this.address = String(address);
      this.log = log;
      sockets.push(this);
    }
    send(text) { log.push(["send", JSON.parse(text)]); }
    close(code) { log.push(["close", code]); }
  };
  Math.random = () => 0.5;
  URL.revokeObjectURL = () => log.push(["revoked"]);
  const settle = () => new Promise((resolve) => later(resolve, 2));
  const caught = (promise) => promise.catch((problem) => ({ ...problem, text: problem.message }));
  const wires = await import("http://client.localhost/wire.js");
  try {
    const result = await new Function("wires", "caught", "sockets", "settle", "log",
      `return (async () => { ${script} })()`)(wires, caught, sockets, settle, log);
    return { result, log };
  } finally {
    const { random, revoke, ...globals } = usual;
    Object.assign(globalThis, globals);
    Math.random = random;
    URL.revokeObjectURL = revoke;
  }
}
"""
OFFLINE = [0, None]
BUSY = [503, {"error": {"code": "unavailable", "text": "busy"}}]
DONE = [200, {"done": True}]


async def run(modules: Page, script: str, *answers: list[Any]) -> tuple[Any, list[list[Any]]]:
    """Run a script over the server's answers, the last of which repeats; return its result and the log."""
    outcome = await modules.evaluate(STAGE, [list(answers) or [DONE], script])
    return outcome["result"], outcome["log"]


def waits(log: list[list[Any]]) -> list[Any]:
    return [entry[1] for entry in log if entry[0] == "wait"]


GET = "return caught(new wires.Wire().get('api/x'));"


async def test_temporary_failures_are_retried(modules: Page) -> None:
    result, log = await run(modules, GET, OFFLINE, BUSY, DONE)
    assert result == {"done": True}
    assert waits(log) == [500, 1000]
    result, log = await run(modules, GET, BUSY)
    assert (result["code"], result["text"]) == ("unavailable", "busy")
    assert waits(log) == [500, 1000, 2000, 4000, 8000]
    result, log = await run(modules, GET, [502, None], [200, None], DONE)
    assert (result, waits(log)) == ({"done": True}, [500, 1000]), "a proxy may answer without content"


@pytest.mark.parametrize(("retry_after", "expected"), [("0", [500]), ("10", [10_000]), ("11", [])])
async def test_a_short_rate_limit_is_waited_for(modules: Page, retry_after: str, expected: list[int]) -> None:
    limited = [429, {"error": {"code": "limited", "text": "wait"}}, {"Retry-After": retry_after}]
    result, log = await run(modules, GET, limited, DONE)
    assert waits(log) == expected
    assert result.get("code") == (None if expected else "limited")


async def test_other_refusals_are_reported_at_once(modules: Page) -> None:
    refusal = {"code": "refused", "reason": "illegal", "text": "No such move"}
    result, log = await run(modules, GET, [409, {"error": refusal}])
    assert result == {"code": "refused", "reason": "illegal", "wait": 0, "text": "No such move"}
    assert waits(log) == []


async def test_a_retry_keeps_its_request_id_and_bearer(modules: Page) -> None:
    script = (
        "const query = { since: 0, theme: '', side: null, ply: undefined };"
        " return new wires.Wire('b1').write('api/x', query, { a: 1 });"
    )
    _, log = await run(modules, script, OFFLINE, DONE)
    first, repeated = [entry for entry in log if entry[0] == "POST"]
    assert first == repeated
    assert first[1] == "api/x?since=0"
    assert first[2] == {"Content-Type": "application/json", "Authorization": "Bearer b1"}
    assert '"a":1' in first[3]
    assert '"request":"' in first[3]
    _, log = await run(modules, "await new wires.Wire().get('api/x', { ply: 0 });")
    assert log == [["GET", "api/x?ply=0", {}, None]]


async def test_framed_pictures_are_cached_and_the_oldest_evicted(modules: Page) -> None:
    result, log = await run(
        modules,
        "const wire = new wires.Wire('b1');"
        " const blobs = []; for (let n = 0; n < 41; n += 1) blobs.push(await wire.picture(`p${n}`));"
        " await settle(); await wire.picture('p40'); await wire.picture('p0');"
        " return [await new wires.Wire().picture('plain'), blobs[0].slice(0, 5)];",
    )
    assert result == ["plain", "blob:"]
    assert [entry[1] for entry in log if entry[0] == "GET"] == [f"p{number}" for number in (*range(41), 0)]
    assert log[0][2] == {"Authorization": "Bearer b1"}
    assert ["revoked"] in log
    result, log = await run(
        modules,
        "const wire = new wires.Wire('b1'); const first = await caught(wire.picture('p'));"
        " await settle(); return [first.code, (await wire.picture('p')).slice(0, 5)];",
        BUSY,
        DONE,
    )
    assert result == ["unavailable", "blob:"], "a failed picture is requested again"


LIVE = (
    "const told = []; const note = (kind) => (value) => told.push([kind, value]);"
    " const live = new wires.Live(new wires.Wire('b1'), 'api/games/7/live', { revision: () => 4,"
    " changed: note('changed'), closed: note('closed'), line: note('line') });"
    " const says = (message) => sockets.at(-1).onmessage({ data: JSON.stringify(message) });"
)


async def test_a_stream_reports_changes_and_its_end(modules: Page) -> None:
    result, log = await run(
        modules,
        f"{LIVE} sockets[0].onopen(); says({{ type: 'changed', revision: 5 }}); says({{ type: 'else' }});"
        " says({ type: 'closed', error: { code: 'expired' } }); sockets[0].onclose(); await settle();"
        " dispatchEvent(new Event('online')); return [told, sockets.map((one) => one.address)];",
    )
    messages, addresses = result
    assert addresses == ["ws://client.localhost/api/games/7/live"]
    changed = ["changed", {"type": "changed", "revision": 5}]
    assert messages == [["line", True], changed, ["closed", {"code": "expired"}]]
    assert log == [["send", {"revision": 4, "bearer": "b1"}], ["close", 1000]]


async def test_a_lost_stream_reconnects_with_backoff(modules: Page) -> None:
    result, log = await run(
        modules,
        f"{LIVE} for (let n = 0; n < 8; n += 1) {{ sockets.at(-1).onclose(); await settle(); }}"
        " says({ type: 'changed' }); sockets.at(-1).onclose(); await settle(); live.end();"
        " return [sockets.length, told.filter(([kind]) => kind === 'line')];",
    )
    number, lines = result
    assert number == 10
    assert lines == [["line", False]] * 9
    half = [round(0.75 * wait) for wait in (1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 1000)]
    assert waits(log) == half


async def test_closing_an_old_socket_changes_nothing(modules: Page) -> None:
    result, log = await run(
        modules,
        f"{LIVE} live.drop(); sockets[0].onclose(); await settle(); const closed = told.length;"
        " dispatchEvent(new Event('online')); dispatchEvent(new Event('online')); live.end();"
        " return [closed, sockets.length, told];",
    )
    assert result == [0, 2, []], "the stream reconnects once and closes silently"
    assert waits(log) == []
