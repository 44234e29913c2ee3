"""Ownership of tables: one feature each; `data` declares only those that coordinate processes."""

import subprocess
import sys
from typing import Final

import rules
from bot.app import TABLES, bare_app
from data.cluster import cluster_tables

_LOADED: Final = """
import importlib, pkgutil, data
for module in pkgutil.walk_packages(data.__path__, "data."):
    if not module.name.startswith("data.migrations"):
        importlib.import_module(module.name)
from data.schema.base import metadata
print(*sorted(metadata.tables))
"""


def test_importing_data_declares_only_the_cluster_tables() -> None:
    process = subprocess.run([sys.executable, "-c", _LOADED], check=True, capture_output=True, text=True)
    assert process.stdout.split() == sorted(cluster_tables.__dict__.keys() & TABLES.tables.keys())


def test_every_table_belongs_to_one_feature() -> None:
    owned = [table.name for feature in bare_app(rules.GAMES).features for table in feature.tables]
    assert sorted(owned) == sorted(TABLES.tables)
