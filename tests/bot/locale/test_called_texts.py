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


def placeholders_by_text() -> dict[str, set[str]]:
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
            branches = texts_named(body, texts), texts_named(other, texts)
            return [*branches[0], *branches[1]] if all(branches) else []
        case _:
            return []


@dataclass(frozen=True, slots=True)
class TextCall:
    """A call of one of several texts, with the names of its values; a `built` id is composed at run time."""

    place: str
    texts: tuple[str, ...]
    values: frozenset[str]
    built: bool


def calls(texts: Collection[str]) -> Iterator[TextCall]:
    """Yield each call; a text whose id is written out somewhere is not among those of a built id."""
    trees = {
        file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted((ROOT / "bot").rglob("*.py"))
    }
    nodes = [(file, node) for file, tree in trees.items() for node in ast.walk(tree)]
    literals = {node.value for _, node in nodes if isinstance(node, ast.Constant)}
    for file, node in nodes:
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        values = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
        if name != "t" or len(values) < len(node.keywords):
            continue
        built = isinstance(node.args[0], ast.JoinedStr)
        named_texts = (text for text in texts_named(node.args[0], texts) if not (built and text in literals))
        yield TextCall(f"{file.relative_to(ROOT)}:{node.lineno}", tuple(named_texts), values, built)


def test_calls_pass_exactly_the_values_their_texts_use() -> None:
    """Where several calls may build an id, one of them gives all that its text shows."""
    needed, missing, faults = placeholders_by_text(), dict[str, list[str]](), list[str]()
    satisfied = set[str]()
    for call in calls(needed):
        for text in call.texts:
            if needed[text] <= call.values:
                satisfied.add(text)
            elif call.built:
                missing.setdefault(text, []).append(call.place)
            else:
                faults.append(f"{call.place}: {text} lacks {needed[text] - call.values}")
        if call.texts and (unused := call.values.difference(*(needed[text] for text in call.texts))):
            faults.append(f"{call.place}: no text shows {unused}")
    assert faults == []
    assert {text: places for text, places in missing.items() if text not in satisfied} == {}
