"""Start the demo of an installed Fernpartie, press *Practise* under its greeting, and check the answer.

python first_answer.py PROGRAM VERSION

It uses only the standard library, so that the environment under test needs nothing but Fernpartie.
"""

import json
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any, Final

BEN: Final = "1100000000000000102"
BOARD_GAMES: Final = "1100000000000000221"
SECONDS: Final = 60
"""The maximum seconds to wait for the greeting."""
ADDRESS: Final = re.compile(r"http://127\.0\.0\.1:\d+")

Json = dict[str, Any]


def ask(url: str, body: Json | None = None) -> Json:
    """Send a request to the page's interface; a body makes it a POST."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})  # noqa: S310  # loopback
    with urllib.request.urlopen(request, timeout=30) as response:  # noqa: S310  # as above
        answer: Json = json.load(response)
    return answer


def components(parent: Json) -> list[Json]:
    """Return all components nested in a message or component, in reading order."""
    return [component for child in parent.get("components", []) for component in (child, *components(child))]


def press_practise(url: str) -> Json:
    """Press *Practise* under the greeting as Ben; return the outcome."""
    channel = f"{url}/playground/channels/{BOARD_GAMES}/messages?as={BEN}&limit=5"
    deadline = time.monotonic() + SECONDS
    while not (posted := ask(channel)["messages"]):
        assert time.monotonic() < deadline, f"no greeting after {SECONDS} seconds"
        threading.Event().wait(0.2)
    (greeting,) = posted
    assert greeting["attachments"][0]["content_type"] == "image/png", greeting["attachments"]
    (button,) = (part for part in components(greeting) if part.get("label") == "Practise")
    press = {"component_type": 2, "custom_id": button["custom_id"]}
    body = {"as": BEN, "channel_id": BOARD_GAMES, "type": 3, "data": press, "message_id": greeting["id"]}
    return ask(f"{url}/playground/interactions", body)


def main(program: str, version: str) -> None:
    """Raise AssertionError unless the program has this version and its demo answers."""
    program = str(Path(program).absolute())
    version_text = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    assert version_text.startswith(f"fernpartie {version} "), version_text
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "demo", "--port", "9480", "--data", str(Path(folder, "demo"))]
        with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as demo:
            try:
                assert demo.stdout is not None
                first = demo.stdout.readline()
                match = ADDRESS.search(first)
                assert match is not None, f"the demo printed no address: {first!r}"
                outcome = press_practise(match[0])
            finally:
                demo.send_signal(signal.SIGINT)
    assert outcome["status"] == "answered", outcome
    items = [item for part in components(outcome["message"]) for item in part.get("items", [])]
    assert [item["media"]["content_type"] for item in items] == ["image/png"], outcome
    assert "Hnefatafl on 7 × 7 squares" in items[0]["description"], items  # noqa: RUF001  # a times sign
    print(f"{version_text.strip()}: the demo answers")  # noqa: T201  # the result of this check


if __name__ == "__main__":
    main(*sys.argv[1:])
