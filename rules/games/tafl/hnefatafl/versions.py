"""The versions of the rules of Hnefatafl, and their changes."""

from typing import Final

from rules.contract import RulesVersion

VERSIONS: Final = (RulesVersion(1, "The rules as they were first played here."),)
"""Each game keeps the number it began with; a change of the rules appends a version."""
