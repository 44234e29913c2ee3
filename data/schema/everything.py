"""All tables at once, for whatever goes through the whole database."""

import importlib
import pkgutil

from data import schema
from data.schema.base import metadata

__all__ = ["metadata"]

for _module in pkgutil.iter_modules(schema.__path__, f"{schema.__name__}."):
    if _module.name != __name__:
        importlib.import_module(_module.name)
