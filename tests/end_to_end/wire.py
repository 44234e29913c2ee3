"""Discord's requirements for the bot's requests: its OpenAPI description, and rules in its prose."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from playground.rest.journal import JournalEntry
from tests.end_to_end.shown_message import BUTTON, EPHEMERAL, GALLERY, SELECT, TEXT, Json, parts
from tests.openapi import OpenApi

COMPONENTS_V2 = 1 << 15
NEW_MESSAGE, DEFERRED, CHOICES, FORM = 4, 5, 8, 9
LATE = "⌛"
INVITED, EVERYONE = 5, 6
BEGINNINGS = (["the game begins"], ["die Partie beginnt"])
MARKUP = re.compile(r"[<>*`#]{2}|<[@#:]|\*\*|^#")
EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf]|\ufe0f")
OFF = ("(off)", "(aus)")
EPOCH = re.compile("^fp[0-9a-z]*:")
BOARD, TO_MOVE = re.compile(r"fp:board:\d+:\d+"), re.compile("fp:move:")
THREAD_EXISTS = 160004
ALREADY_ACKNOWLEDGED = 40060


def problems(
    entries: Sequence[JournalEntry],
    description: OpenApi | None,
    ordered: Collection[int] = (),
    before: Sequence[JournalEntry] = (),
) -> list[str]:
    """Return the faults of the requests, one line each.

    Refusals with the codes in `ordered` were requested by the test; `before` are earlier requests.
    """
    return [
        f"request {entry.n}: {entry.method} {entry.path}: {text}"
        for text_of in (_refusals(entries, {THREAD_EXISTS, *ordered}, before), _texts(entries, description))
        for entry, text in text_of
    ]


def _texts(
    entries: Iterable[JournalEntry], description: OpenApi | None
) -> Iterator[tuple[JournalEntry, str]]:
    for entry in entries:
        yield from ((entry, text) for text in _prose(entry))
        if description is not None:
            faults = description.problems(entry.method, entry.path, entry.json)
            yield from ((entry, text) for text in faults)


def _refusals(
    entries: Sequence[JournalEntry], excused: Collection[int], before: Sequence[JournalEntry]
) -> Iterator[tuple[JournalEntry, str]]:
    """Yield requests that Discord rejected as wrong.

    A repeated request whose first response was lost may be refused, as the first took effect. A killed bot's
    last request may still be pending, unrecorded, when the next bot requests the same thread. An answer
    resent word for word was accepted while the bot, on a busy machine, gave up waiting for the response; that
    may have been at the very end of the previous test.
    """
    unsure = set()
    bodies = [(entry.path, entry.json) for entry in (*before, *entries) if entry.status == 200]
    answered = {entry.path for entry in entries if entry.path.endswith("/callback") and entry.status == 200}
    for entry in entries:
        if entry.path in answered and "ATTACHMENT_NOT_FOUND" in str(entry.response):
            continue  # The message changed between the press and its answer, which then came in full.
        code = entry.response.get("code") if isinstance(entry.response, dict) else None
        if code == ALREADY_ACKNOWLEDGED and (entry.path, entry.json) in bodies:
            continue
        if entry.status == 400 and code not in excused and (entry.method, entry.path) not in unsure:
            yield entry, f"refused as wrong: {entry.response}"
        if entry.status is None or entry.status == 429 or entry.status >= 500:
            unsure.add((entry.method, entry.path))


def _prose(entry: JournalEntry) -> Iterator[str]:
    body = entry.json
    if not isinstance(body, dict):
        return
    if entry.path.endswith("/callback"):
        yield from _callback(body["type"], body.get("data"))
    elif entry.path.endswith("/threads"):
        if not 1 <= len(body["name"]) <= 100:
            yield f"a thread's name empty or too long: {body['name']}"
    elif entry.path.startswith("/webhooks"):
        yield from _answer(body, new=entry.method == "POST")
    elif "/messages" in entry.path:
        yield from _message_faults(body, new=entry.method == "POST")


def _callback(kind: int, data: Json | None) -> Iterator[str]:
    if kind == DEFERRED:
        if data not in (None, {"flags": EPHEMERAL}):
            yield f"a deferral takes no flag but the one for a private answer: {data}"
    elif kind == CHOICES and data is not None:
        yield from _choices(data["choices"])
    elif kind != FORM and data is not None:
        yield from _answer(data, new=kind == NEW_MESSAGE)


def _choices(choices: list[Json]) -> Iterator[str]:
    if len(choices) > 25:
        yield f"{len(choices)} choices"
    for choice in choices:
        if not 1 <= len(choice["name"]) <= 100 or not 1 <= len(choice["value"]) <= 100:
            yield f"a choice empty or too long: {choice}"


def _answer(message: Json, *, new: bool) -> Iterator[str]:
    """Yield the faults of an answer: private ones use Components V2, public ones are classic with text."""
    flags = message.get("flags") or 0
    if new and not flags & EPHEMERAL:
        yield from _public(message)
    elif new and not flags & COMPONENTS_V2:
        yield "a private answer without the flag of Components V2"
    yield from _message(message, new=new)


def _public(message: Json) -> Iterator[str]:
    if (message.get("flags") or 0) & COMPONENTS_V2:
        yield "a public message of Components V2: its notification would be empty"
    if not message.get("content"):
        yield "a public message without words"


def _message_faults(message: Json, *, new: bool) -> Iterator[str]:
    """Yield the faults of a channel message: its text must suit a phone's notification."""
    if new:
        yield from _public(message)
    if not new and "attachments" not in message:
        yield "an edit that does not say which files stay"
    content = message.get("content") or ""
    first = content.partition("\n")[0]
    words = first.removeprefix("**").removesuffix("**")
    if len(first) > 100 or MARKUP.search(words):
        yield f"a headline that is too long or holds markup: {first}"
    # Alarms and trial messages are plain text.
    if new and message.get("components") and first != f"**{words}**":
        yield f"a headline that is not bold: {first}"
    if len(content) > 2000:
        yield f"{len(content)} characters of content"
    for file in message.get("attachments") or ():
        # A retained file already has its alt text.
        if new and not 1 <= len(file.get("description") or "") <= 1024:
            yield "a picture without alt text, or with too long a one"
        if not file.get("filename"):
            yield f"a file without its name: {file}"
    yield from _message(message, new=new)


def _message(message: Json, *, new: bool) -> Iterator[str]:
    components = list(parts(message.get("components") or ()))
    content = message.get("content") or ""
    is_layout = bool((message.get("flags") or 0) & COMPONENTS_V2)
    if is_layout and (content or message.get("embeds")):
        yield "content or embeds beside Components V2"
    rows = message.get("components") or ()
    if not is_layout and (len(rows) > 5 or any(len(row["components"]) > 5 for row in rows)):
        yield "more than five rows, or more than five in a row"
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
    # A lobby's card and a message about new terms ping all invited people, an offer everyone who must agree,
    # the first and last board all players, a board with a removal the removed player and the next; all other
    # messages ping at most one person.
    ids = [EPOCH.sub("fp:", custom_id) for custom_id in ids]
    invites = any(custom_id.startswith(("fp:join:", "fp:look:", "fp:offer-yes:")) for custom_id in ids)
    is_board, is_running = any(map(BOARD.match, ids)), any(map(TO_MOVE.match, ids))
    begins = content.partition("\n")[0].strip("*").split(" · ")[1:2] in BEGINNINGS
    most = INVITED if invites or (is_board and not is_running) else 1
    if is_board and begins:
        most = EVERYONE
    if is_board and LATE in content:
        most = max(most, 2)
    allowed = message.get("allowed_mentions")
    yield from _mentions(allowed, new=new, most=most)
    roles = [str(role) for role in (allowed or {}).get("roles") or ()]
    opens = any(custom_id.startswith(("fp:accept:", "fp:join:")) for custom_id in ids)
    if roles and not (new and opens and len(roles) == 1 and f"<@&{roles[0]}>" in content):
        yield f"a role may be called by the card of a new challenge alone, and named there: {roles}"


def _part(part: Json) -> Iterator[str]:
    if part["type"] == BUTTON:
        label = part["label"]
        # Phones show this many characters (components/reference, Button Design Guidelines).
        if not 1 <= len(label) <= (34 if EMOJI.search(label) else 38):
            yield f"a label empty or too long: {label}"
        if part.get("disabled") and not label.endswith(OFF):
            yield f"a disabled button that does not say so: {label}"
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
    if allowed.get("parse"):
        yield f"more than one person may be pinged: {allowed}"
    if len(allowed.get("users") or ()) > most:
        yield f"more than one person may be pinged: {allowed}"
