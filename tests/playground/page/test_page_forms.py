"""Limits of forms and texts of commands, called in the browser."""

from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio
from playwright.async_api import Browser, Page
from syrupy.assertion import SnapshotAssertion

from playground.server import Playground
from tests.playground.page.drawn import choice, named, state
from tests.playground.page.page_scripts import FORM
from tests.playground.page.page_stage import IN_CHROMIUM

pytestmark = IN_CHROMIUM

Json = dict[str, Any]


def label(name: str, component: Json) -> Json:
    return {"type": 18, "label": name, "description": f"About {name}", "component": component}


def text(custom_id: str, **more: Any) -> Json:
    return {"type": 4, "custom_id": custom_id, **more}


BOTH = [{"label": "a", "value": "a", "default": True}, *named("b")]
LIMITED: Json = {
    "custom_id": "limits",
    "title": "Limits",
    "components": [
        label("Empty", text("empty", required=False, min_length=2)),
        label("Blank", text("blank", value="  ")),
        label("Dice", text("dice", min_length=2, value="🎲")),
        label("Long", text("long")),
        label("Two", choice("two", options=BOTH, min_values=2, max_values=2)),
        label("None", choice("none", options=named("cd"), min_values=0)),
        label("Free", choice("free", options=named("e"), required=False, min_values=1)),
        label("Boxes", choice("boxes", 22, options=named("fghi"), max_values=2)),
        {"type": 1, "components": [text("old", label="Old")]},
    ],
}
MENU, DONE, OPTION = "[data-custom-id=two]", ".select-foot button", "[role=option]"
FILLED: list[tuple[str, Any]] = [
    ("[data-custom-id=blank]", "x"),
    ("[data-custom-id=empty]", "y"),
    ("[data-custom-id=old]", "z"),
    ("[data-value=f]", True),
    ("[data-value=g]", True),
    ("[data-value=h]", True),
    ("form", None),
    ("[data-custom-id=empty]", ""),
    ("[data-custom-id=dice]", "🎲🎲"),
    ("[data-custom-id=long]", "w"),
    ("[data-value=h]", True),
    ("[data-custom-id=none]", True),
    (OPTION, True),
    (MENU, True),
    (f"{OPTION}:nth-child(2)", True),
    (DONE, True),
]

RESOLVE = """async ([commands, texts]) => {
  const { leavesOf, parseDraft, resolve } = await import("/page/command-text.js");
  const leaves = leavesOf(commands, "en-US");
  const world = {
    users: [{ id: "7", name: "Ben" }],
    channels: [{ id: "21", name: "lobby" }, { id: "22", name: "games" }],
    yes: ["yes", "true"],
    no: ["no", "false"],
    file: (text) => (text === "a.txt" ? "a.txt" : null),
    recall: (leaf, option, shown) => (shown === "third" ? 3 : undefined),
  };
  const told = (text) => {
    const draft = parseDraft(text, leaves);
    if (draft.kind !== "command") return draft.kind;
    const { data, problem } = resolve(draft, world);
    const wrong = problem && `${problem.kind} ${problem.option?.name ?? ""} ${problem.value ?? ""}`;
    return wrong ?? `${data.name} ${JSON.stringify(data.options)}`;
  };
  const lines = texts.map((text) => `${text} : ${told(text)}`);
  return [leaves.map(({ name }) => name).join(), ...lines].join("\\n");
}"""
COMMANDS: list[Json] = [
    {
        "id": "3",
        "name": "zoom",
        "options": [
            {"type": 7, "name": "place"},
            {"type": 7, "name": "place (old)"},
            {"type": 5, "name": "old"},
            {"type": 11, "name": "paper"},
            {"type": 4, "name": "game"},
            {"type": 3, "name": "note", "required": True},
        ],
    },
    {
        "id": "2",
        "name": "set",
        "options": [
            {
                "type": 2,
                "name": "board",
                "options": [
                    {"type": 1, "name": "size", "options": [{"type": 4, "name": "rows"}]},
                    {"type": 1, "name": "size.x"},
                ],
            }
        ],
    },
    {"id": "1", "name": "help"},
]
TEXTS = (
    *("/zoom a place:#lobby", "/zoom a place:games", "/zoom a place:<#22>", "/zoom a place:Ben"),
    *(
        "/zoom a place (old):lobby",
        "/zoom a old:no",
        "/zoom a old:yes",
        "/zoom a old:7",
        "/zoom a game:third",
    ),
    *("/zoom a paper:a.txt", "/zoom a paper:b.txt", "/zoom note: game:x", "/zoom note:a b", "/zoom b note:a"),
    *("/set board size rows:3", "/set board size 4", "/set board size.x", "/set board sizexx", "/help me"),
    *("/zoom game:3", "/help", f"/zoom {'x' * 101}"),
)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(chrome: Browser) -> AsyncIterator[Page]:
    async with Playground.start() as playground:
        page = await chrome.new_page()
        await page.goto(playground.url)
        yield page
        await page.close()


async def test_modal_limits_match_snapshot(page: Page, snapshot: SnapshotAssertion) -> None:
    told = await page.evaluate(FORM, [state("en-US"), LIMITED, FILLED])
    assert told.split("\n\n", 1)[1] == snapshot


async def test_channel_file_and_subcommand_names_match_snapshot(
    page: Page, snapshot: SnapshotAssertion
) -> None:
    assert await page.evaluate(RESOLVE, [COMMANDS, TEXTS]) == snapshot
