"""The page's messages with Discord's frame: handshake, sign-in, external links, refusals."""

from typing import Any

import pytest
from playwright.async_api import Page

from tests.playground.page.page_stage import CHROMIUM

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
]

# Plays Discord as the page's parent, and the server's answers to the page.
FRAME = """
async ([query, script]) => {
  const { Activity } = await import("http://client.localhost/activity.js");
  const sent = [];
  const parent = { postMessage: ([opcode, payload], origin) => sent.push([opcode, { ...payload }, origin]) };
  let hear;
  const page = {
    parent,
    document: { referrer: "https://discord.com/channels/7/70" },
    location: { origin: "https://77.discordsays.com" },
    addEventListener: (name, run) => { hear = run; },
  };
  const asked = [];
  const answers = {
    "api/config": { application: "77" },
    "api/activity": { access_token: "secret", match: 5, games: [] },
  };
  crypto.randomUUID = () => `nonce ${sent.length}`;
  const fetched = globalThis.fetch;
  globalThis.fetch = async (path, { method, body }) => {
    asked.push([method, path, body && JSON.parse(body)]);
    return new Response(JSON.stringify(answers[path]), { status: 200 });
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve, 1));
  const says = async (data, { origin = "https://discord.com", source = parent } = {}) => {
    await settle();
    hear({ source, origin, data });
    await settle();
  };
  const activity = Activity.found({ search: query }, page);
  const result = {};
  try {
    const names = ["activity", "says", "result", "answers", "page"];
    const run = new Function(...names, `return (async () => { ${script} })()`);
    await run(activity, says, result, answers, page);
  } finally {
    globalThis.fetch = fetched;
    delete crypto.randomUUID;
  }
  return { sent, asked, result };
}
"""
FRAMED = "?frame_id=f1&instance_id=i1&platform=desktop"
READY = 'await says([1, { cmd: "DISPATCH", evt: "READY" }]);'
SIGN_IN = (
    f"const opened = activity.start(); {READY}"
    ' await says([1, { cmd: "AUTHORIZE", nonce: "nonce 1", data: { code: "c0de" } }]);'
    ' await says([1, { cmd: "AUTHENTICATE", nonce: "nonce 2", data: {} }]);'
    " result.opened = await opened;"
)
CAUGHT = "result.error = await opened.then(() => null, ({ code, message }) => [code, message]);"


async def play(modules: Page, script: str, query: str = FRAMED) -> Any:
    """Run a script with an Activity in a frame; return the sent messages, the requests and the results."""
    return await modules.evaluate(FRAME, [query, script])


async def test_the_activity_signs_in(modules: Page) -> None:
    outcome = await play(modules, SIGN_IN)
    authorize = {
        "client_id": "77",
        "response_type": "code",
        "state": "",
        "prompt": "none",
        "scope": ["identify"],
    }
    hello = {"v": 1, "encoding": "json", "client_id": "77", "frame_id": "f1", "sdk_version": "2.0.0"}
    token = {"access_token": "secret"}
    assert outcome["sent"] == [
        [0, hello, "https://discord.com"],
        [1, {"cmd": "AUTHORIZE", "args": authorize, "nonce": "nonce 1"}, "https://discord.com"],
        [1, {"cmd": "AUTHENTICATE", "args": token, "nonce": "nonce 2"}, "https://discord.com"],
    ]
    assert outcome["asked"] == [
        ["GET", "api/config", None],
        ["POST", "api/activity", {"code": "c0de", "instance": "i1"}],
    ]
    assert outcome["result"]["opened"]["match"] == 5


@pytest.mark.parametrize(("linked", "match"), [("12", 12), ("12a", 5), ("1234567890123456", 5)])
async def test_a_deep_link_opens_its_game(modules: Page, linked: str, match: int) -> None:
    outcome = await play(modules, SIGN_IN, f"{FRAMED}&custom_id={linked}")
    assert outcome["result"]["opened"]["match"] == match


async def test_a_phone_sends_no_sdk_version(modules: Page) -> None:
    outcome = await play(modules, SIGN_IN, FRAMED.replace("desktop", "mobile"))
    assert "sdk_version" not in outcome["sent"][0][1]


@pytest.mark.parametrize("query", ["", "?frame_id=f1", "?instance_id=i1"])
async def test_outside_a_frame_there_is_no_activity(modules: Page, query: str) -> None:
    assert (await play(modules, "result.none = activity === null;", query))["result"] == {"none": True}


async def test_a_top_level_page_is_no_activity(modules: Page) -> None:
    alone = await modules.evaluate(
        "async query => { const { Activity } = await import('http://client.localhost/activity.js');"
        " const page = {}; page.parent = page; return Activity.found({ search: query }, page) === null; }",
        FRAMED,
    )
    assert alone


async def test_without_an_application_id_the_sign_in_fails(modules: Page) -> None:
    script = f"answers['api/config'] = {{ application: '' }}; const opened = activity.start(); {CAUGHT}"
    outcome = await play(modules, script)
    assert outcome["result"] == {"error": ["unknown", ""]}
    assert outcome["sent"] == []


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ('[1, { nonce: "nonce 1", evt: "ERROR", data: { message: "no" } }]', ["refused", "no"]),
        ('[1, { nonce: "nonce 1", evt: "ERROR" }]', ["refused", ""]),
        ('[2, { message: "closed" }]', ["refused", "closed"]),
        ("[2]", ["refused", ""]),
    ],
)
async def test_a_refusal_by_discord_is_reported(modules: Page, answer: str, error: list[str]) -> None:
    outcome = await play(modules, f"const opened = activity.start(); {READY} await says({answer}); {CAUGHT}")
    assert outcome["result"] == {"error": error}


@pytest.mark.parametrize(
    ("sender", "accepted"),
    [
        ("{}", True),
        ('{ origin: "https://canary.discord.com" }', True),
        ('{ origin: "https://discord.com.example.org" }', False),
        ('{ origin: "http://127.0.0.1:8080" }', False),
        ("{ source: {} }", False),
    ],
)
async def test_only_messages_from_discord_are_accepted(modules: Page, sender: str, accepted: bool) -> None:
    script = (
        f'activity.start().catch(() => 0); await says([1, {{ cmd: "DISPATCH", evt: "READY" }}], {sender});'
    )
    outcome = await play(modules, script)
    assert [message[1].get("cmd") for message in outcome["sent"]] == [None, *["AUTHORIZE"] * accepted]


async def test_a_local_page_trusts_local_origins(modules: Page) -> None:
    script = (
        "page.location.origin = 'http://localhost:8080'; result.trusts = ["
        "'http://127.0.0.1:3000', 'http://127.0.0.1.example.org', 'https://discord.com', 'http://discord.com',"
        "'http://localhost', 'http://[::1]:80', 'https://127.0.0.1:3000/page'"
        "].map((origin) => activity.trusts(origin));"
    )
    assert (await play(modules, script))["result"] == {
        "trusts": [True, False, True, False, True, True, False]
    }


async def test_every_discord_client_origin_is_trusted(modules: Page) -> None:
    hosts = [
        f"{prefix}{host}" for host in ("discord.com", "discordapp.com") for prefix in ("", "ptb.", "canary.")
    ]
    script = f"result.trusts = {hosts}.filter((host) => activity.trusts(`https://${{host}}`));"
    assert (await play(modules, script))["result"] == {"trusts": hosts}


async def test_a_silent_discord_times_out_after_twenty_seconds(modules: Page) -> None:
    script = (
        "const usual = setTimeout; globalThis.setTimeout = (run, wait) => {"
        " if (wait > 1000) result.wait = wait; return usual(run, wait > 1000 ? 0 : wait); };"
        f" const opened = activity.start(); {CAUGHT} globalThis.setTimeout = usual;"
    )
    outcome = await play(modules, script)
    assert outcome["result"] == {"wait": 20_000, "error": ["offline", ""]}


async def test_a_popup_frame_posts_to_the_opener(modules: Page) -> None:
    script = (
        "page.parent.opener = { postMessage: ([opcode], origin) => { result.heard = [opcode, origin]; } };"
        f" activity.constructor.found({{ search: '{FRAMED}' }}, page).close();"
    )
    outcome = await play(modules, script)
    assert (outcome["result"], outcome["sent"]) == ({"heard": [2, "https://discord.com"]}, [])


async def test_without_a_referrer_the_parent_still_gets_messages(modules: Page) -> None:
    script = (
        f"page.document.referrer = ''; activity.constructor.found({{ search: '{FRAMED}' }}, page).close();"
    )
    assert [message[2] for message in (await play(modules, script))["sent"]] == ["*"]


async def test_links_open_outside_and_the_page_can_close(modules: Page) -> None:
    outcome = await play(modules, "activity.open('https://x.test'); activity.close();")
    link = {"cmd": "OPEN_EXTERNAL_LINK", "args": {"url": "https://x.test"}, "nonce": "nonce 0"}
    assert [message[:2] for message in outcome["sent"]] == [
        [1, link],
        [2, {"code": 1000, "message": "", "nonce": "nonce 1"}],
    ]
