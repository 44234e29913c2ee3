"""Fox and Hens with all its options: alpha-beta that may overlook captures and claims, as people do."""

from engines.games.fox_and_hens.engine import FoxEngine

ENGINE = FoxEngine()
