"""What Discord asks of the bot's requests: its OpenAPI description, and what only its prose says."""

import re
from collections.abc import Iterable, Iterator

from playground.journal import Entry
from tests.end_to_end.seen import BUTTON, EPHEMERAL, GALLERY, SELECT, TEXT, Json, parts
from tests.openapi import OpenApi

COMPONENTS_V2 = 1 << 15
DEFERRED, CHOICES, FORM = 5, 8, 9
LATE = "⌛"
INVITED = 5
BOARD, TO_MOVE = re.compile(r"fp:board:\d+:\d+"), re.compile("fp:move:")
THREAD_EXISTS = 160004


def problems(entries: Iterable[Entry], description: OpenApi | None) -> list[str]:
    """Return what is wrong with the requests, a line each."""
    return [
        f"request {entry.n}: {entry.method} {entry.path}: {text}"
        for text_of in (_refusals(entries), _texts(entries, description))
        for entry, text in text_of
    ]


def _texts(entries: Iterable[Entry], description: OpenApi | None) -> Iterator[tuple[Entry, str]]:
    for entry in entries:
        yield from ((entry, text) for text in _prose(entry))
        if description is not None:
            found = description.problems(entry.method, entry.path, entry.json)
            yield from ((entry, text) for text in found)


def _refusals(entries: Iterable[Entry]) -> Iterator[tuple[Entry, str]]:
    """Find requests that were wrong in Discord's eyes.

    One that repeats a request which got no proper answer may be refused: that one took effect. A killed bot's
    last request may still hang, unrecorded, when the next bot asks for the same thread again.
    """
    unsure = set()
    for entry in entries:
        code = entry.response.get("code") if isinstance(entry.response, dict) else None
        if entry.status == 400 and code != THREAD_EXISTS and (entry.method, entry.path) not in unsure:
            yield entry, f"refused as wrong: {entry.response}"
        if entry.status is None or entry.status == 429 or entry.status >= 500:
            unsure.add((entry.method, entry.path))


def _prose(entry: Entry) -> Iterator[str]:
    body = entry.json
    if not isinstance(body, dict):
        return
    if entry.path.endswith("/callback"):
        data = body.get("data")
        if body["type"] == CHOICES:
            yield from _choices(body["data"]["choices"])
        elif body["type"] == DEFERRED:
            if data not in (None, {"flags": EPHEMERAL}):
                yield f"a deferral takes no flag but the one for a private answer: {data}"
        elif body["type"] != FORM and isinstance(data, dict):
            yield from _message(data, new=True)
    elif entry.path.endswith("/threads"):
        if not 1 <= len(body["name"]) <= 100:
            yield f"a thread's name empty or too long: {body['name']}"
    elif "/messages" in entry.path or entry.path.startswith("/webhooks"):
        yield from _message(body, new=entry.method == "POST")


def _choices(choices: list[Json]) -> Iterator[str]:
    if len(choices) > 25:
        yield f"{len(choices)} choices"
    for choice in choices:
        if not 1 <= len(choice["name"]) <= 100 or not 1 <= len(choice["value"]) <= 100:
            yield f"a choice empty or too long: {choice}"


def _message(message: Json, *, new: bool) -> Iterator[str]:
    components = list(parts(message.get("components") or ()))
    if new and not (message.get("flags") or 0) & COMPONENTS_V2:
        yield "a message without the flag of Components V2"
    if message.get("content") or message.get("embeds"):
        yield "content or embeds beside Components V2"
    if len(components) > 40:
        yield f"{len(components)} components"
    if sum(len(part["content"]) for part in components if part["type"] == TEXT) > 4000:
        yield "more than 4000 characters of text"
    ids = [part["custom_id"] for part in components if "custom_id" in part]
    if len(set(ids)) != len(ids):
        yield f"a custom_id twice: {ids}"
    yield from (f"a custom_id too long: {text}" for text in ids if not 1 <= len(text) <= 100)
    for part in components:
        yield from _part(part)
    # A table's card calls everyone who is invited, an offer all who must agree, the board of an end
    # everyone who plays, one by which someone is put out him as well as the next; all else calls at most one.
    invites = any(custom_id.startswith(("fp:join:", "fp:offer-yes:")) for custom_id in ids)
    is_board, goes_on = any(map(BOARD.match, ids)), any(map(TO_MOVE.match, ids))
    most = INVITED if invites or (is_board and not goes_on) else 1
    if is_board and any(LATE in part["content"] for part in components if part["type"] == TEXT):
        most = max(most, 2)
    yield from _mentions(message.get("allowed_mentions"), new=new, most=most)


def _part(part: Json) -> Iterator[str]:
    if part["type"] == BUTTON and not 1 <= len(part["label"]) <= 38:
        yield f"a label empty or too long: {part['label']}"
    if part["type"] == SELECT:
        yield from _menu(part)
    if part["type"] == TEXT and not part["content"].strip():
        yield "a text without words"
    for item in part["items"] if part["type"] == GALLERY else ():
        if not 1 <= len(item.get("description") or "") <= 1024:
            yield "a picture without alt text, or with too long a one"
        if not item["media"]["url"].startswith("attachment://"):
            yield f"a picture by a link that expires: {item['media']['url']}"


def _menu(menu: Json) -> Iterator[str]:
    options = menu["options"]
    values = [option["value"] for option in options]
    if not 1 <= len(options) <= 25 or len(set(values)) != len(values):
        yield f"a menu of {len(options)} options, or with one twice"
    if len(menu.get("placeholder") or "") > 150:
        yield "a placeholder too long"
    texts = [text for o in options for text in (o["label"], o["value"], o.get("description") or "-")]
    yield from (f"an option's text empty or too long: {text}" for text in texts if not 1 <= len(text) <= 100)


def _mentions(allowed: Json | None, *, new: bool, most: int) -> Iterator[str]:
    if allowed is None:
        if new:
            yield "mentions left open"
        return
    if allowed.get("parse") or allowed.get("roles"):
        yield f"more than one person may be pinged: {allowed}"
    if len(allowed.get("users") or ()) > most:
        yield f"more than one person may be pinged: {allowed}"
