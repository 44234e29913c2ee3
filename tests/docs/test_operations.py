"""docs/operations.md and the pages it lists: commands, options, settings and files that they name exist."""

import argparse
import ast
import re
import shlex
import subprocess
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from bot.__main__ import OPERATIONS, load
from bot.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
OPERATIONS_PAGES = ("operations", "running", "upgrades", "backups", "doctor", "watching")
FIRST_PAGE, *_OTHER_PAGES = [
    (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in OPERATIONS_PAGES
]
PAGES = "\n".join((FIRST_PAGE, *_OTHER_PAGES))
BLOCKS: list[str] = re.findall(r"```sh\n(.*?)```", PAGES, re.DOTALL)
_OF_COMPOSE = "FERNPARTIE_VERSION"


def calls() -> Iterator[list[str]]:
    """Yield the arguments of each `fernpartie` call in a block: by path, in a container, or by name."""
    for line in "".join(BLOCKS).splitlines():
        words = ["bot1", *shlex.split(line, comments=True)]
        for place, (before, word) in enumerate(pairwise(words), start=2):
            if word.endswith("bin/fernpartie") or (before, word) == ("bot1", "fernpartie"):
                yield words[place:]


@pytest.mark.parametrize("block", BLOCKS)
def test_shell_blocks_parse(block: str) -> None:
    process = subprocess.run(
        ["bash", "-n"],  # noqa: S607  # found on PATH
        input=block,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (process.returncode, process.stderr) == (0, "")


@pytest.mark.parametrize("words", list(calls()), ids=" ".join)
def test_documented_calls_parse(words: list[str]) -> None:
    assert words[0] in OPERATIONS
    parser = argparse.ArgumentParser(exit_on_error=False)
    load(words[0]).takes(parser)
    parser.parse_args(words[1:])


@pytest.mark.parametrize("name", OPERATIONS_PAGES[1:])
def test_the_first_page_links_every_page(name: str) -> None:
    assert f"]({name}.md)" in FIRST_PAGE


def test_documented_operations_exist() -> None:
    words = set(re.findall(r"`fernpartie ([a-z]+)", PAGES))
    assert words <= set(OPERATIONS)


def test_documented_settings_exist() -> None:
    words = set(re.findall(rf"{PREFIX}[A-Z_]+", PAGES)) - {_OF_COMPOSE}
    assert {name.removeprefix(PREFIX).lower() for name in words} <= set(Settings.model_fields)
    assert _OF_COMPOSE in (ROOT / "compose.yaml").read_text(encoding="utf-8")


def test_documented_targets_and_files_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"make ([a-z]+)", "".join(BLOCKS))) <= targets
    files = set(re.findall(r"docs/[a-z./-]+[a-z]", PAGES)) | {
        f"docs/{name}" for name in re.findall(r"\]\(([a-z./A-Z-]+)", PAGES)
    }
    assert {name for name in files if not (ROOT / name).exists()} == set()


@cache
def _literals() -> frozenset[str]:
    """Return all string literals of the program, split at inserted values."""
    files = [path for folder in ("bot", "data") for path in (ROOT / folder).rglob("*.py")]
    nodes = (node for path in files for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    return frozenset(
        node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


FOREIGN_MESSAGES = (
    "Timeout (0:01:00)!",
    "database or disk is full",
    "Address already in use",
    "This command is outdated",
)
"""Messages from Python, SQLite, the operating system and Discord's clients."""


def _messages() -> Iterator[str]:
    """Yield the parts of the messages that the page lists for owners."""
    table = FIRST_PAGE.split("## What to do when")[1]
    for row in re.findall(r"^\| (.*?) \|", table, re.MULTILINE):
        for message in re.findall(r"`([^`]+)`", row):
            if not message.startswith(("fernpartie", "FERNPARTIE")):
                yield from (part.strip() for part in message.split("...") if part.strip(" ():"))


@pytest.mark.parametrize("part", sorted(set(_messages())))
def test_documented_messages_exist_in_the_program(part: str) -> None:
    parts = re.split(r"\d+|: |, ", part)
    texts = [*_literals(), *FOREIGN_MESSAGES]
    assert all(any(piece.strip() in text for text in texts) for piece in parts if piece.strip()), part


def test_documented_secrets_match_the_compose_file(tmp_path: Path) -> None:
    (block,) = [block for block in BLOCKS if block.startswith("mkdir -m 700 secrets")]
    subprocess.run(
        ["bash", "-ec", block],  # noqa: S607
        cwd=tmp_path,
        input="the.token\nhttps://discord.com/api/webhooks/1/abc\n",
        text=True,
        check=True,
        capture_output=True,
    )
    secrets = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["secrets"]
    files = {f"./{path.relative_to(tmp_path)}": path for path in (tmp_path / "secrets").iterdir()}
    assert set(files) == {secret["file"] for secret in secrets.values()}
    texts = {name: path.read_text(encoding="utf-8").strip() for name, path in files.items()}
    assert texts["./secrets/token"] == "the.token"
    assert texts["./secrets/alarm-webhook"] == "https://discord.com/api/webhooks/1/abc/slack"
    address = f"postgresql://fernpartie:{texts['./secrets/database-password']}@database/fernpartie"
    assert texts["./secrets/database-url"] == address
    assert (tmp_path / "secrets").stat().st_mode & 0o777 == 0o700
