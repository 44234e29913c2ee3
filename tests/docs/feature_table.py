"""Generator of docs/features.md from the features' declarations."""

import importlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from discord import app_commands

import rules
from bot.app import bare_app, bare_surfaces
from bot.chat.surface import Surface
from bot.locale import Texts
from bot.model.settings import Setting

RENEW: Final = ".venv/bin/python -m tests.docs.feature_table > docs/features.md"

HEAD: Final = f"""\
# Features

For contributors. Each feature is a folder in `bot/features`; `kernel` is `bot/kernel`. The rows have the
order of `bot/app.py`: a feature imports only `service` and `domain` of earlier ones.
[architecture.md](architecture.md) explains the parts of a feature.

The declarations of the features generate this page, and a test compares both. Renew it after a change:

```sh
{RENEW}
```
"""


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _commands(surface: Surface) -> Iterator[str]:
    for declared in surface.commands:
        command = declared.make()
        if isinstance(command, app_commands.Group):
            names = ("<game>" if inner.name in rules.GAMES else inner.name for inner in command.commands)
            yield from (f"/{command.name} {name}" for name in dict.fromkeys(names))
        else:
            yield f"/{command.name}"
    yield from (f"/{contributed.group} {contributed.make().name}" for contributed in surface.subcommands)


def _purpose(name: str) -> str:
    module = "bot.kernel.kernel" if name == "kernel" else f"bot.features.{name}.feature"
    documentation = importlib.import_module(module).__doc__
    assert documentation is not None, f"{module} needs a docstring: it is the purpose on the page"
    return documentation.splitlines()[0]


def _settings(settings: Iterable[Setting[Any]]) -> str:
    return ", ".join(f"`{setting.key}` ({setting.owner.name.lower()})" for setting in settings)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table without rows that have only a name."""
    lines = (heads, *(row for row in rows if any(row[1:])))
    first, *others = ("".join(f"| {cell} " if cell else "| " for cell in line) + "|" for line in lines)
    return "\n".join((first, "|---" * len(heads) + "|", *others, ""))


def page() -> str:
    """Return the text of docs/features.md."""
    features = list(bare_app(rules.GAMES).features)
    surfaces = {surface.name: surface for surface in bare_surfaces(rules.GAMES, Texts.load())}
    surfaces_by_feature = {
        feature.name: surfaces.pop(feature.name, Surface(name=feature.name)) for feature in features
    }
    assert not surfaces, "a surface is named after its feature"
    purposes = _table(
        ("feature", "purpose", "slash commands"),
        ((name, _purpose(name), _code(_commands(surface))) for name, surface in surfaces_by_feature.items()),
    )
    declared = _table(
        ("feature", "timers", "tables", "settings of a server or a person"),
        (
            (
                feature.name,
                _code(timer.kind for timer in feature.timers),
                _code(table.name for table in feature.tables),
                _settings(feature.settings),
            )
            for feature in features
        ),
    )
    buttons = _table(
        ("feature", "verbs"),
        ((name, _code(sorted(surface.buttons))) for name, surface in surfaces_by_feature.items()),
    )
    return (
        f"{HEAD}\n## Purpose and commands\n\n{purposes}\n## Timers, tables, settings\n\n{declared}\n"
        f"## Buttons\n\nA verb begins the custom id of a button, a menu or a form.\n\n{buttons}"
    )


if __name__ == "__main__":
    sys.stdout.write(page())
