"""The values that the code gives to texts: all that their placeholders need, and none under another name."""

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.locale import DEFAULT_LANGUAGE
from tests.bot.locale.catalogue_checks import files_of, placeholders, texts_of

ROOT = Path(__file__).parents[3]
PART = r"[a-z0-9-]+"


def needs() -> dict[str, set[str]]:
    """Return the placeholders of each text; `n` also selects its form."""
    return {
        text_id: set[str]().union(*map(placeholders, text.forms)) | ({"n"} if text.plural else set())
        for file in files_of(DEFAULT_LANGUAGE).values()
        for text_id, text in texts_of(file, DEFAULT_LANGUAGE).items()
    }


def texts_named(node: ast.expr, texts: Collection[str]) -> list[str]:
    """Return the texts that an expression may name; none if they cannot be known."""
    match node:
        case ast.Constant(value=str(text)):
            return [text] if text in texts else []
        case ast.JoinedStr(values=[ast.Constant(value=str(first)), *_] as parts) if "." in first:
            pattern = "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else PART for part in parts
            )
            return [text for text in texts if text.startswith(first) and re.fullmatch(pattern, text)]
        case ast.IfExp(body=body, orelse=other):
            both = texts_named(body, texts), texts_named(other, texts)
            return [*both[0], *both[1]] if all(both) else []
        case _:
            return []


@dataclass(frozen=True, slots=True)
class Called:
    """A call of one of several texts, with the names of its values; its id is `built` at run time."""

    place: str
    texts: tuple[str, ...]
    given: frozenset[str]
    built: bool


def calls(texts: Collection[str]) -> Iterator[Called]:
    """Yield each call; a text whose id is written out somewhere is not among those of a built id."""
    trees = {
        file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted((ROOT / "bot").rglob("*.py"))
    }
    nodes = [(file, node) for file, tree in trees.items() for node in ast.walk(tree)]
    written = {node.value for _, node in nodes if isinstance(node, ast.Constant)}
    for file, node in nodes:
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        given = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
        if name != "t" or len(given) < len(node.keywords):
            continue
        built = isinstance(node.args[0], ast.JoinedStr)
        named = (text for text in texts_named(node.args[0], texts) if not (built and text in written))
        yield Called(f"{file.relative_to(ROOT)}:{node.lineno}", tuple(named), given, built)


def test_texts_get_the_values_that_they_show() -> None:
    """Where several calls may build an id, one of them gives all that its text shows."""
    needed, missing, wrong = needs(), dict[str, list[str]](), list[str]()
    fitting = set[str]()
    for called in calls(needed):
        for text in called.texts:
            if needed[text] <= called.given:
                fitting.add(text)
            elif called.built:
                missing.setdefault(text, []).append(called.place)
            else:
                wrong.append(f"{called.place}: {text} lacks {needed[text] - called.given}")
        if called.texts and (unused := called.given.difference(*(needed[text] for text in called.texts))):
            wrong.append(f"{called.place}: no text shows {unused}")
    assert wrong == []
    assert {text: places for text, places in missing.items() if text not in fitting} == {}
