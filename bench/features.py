"""Measure each feature: its size, the outside files that name it, and the modules that its commands import.

A feature is a folder of `bot/features`. A file names a feature if it imports one of its modules. A command's
closure is the set of bot and data modules that its module imports, directly or indirectly. The count is
static: imports within functions are included.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("bot", "data")
HOME: Final = "bot.features"
COMMANDS: Final = "bot.chat.core.commands.command"
"""The module imported by every module with a command."""


@dataclass(frozen=True, slots=True)
class FeatureSize:
    """A feature's figures; `closures` are the numbers of modules that its commands import, by command."""

    name: str
    files: int
    lines: int
    named_by: int
    closures: Mapping[str, int]


def features() -> Sequence[FeatureSize]:
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    packages = sorted(graph.find_children(HOME))
    return [_size(graph, package.rpartition(".")[2], package) for package in packages]


def _size(graph: grimp.ImportGraph, name: str, package: str) -> FeatureSize:
    modules = {package, *graph.find_descendants(package)}
    files = [_file(module) for module in sorted(modules)]
    importers = {
        importer for module in modules for importer in graph.find_modules_that_directly_import(module)
    }
    commands = sorted(graph.find_modules_that_directly_import(COMMANDS) & modules)
    return FeatureSize(
        name,
        len(files),
        sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files),
        len(importers - modules),
        {module.rpartition(".")[2]: len(graph.find_upstream_modules(module)) for module in commands},
    )


def _file(module: str) -> Path:
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def run() -> None:
    print(f"{'feature':<14}{'files':>6}{'lines':>7}{'named by':>10}  closure of each command")
    for feature in features():
        closures = ", ".join(f"{command} {modules}" for command, modules in feature.closures.items())
        print(f"{feature.name:<14}{feature.files:>6}{feature.lines:>7}{feature.named_by:>10}  {closures}")
